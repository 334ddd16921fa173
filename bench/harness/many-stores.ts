import { storeId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import { newStore } from '../../packages/vitrine/cli/stores/new-store.ts'
import { openCatalog } from '../../packages/vitrine/library/vitrine.ts'
import { GeneratedCatalog } from '../catalog/generated-catalog.ts'
import type { StoreSet } from './scenarios.ts'

/** Publishes the stores of the set into a new database. */
export async function publishStores(
  database: string,
  { count, products, nameOf }: StoreSet,
  seed: number,
): Promise<void> {
  const generated = new GeneratedCatalog({ products: count * products, seed })
  await using catalogs = await openCatalogs(database, 'create')
  for (let store = 0; store < count; store++) {
    if (store % 1000 === 0) console.error(`store ${store} of ${count}`)
    const name = nameOf(store)
    await catalogs.addStore(newStore(storeId(name)!, name))
    await using catalog = await openCatalog({ database, store: name })
    for (let index = 0; index < products; index++) catalog.upsert(generated.product(store * products + index))
    await catalog.publish()
  }
}
