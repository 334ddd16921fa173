import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreId } from '@vitrine/catalog/store'
import { type FileUnusable, openFile } from '@vitrine/runtime/sqlite-file'
import { WorkerClient } from '@vitrine/runtime/worker-rpc'
import { Catalogs } from '../../edition/catalogs.ts'
import type { StorageWriters } from '../../edition/storage.ts'
import { SqlCatalogStorage } from '../sql-catalogs.ts'
import { SqlWriters } from '../sql-writers.ts'
import { connect } from './connection.ts'
import { requireOwnLog } from './database-files.ts'
import { remoteWriters } from './remote-writers.ts'
import { ReservingConnection } from './reserving-connection.ts'
import { checkSchema } from './schema.ts'
import { SQL } from './statements.ts'
import { SqliteStorage } from './storage.ts'
import { SqliteWriter } from './writer.ts'

/**
 * Opens a SQLite file for the operator's commands, and makes it if there is none. With `inWorker`, editions are written
 * in a worker thread, while this one prepares what comes next. Throws `database-unusable`.
 */
export function openSqliteCatalogs(path: string, inWorker = false): Catalogs {
  mkdirSync(dirname(path), { recursive: true })
  requireOwnLog(path)
  return new Catalogs(new SqliteCatalogStorage(path, inWorker))
}

const SQLITE_BUSY = 5

/** A worker that writes has a connection of its own. This side holds the lock until the worker has ended. */
class SqliteCatalogStorage extends SqlCatalogStorage<ReservingConnection, DatabaseSync> {
  readonly storage: SqliteStorage
  readonly #path: string
  readonly #inWorker: boolean

  constructor(path: string, inWorker: boolean) {
    super(new ReservingConnection(connect(path, false), path), SQL)
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
      // In memory: otherwise the transaction would write a file, which a full disk refuses.
      lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
      return true
    } catch (error) {
      if ((error as FileUnusable).errcode === SQLITE_BUSY) return false
      throw error
    }
  }

  protected closeLock(lock: DatabaseSync): void {
    lock.close()
  }

  protected async openWriters(store: StoreId, lock: DatabaseSync, least?: number): Promise<StorageWriters> {
    const unlock = () => lock.close()
    const writers = this.#inWorker
      ? remoteWriters(new WorkerClient(import.meta.url, 'worker-writer', { path: this.#path }), unlock)
      : new SqlWriters(this.connection, SQL, (...of) => new SqliteWriter(this.connection, ...of), unlock)
    await writers.of(store, least)
    return writers
  }
}
