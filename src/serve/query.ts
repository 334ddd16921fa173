import type { Cents } from '../catalog/money.ts'
import type { Uuid } from '../catalog/uuid.ts'
import type { Sort } from '../edition/term.ts'

/** Which products are asked for. Conditions join by AND, the values of one by OR; an empty list is no condition. */
export interface ProductConditions {
  /** Words that a product must have in its name or description, in the shopper's own writing. */
  readonly search?: string | undefined
  /** Label codes. */
  readonly labels: readonly string[]
  /** Option group codes. */
  readonly optionGroups: readonly string[]
  /** Option codes, each alone or as `group:option`. */
  readonly options: readonly string[]
  readonly ids: readonly Uuid[]
  readonly slugs: readonly string[]
  /** Skus of variants, as they are written in the catalog. */
  readonly skus: readonly string[]
  readonly price?: PriceRange | undefined
  /** Whether a variant must be in stock: above 0, or not tracked. */
  readonly inStock: boolean
}

/** What a variant may cost, both bounds included. */
export interface PriceRange {
  readonly min?: Cents | undefined
  readonly max?: Cents | undefined
}

/** Which products are asked for, and which page of them. */
export interface ProductQuery extends ProductConditions {
  /** Undefined: by rank with a search, newest first without. */
  readonly sort?: Sort | undefined
  readonly page: number
  readonly limit: number
}

/** Which variants are asked for, and which page of them. Conditions join as those of products do. */
export interface VariantQuery {
  /** The id of the product whose variants are asked for. */
  readonly product?: Uuid | undefined
  /** Words that a variant must have in its name or sku. */
  readonly search?: string | undefined
  /** Codes of the variant's own labels. */
  readonly labels: readonly string[]
  readonly ids: readonly Uuid[]
  readonly skus: readonly string[]
  readonly price?: PriceRange | undefined
  readonly inStock: boolean
  /** Undefined: by rank with a search, newest first without. */
  readonly sort?: Sort | undefined
  readonly page: number
  readonly limit: number
}

/** A page of what was found. */
export interface Page {
  /** How many were found in all. */
  readonly total: number
  /** The documents of this page, joined by commas, as UTF-8; empty when the page is beyond the last. */
  readonly documents: Uint8Array
}

/** What can be chosen among the products found, to narrow them further. */
export interface Facets {
  readonly labels: readonly CountedValue[]
  readonly optionGroups: readonly FacetGroup[]
  /** Decimal strings; null when no product found has a variant. */
  readonly price: { readonly min: string | null; readonly max: string | null }
  /** How many products are found that have a variant in stock. */
  readonly inStock: number
}

export interface FacetGroup {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly options: readonly CountedValue[]
}

/** A label or an option with the number of products that have it. */
export interface CountedValue {
  readonly id: Uuid
  readonly name: string
  readonly code: string
  readonly count: number
}
