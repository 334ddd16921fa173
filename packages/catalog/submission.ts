import type { CodeOrigins } from './code-book.ts'
import type { MarketContent, Product, Submitted } from './product.ts'
import type { Uuid } from './uuid.ts'

/** One product of a catalog file after the checks: valid, or refused with all its problems. */
export type Submission = AcceptedProduct | RefusedProduct

/** A place in a catalog file. */
export interface Place {
  /** The line, or the first line of the product; lines count from 1. */
  readonly line: number
  /**
   * The row as a spreadsheet counts it; undefined if the file is not a table. A cell with line breaks is in one row.
   */
  readonly row?: number | undefined
  /** The name of the file, if an import reads several. */
  readonly file?: string | undefined
}

/** What a finding is about. */
export interface FindingPlace extends Place {
  /** The letters of the column in a spreadsheet, such as `F`. */
  readonly column?: string | undefined
  /** The name or the sku of the product. */
  readonly product?: string | undefined
}

/** A fault in a product of a catalog file. The product is refused. */
export interface Problem extends FindingPlace {
  /** The place in the product, `variants[2].price`, or the header of the column; empty for the product itself. */
  readonly path: string
  /** What is wrong, as a predicate: "is -5". */
  readonly wrong: string
  /** What would be right, as a noun: "a price of 0 or more with at most two decimals, such as 19.90". */
  readonly right: string
}

/** Something in a catalog file that the operator should know. The product is accepted. */
export interface Warning extends FindingPlace {
  readonly path: string
  readonly message: string
}

export interface AcceptedProduct extends Place {
  readonly product: Submitted<Product>
  /** Whether the slug is from the file. A slug that was made from the name may change. */
  readonly hasSlug: boolean
  /** The currency of the prices, a code of ISO 4217; undefined if the file does not name one. */
  readonly currency?: string | undefined
  /** The link of the product in the file, with `{slug}` in place of the slug; undefined if it has none. */
  readonly productUrl?: string | undefined
  /**
   * Whether the file says all that differs in markets, even if it is nothing: the product then has no `markets`.
   * Otherwise the store keeps what it knows besides.
   */
  readonly hasAllMarkets?: true | undefined
  /** By ids of the product and its variants, the keys of the shop system that they were derived from. */
  readonly derivedFrom?: ReadonlyMap<string, NaturalKey> | undefined
  /** Where its codes are from. Without it, all are stated. */
  readonly codes?: CodeOrigins | undefined
  /** The codes of its labels that are categories at the top, and not names alone. */
  readonly topCategories?: ReadonlySet<string> | undefined
  /** Faults in optional values, such as a gtin. The product is accepted without these values. */
  readonly dropped: readonly Problem[]
}

/** What a shop system calls a thing. A part may be the key of another thing, whose id it stands for. */
export type NaturalKey = readonly (string | NaturalKey)[]

/** Where a finding about the product as a whole is. */
export function findingPlace({ line, row, file, product }: AcceptedProduct): FindingPlace {
  return { line, ...(row !== undefined && { row }), ...(file !== undefined && { file }), product: product.name }
}

export interface RefusedProduct extends Place {
  readonly problems: readonly [Problem, ...Problem[]]
}

export type Patch = VariantPatch | ProductPatch

/** New values for every variant with a sku, in any product. Fields that are left out stay unchanged. */
export interface VariantPatch extends Place {
  readonly sku: string
  /** A decimal with two digits: "19.90". A list price that is not above it is removed. */
  readonly price?: string
  /** As `price`; null removes it. */
  readonly listPrice?: string | null
  /** null: not tracked. */
  readonly stock?: number | null
  /** A product gets the sum of those of its skus. */
  readonly popularity?: number
}

/** A new popularity for the product with a slug, whatever those of its skus are. */
export interface ProductPatch extends Place {
  readonly slug: string
  readonly popularity?: number
}

/** What a list price has to be. */
export const RIGHT_LIST_PRICE = 'a price above the price of the variant'

/** The fields that a patch can change. */
export const PATCHED_FIELDS = ['price', 'listPrice', 'stock', 'popularity'] as const
export type PatchedField = (typeof PATCHED_FIELDS)[number]

/** What a file says of a product of the store in markets. The store keeps what it knows besides. */
export interface MarketSubmission extends Place {
  /** The product is that of the first of these that a product has. */
  readonly names: readonly MarketProductName[]
  /** By the codes of the markets; or what makes it of the product of the store. */
  readonly markets: MarketContents | ((stored: Product) => MarketContents)
}

/** What products are in markets, by the codes of the markets. */
export type MarketContents = Readonly<Record<string, MarketContent>>

/** A product by its id, its slug, or the sku of a variant that no other product has. */
export type MarketProductName = { readonly id: Uuid } | { readonly slug: string } | { readonly sku: string }

/** A product to remove from the store. */
export interface Removal {
  readonly line: number
  /** The position of the product. */
  readonly position: number
}
