import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { storeId } from '../src/catalog/store.ts'
import { newStore } from '../src/cli/new-store.ts'
import { openCatalogs } from '../src/database/open.ts'
import type { Catalogs } from '../src/edition/draft.ts'
import { readNative } from '../src/import/native.ts'
import { publish } from '../src/publish/publish.ts'
import { Catalog } from './catalog.ts'
import { madeOnce, megabytes, secondsSince } from './dataset.ts'
import type { Shape } from './walk.ts'

export function nameOfStore(store: number): string {
  return `store-${store}`
}

/** A database of many stores: made once, by this process, and used again; made anew if `fresh`. */
export async function manyStores(folder: string, shape: Shape, fresh: boolean): Promise<string> {
  const { stores, productsEach, seed } = shape
  const home = await madeOnce(
    join(folder, `stores-${stores}-of-${productsEach}-${seed}`),
    async (unfinished) => {
      const started = performance.now()
      await mkdir(unfinished)
      const file = join(unfinished, 'vitrine.db')
      await fill(file, shape)
      console.error(`made ${stores} stores in ${secondsSince(started)} s, database of ${await megabytes(file)} MB`)
    },
    fresh,
  )
  return join(home, 'vitrine.db')
}

async function fill(file: string, { stores, productsEach, seed }: Shape): Promise<void> {
  await using catalogs = await openCatalogs(file, 'make')
  const catalog = new Catalog({ products: stores * productsEach, seed })
  for (let store = 0; store < stores; store++) {
    if (store % 1000 === 0) console.error(`store ${store} of ${stores}`)
    const products = Array.from({ length: productsEach }, (_, index) => catalog.product(store * productsEach + index))
    await load(catalogs, nameOfStore(store), products)
  }
}

/** What `vitrine import --create` does. */
async function load(catalogs: Catalogs, name: string, products: readonly unknown[]): Promise<void> {
  const store = storeId(name)!
  await catalogs.addStore(newStore(store, name))
  await using draft = await catalogs.draft(store)
  const submissions = readNative(linesOf(products), draft.base.store, () => {})
  const now = new Date().toISOString()
  const { outcome } = await publish(draft, submissions, { replace: false, skipInvalid: false, dryRun: false, now })
  if (outcome !== 'published') throw new Error(`the products of ${name} were ${outcome}, not published`)
}

async function* linesOf(products: readonly unknown[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(products.map((product) => `${JSON.stringify(product)}\n`).join(''))
}
