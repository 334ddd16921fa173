import type { Uuid } from '../catalog/uuid.ts'
import type { Sort } from '../edition/term.ts'

/** Which products are asked for, and which page of them. Parameters join by AND, the values of one by OR. */
export interface ProductQuery {
  /** Words that a product must have in its name or description, in the shopper's own writing. */
  readonly search?: string | undefined
  /** Label codes. */
  readonly labels: readonly string[]
  /** Option group codes. */
  readonly optionGroups: readonly string[]
  /** Option codes, each alone or as `group:option`. */
  readonly options: readonly string[]
  /** Undefined: by rank with a search, newest first without. */
  readonly sort?: Sort | undefined
  readonly page: number
  readonly limit: number
}

/** Which variants are asked for, and which page of them. */
export interface VariantQuery {
  /** The id of the product whose variants are asked for. */
  readonly product?: Uuid | undefined
  readonly sort: Sort
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

/** The documents of a page that has none. */
export const NO_DOCUMENTS = new Uint8Array(0)
