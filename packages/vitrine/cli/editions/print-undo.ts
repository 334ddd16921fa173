import type { StoreId } from '@vitrine/catalog/store'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import { editionBefore } from '@vitrine/engine/edition/prune'

/** Prints the command that takes back what was published: it does what a rollback without a number does. */
export async function printUndo(catalogs: Catalogs, store: StoreId): Promise<void> {
  const { number } = await catalogs.current(store)
  const before = editionBefore(await catalogs.editions(store), number)
  if (before) console.log(`\`vitrine rollback ${store} ${before.number}\` undoes this`)
}
