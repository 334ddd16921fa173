import { comparedExternalId } from '@vitrine/catalog/external-id'
import { fullGtin } from '@vitrine/catalog/gtin'
import { comparedMpn } from '@vitrine/catalog/mpn'

/**
 * The name of a posting list. Codes contain no colon, so that two terms are never equal by accident:
 *
 *     label:shoes        products, or variants, with the label
 *     within:food        … with the category or one below it, if these are more than those with the label
 *     kind:tag:sale      products of which the label `sale` is a tag
 *     parent:tea:food    products whose label `tea` is below their label `food`
 *     group:color        products with the option group
 *     option:color:red   products, or variants, with the option in that group
 *     option:red         the same in any group
 *     name:shirt         … with the word in the name
 *     text:cotton        … with the word in the other searched text: a product's description, a variant's sku
 *     rest:teddy         products with the word in their slug, a picture's file name or alt text, and in no other field
 *     nameprefix:sh      … with a word in the name that begins with these letters: see `word-term.ts`
 *     textprefix:co      the same in the other searched text
 *     former:old-shirt   products that had the slug
 *     price:19e2         variants that cost 1900 to 1999 cents, or products with such a variant: see `price-term.ts`
 *     attribute:weight:number/g   variants whose weight compares in grams, or products with such a variant
 *     exact:weight:number/g:25e7  … whose weight is 250 g: see `attribute-term.ts`
 *     range:weight:number/g:2e8   … whose weight is 200 to below 300 g
 *     gtin:04006381333931  the variant with this GTIN, of 14 digits, or the product with that variant
 *     mpn:ab123          the variant with this part number, or the product with that variant: see `comparedMpn`
 *     externalid:123     products, or variants, with this external id, or products with such a variant: see
 *                        `comparedExternalId`
 *     externalid:        products with a variant that has an external id
 *     ofexternalid:123   variants of the products with this external id
 *     stock:in           variants in stock, or products with such a variant
 *     sale:on            variants with a list price, or products with such a variant
 */
export type Term = `${(typeof TERM_PREFIXES)[number]}:${string}`

/** What stands before the first colon of a term. */
export const TERM_PREFIXES = [
  ...(['label', 'within', 'kind', 'parent', 'group', 'option', 'attribute'] as const),
  ...(['name', 'text', 'rest', 'nameprefix', 'textprefix', 'former'] as const),
  ...(['price', 'exact', 'range', 'gtin', 'mpn', 'externalid', 'ofexternalid', 'stock', 'sale'] as const),
] as const

/** Products and variants are numbered separately: a position belongs to a kind. */
export const KINDS = ['product', 'variant'] as const
export type Kind = (typeof KINDS)[number]

/** Whether the term is of a label, a category, an option group, an option of a group, or an attribute: a facet's. */
export function isFacetTerm(term: Term): boolean {
  return /^(label:|within:|group:|attribute:|option:.*:)/.test(term)
}

/** The term of what may be a GTIN; undefined if the text is none. */
export function gtinTerm(text: string): [Term] | undefined {
  const gtin = fullGtin(text)
  return gtin === undefined ? undefined : [`gtin:${gtin}`]
}

/** The term of what may be a manufacturer part number; undefined if the text is none. */
export function mpnTerm(text: string): [Term] | undefined {
  const mpn = comparedMpn(text)
  return mpn === undefined ? undefined : [`mpn:${mpn}`]
}

/** The term of an external id. Spaces and control characters are percent-encoded, since no term has any. */
export function externalIdTerm(text: string): `externalid:${string}` {
  return `externalid:${comparedExternalId(text).replace(/[\0- %]/g, encodeURIComponent)}`
}

export const HAS_EXTERNAL_IDS = 'externalid:' satisfies Term
export const IN_STOCK = 'stock:in' satisfies Term
export const ON_SALE = 'sale:on' satisfies Term

export type Direction = 'ASC' | 'DESC'

/** The fields to sort products by. `price` is the lowest price of a product's variants. */
export const PRODUCT_FIELDS = ['createdAt', 'name', 'price', 'popularity'] as const
export type ProductField = (typeof PRODUCT_FIELDS)[number]

/** The fields to sort variants by. */
export const VARIANT_FIELDS = ['createdAt', 'updatedAt', 'name', 'sku', 'price', 'stock'] as const
export type VariantField = (typeof VARIANT_FIELDS)[number]

/**
 * The name of a sort order. Names compare without case and accents, skus as they are, both by code point. Missing
 * values (a null stock, the price of a product without variants) come last in either direction. Equal values keep the
 * order of their positions, which is the order of their first import; those of `popularity` come newest first before
 * that.
 */
export type Sort = `${ProductField | VariantField | 'highestPrice'}:${Direction}`

export const DEFAULT_SORT = 'createdAt:DESC' satisfies Sort

/** It is `DEFAULT_SORT` while no product has a popularity, and so is its opposite: neither is stored then. */
export const POPULAR_FIRST = 'popularity:DESC' satisfies Sort

export function isByPopularity(sort: Sort): boolean {
  return sort.startsWith('popularity:')
}

/** The orders that a client may ask for. */
export function sortsOf(kind: Kind): Sort[] {
  const fields = kind === 'product' ? PRODUCT_FIELDS : VARIANT_FIELDS
  return fields.flatMap((field) => [`${field}:ASC`, `${field}:DESC`] as const)
}

/** Products by the highest price of their variants. Facets read the upper end of the price range from it. */
export const HIGHEST_PRICE_FIRST = 'highestPrice:DESC' satisfies Sort

/** The orders that are stored. */
export function storedSortsOf(kind: Kind): Sort[] {
  return kind === 'product' ? [...sortsOf(kind), HIGHEST_PRICE_FIRST] : sortsOf(kind)
}
