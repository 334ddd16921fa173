import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { VitrineError } from '../catalog/error.ts'
import type { Catalogs } from '../edition/catalogs.ts'
import type { Editions } from '../edition/edition.ts'
import { isPostgres, withoutPassword } from './postgres/address.ts'
import { DEFAULT_POSTGRES, type PostgresSettings } from './postgres/settings.ts'
import { migrateSqlite, openSqliteCatalogs } from './sqlite/catalogs.ts'
import { requireFile } from './sqlite/connection.ts'
import { openSqliteEditions } from './sqlite/editions.ts'

// Loading the driver of PostgreSQL takes a third of the time of a short command over SQLite.
const postgresCatalogs = () => import('./postgres/catalogs.ts')
const postgresEditions = () => import('./postgres/editions.ts')

/**
 * Opens a database for the server, read-only. A database is the path of a SQLite file, optionally with `file:` or `sqlite:`
 * before it, or a `postgres://` address. Throws `database-unusable`.
 */
export async function openEditions(database: string, postgres: PostgresSettings = DEFAULT_POSTGRES): Promise<Editions> {
  if (isPostgres(database)) return await (await postgresEditions()).openPostgresEditions(database, postgres)
  return openSqliteEditions(sqlitePath(database))
}

/**
 * Opens a database for the operator's commands. `ifMissing` creates one that does not exist, or requires that it exists.
 * With `inWorker`, editions in SQLite are written in a worker thread: it takes time to start, and lets imports that take
 * seconds use a second core. Throws `database-unusable`.
 */
export async function openCatalogs(
  database: string,
  ifMissing: 'create' | 'require',
  inWorker = false,
): Promise<Catalogs> {
  if (isPostgres(database)) return await (await postgresCatalogs()).openPostgresCatalogs(database, ifMissing)
  const path = sqlitePath(database)
  if (ifMissing === 'require') requireFile(path)
  try {
    return openSqliteCatalogs(path, inWorker)
  } catch (error) {
    if (error instanceof VitrineError) throw error
    throw unusable(`the database ${path} cannot be made: ${(error as Error).message}`)
  }
}

/** The schema version of a database before and after a migration; `from` is undefined if there were no tables. */
export interface Migration {
  readonly from: number | undefined
  readonly to: number
}

/** Creates the tables of a database that has none. Throws `database-unusable` if they have another version. */
export async function migrateDatabase(database: string): Promise<Migration> {
  if (isPostgres(database)) return await (await postgresCatalogs()).migratePostgres(database)
  return migrateSqlite(sqlitePath(database))
}

/** Whether the database exists. Throws `database-unusable`. */
export async function databaseExists(database: string): Promise<boolean> {
  if (isPostgres(database)) return await (await postgresCatalogs()).postgresHasTables(database)
  return existsSync(sqlitePath(database))
}

/** The name of a database for messages: without its password. */
export function publicName(database: string): string {
  return isPostgres(database) ? withoutPassword(database) : database
}

function sqlitePath(database: string): string {
  const path = withoutPrefix(database)
  if (path === undefined || path === '' || path === ':memory:') {
    throw unusable(`${JSON.stringify(database)} names no database; a path does, such as ./data/vitrine.db`)
  }
  return path
}

function withoutPrefix(database: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(database)) return database
  const [, scheme, path] = /^([^:]+):(.*)$/s.exec(database)!
  if (!/^(file|sqlite)$/i.test(scheme!)) return undefined
  if (!path!.startsWith('//')) return path
  // The path of an address follows the two slashes: sqlite:///var/data.db is /var/data.db.
  return URL.canParse(`file:${path}`) && path!.startsWith('///') ? fileURLToPath(`file:${path}`) : path!.slice(2)
}

function unusable(sentence: string): VitrineError {
  return new VitrineError('database-unusable', sentence)
}
