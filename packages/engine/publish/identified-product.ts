import type { AcceptedProduct } from '@vitrine/catalog/submission'

/** A product of an import, and the products of the store that it has to do with. */
export interface IdentifiedProduct {
  readonly submission: AcceptedProduct
  /** The position of the product that has its slug. */
  readonly owner: number | undefined
  /** The position of the product that has its id: the same product, as it was published. */
  readonly position: number | undefined
}
