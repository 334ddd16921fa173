import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreId } from '../../catalog/store.ts'
import { Catalogs } from '../../edition/catalogs.ts'
import type { StorageWriter } from '../../edition/storage.ts'
import { SCHEMA_VERSION } from '../../edition/tables.ts'
import { type FileUnusable, openFile } from '../../runtime/sqlite-file.ts'
import { remote, WorkerClient } from '../../runtime/worker-rpc.ts'
import { SqlCatalogStorage } from '../sql-catalogs.ts'
import { connect, fileUnusable, SqliteConnection } from './connection.ts'
import { checkSchema, versionOf } from './schema.ts'
import { SQL } from './statements.ts'
import { SqliteStorage } from './storage.ts'
import { SqliteWriter } from './writer.ts'

/**
 * Opens a SQLite file for the operator's commands, and makes it if there is none. With `inWorker`, editions are written in a
 * worker thread, while this one prepares what comes next. Throws `database-unusable`.
 */
export function openSqliteCatalogs(path: string, inWorker = false): Catalogs {
  mkdirSync(dirname(path), { recursive: true })
  return new Catalogs(new SqliteCatalogStorage(path, inWorker))
}

/** Creates the tables where there are none. Throws `database-unusable`. */
export function migrateSqlite(path: string): { from: number | undefined; to: number } {
  const from = versionAt(path)
  mkdirSync(dirname(path), { recursive: true })
  connect(path, false).close()
  return { from, to: SCHEMA_VERSION }
}

/** The version of a file's tables; undefined where there are none. */
function versionAt(path: string): number | undefined {
  if (!existsSync(path)) return undefined
  try {
    using db = openFile(path, { readOnly: true, timeout: 10_000 })
    return versionOf(db)
  } catch (error) {
    throw fileUnusable(path, error as Error)
  }
}

const SQLITE_BUSY = 5

/** A worker that writes has a connection of its own. This side holds the lock until the worker has ended. */
class SqliteCatalogStorage extends SqlCatalogStorage<SqliteConnection, DatabaseSync> {
  readonly storage: SqliteStorage
  readonly #path: string
  readonly #inWorker: boolean

  constructor(path: string, inWorker: boolean) {
    super(new SqliteConnection(path), SQL)
    this.storage = new SqliteStorage(this.connection.db)
    this.#path = path
    this.#inWorker = inWorker
  }

  async check(): Promise<void> {
    checkSchema(this.connection.db)
  }

  /** One writer a file: SQLite lets one connection write. The lock is a transaction on a second, empty database. */
  protected async openLock(): Promise<DatabaseSync> {
    return openFile(`${this.#path}-lock`, { timeout: 0 })
  }

  protected async tryLock(lock: DatabaseSync): Promise<boolean> {
    try {
      lock.exec('BEGIN EXCLUSIVE')
      return true
    } catch (error) {
      if ((error as FileUnusable).errcode === SQLITE_BUSY) return false
      throw error
    }
  }

  protected closeLock(lock: DatabaseSync): void {
    lock.close()
  }

  protected async openWriter(store: StoreId, lock: DatabaseSync): Promise<StorageWriter> {
    const unlock = () => lock.close()
    if (!this.#inWorker) return new SqliteWriter(this.connection, store, unlock)
    const worker = new WorkerClient(import.meta.url, 'worker-writer', { path: this.#path, store })
    return remote<StorageWriter>(worker, unlock)
  }
}
