import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoreId } from '../../catalog/store.ts'
import {
  formsOf,
  KEY_COLUMNS,
  type LIST_TABLES,
  NOT_ENDED,
  rowTable,
  VALUE_COLUMNS,
  VERSIONED_TABLES,
  type VersionedTable,
} from '../../edition/tables.ts'
import type { Kind } from '../../edition/term.ts'
import { batchesOf, type KeyBatch, partsOf } from '../key-batches.ts'

/**
 * Gives the next edition the rows of an earlier one, the base, in place of those of the newest: where the two differ, rows
 * of the newest end, and rows of the base that have ended are written again. As all that a draft writes, it is part of no
 * edition before that one.
 */
export class Rebase {
  readonly #db: DatabaseSync
  readonly #store: StoreId
  readonly #base: number
  readonly #number: number
  readonly #end: Readonly<Record<VersionedTable, StatementSync>>
  readonly #restore: Readonly<Record<VersionedTable, StatementSync>>

  constructor(db: DatabaseSync, store: StoreId, base: number, number: number) {
    this.#db = db
    this.#store = store
    this.#base = base
    this.#number = number
    const each = (sql: (table: VersionedTable) => string) =>
      Object.fromEntries(VERSIONED_TABLES.map((table) => [table, db.prepare(sql(table))])) as Record<
        VersionedTable,
        StatementSync
      >
    this.#end = each(
      (table) => `UPDATE ${table} SET until = ? WHERE ${found(table)} AND until = ${NOT_ENDED} AND since > ?`,
    )
    this.#restore = each(
      (table) => `
        INSERT INTO ${table} (store, ${KEY_COLUMNS[table]}, since, until, ${VALUE_COLUMNS[table]})
        SELECT store, ${KEY_COLUMNS[table]}, CAST(? AS INTEGER), ${NOT_ENDED}, ${VALUE_COLUMNS[table]} FROM ${table}
        WHERE ${found(table)} AND since <= ? AND until > ? AND until < ?`,
    )
  }

  /** The positions of what differs, some at a time. */
  positions(kind: Kind): Iterable<Uint32Array> {
    const forms = formsOf(kind).map((form) => `'${form}'`)
    // What has a document has a row: a document that came anew has come with one.
    const keys = this.#select(`
      ${ended(rowTable(kind), 'position')} UNION ${came(rowTable(kind), 'position')}
      UNION ${ended('documents', 'position')} AND form IN (${forms}) ORDER BY position`)
    const positions: number[] = []
    for (const [position] of keys) positions.push(position as number)
    return partsOf(Uint32Array.from(positions))
  }

  /** The keys of lists that differ. */
  lists(table: (typeof LIST_TABLES)[number]): readonly KeyBatch[] {
    const key = KEY_COLUMNS[table].join()
    return batchesOf(this.#select(`${ended(table, key)} UNION ${came(table, key)} ORDER BY ${key}`))
  }

  /** Gives the next edition what the base has at these positions. */
  writeRows(kind: Kind, positions: Uint32Array): void {
    const items = [...positions]
    this.#write(rowTable(kind), { group: [], items })
    for (const form of formsOf(kind)) this.#write('documents', { group: [form], items })
  }

  writeLists(table: (typeof LIST_TABLES)[number], keys: KeyBatch): void {
    this.#write(table, keys)
  }

  #write(table: VersionedTable, { group, items }: KeyBatch): void {
    const at = [this.#store, ...group, JSON.stringify(items)]
    this.#end[table].run(this.#number, ...at, this.#base)
    this.#restore[table].run(this.#number, ...at, this.#base, this.#base, this.#number)
  }

  #select(sql: string): Iterable<readonly (string | number)[]> {
    const statement = this.#db.prepare(sql)
    statement.setReturnArrays(true)
    return statement.iterate(this.#store, this.#base) as unknown as Iterable<(string | number)[]>
  }
}

/** Rows of a group at some of its items. */
function found(table: VersionedTable): string {
  const group = KEY_COLUMNS[table].slice(0, -1).map((column) => `${column} = ? AND `)
  return `store = ? AND ${group.join('')}${KEY_COLUMNS[table].at(-1)} IN (SELECT value FROM json_each(?))`
}

/** What the base has and the newest edition has no longer. */
function ended(table: VersionedTable, columns: string): string {
  return `SELECT ${columns} FROM ${table} INDEXED BY ${table}_ended
    WHERE store = ?1 AND until < ${NOT_ENDED} AND until > ?2 AND since <= ?2`
}

/** What the newest edition has and the base has not: looked for in the whole table, since one goes back seldom. */
function came(table: VersionedTable, columns: string): string {
  return `SELECT ${columns} FROM ${table} WHERE store = ?1 AND until = ${NOT_ENDED} AND since > ?2`
}
