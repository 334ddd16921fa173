import type { Product, Submitted } from './product.ts'

/** Something in a catalog file that keeps a product from being taken. */
export interface Problem {
  /** Where the product begins: lines count from 1. */
  readonly line: number
  /** Where in the product, as `variants[2].price`; empty for the product as a whole. */
  readonly path: string
  /** What is wrong: "is -5". */
  readonly wrong: string
  /** What would be right: "a price of 0 or more with at most two decimals, such as 19.90". */
  readonly right: string
}

/** Something in a catalog file that the operator should know, though the product is taken. */
export interface Warning {
  readonly line: number
  readonly path: string
  readonly message: string
}

/** What became of one product of a catalog file: a product that is known to be right, or all that is wrong with it. */
export type Submission = AcceptedProduct | RefusedProduct

export interface AcceptedProduct {
  readonly line: number
  readonly product: Submitted<Product>
  /** Whether the file gives the slug; one that was made from the name may be made again. */
  readonly slugGiven: boolean
}

export interface RefusedProduct {
  readonly line: number
  readonly problems: readonly [Problem, ...Problem[]]
}

/**
 * New values for every variant that has a sku, whichever products it is in; what is left out stays as it is. Nothing else
 * of the variants changes.
 */
export interface Patch {
  readonly line: number
  readonly sku: string
  /** A decimal with two digits: "19.90". */
  readonly price?: string
  /** null: not tracked. */
  readonly stock?: number | null
}

/** What a patch may change. */
export const PATCHED_FIELDS = ['price', 'stock'] as const
export type PatchedField = (typeof PATCHED_FIELDS)[number]

/** A product of the store that is to go. */
export interface Removal {
  readonly line: number
  readonly position: number
}
