import { VitrineError } from '../catalog/error.ts'
import type { StoreId } from '../catalog/store.ts'
import type { Edition, Editions } from '../edition/edition.ts'
import { Refusal } from './failure.ts'

/** The store's current edition. A store that is not there is refused with a way to go on. */
export async function currentEdition(editions: Editions, store: StoreId): Promise<Edition> {
  const edition = await editionIfAny(editions, store)
  if (!edition) throw new Refusal(`there is no store ${store}; \`vitrine store list\` lists those that there are`)
  return edition
}

/** The store's current edition, or undefined if there is no such store. */
export async function editionIfAny(editions: Editions, store: StoreId): Promise<Edition | undefined> {
  try {
    return await editions.current(store)
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'store-not-found') return undefined
    throw error
  }
}
