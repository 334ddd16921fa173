import { marketStoreId } from '@vitrine/catalog/market'
import type { Rule } from '@vitrine/catalog/rules'
import type { Market, Store, StoreId } from '@vitrine/catalog/store'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import type { PublishOptions } from '@vitrine/engine/publish/publish'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import type { Report } from '@vitrine/engine/publish/report'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import type { Opened } from '../database/databases.ts'
import { startTestServer, type TestServer } from '../database/test-server.ts'
import { until } from '../database/until.ts'
import { loadAndSee, seen, seenGone } from '../loading.ts'

/** A database with some stores, and a server that reads it. */
export interface RunningService extends TestServer {
  readonly catalogs: Catalogs
  /** Imports products and waits until the server shows them. */
  load(store: StoreId, products: readonly unknown[], options?: Partial<PublishOptions>): Promise<Report>
  /** Publishes rules and waits until the server shows them. */
  declareRules(store: StoreId, rules: readonly Rule[]): Promise<void>
  /** Publishes an edition with other markets, and waits until the server shows it. */
  declareMarkets(store: StoreId, markets: readonly Market[], now: string): Promise<void>
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
  const seenInMarkets = async (store: StoreId, { number }: EditionSummary) => {
    const { markets = [] } = (await catalogs.current(store)).store
    for (const { code } of markets) {
      const market = marketStoreId(store, code)
      await until(async () => (await editions.current(market)).number === number)
    }
  }
  return {
    ...server,
    catalogs,
    async load(store, products, options) {
      const report = await loadAndSee({ catalogs, editions }, store, products, options)
      await seenInMarkets(store, report.edition)
      return report
    },
    async declareRules(store, rules) {
      await using draft = await catalogs.draft(store)
      const edition = await publishDeclared(draft, 'rules', rules, '2026-02-01T00:00:00.000Z')
      if (edition) await seen(editions, store, edition)
    },
    async declareMarkets(store, markets, now) {
      await using draft = await catalogs.draft(store, undefined, undefined, () => markets)
      const edition = await publishMarkets(draft, now)
      await seen(editions, store, edition)
      await seenInMarkets(store, edition)
    },
    async rollback(store, number) {
      const edition = await catalogs.rollback(store, () => number)
      await seen(editions, store, edition)
      await seenInMarkets(store, edition)
    },
    async removeStore(store) {
      await catalogs.removeStore(store)
      await seenGone(editions, store)
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
