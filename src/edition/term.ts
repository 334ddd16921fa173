/** What positions number: products and variants are counted apart. */
export const KINDS = ['product', 'variant'] as const
export type Kind = (typeof KINDS)[number]

/**
 * The name of a posting list. Codes hold no colon, so that no two terms are the same by accident:
 *
 *     label:shoes        what carries the label
 *     group:color        products that have the group
 *     option:color:red   products, or variants, that have the option in that group
 *     option:red         … in any group
 *     name:shirt         what has the word in its name
 *     text:cotton        … in the rest that is searched: a product's description, a variant's sku
 *     nameprefix:sh      what has a word in its name that begins so: see `word-term.ts`
 *     textprefix:co      … in the rest that is searched
 *     price:19e2         variants, or products with one, that cost from 1900 to 1999 cents: see `price-term.ts`
 *     stock:in           variants, or products with one, that are in stock
 */
export type Term =
  `${'label' | 'group' | 'option' | 'name' | 'text' | 'nameprefix' | 'textprefix' | 'price' | 'stock'}:${string}`

export const IN_STOCK = 'stock:in' satisfies Term

export type Direction = 'ASC' | 'DESC'

/** What products can be sorted by. `price` is the lowest price of a product's variants. */
export const PRODUCT_FIELDS = ['createdAt', 'name', 'price'] as const
export type ProductField = (typeof PRODUCT_FIELDS)[number]

/** What variants can be sorted by. */
export const VARIANT_FIELDS = ['createdAt', 'updatedAt', 'name', 'sku', 'price', 'stock'] as const
export type VariantField = (typeof VARIANT_FIELDS)[number]

/**
 * The name of an order. Names compare folded (case and accents apart), skus as they are, both by code point; what is
 * missing (a null stock, the price of a product without variants) comes last in either direction; equals keep the
 * order of their positions, which is the order in which they were first loaded.
 */
export type Sort = `${ProductField | VariantField | 'highestPrice'}:${Direction}`

export const DEFAULT_SORT = 'createdAt:DESC' satisfies Sort

/** Every order that a client may ask for. */
export function sortsOf(kind: Kind): Sort[] {
  const fields = kind === 'product' ? PRODUCT_FIELDS : VARIANT_FIELDS
  return fields.flatMap((field) => [`${field}:ASC`, `${field}:DESC`] as const)
}

/** Products by the highest price of their variants: tells the most that anything of a set costs. */
export const HIGHEST_PRICE_FIRST = 'highestPrice:DESC' satisfies Sort

/** Every order that is kept. */
export function storedSortsOf(kind: Kind): Sort[] {
  return kind === 'product' ? [...sortsOf(kind), HIGHEST_PRICE_FIRST] : sortsOf(kind)
}
