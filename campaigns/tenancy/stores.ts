import { openCatalogs } from '@vitrine/engine/database/open'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import { load, storeNamed } from '../../test/loading.ts'
import { marketOf, withMarket } from '../../test/tenancy/market-catalog.ts'
import { catalogOf, identifiersOf } from '../../test/tenancy/two-catalogs.ts'

/**
 * Stores whose catalogs have the same slugs, skus and some of the same ids, and differ in every text. The first two have a
 * market.
 */
export const STORES = [
  ['alder', 'a', 'elm'],
  ['birch', 'b', 'fir'],
  ['cedar', 'c'],
  ['dogwood', 'd'],
].map(([word, digit, marketWord]) => ({
  store: { ...storeNamed(word!), currency: 'EUR' },
  identifiers: identifiersOf(word!, digit!),
  /** In every text of the market, and in no other one. */
  marketWord,
}))

/** Creates these stores in a database, all of them by default. */
export async function fillStores(database: string, stores: typeof STORES = STORES): Promise<void> {
  await using catalogs = await openCatalogs(database, 'create')
  for (const { store, identifiers, marketWord } of stores) {
    await catalogs.addStore(store)
    const catalog = catalogOf(identifiers)
    if (marketWord !== undefined) {
      await using draft = await catalogs.draft(store.id, undefined, undefined, () => [marketOf(marketWord)])
      await publishMarkets(draft, store.createdAt)
    }
    await load(catalogs, store.id, marketWord === undefined ? catalog : withMarket(catalog, marketWord))
  }
}
