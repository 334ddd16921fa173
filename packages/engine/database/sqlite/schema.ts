import type { DatabaseSync } from 'node:sqlite'
import { SCHEMA_VERSION } from '../../edition/tables.ts'
import { checkVersion, createTables, type SchemaDialect, schemaUnusable } from '../schema.ts'

/**
 * Documents lie in the B-tree of their primary key, so that neighbours are read together. Pages of 32 kB hold nearly
 * all documents without overflow pages.
 */
const TABLES: SchemaDialect = {
  schema: '',
  types: {
    text: 'TEXT',
    content: 'TEXT',
    id: 'TEXT',
    int: 'INTEGER',
    long: 'INTEGER',
    count: 'INTEGER',
    bytes: 'BLOB',
  },
  options: () => ' STRICT, WITHOUT ROWID',
  columnSettings: () => [],
}

/** Creates the tables in a new database file. Throws `database-unusable` if they have another version. */
export function prepareSchema(db: DatabaseSync): void {
  requireOwnTables(db)
  // Before the first table: the page size cannot be changed later.
  db.exec('PRAGMA page_size = 32768; PRAGMA journal_mode = WAL;')
  db.exec('BEGIN IMMEDIATE')
  try {
    if (versionOf(db) === undefined) db.exec(`${createTables(TABLES)} PRAGMA user_version = ${SCHEMA_VERSION};`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
  checkSchema(db)
}

/** Throws `database-unusable` unless the database has the tables of this version. */
export function checkSchema(db: DatabaseSync): void {
  requireOwnTables(db)
  checkVersion(versionOf(db), NO_TABLES)
}

/** Throws `database-unusable` unless the database has tables of some version. */
export function requireTables(db: DatabaseSync): void {
  requireOwnTables(db)
  if (versionOf(db) === undefined) throw schemaUnusable(NO_TABLES)
}

const NO_TABLES = 'it holds no Vitrine catalog yet; `vitrine store add` creates one'

function requireOwnTables(db: DatabaseSync): void {
  if (versionOf(db) !== undefined || !db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()) return
  throw schemaUnusable('it holds the tables of another program; name another file, or one that does not exist yet')
}

/** The version of the tables; undefined if there are none of ours. */
export function versionOf(db: DatabaseSync): number | undefined {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  return version || undefined
}
