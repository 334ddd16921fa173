import type { Cents } from '@vitrine/catalog/money'
import type { SearchFieldName } from '@vitrine/catalog/store'
import type { Uuid } from '@vitrine/catalog/uuid'
import type { Sort } from '../edition/term.ts'

/**
 * The conditions of a query for products. All conditions must hold. One value of a condition is enough, except for
 * `within`: all of its values must hold. An empty list is no condition.
 */
export interface ProductConditions {
  /** Words as the shopper typed them. */
  readonly search?: string | undefined
  /** The fields to search. Undefined: those of the store. */
  readonly searchIn?: readonly SearchFieldName[] | undefined
  /** Label codes. */
  readonly labels: readonly string[]
  /** Label codes. A product must have all of them, and all facets are counted within them. */
  readonly within: readonly string[]
  /** Option group codes. */
  readonly optionGroups: readonly string[]
  /** Option codes, each by itself or as `group:option`. */
  readonly options: readonly string[]
  readonly ids: readonly Uuid[]
  readonly slugs: readonly string[]
  /** Skus of variants, as written in the catalog. */
  readonly skus: readonly string[]
  readonly price?: PriceRange | undefined
  /** Whether a variant must be in stock: above 0, or not tracked. */
  readonly inStock: boolean
  /** The id of a product that a product must share a label or an option with. */
  readonly related?: Uuid | undefined
}

/**
 * The conditions of a query for variants: on the name and the sku, the labels, the id and so on of the variant itself.
 */
export interface VariantConditions
  extends Pick<ProductConditions, 'search' | 'searchIn' | 'labels' | 'within' | 'ids' | 'skus' | 'price' | 'inStock'> {
  /** The id of the product. */
  readonly product?: Uuid | undefined
}

/** A query for products without conditions. */
export const NO_CONDITIONS = {
  labels: [],
  within: [],
  optionGroups: [],
  options: [],
  ids: [],
  slugs: [],
  skus: [],
  inStock: false,
} as const

/** Whether there is any condition. Without one, everything matches. */
export function hasConditions(conditions: ProductConditions | VariantConditions): boolean {
  return !Object.values(conditions).every(isUnset)
}

/** Whether there is a condition that many things can satisfy: any other than an id, a slug, a sku or the product. */
export function hasBroadConditions(conditions: ProductConditions | VariantConditions): boolean {
  const narrow = { ids: [], slugs: [], skus: [], product: undefined }
  return hasConditions({ ...conditions, ...narrow })
}

function isUnset(condition: unknown): boolean {
  return condition === undefined || condition === false || (Array.isArray(condition) && condition.length === 0)
}

/** A range of prices that includes both bounds. */
export interface PriceRange {
  readonly min?: Cents | undefined
  readonly max?: Cents | undefined
}

export interface PageRequest {
  /** Undefined: nearest first with `related`, else best match first with a search, else the order of the store. */
  readonly sort?: Sort | undefined
  /** The number of results before the page. */
  readonly offset: number
  readonly limit: number
}

/** The forms of products in lists. */
export type ListForm = 'summary' | 'card' | 'full'

export interface ProductQuery extends ProductConditions, PageRequest {
  /** The form of the documents. Undefined: `summary`. */
  readonly form?: ListForm | undefined
}

export interface VariantQuery extends VariantConditions, PageRequest {}

export interface Page {
  /** The number of results on all pages. */
  readonly total: number
  /** The documents of this page, joined by commas, as UTF-8. Empty beyond the last page. */
  readonly documents: Uint8Array
  /** How the results differ from what the shopper searched for. */
  readonly search?: SearchNote | undefined
}

/** The values that narrow the matching products further. */
export interface Facets {
  readonly labels: readonly CountedValue[]
  readonly optionGroups: readonly FacetGroup[]
  /** Decimal strings; null if no matching product has a variant. */
  readonly price: { readonly min: string | null; readonly max: string | null }
  /** The number of matching products with a variant in stock. */
  readonly inStock: number
  readonly meta?: { readonly search: SearchNote }
}

export interface FacetGroup {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly options: readonly CountedValue[]
}

/** A label or an option, and the number of products that have it. */
export interface CountedValue {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly count: number
}

/** What a search looks for. */
export interface SearchText {
  readonly text: string
  /**
   * Undefined: the fields of the store. If it has set none: names and descriptions of products, names and skus of
   * variants.
   */
  readonly fields?: readonly SearchFieldName[] | undefined
}

/** How a result differs from products that have all words of the search in the requested fields. */
export interface SearchNote {
  /** The fields that the search looked in, if they are not the requested ones. */
  readonly fields?: readonly SearchFieldName[]
  /** Words for which the search took other words of the catalog. */
  readonly corrected?: readonly { readonly word: string; readonly as: readonly string[] }[]
  /** Words that were left out: the best results do not have them, or the search has more than eight words. */
  readonly dropped?: readonly string[]
}

/** The parts of a name or text that match the typed words: pairs of UTF-16 offsets, the second one exclusive. */
export type Highlights = readonly (readonly [start: number, end: number])[]

/** A label, or an option with its group. */
export interface SuggestedValue extends CountedValue {
  /** The group of an option. */
  readonly group?: Omit<CountedValue, 'count'>
  readonly highlights: Highlights
}

/** Suggestions for what a shopper types into a search box. */
export interface Suggestions {
  /** Completed searches, each with the number of products that have its words in their name, a label or an option. */
  readonly queries: readonly { readonly text: string; readonly count: number; readonly highlights: Highlights }[]
  readonly labels: readonly SuggestedValue[]
  readonly options: readonly SuggestedValue[]
  /** Documents of the first products that the search finds, with the highlights of their names. */
  readonly products: readonly { readonly name: string; readonly highlights: Highlights }[]
  /** The search with its misspelt words corrected, and the number of products that it finds. */
  readonly correction?: { readonly text: string; readonly count: number }
}
