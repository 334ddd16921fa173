import { openCatalogs } from '@vitrine/engine/database/open'
import { load, storeNamed } from '../../test/loading.ts'
import { catalogOf, identifiersOf } from '../../test/tenancy/two-catalogs.ts'

/** Stores whose catalogs have the same slugs, skus and some of the same ids, and differ in every text. */
export const STORES = [
  ['alder', 'a'],
  ['birch', 'b'],
  ['cedar', 'c'],
  ['dogwood', 'd'],
].map(([word, digit]) => ({
  store: { ...storeNamed(word!), currency: 'EUR' },
  identifiers: identifiersOf(word!, digit!),
}))

/** Creates these stores in a database, all of them by default. */
export async function fillStores(database: string, stores: typeof STORES = STORES): Promise<void> {
  await using catalogs = await openCatalogs(database, 'create')
  for (const { store, identifiers } of stores) {
    await catalogs.addStore(store)
    await load(catalogs, store.id, catalogOf(identifiers))
  }
}
