/** What positions number: products and variants are counted apart. */
export type Kind = 'product' | 'variant'

/**
 * The name of a posting list. Codes hold no colon, so that no two terms are the same by accident:
 *
 *     label:shoes        products that carry the label
 *     group:color        products that have the group
 *     option:color:red   products, or variants, that have the option in that group
 *     option:red         … in any group
 *     name:shirt         products with the word in their name
 *     text:cotton        … in their description
 *     slug:red-shirt     the product of that slug
 *     product:<id>       the variants of that product
 */
export type Term = `${'label' | 'group' | 'option' | 'name' | 'text' | 'slug' | 'product'}:${string}`

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
export type Sort = `${ProductField | VariantField}:${Direction}`

export const DEFAULT_SORT = 'createdAt:DESC' satisfies Sort

/** Every order of a kind. */
export function sortsOf(kind: Kind): Sort[] {
  const fields = kind === 'product' ? PRODUCT_FIELDS : VARIANT_FIELDS
  return fields.flatMap((field) => [`${field}:ASC`, `${field}:DESC`] as const)
}
