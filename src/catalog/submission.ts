import type { Product, Submitted } from './product.ts'

/** A fault in a product of a catalog file. The product is refused. */
export interface Problem {
  /** The first line of the product; lines count from 1. */
  readonly line: number
  /** The place in the product, `variants[2].price`; empty for the product itself. */
  readonly path: string
  /** What is wrong, as a predicate: "is -5". */
  readonly wrong: string
  /** What would be right, as a noun: "a price of 0 or more with at most two decimals, such as 19.90". */
  readonly right: string
}

/** Something in a catalog file that the operator should know. The product is accepted. */
export interface Warning {
  readonly line: number
  readonly path: string
  readonly message: string
}

/** One product of a catalog file after the checks: valid, or refused with all its problems. */
export type Submission = AcceptedProduct | RefusedProduct

export interface AcceptedProduct {
  readonly line: number
  readonly product: Submitted<Product>
  /** Whether the slug is from the file. A slug that was made from the name may change. */
  readonly hasSlug: boolean
  /** The currency of the prices, a code of ISO 4217; undefined if the file does not name one. */
  readonly currency?: string | undefined
  /** The link of the product in the file, with `{slug}` in place of the slug; undefined if it has none. */
  readonly productUrl?: string | undefined
  /** Faults in optional values, such as a gtin. The product is accepted without these values. */
  readonly dropped: readonly Problem[]
}

export interface RefusedProduct {
  readonly line: number
  readonly problems: readonly [Problem, ...Problem[]]
}

/** New values for every variant with a sku, in any product. Fields that are left out stay unchanged. */
export interface Patch {
  readonly line: number
  readonly sku: string
  /** A decimal with two digits: "19.90". A list price that is not above it is removed. */
  readonly price?: string
  /** As `price`; null removes it. */
  readonly listPrice?: string | null
  /** null: not tracked. */
  readonly stock?: number | null
}

/** What a list price has to be. */
export const RIGHT_LIST_PRICE = 'a price above the price of the variant'

/** The fields that a patch can change. */
export const PATCHED_FIELDS = ['price', 'listPrice', 'stock'] as const
export type PatchedField = (typeof PATCHED_FIELDS)[number]

/** A product to remove from the store. */
export interface Removal {
  readonly line: number
  /** The position of the product. */
  readonly position: number
}
