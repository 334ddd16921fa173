import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Store, StoreId } from '../../catalog/store.ts'
import { StoredCatalogs } from '../../edition/catalogs.ts'
import type { Catalogs } from '../../edition/draft.ts'
import type { StoreState } from '../../edition/edition.ts'
import type { KeptEdition } from '../../edition/prune.ts'
import type { Storage, StorageWriter, WritableStorage } from '../../edition/storage.ts'
import { SCHEMA_VERSION } from '../../edition/tables.ts'
import { type StateRow, stateOf } from '../state-row.ts'
import { connect, fileUnusable } from './connection.ts'
import { lockWrites } from './lock.ts'
import { checkSchema, versionOf } from './schema.ts'
import { durableTransaction, SQL } from './statements.ts'
import { SqliteStorage } from './storage.ts'
import { openWorkerWriter } from './worker-writer.ts'
import { SqliteWriter } from './writer.ts'

/**
 * Opens a SQLite file for the operator's commands, and makes it if there is none. With `inWorker`, editions are written in a
 * worker thread, while this one prepares what comes next. Throws `database-unusable`.
 */
export function openSqliteCatalogs(path: string, inWorker = false): Catalogs {
  mkdirSync(dirname(path), { recursive: true })
  return new StoredCatalogs(new SqliteCatalogStorage(path, connect(path, false), inWorker))
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
    using db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
    return versionOf(db) || undefined
  } catch (error) {
    throw fileUnusable(path, error as Error)
  }
}

class SqliteCatalogStorage implements WritableStorage {
  readonly #path: string
  readonly #db: DatabaseSync
  readonly #inWorker: boolean
  readonly #storage: SqliteStorage

  constructor(path: string, db: DatabaseSync, inWorker: boolean) {
    this.#path = path
    this.#db = db
    this.#inWorker = inWorker
    this.#storage = new SqliteStorage(db)
  }

  async stores(store?: StoreId): Promise<readonly StoreState[]> {
    const rows = store === undefined ? this.#db.prepare(SQL.allStates).all() : this.#db.prepare(SQL.oneState).all(store)
    return rows.map((row) => stateOf(row as unknown as StateRow))
  }

  async editions(store: StoreId): Promise<readonly KeptEdition[]> {
    return this.#db
      .prepare(SQL.editions)
      .all(store)
      .map((row) => ({ ...row }) as unknown as KeptEdition)
  }

  async addStore(store: Store): Promise<boolean> {
    return durableTransaction(this.#db, () => {
      const added = this.#db.prepare(SQL.addStore).all(store.id, JSON.stringify(store))
      if (added.length > 0) this.#db.prepare(SQL.addEdition).run(store.id, 0, store.createdAt, 0, 0)
      return added.length > 0
    })
  }

  reads(): Storage {
    return this.#storage
  }

  async open(store: StoreId, onWait: () => void, signal?: AbortSignal): Promise<StorageWriter> {
    const lock = await lockWrites(this.#path, onWait, signal)
    try {
      // A newer program may have had the lock before.
      checkSchema(this.#db)
      const unlock = () => lock[Symbol.dispose]()
      return this.#inWorker ? openWorkerWriter(this.#path, store, unlock) : new SqliteWriter(this.#db, store, unlock)
    } catch (error) {
      lock[Symbol.dispose]()
      throw error
    }
  }

  async check(): Promise<void> {
    checkSchema(this.#db)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#db.close()
  }
}
