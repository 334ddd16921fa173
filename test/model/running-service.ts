import type { Rule } from '@vitrine/catalog/rules'
import type { Store, StoreId } from '@vitrine/catalog/store'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { PublishOptions } from '@vitrine/engine/publish/publish'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import type { Report } from '@vitrine/engine/publish/report'
import type { Opened } from '../database/databases.ts'
import { startTestServer, type TestServer } from '../database/test-server.ts'
import { loadAndSee, seen, seenGone } from '../loading.ts'

/** A database with some stores, and a server that reads it. */
export interface RunningService extends TestServer {
  readonly catalogs: Catalogs
  /** Imports products and waits until the server shows them. */
  load(store: StoreId, products: readonly unknown[], options?: Partial<PublishOptions>): Promise<Report>
  /** Publishes rules and waits until the server shows them. */
  declareRules(store: StoreId, rules: readonly Rule[]): Promise<void>
  /** Makes another edition current and waits until the server shows it. */
  rollback(store: StoreId, number: number): Promise<void>
  /** Removes a store and waits until the server no longer has it. */
  removeStore(store: StoreId): Promise<void>
}

export async function startService(
  openDatabase: () => Promise<Opened>,
  ...stores: readonly Store[]
): Promise<RunningService> {
  await using resources = new AsyncDisposableStack()
  const { catalogs, editions } = resources.use(await openDatabase())
  for (const store of stores) await catalogs.addStore(store)
  const server = resources.use(await startTestServer(editions))
  const open = resources.move()
  return {
    ...server,
    catalogs,
    load: (store, products, options) => loadAndSee({ catalogs, editions }, store, products, options),
    async declareRules(store, rules) {
      await using draft = await catalogs.draft(store)
      const edition = await publishDeclared(draft, 'rules', rules, '2026-02-01T00:00:00.000Z')
      if (edition) await seen(editions, store, edition)
    },
    async rollback(store, number) {
      await seen(editions, store, await catalogs.rollback(store, () => number))
    },
    async removeStore(store) {
      await catalogs.removeStore(store)
      await seenGone(editions, store)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
