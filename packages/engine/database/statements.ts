import type { KeyItem } from '../edition/storage.ts'
import {
  KEY_COLUMNS,
  LIST_TABLES,
  type ListTable,
  NOT_ENDED,
  OTHER_TABLES,
  rowTable,
  SORT_COLUMN,
  VALUE_COLUMNS,
  VERSIONED_TABLES,
  type VersionedTable,
} from '../edition/tables.ts'
import { type Direction, KINDS, type Kind } from '../edition/term.ts'

export type Statements = ReturnType<typeof statementsIn>

/** How a database writes what differs between SQL dialects. Parameters are written `$1`. */
export interface Dialect {
  /** What stands before a table's name: the PostgreSQL schema. */
  readonly schema: string
  /** What stands before the number of a parameter. */
  readonly parameterSign: '$' | '?'
  /** Whether a column has one of the values of the array that a parameter holds. */
  readonly isOneOf: (column: string, parameter: string, type: 'int' | 'text') => string
  /** The values of a key column as the parameter that `isOneOf` expects. */
  readonly listOf: (items: readonly KeyItem[]) => unknown
  /**
   * The condition of a statement that changes rows `t` of a table in steps: at most `limit` at once, whose keys it
   * returns. Or of one that changes all of them at once and returns nothing.
   */
  readonly inSteps: (table: string, key: string, condition: string, limit: string) => string
  /** Joins the newest publication `p` of a store, which is a parameter or a column. */
  readonly joinNewest: (store: string) => string
  /** Names the index of a table to read by. */
  readonly indexedBy: (index: string) => string
  /** Statements that tell readers that a store has another edition or is gone. */
  readonly announce: readonly string[]
  /** Statements that make transactions that give hosts to stores wait for one another. */
  readonly lockHosts: readonly string[]
}

/**
 * The statements for stores and for writing an edition, in a dialect. Parameter 1 is the store, and 2 mostly the
 * edition. Every statement names the store in each table, so that tables in shards are asked on one of them.
 * Only lists of stores and of markets do not: they join tables by the store.
 */
export function statementsIn(dialect: Dialect) {
  const texts = {
    ...readStatements(dialect),
    ...storeStatements(dialect),
    ...rowStatements(dialect),
    ...rebaseStatements(dialect),
  }
  const { parameterSign, listOf, announce, lockHosts } = dialect
  return { ...withParameterSign(texts, parameterSign), listOf, announce, lockHosts }
}

/** Texts have no `$` but before the number of a parameter. */
function withParameterSign<Texts>(texts: Texts, sign: string): Texts {
  return JSON.parse(JSON.stringify(texts).replaceAll('$', () => sign))
}

/** What is stored: stores, editions, and what a writer has to know. */
function readStatements({ schema, joinNewest }: Dialect) {
  const state = (store: string, content = 'e.content') => `
    SELECT s.store, s.settings, e.settings AS "editionSettings", e.edition AS "number",
      e.published_at AS "publishedAt", e.products AS "productCount", e.variants AS "variantCount",
      p.number AS "publication", p.published_at AS "publicationAt", ${content}
    FROM ${schema}stores s JOIN ${schema}editions e ON e.store = s.store AND e.edition = s.edition ${joinNewest(store)}`
  return {
    oneState: `${state('$1')} WHERE s.store = $1 AND e.store = $1`,
    /** Without the versions of the content, some kilobytes that no list of stores needs. */
    allStates: `${state('s.store', 'NULL AS content')} ORDER BY s.store`,
    /** The markets of a store have its id, a dot and a code. */
    marketStates: `${state('s.store')} WHERE s.store > $1 || '.' AND s.store < $1 || '/' ORDER BY s.store`,
    editions: `
      SELECT edition AS "number", published_at AS "publishedAt", products AS "productCount", variants AS "variantCount",
        replaced_at AS "replacedAt", settings, held, history
      FROM ${schema}editions WHERE store = $1 ORDER BY edition DESC`,
    limits: `SELECT name, value FROM ${schema}limits WHERE store = $1 ORDER BY name`,
    writerState: `
      SELECT writing, product_positions AS "product", variant_positions AS "variant",
        (SELECT max(edition) FROM ${schema}editions WHERE store = $1) AS "newest",
        (SELECT max(number) FROM ${schema}publications WHERE store = $1) AS "publication"
      FROM ${schema}stores WHERE store = $1`,
    /** At most `$3` rows before number `$2`, newest first. */
    publications: `
      SELECT number, published_at AS "publishedAt", previous, edition, also, created, changed, removed, changes,
        tags
      FROM ${schema}publications WHERE store = $1 AND number < $2 ORDER BY number DESC LIMIT $3`,
    codes: `SELECT given FROM ${schema}codes WHERE store = $1 ORDER BY number`,
    nextJournalRun: `
      SELECT run, kind, positions FROM ${schema}journal
      WHERE store = $1 AND run = (SELECT min(run) FROM ${schema}journal WHERE store = $1 AND run > $2)`,
    chunks: `
      SELECT ${selectList('orders')} FROM ${schema}orders
      WHERE store = $1 AND kind = $2 AND name = $3 AND chunk >= $4 AND until = ${NOT_ENDED}
      ORDER BY chunk LIMIT $5`,
  }
}

/** Changes of stores and editions, and of what a writer has to know. */
function storeStatements({ schema, inSteps }: Dialect) {
  return {
    addStore: `
      INSERT INTO ${schema}stores (store, settings, edition) VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING`,
    /** Adds the first edition of a new store. Returns no row if the store has editions. */
    addFirstEdition: `
      INSERT INTO ${schema}editions (store, edition, published_at, products, variants, settings, history)
      SELECT store, CAST($3 AS INTEGER), CAST($2 AS TEXT), 0, 0, '{}', CAST($4 AS TEXT) FROM ${schema}stores s
      WHERE store = $1 AND NOT EXISTS (SELECT 1 FROM ${schema}editions e WHERE e.store = s.store) RETURNING store`,
    addEdition: `
      INSERT INTO ${schema}editions (store, edition, published_at, products, variants, settings, held, history, content)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    removeStore: ['stores', ...VERSIONED_TABLES, ...OTHER_TABLES].map(
      (table) => `DELETE FROM ${schema}${table} WHERE store = $1`,
    ),
    setWriting: `UPDATE ${schema}stores SET writing = $2 WHERE store = $1`,
    setSettings: `UPDATE ${schema}stores SET settings = $2 WHERE store = $1`,
    setCurrent: `UPDATE ${schema}stores SET edition = $2 WHERE store = $1`,
    setPositions: `UPDATE ${schema}stores SET product_positions = $2, variant_positions = $3 WHERE store = $1`,
    setSettingsOfEdition: `UPDATE ${schema}editions SET settings = $3 WHERE store = $1 AND edition = $2`,
    /** A held edition becomes a published one. */
    setPublished: `
      UPDATE ${schema}editions SET published_at = $3, held = NULL
      WHERE store = $1 AND edition = $2 AND held IS NOT NULL`,
    setHeld: `UPDATE ${schema}editions SET held = $3 WHERE store = $1 AND edition = $2`,
    setReplaced: `UPDATE ${schema}editions SET replaced_at = $3, history = $4 WHERE store = $1 AND edition = $2`,
    removeEdition: `DELETE FROM ${schema}editions WHERE store = $1 AND edition = $2`,
    /**
     * Removes positions from `$3` on, in the order of their ids from `$4` on, at most `$5` at once. Returns their ids.
     */
    removePositions: `DELETE FROM ${schema}positions AS t WHERE ${inSteps(
      'positions',
      'id',
      't.store = $1 AND t.kind = $2 AND t.position >= $3 AND t.id >= $4',
      '$5',
    )}`,
    addPublication: `INSERT INTO ${schema}publications VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    /** Removes publications up to number `$2`, and those that another one replaced before the time `$3`. */
    prunePublications: `
      DELETE FROM ${schema}publications WHERE store = $1 AND number <= $2 OR store = $1 AND number < (
        SELECT max(number) FROM ${schema}publications WHERE store = $1 AND published_at < $3)`,
    /** A row for each publication that gave codes. */
    addCodes: `
      INSERT INTO ${schema}codes (store, number, given)
      SELECT CAST($1 AS TEXT), coalesce(max(number), 0) + 1, CAST($2 AS TEXT) FROM ${schema}codes WHERE store = $1`,
    addLimit: `INSERT INTO ${schema}limits (store, name, value) VALUES ($1, $2, $3)`,
    removeLimit: `DELETE FROM ${schema}limits WHERE store = $1 AND name = $2`,
    addJournal: `INSERT INTO ${schema}journal VALUES ($1, $2, $3, $4)`,
    clearJournal: `DELETE FROM ${schema}journal WHERE store = $1`,
  }
}

/** Changes of the rows of an edition that is being written, and of rows that no edition needs any more. */
function rowStatements(dialect: Dialect) {
  const { schema } = dialect
  return {
    /** Ends the rows that are current at the keys: edition `$2` does not have them. */
    end: each(
      (table) => `
        UPDATE ${schema}${table} SET until = $2 WHERE ${atKeys(dialect, table, 3)} AND until = ${NOT_ENDED} AND since < $2`,
    ),
    /** Removes the rows at the keys that edition `$2` has written. */
    remove: each((table) => `DELETE FROM ${schema}${table} WHERE ${atKeys(dialect, table, 3)} AND since = $2`),
    /** Reopens rows that edition `$2` has ended, at most `$3` at once. */
    reopen: each(
      (table) => `
        UPDATE ${schema}${table} AS t SET until = ${NOT_ENDED} WHERE ${ended(dialect, table, 't.until = $2', '$3')}`,
    ),
    /**
     * Removes rows that began after edition `$2` and ended by edition `$4`, at most `$5` at once. Rows that ended by
     * edition `$3`, the first to be removed, belong to earlier editions that stay.
     */
    prune: each(
      (table) => `
        DELETE FROM ${schema}${table} AS t
        WHERE ${ended(dialect, table, 't.since > $2 AND t.until > $3 AND t.until <= $4', '$5')}`,
    ),
    /** Removes ended rows that no stored edition has, at most `$2` at once. */
    removeStray: each((table) => {
      const isStored = `SELECT 1 FROM ${schema}editions e WHERE e.store = $1 AND e.edition >= t.since AND e.edition < t.until`
      return `DELETE FROM ${schema}${table} AS t WHERE ${ended(dialect, table, `NOT EXISTS (${isStored})`, '$2')}`
    }),
  }
}

/** The differences between an earlier edition and the newest one, and the changes that restore its rows. */
function rebaseStatements(dialect: Dialect) {
  const { schema, indexedBy } = dialect
  /** Keys that edition `$2` has and the newest one no longer has. */
  const endedSince = (table: VersionedTable, columns: string) => `
    SELECT ${columns} FROM ${schema}${table}${indexedBy(`${table}_ended`)}
    WHERE store = $1 AND until < ${NOT_ENDED} AND until > $2 AND since <= $2`
  /** Keys that the newest edition has got after edition `$2`. Scans the table, because rollbacks are rare. */
  const addedSince = (table: VersionedTable, columns: string) => `
    SELECT ${columns} FROM ${schema}${table} WHERE store = $1 AND until = ${NOT_ENDED} AND since > $2`
  /** A document that is new has come with its row. */
  const changedPositions = (kind: Kind) =>
    [
      endedSince(rowTable(kind), 'position'),
      addedSince(rowTable(kind), 'position'),
      ...(kind === 'product' ? [endedSince('documents', 'position')] : []),
    ].join(' UNION ')
  const changedKeys = (table: ListTable) => {
    const key = KEY_COLUMNS[table].join()
    return `${endedSince(table, key)} UNION ${addedSince(table, key)} ORDER BY ${key}`
  }
  return {
    changedPositions: Object.fromEntries(KINDS.map((kind) => [kind, changedPositions(kind)])) as Record<Kind, string>,
    changedKeys: Object.fromEntries(LIST_TABLES.map((table) => [table, changedKeys(table)])) as Record<
      ListTable,
      string
    >,
    /** Ends the rows at the keys that are newer than edition `$3`: edition `$2` does not have them. */
    endNewer: each(
      (table) => `
        UPDATE ${schema}${table} SET until = $2 WHERE ${atKeys(dialect, table, 4)} AND until = ${NOT_ENDED} AND since > $3`,
    ),
    /** Writes the rows at the keys again that edition `$3` had and that have ended. They begin in edition `$2`. */
    copyBack: each(
      (table) => `
        INSERT INTO ${schema}${table} (store, ${KEY_COLUMNS[table]}, since, until, ${VALUE_COLUMNS[table]})
        SELECT store, ${KEY_COLUMNS[table]}, CAST($2 AS INTEGER), ${NOT_ENDED}, ${VALUE_COLUMNS[table]}
        FROM ${schema}${table}
        WHERE ${atKeys(dialect, table, 4)} AND since <= $3 AND until > $3 AND until < $2`,
    ),
  }
}

/** The ended rows `t` that fulfil a condition, at most `limit` at once. */
function ended({ inSteps }: Dialect, table: VersionedTable, condition: string, limit: string): string {
  const all = `t.store = $1 AND t.until < ${NOT_ENDED} AND ${condition}`
  return inSteps(table, `${KEY_COLUMNS[table]}, since`, all, limit)
}

/** Rows at the items of parameter `first`, in the group of the parameters after it. */
function atKeys({ isOneOf }: Dialect, table: VersionedTable, first: number): string {
  const group = KEY_COLUMNS[table].slice(0, -1).map((column, index) => `${column} = $${first + 1 + index}`)
  return ['store = $1', ...group, isOneOf(lastKey(table), `$${first}`, itemType(table))].join(' AND ')
}

/** The type of a table's last key column. */
export function itemType(table: VersionedTable): 'int' | 'text' {
  return lastKey(table) === 'position' || table === 'orders' ? 'int' : 'text'
}

/** The order of `Sort` that a field and a direction name. */
export function orderBy(field: keyof typeof SORT_COLUMN, direction: Direction): string {
  const ties = field === 'popularity' ? 'created_at DESC, position' : 'position'
  return `ORDER BY ${SORT_COLUMN[field]} ${direction} NULLS LAST, ${ties}`
}

/** Something for each versioned table. */
export function each<Value>(make: (table: VersionedTable) => Value): Readonly<Record<VersionedTable, Value>> {
  return Object.fromEntries(VERSIONED_TABLES.map((table) => [table, make(table)])) as Record<VersionedTable, Value>
}

/** The column that orders the rows of a group. */
export function lastKey(table: VersionedTable): string {
  return KEY_COLUMNS[table].at(-1)!
}

/** The table's last key column and value columns as a SELECT list of `TableRows`, each column after `prefix`. */
export function selectList(table: VersionedTable, prefix = ''): string {
  const columns = [lastKey(table), ...VALUE_COLUMNS[table]]
  return columns.map((column) => `${prefix}${column} AS "${camelCase(column)}"`).join(', ')
}

/** The name of a column in a row that is read. */
export function camelCase(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
