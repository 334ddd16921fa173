import type { Market, Store, StoreId } from './store.ts'

/** The text as the code of a market; undefined if it is none. */
export function marketCode(text: string): string | undefined {
  return /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(text) ? text : undefined
}

/** The most markets of a store: each is about as large as the store. */
export const MAX_MARKETS = 50

/**
 * The id under which a market is stored, as a store of its own. No request can name it, since the ids of stores have no
 * dot.
 */
export function marketStoreId(store: StoreId, code: string): StoreId {
  return `${store}.${code}` as StoreId
}

/** The store that an id is of, and the code of the market if it is that of one. */
export function storeAndMarket(id: StoreId): { readonly store: StoreId; readonly market: string | undefined } {
  const dot = id.indexOf('.')
  if (dot < 0) return { store: id, market: undefined }
  return { store: id.slice(0, dot) as StoreId, market: id.slice(dot + 1) }
}

/** How messages name what has this id: `store shop`, or `market de of store shop`. */
export function describeStore(id: StoreId): string {
  const { store, market } = storeAndMarket(id)
  return market === undefined ? `store ${store}` : `market ${market} of store ${store}`
}

/** A market as the store that it is stored as. */
export function storeOfMarket(store: Store, { code, hasStorePrices: _, ...settings }: Market): Store {
  const inherited = Object.entries(store).filter(([name]) => !NOT_INHERITED.includes(name as keyof Store))
  const own = Object.entries(settings).filter(([, value]) => value !== undefined)
  return { ...(Object.fromEntries([...inherited, ...own]) as Omit<Store, 'id'>), id: marketStoreId(store.id, code) }
}

/** The settings of a store that its markets do not have unless they have their own. */
const NOT_INHERITED: readonly (keyof Store)[] = ['markets', 'hosts', 'lastImport', 'stopWords', 'exactWords']

/** The market that a header such as `Price / Canada` names, and what its column says of it. */
export function marketInHeader(header: string): { readonly field: MarketField; readonly market: string } | undefined {
  const [, name = '', market] = /^(included|price|compare[ -]at price) \/ (.*\S)\s*$/i.exec(header.trim()) ?? []
  if (market === undefined) return undefined
  const field = name.toLowerCase()
  return { field: field === 'included' || field === 'price' ? field : 'listPrice', market }
}

/** What a column says of a market. */
export type MarketField = 'included' | 'price' | 'listPrice'
