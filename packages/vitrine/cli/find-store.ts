import { VitrineError } from '@vitrine/catalog/error'
import type { StoreId } from '@vitrine/catalog/store'
import type { Edition, Editions } from '@vitrine/engine/edition/edition'
import { CommandError } from './errors.ts'

/** The store's current edition. Throws `CommandError` if the store does not exist. */
export async function requireEdition(editions: Editions, store: StoreId): Promise<Edition> {
  const edition = await findEdition(editions, store)
  if (!edition) throw new CommandError(`store ${store} does not exist; \`vitrine store list\` lists all stores`)
  return edition
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
