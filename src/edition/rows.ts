/** The row of a product: its sort keys, and the digest that detects changes. Its JSON is in the documents. */
export interface ProductRow {
  readonly position: number
  /** A digest of the submitted product. An equal digest means an unchanged product. */
  readonly digest: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Without case and accents, for sorting. */
  readonly name: string
  readonly slug: string
  /** The lowest price of its variants, in cents; null if it has none. */
  readonly price: number | null
  readonly highestPrice: number | null
}

/** The row of a variant: its sort keys and its product. */
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
