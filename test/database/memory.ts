import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { heldText } from '@vitrine/engine/database/edition-row'
import { prepareSchema } from '@vitrine/engine/database/sqlite/schema'
import { camelCase } from '@vitrine/engine/database/statements'
import { type Cell, KEY_COLUMNS, NOT_ENDED, VALUE_COLUMNS, type VersionedTable } from '@vitrine/engine/edition/tables'
import { KINDS } from '@vitrine/engine/edition/term'
import { MemoryDatabase } from './memory/database.ts'
import type { StoredRow } from './memory/stored-group.ts'
import type { StoredStore, Stores } from './memory/stored-store.ts'

/** The databases in memory that tests have opened, by the name that stands for an address. */
const databases = new Map<string, MemoryDatabase>()
let created = 0

export function newMemoryDatabase(): { readonly address: string; readonly database: MemoryDatabase } {
  const [address, database] = [`memory:${++created}`, new MemoryDatabase()]
  databases.set(address, database)
  return { address, database }
}

export function forgetMemoryDatabase(address: string): void {
  databases.delete(address)
}

export function isMemory(address: string): boolean {
  return databases.has(address)
}

/** What a query gives of the tables that a database in memory stands for. */
export function memoryRows(address: string, sql: string): Record<string, unknown>[] {
  const { stores } = databases.get(address)!
  const states = [...stores.values()]
  if (last?.states.length !== states.length || states.some((state) => !last!.states.includes(state))) {
    last?.tables.close()
    last = { states, tables: tablesOf(stores) }
  }
  return last.tables.prepare(sql).all()
}

/** The tables of the last query, and what they are made of. */
let last: { readonly states: readonly StoredStore[]; readonly tables: DatabaseSync } | undefined

/** The stores as rows of SQLite. */
function tablesOf(stores: Stores): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  prepareSchema(db)
  db.exec('BEGIN')
  const prepared = new Map<string, StatementSync>()
  const insert = (table: string, row: Readonly<Record<string, Cell>>) => {
    const columns = Object.keys(row)
    const values = columns.map(() => '?').join()
    const insertion = prepared.get(table) ?? db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${values})`)
    prepared.set(table, insertion)
    insertion.run(...Object.values(row))
  }
  for (const [store, stored] of stores) {
    const { settings, current, firstNew, editions, positions, publications, limits } = stored
    const counts = { product_positions: firstNew.product, variant_positions: firstNew.variant }
    insert('stores', { store, settings, edition: current, ...counts })
    for (const { summary } of editions.values()) {
      const {
        number,
        publishedAt,
        productCount,
        variantCount,
        replacedAt,
        settings: ofEdition,
        held,
        history,
      } = summary
      const count = { products: productCount, variants: variantCount }
      const times = { published_at: publishedAt, replaced_at: replacedAt }
      const texts = { settings: JSON.stringify(ofEdition), history: JSON.stringify(history) }
      const notes = { ...texts, held: held && heldText(held) }
      insert('editions', { store, edition: number, ...times, ...count, ...notes })
    }
    for (const { publishedAt, also, tags, ...row } of publications) {
      const words = { also: also.join(' '), tags: tags?.join(' ') ?? null }
      insert('publications', { store, published_at: publishedAt, ...words, ...row })
    }
    for (const [name, value] of limits) insert('limits', { store, name, value })
    for (const kind of KINDS)
      for (const [id, position] of positions[kind]) insert('positions', { store, kind, id, position })
    for (const { table, ...row } of versionsIn(stored)) insert(table, { store, ...row })
  }
  db.exec('COMMIT')
  return db
}

/** Makes the editions before this one look as if they had been replaced at a time. */
export function makeOldInMemory(address: string, before: number, replacedAt: string): void {
  const { stores } = databases.get(address)!
  for (const [store, stored] of stores) {
    const editions = new Map(stored.editions)
    for (const [number, edition] of stored.editions)
      if (number < before && edition.summary.replacedAt !== null)
        editions.set(number, { ...edition, summary: { ...edition.summary, replacedAt } })
    stores.set(store, { ...stored, editions })
  }
}

/** Makes all publications but the newest look as if they were of this time. */
export function makePublicationsOldInMemory(address: string, publishedAt: string): void {
  const { stores } = databases.get(address)!
  for (const [store, stored] of stores) {
    const { publications } = stored
    const older = publications.slice(0, -1).map((publication) => ({ ...publication, publishedAt }))
    stores.set(store, { ...stored, publications: [...older, ...publications.slice(-1)] })
  }
}

type Version = { readonly table: VersionedTable; readonly since: number; until: number } & Record<string, Cell>

/** The rows of all editions, each with the range of editions that have the same one. */
function versionsIn({ editions }: StoredStore): Version[] {
  const versions: Version[] = []
  let open = new Map<StoredRow, Version>()
  for (const [edition, { groups }] of [...editions].sort(([a], [b]) => a - b)) {
    const next = new Map<StoredRow, Version>()
    for (const { table, group, rows } of groups.values())
      for (const [item, row] of rows) {
        const version = open.get(row) ?? newVersion(table, [...group, item], edition, row)
        if (!open.delete(row)) versions.push(version)
        next.set(row, version)
      }
    for (const ended of open.values()) ended.until = edition
    open = next
  }
  return versions
}

function newVersion(table: VersionedTable, key: readonly Cell[], since: number, row: StoredRow): Version {
  const keys = KEY_COLUMNS[table].map((column, index) => [column, key[index]])
  const values = VALUE_COLUMNS[table].map((column) => [column, row[camelCase(column)]])
  return { table, since, until: NOT_ENDED, ...Object.fromEntries([...keys, ...values]) }
}
