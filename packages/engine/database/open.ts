import { VitrineError } from '@vitrine/catalog/error'
import type { Catalogs } from '../edition/catalogs.ts'
import type { Editions } from '../edition/editions.ts'
import { SCHEMA_VERSION } from '../edition/tables.ts'
import type { Adapter, DatabaseLog } from './adapter.ts'
import { OlderDatabase } from './older-database.ts'
import { POSTGRES } from './postgres/adapter.ts'
import { DEFAULT_POSTGRES, type PostgresSettings } from './postgres/settings.ts'
import { schemaUnusable } from './schema.ts'
import { SQLITE } from './sqlite/adapter.ts'

/** The kinds of databases. No two accept the same name. */
const ADAPTERS: readonly Adapter[] = [POSTGRES, SQLITE]

/**
 * Opens a database for the server, read-only. A database is the path of a SQLite file, optionally with `file:` or
 * `sqlite:` before it, or a `postgres://` address. `report` says for the log what happens to it later. Throws
 * `database-unusable`.
 */
export async function openEditions(
  database: string,
  postgres: PostgresSettings = DEFAULT_POSTGRES,
  report?: DatabaseLog,
): Promise<Editions> {
  return await adapterFor(database).openEditions(database, postgres, report)
}

/**
 * Opens a database for the operator's commands. `ifMissing` creates one that does not exist, or requires that it
 * exists. With `inWorker`, editions in SQLite are written in a worker thread: it takes time to start, and lets imports
 * that take seconds use a second core. Throws `database-unusable`.
 */
export async function openCatalogs(
  database: string,
  ifMissing: 'create' | 'require',
  inWorker = false,
): Promise<Catalogs> {
  return await adapterFor(database).openCatalogs(database, ifMissing, inWorker)
}

/**
 * Opens a database with tables of this version of the stored format or of an earlier one, to copy its stores. Throws
 * `database-unusable`.
 */
export async function openOlderDatabase(database: string): Promise<OlderDatabase> {
  const tables = await adapterFor(database).openOlder(database)
  if (tables.version <= SCHEMA_VERSION) return new OlderDatabase(tables)
  await tables[Symbol.asyncDispose]()
  throw schemaUnusable(
    `its schema has version ${tables.version}, and this program only knows version ${SCHEMA_VERSION}`,
  )
}

/** Copies a database into a file that does not exist, while others read and write it. Throws `database-unusable`. */
export async function backUpDatabase(database: string, file: string): Promise<void> {
  await adapterFor(database).backUp(database, file)
}

/**
 * What the database system itself finds damaged, in its words. Throws `database-unusable` if there is no such database.
 */
export async function integrityProblems(database: string): Promise<readonly string[]> {
  return await adapterFor(database).integrityProblems(database)
}

/** The free bytes of the disk with the database and in its file; undefined if it is on a server. */
export function freeDatabaseBytes(database: string): number | undefined {
  return adapterFor(database).freeBytes(database)
}

/** Whether the database exists. Throws `database-unusable`. */
export async function databaseExists(database: string): Promise<boolean> {
  return await adapterFor(database).exists(database)
}

/** The name of a database for messages: without its password. Throws `database-unusable`. */
export function publicName(database: string): string {
  return adapterFor(database).publicName(database)
}

function adapterFor(database: string): Adapter {
  const adapter = ADAPTERS.find(({ accepts }) => accepts(database))
  if (adapter) return adapter
  // An address of another kind of database may have a password, with any character: up to the last @.
  const shown = database.replace(/\/\/.*@/s, '//…@')
  const sentence = `${JSON.stringify(shown)} names no database; a path such as ./data/vitrine.db does, or an address such as postgres://reader@db.example:5432/shop`
  throw new VitrineError('database-unusable', sentence)
}
