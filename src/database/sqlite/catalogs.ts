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
import { connect, fileUnusable } from './connection.ts'
import { lockWrites } from './lock.ts'
import { checkSchema, versionOf } from './schema.ts'
import { durableTransaction } from './statements.ts'
import { SELECT_STATES, stateOf } from './states.ts'
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
    const rows =
      store === undefined
        ? this.#db.prepare(`${SELECT_STATES} ORDER BY s.store`).all()
        : this.#db.prepare(`${SELECT_STATES} WHERE s.store = ?`).all(store)
    return rows.map(stateOf)
  }

  async editions(store: StoreId): Promise<readonly KeptEdition[]> {
    return this.#db
      .prepare(EDITIONS)
      .all(store)
      .map((row) => ({ ...row }) as unknown as KeptEdition)
  }

  async addStore(store: Store): Promise<boolean> {
    let added = false
    durableTransaction(this.#db, () => {
      added = this.#db.prepare(ADD_STORE).run(store.id, JSON.stringify(store)).changes === 1
      if (added) this.#db.prepare(ADD_EDITION).run(store.id, store.createdAt)
    })
    return added
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
      return this.#inWorker
        ? await openWorkerWriter(this.#path, store, unlock)
        : new SqliteWriter(this.#db, store, unlock)
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

const EDITIONS = `
  SELECT edition AS number, published_at AS publishedAt, products AS productCount, variants AS variantCount,
    replaced_at AS replacedAt
  FROM editions WHERE store = ? ORDER BY edition DESC`

const ADD_STORE = 'INSERT OR IGNORE INTO stores (store, settings, edition) VALUES (?, ?, 0)'
const ADD_EDITION = 'INSERT INTO editions (store, edition, published_at, products, variants) VALUES (?, 0, ?, 0, 0)'
