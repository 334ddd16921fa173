import { FORMS, type Form, type ProductRow, type VariantRow } from './rows.ts'
import type { Kind, ProductField, Term, VariantField } from './term.ts'

/**
 * The tables, which are the same in every database. Every primary key begins with the store.
 *
 *     stores      store → what the operator has set as JSON, the numbers of its current edition and of the one being
 *                 written
 *     editions    store, edition → when it was published and replaced, how many products and variants it has,
 *                 its settings, its history (`edition-history.ts`), which editions changed the parts of its content
 *                 (`content-versions.ts`)
 *     publications  store, number → the log of what changed answers: the edition, which products differ, and cache tags
 *     limits      store, name → what the limits of publications know, as JSON: the counts of an edition, the highest
 *                 counts of an hour, and publications that were refused
 *     positions   store, kind, id → position: once published, never given to another id
 *     products    store, position → what a product is sorted by, the digest that detects changes, and its variants
 *     variants    store, position → what a variant is sorted by, and the position of its product
 *     documents   store, form, position → JSON: products as they came, and what is rendered from them
 *     postings    store, kind, chunk → a part of the posting list of a term (`posting-rows.ts`)
 *     facet_values  store, term → a label, category, option group or option: how many products have it; its id, name,
 *                 place, kind and parent as JSON
 *     words       store, kind, field, initial → lists of lines, of two sorts: in the fields of `WORD_FIELDS`, the term
 *                 dictionary of the field, all its words with this first letter; in the fields `synonyms`, `labels` and
 *                 `rules`, without an initial, what the operator says, which is not words: `SYNONYMS_KEY`,
 *                 `LABELS_KEY`, `RULES_KEY`
 *     orders      store, kind, name, chunk → positions in that order (`owner`: the product of each variant)
 *     journal     store, run, kind → positions whose rows the unpublished edition has written or ended
 *
 * Rows of versioned tables carry a range of editions: a row is part of the editions from `since` to before `until`. Its
 * content never changes. The edition that replaces or removes it sets `until`, once.
 */
export const KEY_COLUMNS = {
  products: ['position'],
  variants: ['position'],
  documents: ['form', 'position'],
  postings: ['kind', 'chunk'],
  facet_values: ['term'],
  words: ['kind', 'field', 'initial'],
  orders: ['kind', 'name', 'chunk'],
} as const

/** The columns after `until`. */
export const VALUE_COLUMNS = {
  products: ['digest', 'created_at', 'updated_at', 'name', 'slug', 'price', 'highest_price', 'variants', 'popularity'],
  variants: ['product', 'created_at', 'updated_at', 'name', 'sku', 'price', 'stock'],
  documents: ['body'],
  postings: ['positions'],
  facet_values: ['size', 'name'],
  words: ['words'],
  orders: ['positions'],
} as const

export type VersionedTable = keyof typeof KEY_COLUMNS
export const VERSIONED_TABLES = Object.keys(KEY_COLUMNS) as VersionedTable[]

/** Versioned tables whose key holds no position: the journal need not name their rows. */
export const LIST_TABLES = ['postings', 'facet_values', 'words', 'orders'] as const
export type ListTable = (typeof LIST_TABLES)[number]

/** The other tables, apart from `stores`. */
export const OTHER_TABLES = ['editions', 'publications', 'limits', 'positions', 'codes', 'journal'] as const

/** A chunk of a posting list. */
export interface PostingRow {
  /** The key that `chunkKey` makes. */
  readonly chunk: string
  readonly positions: Uint8Array
}

/** A row as a read returns it: the last key column and the value columns, in camel case. */
export interface TableRows {
  readonly products: ProductRow
  readonly variants: VariantRow
  readonly documents: { readonly position: number; readonly body: string }
  readonly postings: PostingRow
  readonly facet_values: { readonly term: Term; readonly size: number; readonly name: string }
  readonly words: { readonly initial: string; readonly words: string }
  readonly orders: { readonly chunk: number; readonly positions: Uint8Array }
}

/** A value of a column. */
export type Cell = string | number | null | Uint8Array

/** A row to be written: its key columns, then its value columns. */
export type RowCells = readonly Cell[]

/**
 * The version of the stored format, the same in both databases. It rises with every change of the tables and of what
 * publishing writes into them (documents, terms, orders), because old and new rows do not fit together.
 */
export const SCHEMA_VERSION = 6

/** The `until` of a row that no edition has ended. */
export const NOT_ENDED = 2_147_483_647

/** Positions in one row of an order: 64 kB. A page reads little of a long order, and a small change writes little. */
export const ORDER_CHUNK = 16_384

/** The name under which `orders` holds the product of each variant. */
export const PRODUCT_OF_VARIANT = 'owner'

/** The key of the row of `words` that holds the synonyms of the store, one entry a line as JSON. */
export const SYNONYMS_KEY = { kind: 'product', field: 'synonyms', initial: '' } as const

/** The key of the row of `words` that holds the entries of labels, in the same way. */
export const LABELS_KEY = { kind: 'product', field: 'labels', initial: '' } as const

/** The key of the row of `words` that holds the rules of the store, in the same way. */
export const RULES_KEY = { kind: 'product', field: 'rules', initial: '' } as const

/** The key of what an operator says of the store. */
export type EntriesKey = typeof SYNONYMS_KEY | typeof LABELS_KEY | typeof RULES_KEY

/** How many of the editions that were current last a store keeps unless its settings say otherwise, for rollbacks. */
export const DEFAULT_KEPT_EDITIONS = 5

/** Of the editions that were current last, a store keeps at most so many. Each import reads the list of them. */
export const MAX_KEPT_EDITIONS = 10_000

/** A server reads the settings of the store, and with them these numbers, several times a second. */
export const MAX_PINNED_EDITIONS = 100

/** The editions that a store holds take room, and each import reads what is noted of them: up to 90 kB each. */
export const MAX_HELD_EDITIONS = 5

/** An edition is retained at least this long after it was replaced, however many follow, so that readers can finish. */
export const RETAINED_MILLISECONDS = 60_000

/**
 * A store keeps so many of its newest publications. Of these it forgets those that were replaced by the next one more
 * than `PUBLICATION_MILLISECONDS` ago, so that a reader of any of them learns what followed for so long.
 */
export const MAX_PUBLICATIONS = 1000
export const PUBLICATION_MILLISECONDS = 30 * 24 * 3_600_000

/** A publication whose lists of products take more bytes counts as a change of everything. */
export const MAX_CHANGES_BYTES = 65_536

/** The column that an order sorts by. */
export const SORT_COLUMN: Readonly<Record<ProductField | VariantField | 'highestPrice', string>> = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  name: 'name',
  sku: 'sku',
  price: 'price',
  highestPrice: 'highest_price',
  popularity: 'popularity',
  stock: 'stock',
}

export function rowTable(kind: Kind): 'products' | 'variants' {
  return kind === 'product' ? 'products' : 'variants'
}

/** The forms in which something of this kind is stored. A variant is in the documents of its product. */
export function formsOf(kind: Kind): readonly Form[] {
  return kind === 'product' ? FORMS : []
}

export function productCells(row: ProductRow): RowCells {
  const { position, digest, createdAt, updatedAt, name, slug, price, highestPrice, variants, popularity } = row
  return [position, digest, createdAt, updatedAt, name, slug, price, highestPrice, variants, popularity]
}

export function variantCells(row: VariantRow): RowCells {
  const { position, product, createdAt, updatedAt, name, sku, price, stock } = row
  return [position, product, createdAt, updatedAt, name, sku, price, stock]
}
