import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Product, Submitted } from '@vitrine/catalog/product'
import { openCatalogFile } from '@vitrine/convert/open-catalog-file'
import { readCatalog } from '@vitrine/convert/read-catalog'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import { publish } from '@vitrine/engine/publish/publish'
import { startTestServer } from '../database/test-server.ts'
import { storeNamed, THEN } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import type { SearchServer } from './evaluate.ts'

export interface CatalogServer extends SearchServer, AsyncDisposable {
  /** What the server serves. */
  readonly products: readonly Submitted<Product>[]
}

/** A catalog file in any format, and the language of its texts. */
export interface JudgedCatalog {
  readonly file: string
  readonly language: string | undefined
}

export const DEMO_CATALOG: JudgedCatalog = {
  file: fileURLToPath(new URL('../../demo/catalog.ndjson', import.meta.url)),
  language: 'en',
}

/** Starts a server with the products of a catalog file. Throws if one of them has a problem. */
export async function startCatalogServer({ file, language }: JudgedCatalog = DEMO_CATALOG): Promise<CatalogServer> {
  await using started = new AsyncDisposableStack()
  const folder = started.use(temporaryFolder())
  const catalogs = started.use(openSqliteCatalogs(join(folder.path, 'judged.db')))
  const store = { ...storeNamed('judged'), language }
  await catalogs.addStore(store)
  await using draft = await catalogs.draft(store.id)
  const reading = { store: draft.base.store, now: new Date(THEN), onWarning: () => {}, onLeftOut: () => {} }
  const catalog = await openCatalogFile(createReadStream(file), reading)
  const products: Submitted<Product>[] = []
  async function* submissions() {
    for await (const submission of readCatalog(catalog, reading)) {
      if ('product' in submission) products.push(submission.product)
      yield submission
    }
  }
  const options = { replace: true, skipInvalid: false, dryRun: false, now: THEN }
  const { problems } = await publish(draft, submissions(), options)
  for (const { line, path, wrong, right } of problems) {
    throw new Error(`${file}, line ${line}: ${path} ${wrong}; it must be ${right}`)
  }
  // As `vitrine demo` has them, apart from the pictures themselves.
  const pictures = { path: '/demo/pictures', find: async () => undefined }
  const { origin } = started.use(await startTestServer(catalogs, { pictures, events: 10 }))
  const running = started.move()
  return { url: origin, store: store.id, products, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
