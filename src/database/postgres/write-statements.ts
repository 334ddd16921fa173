import {
  formsOf,
  KEY_COLUMNS,
  type ListTable,
  NOT_ENDED,
  ORDER_CHUNK,
  rowTable,
  SORT_COLUMN,
  selectList,
  VALUE_COLUMNS,
  type VersionedTable,
} from '../../edition/tables.ts'
import type { Kind } from '../../edition/term.ts'
import { eachTable, itemType, type Statement } from './statements.ts'

/*
 * The statements that write an edition: `$1` is the store, `$2` mostly the edition. Each statement names the store as a
 * constant, so that tables in shards are written on one of them.
 */

export const STATE: Statement = {
  name: 'state',
  text: `SELECT writing, product_positions AS product, variant_positions AS variant,
      (SELECT max(edition) FROM vitrine.editions WHERE store = $1) AS newest
    FROM vitrine.stores WHERE store = $1`,
}

export const SET_WRITING: Statement = {
  name: 'set-writing',
  text: 'UPDATE vitrine.stores SET writing = $2 WHERE store = $1',
}

export const POSITIONS: Statement = {
  name: 'positions',
  text: 'SELECT id::text AS id, position FROM vitrine.positions WHERE store = $1 AND kind = $2 AND id = ANY ($3::uuid[])',
}

export const ADD_POSITIONS: Statement = {
  name: 'add-positions',
  text: 'INSERT INTO vitrine.positions SELECT $1, $2, * FROM unnest($3::uuid[], $4::int[])',
}

export const REMOVE_POSITIONS: Statement = {
  name: 'remove-positions',
  text: 'DELETE FROM vitrine.positions WHERE store = $1 AND kind = $2 AND position >= $3',
}

/** Rows at the items `$n` of the group `$n + 1`, …. */
function at(table: VersionedTable, first: number): string {
  const group = KEY_COLUMNS[table].slice(0, -1).map((column, index) => ` AND t.${column} = $${first + 1 + index}`)
  return `t.store = $1${group.join('')} AND t.${KEY_COLUMNS[table].at(-1)} = ANY ($${first}::${itemType(table)}[])`
}

/** What is current at these keys ends with the edition before this one. */
export const END = eachTable((table) => ({
  name: `end-${table}`,
  text: `UPDATE vitrine.${table} t SET until = $2 WHERE ${at(table, 3)} AND t.until = ${NOT_ENDED} AND t.since < $2`,
}))

export const REMOVE = eachTable((table) => ({
  name: `remove-${table}`,
  text: `DELETE FROM vitrine.${table} t WHERE ${at(table, 3)} AND t.since = $2`,
}))

export const END_NEWER = eachTable((table) => ({
  name: `end-newer-${table}`,
  text: `UPDATE vitrine.${table} t SET until = $2 WHERE ${at(table, 4)} AND t.until = ${NOT_ENDED} AND t.since > $3`,
}))

export const COPY_BACK = eachTable((table) => ({
  name: `copy-back-${table}`,
  text: `INSERT INTO vitrine.${table} (store, ${KEY_COLUMNS[table]}, since, until, ${VALUE_COLUMNS[table]})
    SELECT store, ${KEY_COLUMNS[table]}, $2::int, ${NOT_ENDED}, ${VALUE_COLUMNS[table]} FROM vitrine.${table} t
    WHERE ${at(table, 4)} AND t.since <= $3 AND t.until > $3 AND t.until < $2`,
}))

export const REMOVE_EDITION = eachTable((table) => ({
  name: `remove-edition-${table}`,
  text: `DELETE FROM vitrine.${table} WHERE store = $1 AND since = $2`,
}))

export const REOPEN = eachTable((table) => ({
  name: `reopen-${table}`,
  text: `UPDATE vitrine.${table} SET until = ${NOT_ENDED} WHERE store = $1 AND until < ${NOT_ENDED} AND until = $2`,
}))

export const PRUNE = eachTable((table) => ({
  name: `prune-${table}`,
  text: `DELETE FROM vitrine.${table} WHERE store = $1 AND until < ${NOT_ENDED} AND until <= $2`,
}))

export const REMOVE_EDITION_ROW: Statement = {
  name: 'remove-edition-row',
  text: 'DELETE FROM vitrine.editions WHERE store = $1 AND edition = $2',
}

export const ADD_EDITION: Statement = {
  name: 'add-edition',
  text: 'INSERT INTO vitrine.editions (store, edition, published_at, products, variants) VALUES ($1, $2, $3, $4, $5)',
}

export const SET_REPLACED: Statement = {
  name: 'set-replaced',
  text: 'UPDATE vitrine.editions SET replaced_at = $3 WHERE store = $1 AND edition = $2',
}

export const PUBLISH: Statement = {
  name: 'publish',
  text: `UPDATE vitrine.stores SET edition = $2, writing = NULL, product_positions = $3, variant_positions = $4
    WHERE store = $1`,
}

export const SET_CURRENT: Statement = {
  name: 'set-current',
  text: 'UPDATE vitrine.stores SET edition = $2 WHERE store = $1',
}

export const JOURNAL: Statement = {
  name: 'journal',
  text: `SELECT run, kind, positions FROM vitrine.journal WHERE store = $1
    AND run = (SELECT min(run) FROM vitrine.journal WHERE store = $1 AND run > $2)`,
}

export const CLEAR_JOURNAL: Statement = { name: 'clear-journal', text: 'DELETE FROM vitrine.journal WHERE store = $1' }

export const CHUNKS: Statement = {
  name: 'chunks',
  text: `SELECT ${selectList('orders')} FROM vitrine.orders
    WHERE store = $1 AND kind = $2 AND name = $3 AND chunk >= $4 AND until = ${NOT_ENDED} ORDER BY chunk LIMIT $5`,
}

/** The products of the variants at positions from `$2` to before `$3`, each number as its bytes in network order. */
export const PRODUCTS: Statement = {
  name: 'products-of-variants',
  text: `SELECT string_agg(int4send(position), '' ORDER BY position) AS positions,
      string_agg(int4send(product), '' ORDER BY position) AS products
    FROM vitrine.variants WHERE store = $1 AND until = ${NOT_ENDED} AND position >= $2 AND position < $3`,
}

/** The positions of the edition in an order, packed into chunks by the server. `Sort` defines the order. */
export function sortedBy(kind: Kind, field: keyof typeof SORT_COLUMN, direction: 'ASC' | 'DESC'): Statement {
  return {
    name: `sorted-${kind}-${field}-${direction}`,
    text: `SELECT string_agg(int4send(position), '' ORDER BY rank) AS positions FROM (
        SELECT position, row_number() OVER (ORDER BY ${SORT_COLUMN[field]} ${direction} NULLS LAST, position) - 1 AS rank
        FROM vitrine.${rowTable(kind)} WHERE store = $1 AND until = ${NOT_ENDED}
      ) AS r GROUP BY rank / ${ORDER_CHUNK} ORDER BY rank / ${ORDER_CHUNK}`,
  }
}

export function changedPositions(kind: Kind): Statement {
  const table = rowTable(kind)
  const forms = formsOf(kind).map((form) => `'${form}'`)
  // A document that is new has come with its row.
  return {
    name: `changed-${table}`,
    text: `SELECT string_agg(int4send(position), '' ORDER BY position) AS positions FROM (
      ${endedSince(table, 'position')} UNION ${addedSince(table, 'position')}
      UNION ${endedSince('documents', 'position')} AND form IN (${forms})) AS changed`,
  }
}

export function changedKeys(table: ListTable): Statement {
  const key = KEY_COLUMNS[table].join()
  return {
    name: `changed-${table}`,
    text: `${endedSince(table, key)} UNION ${addedSince(table, key)} ORDER BY ${key}`,
  }
}

/** Keys that edition `$2` has and the newest one no longer has. */
function endedSince(table: VersionedTable, columns: string): string {
  return `SELECT ${columns} FROM vitrine.${table} WHERE store = $1 AND until < ${NOT_ENDED} AND until > $2 AND since <= $2`
}

/** Keys that the newest edition has got after edition `$2`. Scans the table, because stores seldom go back. */
function addedSince(table: VersionedTable, columns: string): string {
  return `SELECT ${columns} FROM vitrine.${table} WHERE store = $1 AND until = ${NOT_ENDED} AND since > $2`
}

export function removeStoreFrom(table: string): Statement {
  return { name: `remove-store-${table}`, text: `DELETE FROM vitrine.${table} WHERE store = $1` }
}
