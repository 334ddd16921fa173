import type { Form } from './edition.ts'
import type { Kind, ProductField, VariantField } from './term.ts'

/**
 * The version of the stored format, the same in both databases. It rises with every change of the tables and of what
 * publishing writes into them (documents, terms, orders), because old and new rows do not go together.
 */
export const SCHEMA_VERSION = 1

/** The `until` of a row that no edition has ended yet. */
export const NOT_ENDED = 2_147_483_647

/** The tables whose rows carry the range of editions that they are part of. */
export const VERSIONED_TABLES = ['products', 'variants', 'documents', 'postings', 'words', 'orders'] as const
export type VersionedTable = (typeof VERSIONED_TABLES)[number]

/** Those of them whose rows are found by something else than a position. */
export const LIST_TABLES = ['postings', 'words', 'orders'] as const

/** What a row is of, in whichever edition: the columns of its primary key between the store and `since`. */
export const KEY_COLUMNS: Readonly<Record<VersionedTable, readonly string[]>> = {
  products: ['position'],
  variants: ['position'],
  documents: ['form', 'position'],
  postings: ['kind', 'term'],
  words: ['kind', 'field', 'initial'],
  orders: ['kind', 'name', 'chunk'],
}

/** What a row says of it: the columns after `until`. */
export const VALUE_COLUMNS: Readonly<Record<VersionedTable, readonly string[]>> = {
  products: ['digest', 'created_at', 'updated_at', 'name', 'slug', 'price', 'highest_price'],
  variants: ['product', 'created_at', 'updated_at', 'name', 'sku', 'price', 'stock'],
  documents: ['body'],
  postings: ['size', 'name', 'positions'],
  words: ['words'],
  orders: ['positions'],
}

/** The rest, but for the stores themselves. */
export const OTHER_TABLES = ['editions', 'positions', 'journal'] as const

/** Positions in one row of an order: 64 kB, so that a page of a long order reads little and a small change writes little. */
export const ORDER_CHUNK = 16_384

/** The name under which `orders` keeps each variant's product. */
export const PRODUCT_OF_VARIANT = 'owner'

/** How many editions are kept, the newest ones: one can go back to them, and a reader that still holds one can go on. */
export const KEPT_EDITIONS = 5

/** An edition is kept at least this long after it was replaced, however many follow. */
export const KEPT_MILLISECONDS = 60_000

export function rowTable(kind: Kind): 'products' | 'variants' {
  return kind === 'product' ? 'products' : 'variants'
}

/** The forms that a thing of this kind has documents in. */
export function formsOf(kind: Kind): Form[] {
  return kind === 'product' ? ['summary', 'detail'] : ['variant']
}

/** The least string that is greater than every string with this prefix, by UTF-8 bytes. */
export function prefixEnd(prefix: string): string {
  return `${prefix}\u{10ffff}`
}

/** A long order as the rows that it is kept in. */
export function toChunks(positions: Uint32Array): Uint32Array[] {
  const count = Math.ceil(positions.length / ORDER_CHUNK)
  return Array.from({ length: count }, (_, chunk) => positions.subarray(chunk * ORDER_CHUNK, (chunk + 1) * ORDER_CHUNK))
}

/** The column that an order sorts by. */
export const SORT_COLUMN: Readonly<Record<ProductField | VariantField | 'highestPrice', string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  name: 'name',
  sku: 'sku',
  price: 'price',
  highestPrice: 'highest_price',
  stock: 'stock',
}
