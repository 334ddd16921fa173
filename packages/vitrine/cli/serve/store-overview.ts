import { storeAndMarket } from '@vitrine/catalog/market'
import type { LastImport, StoreId } from '@vitrine/catalog/store'
import type { Editions } from '@vitrine/engine/edition/editions'
import { type KeptEdition, keptEditions } from '@vitrine/engine/edition/prune'
import type { EditionSummary, StoreState } from '@vitrine/engine/edition/rows'

/** A store as its operator looks at it. Plain data, so that a worker can send it. */
export interface StoreOverview {
  readonly id: StoreId
  readonly name: string
  readonly current: EditionSummary
  readonly lastImport: LastImport | undefined
  /** The first of them. */
  readonly markets: readonly MarketOverview[]
  readonly marketCount: number
  /** The held ones and the current one, then the newest of the others. */
  readonly editions: readonly Pick<KeptEdition, 'number' | 'publishedAt' | 'productCount' | 'held' | 'isPinned'>[]
  readonly editionCount: number
}

interface MarketOverview extends Pick<EditionSummary, 'productCount' | 'variantCount'> {
  readonly code: string
}

/** Consecutive stores, in the order of their ids. */
export interface StoresPage {
  /** From 1. */
  readonly page: number
  readonly pages: number
  readonly storeCount: number
  readonly stores: readonly StoreOverview[]
}

export const STORES_ON_PAGE = 20

const MAX_MARKETS_SHOWN = 10
const MAX_EDITIONS_SHOWN = 8

/** Reads a page of stores; the last one instead of a later one. Throws `database-unusable`. */
export async function storesPage(editions: Editions, wanted: number, now: number): Promise<StoresPage> {
  const states = await editions.list()
  const markets = Map.groupBy(states, ({ store }) => storeAndMarket(store.id).store)
  const stores = states.filter(({ store }) => markets.has(store.id))
  const pages = Math.max(1, Math.ceil(stores.length / STORES_ON_PAGE))
  const page = Math.min(wanted, pages)
  const shown = stores.slice((page - 1) * STORES_ON_PAGE, page * STORES_ON_PAGE)
  const read = shown.map((state) => storeOverview(editions, state, markets.get(state.store.id)!, now))
  return { page, pages, storeCount: stores.length, stores: await Promise.all(read) }
}

/** `all` has the states of the store and its markets. */
async function storeOverview(
  editions: Editions,
  { store, edition }: StoreState,
  all: readonly StoreState[],
  now: number,
): Promise<StoreOverview> {
  const stored = await (await editions.current(store.id)).retained()
  const kept = keptEditions(stored, store, edition.number, now)
  const isFirst = ({ number, held }: KeptEdition) => held !== null || number === edition.number
  const markets = all.filter((state) => state.store.id !== store.id)
  return {
    id: store.id,
    name: store.name,
    current: edition,
    lastImport: store.lastImport,
    markets: markets.slice(0, MAX_MARKETS_SHOWN).map((market) => ({
      code: storeAndMarket(market.store.id).market!,
      productCount: market.edition.productCount,
      variantCount: market.edition.variantCount,
    })),
    marketCount: markets.length,
    editions: [...kept.filter(isFirst), ...kept.filter((one) => !isFirst(one))]
      .slice(0, MAX_EDITIONS_SHOWN)
      .map(({ number, publishedAt, productCount, held, isPinned }) => ({
        ...{ number, publishedAt, productCount, held, isPinned },
      })),
    editionCount: kept.length,
  }
}
