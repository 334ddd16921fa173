import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import { publish } from '@vitrine/engine/publish/publish'
import { readNative } from '@vitrine/import/native'
import { startTestServer } from '../database/test-server.ts'
import { storeNamed, THEN } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import type { SearchServer } from './evaluate.ts'

/** Starts a server with the demo catalog, as a store whose language is English. */
export async function startDemoServer(): Promise<SearchServer & AsyncDisposable> {
  await using started = new AsyncDisposableStack()
  const folder = started.use(temporaryFolder())
  const catalogs = started.use(openSqliteCatalogs(join(folder.path, 'demo.db')))
  const store = { ...storeNamed('demo'), language: 'en' }
  await catalogs.addStore(store)
  const file = createReadStream(new URL('../../demo/catalog.ndjson', import.meta.url))
  await using draft = await catalogs.draft(store.id)
  const options = { replace: true, skipInvalid: false, dryRun: false, now: THEN }
  await publish(
    draft,
    readNative(file, draft.base.store, () => {}),
    options,
  )
  // As `vitrine demo` has them, apart from the pictures themselves.
  const pictures = { path: '/demo/pictures', find: async () => undefined }
  const { origin } = started.use(await startTestServer(catalogs, { pictures }))
  const running = started.move()
  return { url: origin, store: store.id, [Symbol.asyncDispose]: () => running.disposeAsync() }
}
