import type { DatabaseSync } from 'node:sqlite'
import { openFile } from '@vitrine/runtime/sqlite-file'
import type { Cell } from '../../edition/tables.ts'
import type { OlderTables } from '../older-tables.ts'
import { requireFile, requireNoFolder } from './connection.ts'
import { requireOwnLog } from './database-files.ts'
import { requireTables, versionOf } from './schema.ts'

/** Opens a SQLite file with tables of any version, read-only. Throws `database-unusable`. */
export function openOlderSqlite(path: string): OlderTables {
  requireNoFolder(path)
  requireFile(path)
  requireOwnLog(path)
  const db = openFile(path, { readOnly: true, timeout: 10_000 })
  try {
    requireTables(db)
    return new OlderSqlite(db)
  } catch (error) {
    db.close()
    throw error
  }
}

class OlderSqlite implements OlderTables {
  readonly schema = ''
  readonly idType = 'text'
  readonly version: number
  readonly names: ReadonlySet<string>
  readonly #db: DatabaseSync

  constructor(db: DatabaseSync) {
    this.#db = db
    this.version = versionOf(db)!
    this.names = new Set(
      db
        .prepare('SELECT name FROM sqlite_schema')
        .all()
        .map(({ name }) => String(name)),
    )
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#db.prepare(text.replaceAll('$', '?')).all(...(values as Cell[])) as Row[]
  }

  async inSnapshot<Result>(read: () => Promise<Result>): Promise<Result> {
    this.#db.exec('BEGIN')
    try {
      return await read()
    } finally {
      this.#db.exec('COMMIT')
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#db.close()
  }
}
