import {
  KEPT_EDITIONS,
  NOT_ENDED,
  ORDER_CHUNK,
  rowTable,
  SORT_COLUMN,
  VERSIONED_TABLES,
  type VersionedTable,
} from '../../edition/tables.ts'
import type { Kind, Sort } from '../../edition/term.ts'
import type { Statement } from './connection.ts'

/** The statements that write an edition: `$1` is the store, `$2` the number of the edition that is being written. */

const each = (name: string, sql: (table: VersionedTable) => string) =>
  Object.fromEntries(
    VERSIONED_TABLES.map((table) => [table, { name: `${name}-${table}`, text: sql(table) }]),
  ) as Record<VersionedTable, Statement>

/** What is current ends with the edition before this one, where `$3`, … find it. */
const end = (name: string, table: string, found: string): Statement => ({
  name: `end-${name}`,
  text: `UPDATE vitrine.${table} t SET until = $2 ${found} AND t.store = $1 AND t.until = ${NOT_ENDED} AND t.since < $2`,
})

/** What this edition has already is written again. */
const drop = (name: string, table: string, found: string): Statement => ({
  name: `drop-${name}`,
  text: `DELETE FROM vitrine.${table} t ${found} AND t.store = $1 AND t.since = $2`,
})

const AT_POSITIONS = 'WHERE t.position = ANY ($3::int[])'
const AT_FORM = 'WHERE t.position = ANY ($3::int[]) AND t.form = $4'
const AT_TERMS = 'WHERE t.kind = $3 AND t.term = ANY ($4::text[])'
const AT_INITIAL = 'WHERE t.kind = $3 AND t.field = $4 AND t.initial = $5'
const AT_CHUNKS = 'WHERE t.kind = $3 AND t.name = $4 AND t.chunk = ANY ($5::int[])'

export const counters: Statement = {
  name: 'counters',
  text: 'SELECT writing, product_positions AS product, variant_positions AS variant FROM vitrine.stores WHERE store = $1',
}

export const newest: Statement = {
  name: 'newest',
  text: 'SELECT max(edition) AS number FROM vitrine.editions WHERE store = $1',
}

export const setWriting: Statement = {
  name: 'set-writing',
  text: 'UPDATE vitrine.stores SET writing = $2 WHERE store = $1',
}

export const positions: Statement = {
  name: 'positions',
  text: 'SELECT id::text AS id, position FROM vitrine.positions WHERE store = $1 AND kind = $2 AND id = ANY ($3::uuid[])',
}

export const addPositions: Statement = {
  name: 'add-positions',
  text: 'INSERT INTO vitrine.positions SELECT $1, $2, * FROM unnest($3::uuid[], $4::int[])',
}

export const endRows = {
  product: end('products', 'products', AT_POSITIONS),
  variant: end('variants', 'variants', AT_POSITIONS),
}
export const dropRows = {
  product: drop('products', 'products', AT_POSITIONS),
  variant: drop('variants', 'variants', AT_POSITIONS),
}
export const endDocuments = end('documents', 'documents', AT_FORM)
export const dropDocuments = drop('documents', 'documents', AT_FORM)

export const endPostings = end('postings', 'postings', AT_TERMS)
export const dropPostings = drop('postings', 'postings', AT_TERMS)
export const endWords = end('words', 'words', AT_INITIAL)
export const dropWords = drop('words', 'words', AT_INITIAL)
export const putWords: Statement = {
  name: 'put-words',
  text: `INSERT INTO vitrine.words VALUES ($1, $3, $4, $5, $2, ${NOT_ENDED}, $6)`,
}

/** The chunks of an order as the current edition and this one have them. */
export const openChunks: Statement = {
  name: 'open-chunks',
  text: `SELECT chunk, positions FROM vitrine.orders
    WHERE store = $1 AND kind = $2 AND name = $3 AND chunk BETWEEN $4 AND $5 AND until = ${NOT_ENDED}`,
}
export const endChunks = end('chunks', 'orders', AT_CHUNKS)
export const endChunksFrom = end('chunks-from', 'orders', 'WHERE t.kind = $3 AND t.name = $4 AND t.chunk >= $5')
export const dropChunks = drop('chunks', 'orders', AT_CHUNKS)
export const dropChunksFrom = drop('chunks-from', 'orders', 'WHERE t.kind = $3 AND t.name = $4 AND t.chunk >= $5')

/** The product of every variant, by position: what is a number of 32 bits goes as its bytes, in network order. */
export const owners: Statement = {
  name: 'owners',
  text: `SELECT string_agg(int4send(position), '' ORDER BY position) AS positions,
      string_agg(int4send(product), '' ORDER BY position) AS products
    FROM vitrine.variants WHERE store = $1 AND until = ${NOT_ENDED} AND position >= $2 AND position < $3`,
}

export const addEdition: Statement = {
  name: 'add-edition',
  text: 'INSERT INTO vitrine.editions (store, edition, published_at, products, variants) VALUES ($1, $2, $3, $4, $5)',
}
/** When another took its place; null where it takes it back. */
export const replaced: Statement = {
  name: 'replaced',
  text: 'UPDATE vitrine.editions SET replaced_at = $3 WHERE store = $1 AND edition = $2',
}
export const makeCurrent: Statement = {
  name: 'make-current',
  text: `UPDATE vitrine.stores SET edition = $2, writing = NULL, product_positions = $3, variant_positions = $4
    WHERE store = $1`,
}
export const clearJournal: Statement = { name: 'clear-journal', text: 'DELETE FROM vitrine.journal WHERE store = $1' }

export const journaled: Statement = {
  name: 'journaled',
  text: 'SELECT kind, positions FROM vitrine.journal WHERE store = $1 AND run = $2',
}
export const lastRun: Statement = {
  name: 'last-run',
  text: 'SELECT max(run) AS run FROM vitrine.journal WHERE store = $1',
}
export const dropAll = {
  postings: { name: 'drop-all-postings', text: 'DELETE FROM vitrine.postings WHERE store = $1 AND since = $2' },
  orders: { name: 'drop-all-orders', text: 'DELETE FROM vitrine.orders WHERE store = $1 AND since = $2' },
  words: { name: 'drop-all-words', text: 'DELETE FROM vitrine.words WHERE store = $1 AND since = $2' },
}
export const dropPositions: Statement = {
  name: 'drop-positions',
  text: 'DELETE FROM vitrine.positions WHERE store = $1 AND kind = $2 AND position >= $3',
}
export const reopen = each(
  'reopen',
  (table) =>
    `UPDATE vitrine.${table} SET until = ${NOT_ENDED} WHERE store = $1 AND until < ${NOT_ENDED} AND until = $2`,
)

/** Editions before all that must stay: the current one, `$2`, those that were replaced since `$3`, and the newest. */
export const outdated: Statement = {
  name: 'outdated',
  text: `SELECT edition FROM vitrine.editions WHERE store = $1
    AND edition < (SELECT min(edition) FROM vitrine.editions WHERE store = $1 AND (edition = $2 OR replaced_at >= $3))
    AND edition < (SELECT min(edition) FROM
      (SELECT edition FROM vitrine.editions WHERE store = $1 ORDER BY edition DESC LIMIT ${KEPT_EDITIONS}) AS newest)
    ORDER BY edition`,
}
export const dropEdition: Statement = {
  name: 'drop-edition',
  text: 'DELETE FROM vitrine.editions WHERE store = $1 AND edition = $2',
}
export const dropEnded = each(
  'drop-ended',
  (table) => `DELETE FROM vitrine.${table} WHERE store = $1 AND until < ${NOT_ENDED} AND until <= $2`,
)

/**
 * The positions that the next edition will hold, in an order, packed into chunks by the server: each position as its
 * four bytes in network order. `Sort` says what the order means.
 */
export function sortedBy(kind: Kind, sort: Sort): Statement {
  const [field, direction] = sort.split(':') as [keyof typeof SORT_COLUMN, string]
  return {
    name: `sorted-${kind}-${sort}`,
    text: `SELECT string_agg(int4send(position), '' ORDER BY rank) AS positions FROM (
        SELECT position, row_number() OVER (ORDER BY ${SORT_COLUMN[field]} ${direction} NULLS LAST, position) - 1 AS rank
        FROM vitrine.${rowTable(kind)} WHERE store = $1 AND until = ${NOT_ENDED}
      ) AS r GROUP BY rank / ${ORDER_CHUNK} ORDER BY rank / ${ORDER_CHUNK}`,
  }
}
