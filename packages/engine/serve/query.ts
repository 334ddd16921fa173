import type { Scale } from '@vitrine/catalog/attribute'
import type { LabelKind } from '@vitrine/catalog/label-kind'
import type { Cents } from '@vitrine/catalog/money'
import type { PictureDetails, PictureFile } from '@vitrine/catalog/product'
import type { MatchedField, SearchFieldName } from '@vitrine/catalog/store'
import type { Uuid } from '@vitrine/catalog/uuid'
import type { Sort } from '../edition/term.ts'
import type { Level } from './search/level-match.ts'

/**
 * The conditions of a query for products. All conditions must hold. One value of a condition is enough, except for
 * `within`: all of its values must hold. An empty list is no condition.
 */
export interface ProductConditions {
  /** Words as the shopper typed them. */
  readonly search?: string | undefined
  /** The search before a price was read out of its words. */
  readonly typed?: TypedSearch | undefined
  /** The fields to search. Undefined: those of the store. */
  readonly searchIn?: readonly SearchFieldName[] | undefined
  /** Label codes. */
  readonly labels: readonly string[]
  /** Label codes. A product must have each, or a category below it. All facets are counted within them. */
  readonly within: readonly string[]
  /** As `labels`, but of a category also those that have one below it. */
  readonly anyWithin?: readonly string[]
  /** Option group codes. */
  readonly optionGroups: readonly string[]
  /** Option codes, each by itself or as `group:option`. */
  readonly options: readonly string[]
  readonly ids: readonly Uuid[]
  readonly slugs: readonly string[]
  /** Skus of variants, as written in the catalog. */
  readonly skus: readonly string[]
  /** GTINs of variants, with or without zeros before them. */
  readonly gtins?: readonly string[] | undefined
  /** Manufacturer part numbers of variants, as anyone writes them. */
  readonly mpns?: readonly string[] | undefined
  /** External ids. A product is found by its own one, and by those of its variants. */
  readonly externalIds?: readonly string[] | undefined
  readonly price?: PriceRange | undefined
  /** Ranges of attributes. Those of one code are alternatives; one variant must be in a range of each code. */
  readonly attributes?: readonly AttributeRange[] | undefined
  /** Whether a variant must be in stock: above 0, or not tracked. */
  readonly inStock: boolean
  /** Only variants with a list price. */
  readonly onSale?: boolean | undefined
  /** The id of a product that a product must share a label or an option with. */
  readonly related?: Uuid | undefined
}

/**
 * The conditions of a query for variants. They are about the variant itself: its name, its sku, its labels, its id.
 */
export interface VariantConditions
  extends Pick<
    ProductConditions,
    | 'search'
    | 'typed'
    | 'searchIn'
    | 'labels'
    | 'within'
    | 'ids'
    | 'skus'
    | 'gtins'
    | 'mpns'
    | 'externalIds'
    | 'price'
    | 'attributes'
    | 'inStock'
    | 'onSale'
  > {
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
  const narrow = { ids: [], slugs: [], skus: [], gtins: [], mpns: [], externalIds: [], product: undefined }
  return hasConditions({ ...conditions, ...narrow })
}

function isUnset(condition: unknown): boolean {
  return condition === undefined || condition === false || (Array.isArray(condition) && condition.length === 0)
}

/** A search as it was typed. Its words of a price are not searched for. */
export interface TypedSearch {
  readonly text: string
  /** What these words say; undefined if they have been replaced by another condition, or if there are none. */
  readonly price?: PriceRange | undefined
}

/** A range of prices that includes both bounds. */
export interface PriceRange {
  readonly min?: Cents | undefined
  readonly max?: Cents | undefined
}

/** Values of an attribute from `min` to `max`, both included. */
export interface AttributeRange {
  readonly code: string
  /** What the values compare as. Undefined: numbers in whatever unit they compare in. */
  readonly scale?: Scale | undefined
  /** Scaled, as `ScaledValue` is. */
  readonly min?: number | undefined
  readonly max?: number | undefined
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
  /** Whether the page tells which variants match. */
  readonly matches?: boolean | undefined
  /** Whether the page says why the search found each product. */
  readonly explain?: boolean | undefined
}

export interface VariantQuery extends VariantConditions, PageRequest {}

export interface Page {
  /** The number of results on all pages. */
  readonly total: number
  /** The documents of this page, joined by commas, as UTF-8. Empty beyond the last page. */
  readonly documents: Uint8Array
  /** How the results differ from what the shopper searched for. */
  readonly search?: SearchNote | undefined
  /** The variant to show of each product of the page, if the query asks for them. */
  readonly matches?: readonly (MatchedVariant | null)[] | undefined
  readonly explain?: readonly Explanation[] | undefined
  /** How the search went. Undefined without one. */
  readonly outcome?: SearchOutcome | undefined
}

/** What a grid shows of the variant that was looked for. */
export interface MatchedVariant {
  readonly id: Uuid
  readonly sku: string
  readonly externalId?: string | undefined
  /** As the variant has them. */
  readonly price: string
  readonly listPrice?: string | undefined
  readonly picture?: { readonly [Key in 'path' | keyof PictureDetails]: PictureFile[Key] | undefined } | undefined
  readonly options: readonly { readonly name: string; readonly code: string }[]
}

/**
 * `found`: results have all words. `corrected`: other words were taken. `dropped`: words were left out. `filtered`: the
 * search finds something, and the other conditions leave nothing of it. `none`: the search finds nothing.
 */
export type SearchOutcome = (typeof SEARCH_OUTCOMES)[number]
export const SEARCH_OUTCOMES = ['found', 'corrected', 'dropped', 'filtered', 'none'] as const

/** The values that narrow the matching products further. */
export interface Facets {
  readonly labels: readonly CountedLabel[]
  readonly optionGroups: readonly FacetGroup[]
  /** Decimal strings; null if no matching product has a variant. */
  readonly price: PriceFacet
  /** The number of matching products with a variant in stock. */
  readonly inStock: number
  /** The number of matching products with a variant on sale. Absent if no variant of the store has a list price. */
  readonly onSale?: number
  /** Those of the most products first; undefined if the store has none. */
  readonly attributes?: readonly FacetAttribute[]
  readonly meta?: { readonly search: SearchNote }
}

export interface PriceFacet {
  readonly min: string | null
  readonly max: string | null
  /** If they are asked for. A product counts by the lowest price of its matching variants. */
  readonly buckets?: readonly Bucket<string>[]
}

/** Values from `from` to below `to`, in the last bucket to `to`, and the number of products that have them. */
export interface Bucket<Value> {
  readonly from: Value
  readonly to: Value
  readonly count: number
}

/** The values of an attribute that the matching products have, as they are served. */
export interface FacetAttribute {
  readonly code: string
  readonly name: string
  readonly type: 'number' | 'boolean' | 'date'
  /** What numbers compare in: g, mm, ml, or the unit of the catalog. */
  readonly unit?: string
  readonly count: number
  readonly min: ServedValue
  readonly max: ServedValue
  /** If they are asked for. A product counts by the lowest value of its matching variants. */
  readonly buckets?: readonly Bucket<ServedValue>[]
}

type ServedValue = number | string | boolean

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
  /** Of an option. */
  readonly color?: string
  readonly count: number
}

/** A label, and the number of products that have it: of a category also those that have one below it. */
export interface CountedLabel extends CountedValue {
  /** Absent if the catalog does not say. */
  readonly kind?: LabelKind
  /** The parameter whose list has `count` products: `within` for a category. Absent if it is `label`. */
  readonly parameter?: 'within'
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

/** The text that a query searches for, and the fields; undefined if it searches for nothing. */
export function searchText({
  search,
  searchIn,
}: Pick<ProductConditions, 'search' | 'searchIn'>): SearchText | undefined {
  return search === undefined ? undefined : { text: search, fields: searchIn }
}

/** How a result differs from products that have all words of the search in the requested fields. */
export interface SearchNote {
  /** The fields that the search looked in, if they are not the requested ones. */
  readonly fields?: readonly MatchedField[]
  /** Words for which the search took other words of the catalog. */
  readonly corrected?: readonly Correction[]
  /** Words that were left out: the best results do not have them, or the search has more than eight words. */
  readonly dropped?: readonly string[]
  /** Whether a rule of the store has put products at places of its own, or left some out. */
  readonly rule?: true
  /** The price that words of the search say, as decimals. These words are a filter. */
  readonly price?: { readonly min?: string; readonly max?: string }
}

/** Why a search found a product. Of products found in the same step, those with the lowest cost come first. */
export interface Explanation {
  /** The costs of its words, and up to 5 more for the order of the words in its name and for options. */
  readonly cost: number
  /** How it has each word of the search; none if it was found by its number, its sku or a rule. */
  readonly words: readonly {
    readonly word: string
    readonly how: Level
    /** The words of the catalog that matched, at most five. */
    readonly as: readonly string[]
    readonly field: MatchedField
    readonly cost: number
  }[]
}

/** A word of a search, and the words of the catalog that were taken for it. */
export interface Correction {
  readonly word: string
  /** The best ones, at most five. */
  readonly as: readonly string[]
  /** What they are: the word spelled right, parted in two, in other letters, or longer words with it inside. */
  readonly kind: (typeof CORRECTION_KINDS)[number]
}

export const CORRECTION_KINDS = ['misspelling', 'split', 'script', 'part'] as const

/** The parts of a name or text that match the typed words: pairs of UTF-16 offsets, the second one exclusive. */
export type Highlights = readonly (readonly [start: number, end: number])[]

/** A label, or an option with its group. */
export interface SuggestedValue extends CountedLabel {
  /** The group of an option. */
  readonly group?: Omit<CountedValue, 'count'>
  readonly highlights: Highlights
}

/** Suggestions for what a shopper types into a search box. */
export interface Suggestions {
  /** Completed searches, each with the number of products that have its words exactly: a search finds all of them. */
  readonly queries: readonly { readonly text: string; readonly count: number; readonly highlights: Highlights }[]
  readonly labels: readonly SuggestedValue[]
  readonly options: readonly SuggestedValue[]
  /** Documents of the first products that the search finds, as JSON, with the highlights of their names. */
  readonly products: readonly string[]
  /** The search with its misspelt words corrected, and the number of products that it finds. */
  readonly correction?: { readonly text: string; readonly count: number }
}
