import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '@vitrine/catalog/error'
import { openFile } from '@vitrine/runtime/sqlite-file'
import { type Cell, type RowCells, SCHEMA_VERSION } from '../../edition/tables.ts'
import type { Migration } from '../adapter.ts'
import { upgrade } from '../upgrade.ts'
import { connect, requireNoFolder, SqliteConnection } from './connection.ts'
import { requireOwnLog } from './database-files.ts'
import { TABLES, versionOf } from './schema.ts'

/** Creates the tables where there are none, and upgrades those of an older version. Throws `database-unusable`. */
export async function migrateSqlite(path: string): Promise<Migration> {
  requireNoFolder(path)
  mkdirSync(dirname(path), { recursive: true })
  requireOwnLog(path)
  const from = versionAt(path)
  if (from !== undefined && from < SCHEMA_VERSION) await upgradeFile(path)
  connect(path, false).close()
  return { from, to: SCHEMA_VERSION }
}

/** The version of a file's tables; undefined where there are none. */
function versionAt(path: string): number | undefined {
  if (!existsSync(path)) return undefined
  using db = openFile(path, { readOnly: true, timeout: 10_000 })
  return versionOf(db)
}

async function upgradeFile(path: string): Promise<void> {
  using _lock = lockFile(path)
  await using connection = new SqliteConnection(openFile(path, { timeout: 1000 }))
  const { db } = connection
  requireNoOtherUser(path, db)
  db.exec('PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 134217728')
  // Another process may have upgraded it before the lock was free.
  const from = versionOf(db)!
  if (from < SCHEMA_VERSION) await connection.execute(upgrade(dialectOf(db), from, SCHEMA_VERSION), 'durable')
}

/** Takes the lock of the imports of older versions and of this one. Throws `database-unusable` if an import has it. */
function lockFile(path: string): DatabaseSync {
  const lock = openFile(`${path}-lock`, { timeout: 1000 })
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    const sentence = `the database ${path} is being written by an import; migrate it when the import has ended`
    throw new VitrineError('database-unusable', sentence, [], error)
  }
}

/**
 * Lets no other process open the file as long as this connection is open. Throws `database-unusable` if one has it
 * open: a server could not read the new tables.
 */
function requireNoOtherUser(path: string, db: DatabaseSync): void {
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK')
  } catch (error) {
    const sentence = `another process, such as a server, has the database ${path} open; stop it and migrate again`
    throw new VitrineError('database-unusable', sentence, [], error)
  }
}

function dialectOf(db: DatabaseSync): Parameters<typeof upgrade>[0] {
  return {
    schema: TABLES,
    parameterSign: '?',
    insert: (table, columns, rows) => insertRows(db, table, columns, rows),
    setVersion: (version) => `PRAGMA user_version = ${version}`,
  }
}

function insertRows(db: DatabaseSync, table: string, columns: readonly string[], rows: readonly RowCells[]): void {
  const insert = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${columns.map(() => '?')})`)
  for (const row of rows) insert.run(...(row as Cell[]))
}
