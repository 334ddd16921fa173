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

/**
 * While nobody has committed for this many milliseconds, the reads of a turn of the event loop share one transaction. They
 * then lock and unlock the file once, not once each. While another process imports, each read is a transaction by itself: a
 * server under load would otherwise nearly always hold a snapshot of the file, and SQLite could not begin its write-ahead log
 * again.
 */
const MIN_QUIET = 1000

/** The current editions of a SQLite file that other processes write. */
class SqliteEditions implements Editions {
  /** A file does not go away. */
  readonly unavailableSince = undefined
  protected readonly db: DatabaseSync
  readonly #storage: SqliteStorage
  readonly #dataVersion: StatementSync
  readonly #begin: StatementSync
  readonly #end: StatementSync
  readonly #state: StatementSync
  readonly #current = new Map<StoreId, Edition>()
  #lastVersion = -1
  /** The time of the last turn that found a commit, by `performance.now()`. */
  #changedAt = Number.NEGATIVE_INFINITY
  #isFresh = false

  constructor(db: DatabaseSync) {
    this.db = db
    this.#storage = new SqliteStorage(db)
    this.#dataVersion = db.prepare('PRAGMA data_version')
    this.#begin = db.prepare('BEGIN')
    this.#end = db.prepare('ROLLBACK')
    this.#state = db.prepare(SQL.oneState)
  }

  current(store: StoreId): Edition {
    this.#forgetIfChanged()
    const cached = this.#current.get(store)
    if (cached) return cached
    const row = this.#state.get(store) as unknown as StateRow | undefined
    if (!row) {
      // A store that a program adds now is there at its next question.
      this.#endTransaction()
      throw new VitrineError('store-not-found', 'this store does not exist')
    }
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
   * SQLite tells whether another connection has committed. It is asked once a turn of the event loop: all requests of one turn
   * were received before it began, so none of them misses an edition that was published before it was sent.
   */
  #forgetIfChanged(): void {
    if (this.#isFresh) return
    this.#isFresh = true
    const now = performance.now()
    if (now - this.#changedAt >= MIN_QUIET) this.#begin.run()
    setImmediate(() => {
      this.#isFresh = false
      this.#endTransaction()
    })
    const { data_version: version } = this.#dataVersion.get() as { data_version: number }
    if (version === this.#lastVersion) return
    this.#current.clear()
    this.#lastVersion = version
    this.#changedAt = now
  }

  /**
   * Ends the transaction if there is one. The server may have closed the file. Nothing was written, and ROLLBACK does not
   * report damage of the file again.
   */
  #endTransaction(): void {
    if (this.db.isOpen && this.db.isTransaction) this.#end.run()
  }
}
