import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { VitrineError } from '../../catalog/error.ts'
import type { StoreId } from '../../catalog/store.ts'
import { Edition, type Editions, type StoreState } from '../../edition/edition.ts'
import { type StateRow, stateOf } from '../sql-catalogs.ts'
import { connect, requireFile } from './connection.ts'
import { checkSchema } from './schema.ts'
import { SQL } from './statements.ts'
import { SqliteStorage } from './storage.ts'

/** Opens a SQLite file for the server, read-only. Throws `database-unusable`. */
export function openSqliteEditions(path: string): Editions {
  requireFile(path)
  return new SqliteEditions(connect(path, true))
}

/** The current editions of a SQLite file that other processes write. */
class SqliteEditions implements Editions {
  /** A file does not go away. */
  readonly unavailableSince = undefined
  protected readonly db: DatabaseSync
  readonly #storage: SqliteStorage
  readonly #dataVersion: StatementSync
  readonly #state: StatementSync
  readonly #current = new Map<StoreId, Edition>()
  #lastVersion = -1
  #isFresh = false

  constructor(db: DatabaseSync) {
    this.db = db
    this.#storage = new SqliteStorage(db)
    this.#dataVersion = db.prepare('PRAGMA data_version')
    this.#state = db.prepare(SQL.oneState)
  }

  current(store: StoreId): Edition {
    this.#forgetIfChanged()
    const cached = this.#current.get(store)
    if (cached) return cached
    const row = this.#state.get(store) as unknown as StateRow | undefined
    if (!row) throw new VitrineError('store-not-found', 'this store does not exist')
    const { store: settings, edition: summary } = stateOf(row)
    const edition = new Edition(this.#storage, settings, summary)
    this.#current.set(store, edition)
    return edition
  }

  async ping(): Promise<void> {
    checkSchema(this.db)
  }

  async list(): Promise<StoreState[]> {
    return this.db
      .prepare(SQL.allStates)
      .all()
      .map((row) => stateOf(row as unknown as StateRow))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.db.close()
  }

  /**
   * SQLite tells in 3 µs whether another connection has committed. It is asked once a turn of the event loop: all requests of
   * one turn were received before it began, so none of them misses an edition that was published before it was sent.
   */
  #forgetIfChanged(): void {
    if (this.#isFresh) return
    this.#isFresh = true
    setImmediate(() => {
      this.#isFresh = false
    })
    const { data_version: version } = this.#dataVersion.get() as { data_version: number }
    if (version !== this.#lastVersion) this.#current.clear()
    this.#lastVersion = version
  }
}
