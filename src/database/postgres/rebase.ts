import type { StoreId } from '../../catalog/store.ts'
import {
  formsOf,
  KEY_COLUMNS,
  type LIST_TABLES,
  NOT_ENDED,
  rowTable,
  VALUE_COLUMNS,
  type VersionedTable,
} from '../../edition/tables.ts'
import type { Kind } from '../../edition/term.ts'
import { batchesOf, type KeyBatch, partsOf } from '../key-batches.ts'
import { packed } from './chunks.ts'
import type { Connection, Statement } from './connection.ts'

type Listed = (typeof LIST_TABLES)[number]

/**
 * Gives the next edition the rows of an earlier one, the base, in place of those of the newest: where the two differ, rows
 * of the newest end, and rows of the base that have ended are written again. As all that a draft writes, it is part of no
 * edition before that one.
 */
export class Rebase {
  readonly #connection: Connection
  readonly #store: StoreId
  readonly #base: number
  readonly #number: number

  constructor(connection: Connection, store: StoreId, base: number, number: number) {
    this.#connection = connection
    this.#store = store
    this.#base = base
    this.#number = number
  }

  /** The positions of what differs, some at a time. */
  async positions(kind: Kind): Promise<Iterable<Uint32Array>> {
    const [row] = await this.#connection.query<{ positions: Buffer | null }>(differing(kind), [this.#store, this.#base])
    return row!.positions ? partsOf(packed(row!.positions)) : []
  }

  /** The keys of lists that differ. */
  async lists(table: Listed): Promise<readonly KeyBatch[]> {
    const rows = await this.#connection.query<Record<string, string | number>>(differingLists(table), [
      this.#store,
      this.#base,
    ])
    return batchesOf(rows.map((row) => KEY_COLUMNS[table].map((column) => row[column]!)))
  }

  /** Gives the next edition what the base has at these positions. */
  async writeRows(kind: Kind, positions: Uint32Array): Promise<void> {
    const items = [...positions]
    await this.#write(rowTable(kind), { group: [], items })
    for (const form of formsOf(kind)) await this.#write('documents', { group: [form], items })
  }

  async writeLists(table: Listed, keys: KeyBatch): Promise<void> {
    await this.#write(table, keys)
  }

  async #write(table: VersionedTable, { group, items }: KeyBatch): Promise<void> {
    const values = [this.#store, this.#number, this.#base, items, ...group]
    await this.#connection.query(end(table), values)
    await this.#connection.query(restore(table), values)
  }
}

function end(table: VersionedTable): Statement {
  return {
    name: `rebase-end-${table}`,
    text: `UPDATE vitrine.${table} SET until = $2 WHERE ${found(table)} AND until = ${NOT_ENDED} AND since > $3`,
  }
}

function restore(table: VersionedTable): Statement {
  return {
    name: `rebase-restore-${table}`,
    text: `INSERT INTO vitrine.${table} (store, ${KEY_COLUMNS[table]}, since, until, ${VALUE_COLUMNS[table]})
      SELECT store, ${KEY_COLUMNS[table]}, $2::int, ${NOT_ENDED}, ${VALUE_COLUMNS[table]} FROM vitrine.${table}
      WHERE ${found(table)} AND since <= $3 AND until > $3 AND until < $2`,
  }
}

/** Rows of a group at some of its items. */
function found(table: VersionedTable): string {
  const item = KEY_COLUMNS[table].at(-1)!
  const type = item === 'position' || item === 'chunk' ? 'int[]' : 'text[]'
  const group = KEY_COLUMNS[table].slice(0, -1).map((column, index) => ` AND ${column} = $${index + 5}`)
  return `store = $1${group.join('')} AND ${item} = ANY ($4::${type})`
}

function differing(kind: Kind): Statement {
  const table = rowTable(kind)
  const forms = formsOf(kind).map((form) => `'${form}'`)
  // What has a document has a row: a document that came anew has come with one.
  return {
    name: `differing-${table}`,
    text: `SELECT string_agg(int4send(position), '' ORDER BY position) AS positions FROM (
      ${ended(table, 'position')} UNION ${came(table, 'position')}
      UNION ${ended('documents', 'position')} AND form IN (${forms})) AS differing`,
  }
}

function differingLists(table: Listed): Statement {
  const key = KEY_COLUMNS[table].join()
  return {
    name: `differing-${table}`,
    text: `${ended(table, key)} UNION ${came(table, key)} ORDER BY ${key}`,
  }
}

/** What the base has and the newest edition has no longer. */
function ended(table: VersionedTable, columns: string): string {
  return `SELECT ${columns} FROM vitrine.${table} WHERE store = $1 AND until < ${NOT_ENDED} AND until > $2 AND since <= $2`
}

/** What the newest edition has and the base has not: looked for in the whole table, since one goes back seldom. */
function came(table: VersionedTable, columns: string): string {
  return `SELECT ${columns} FROM vitrine.${table} WHERE store = $1 AND until = ${NOT_ENDED} AND since > $2`
}
