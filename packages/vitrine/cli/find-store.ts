import { VitrineError } from '@vitrine/catalog/error'
import { marketStoreId } from '@vitrine/catalog/market'
import type { Market, StoreId } from '@vitrine/catalog/store'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Editions } from '@vitrine/engine/edition/editions'
import { CommandError } from './errors.ts'

/** The current edition of a store, or of its market. Throws `CommandError` if there is no such store or market. */
export async function requireEdition(editions: Editions, store: StoreId, market?: string): Promise<Edition> {
  const edition = await findEdition(editions, store)
  if (!edition) throw new CommandError(`store ${store} does not exist; \`vitrine store list\` lists all stores`)
  if (market === undefined) return edition
  requireMarket(store, market, edition.store.markets ?? [])
  return await editions.current(marketStoreId(store, market))
}

/** Throws `CommandError` if none of the markets has the code. */
export function requireMarket(store: StoreId, code: string, markets: readonly Market[]): void {
  if (markets.some((market) => market.code === code)) return
  const known =
    markets.length > 0 ? `its markets are ${markets.map(({ code }) => code).join(', ')}` : 'it has no market'
  throw new CommandError(`store ${store} has no market ${code}; ${known}`)
}

/** The store's current edition; undefined if the store does not exist. */
export async function findEdition<Current>(editions: Editions<Current>, store: StoreId): Promise<Current | undefined> {
  try {
    return await editions.current(store)
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'store-not-found') return undefined
    throw error
  }
}
