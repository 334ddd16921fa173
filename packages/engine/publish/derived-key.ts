import { derivedProductId } from '@vitrine/catalog/uuid'

/** What the id of a product without one in the catalog is derived from, and the ids of its variants. */
export interface DerivedKey {
  /** The first slug of the product. */
  readonly slug: string
  /** 1, or a higher one if an earlier product with this slug still has the id of the number before. */
  readonly number: number
}

/** Products that may have had the same first slug and still be in the store. */
export const MAX_KEY_NUMBER = 9

/** The key of an id that is derived from one of these slugs; undefined for any other id. */
export function keyOfDerivedId(store: string, id: string, slugs: readonly string[]): DerivedKey | undefined {
  for (let number = 1; number <= MAX_KEY_NUMBER; number++)
    for (const slug of slugs) if (derivedProductId(store, slug, number) === id) return { slug, number }
  return undefined
}
