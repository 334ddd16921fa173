import type { StoreId } from '@vitrine/catalog/store'
import { JointChanges } from './joint-changes.ts'
import type { Difference, Publication } from './publication.ts'
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
  const changes = new JointChanges()
  for await (const publication of publications(storage, store)) {
    if (publication.edition === edition) return inverse(changes)
    changes.precede(publication)
    if (!changes.products) return undefined
    if (publication.previous === edition) return inverse(changes)
  }
  return undefined
}

/** Whether the settings differ is not told: those of the states are compared. */
function inverse({ products, also, tags }: JointChanges): Difference | undefined {
  return (
    products && {
      products: products.inverse(),
      also: also.filter((other) => other !== 'settings'),
      tags: tags ? new Set(tags) : undefined,
    }
  )
}
