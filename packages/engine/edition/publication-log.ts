import type { StoreId } from '@vitrine/catalog/store'
import { decodeChanges, ProductChanges } from './product-changes.ts'
import type { Difference, OtherChange, Publication } from './publication.ts'
import type { Storage } from './storage.ts'

/** Rows that are read together: at most 3 MB. */
const PAGE_ROWS = 50

/** The log of publications of a store, newest first: all, or those before number `before`. */
export async function* publications(storage: Storage, store: StoreId, before?: number): AsyncGenerator<Publication> {
  // Most readers need the newest one only.
  for (let [start, count] = [before, 1]; ; count = PAGE_ROWS) {
    const page = await storage.publications(store, start, count)
    yield* page
    if (page.length < count) return
    start = page.at(-1)!.number
  }
}

/**
 * The difference between the current edition of a store and an earlier state of it: the union of the publications since
 * the edition was last current, turned round. Undefined if the log does not reach there, or does not know all changes.
 */
export async function differenceTo(storage: Storage, store: StoreId, edition: number): Promise<Difference | undefined> {
  const products = new ProductChanges()
  const also = new Set<OtherChange>()
  let tags: Set<string> | undefined = new Set()
  for await (const publication of publications(storage, store)) {
    if (publication.edition === edition) return { products, also: [...also], tags }
    if (publication.changes === null) return undefined
    products.follow(decodeChanges(publication.changes).inverse().lists())
    tags = tags && publication.tags ? new Set([...tags, ...publication.tags]) : undefined
    for (const other of publication.also) if (other !== 'settings') also.add(other)
    if (publication.previous === edition) return { products, also: [...also], tags }
  }
  return undefined
}
