/** What a database keeps of a product beside its documents: what it is sorted by, and what tells whether it changed. */
export interface ProductRow {
  readonly position: number
  /** A digest of the product as it was submitted, to know it again without reading its documents. */
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Folded, to sort by. */
  readonly name: string
  readonly slug: string
  /** The lowest price of its variants, in cents; null if it has none. */
  readonly price: number | null
  readonly highestPrice: number | null
}

/** What a database keeps of a variant beside its document. */
export interface VariantRow {
  readonly position: number
  /** The position of its product. */
  readonly product: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly name: string
  readonly sku: string
  readonly price: number
  readonly stock: number | null
}
