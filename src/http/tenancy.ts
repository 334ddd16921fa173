import { VitrineError } from '../catalog/error.ts'
import { type StoreId, storeId } from '../catalog/store.ts'
import type { IndexCache } from '../serve/index-cache.ts'
import type { IndexedEdition } from '../serve/indexed-edition.ts'

/** The store that a request's `x-store-id` selects. Throws `store-required`, `store-not-found`. */
export function selectedStore(header: string | undefined, defaultStore: StoreId | undefined): StoreId {
  if (!header) {
    if (defaultStore !== undefined) return defaultStore
    throw new VitrineError('store-required', 'Name the store to read from in the header x-store-id.')
  }
  const store = storeId(header)
  if (store === undefined) throw unknown()
  return store
}

/** The current edition of the store. Throws `store-not-found`, in the same words as for an id that cannot be a store's. */
export async function currentEdition(editions: IndexCache, store: StoreId): Promise<IndexedEdition> {
  try {
    return await editions.current(store)
  } catch (error) {
    throw error instanceof VitrineError && error.code === 'store-not-found' ? unknown() : error
  }
}

function unknown(): VitrineError {
  return new VitrineError('store-not-found', 'The header x-store-id names a store that does not exist here.')
}
