import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { VitrineError } from '@vitrine/catalog/error'
import type { StoreId } from '@vitrine/catalog/store'
import { Edition } from '../../edition/edition.ts'
import type { StoreState } from '../../edition/rows.ts'
import { type StateRow, stateOf } from '../state-row.ts'
import { connect, requireFile, requireNoFolder } from './connection.ts'
import { filesAt, foreignLog, hasNoLog, noteOpened } from './database-files.ts'
import { checkSchema } from './schema.ts'
import { SQL } from './statements.ts'
import { SqliteStorage } from './storage.ts'

/**
 * While nobody has committed for this many milliseconds, the reads of a turn of the event loop share one transaction.
 * They then lock and unlock the file once, not once each. While another process imports, each read is a transaction by
 * itself: a server under load would otherwise nearly always hold a snapshot of the file, and SQLite could not begin its
 * write-ahead log again.
 */
const MIN_QUIET = 1000

/**
 * Opens the file at a path read-only. `oldLogs` are the logs of files that lay there before. Throws
 * `database-unusable`.
 */
export function openReader(path: string, oldLogs: ReadonlySet<string> = new Set()): SqliteReader {
  requireFile(path)
  requireNoFolder(path)
  const files = filesAt(path)
  const { database, logs } = files
  noteOpened(files)
  if (logs.some((log) => oldLogs.has(log))) throw foreignLog(path)
  const descriptor = openDescriptor(path)
  let db: DatabaseSync | undefined
  try {
    if (logs.length > 0 && hasNoLog(descriptor)) throw foreignLog(path)
    db = connect(path, true)
    if (filesAt(path).database !== database) throw unusable(path, 'another file was put in its place meanwhile')
    return new SqliteReader(path, db, descriptor, database!)
  } catch (error) {
    db?.close()
    closeSync(descriptor)
    throw error
  }
}

/** The current editions of one SQLite file that other processes write. */
export class SqliteReader {
  /** Which file it is. */
  readonly file: string
  readonly #path: string
  readonly db: DatabaseSync
  /** Closed after the database. */
  readonly #descriptor: number
  readonly #asOpened: string | undefined
  readonly #storage: SqliteStorage
  readonly #dataVersion: StatementSync
  readonly #begin: StatementSync
  readonly #end: StatementSync
  readonly #state: StatementSync
  readonly #firstState: StatementSync
  readonly #product: StatementSync
  readonly #current = new Map<StoreId, Edition>()
  #lastVersion = -1
  /** Why the last commit made the file unusable: the tables have another version. */
  #fault: unknown
  /** The time of the last turn that found a commit, by `performance.now()`. */
  #changedAt = Number.NEGATIVE_INFINITY
  #isFresh = false

  constructor(path: string, db: DatabaseSync, descriptor: number, file: string) {
    this.#path = path
    this.db = db
    this.#descriptor = descriptor
    this.file = file
    this.#asOpened = hasNoLog(descriptor) ? this.#stamp() : undefined
    this.#storage = new SqliteStorage(db)
    this.#dataVersion = db.prepare('PRAGMA data_version')
    this.#begin = db.prepare('BEGIN')
    this.#end = db.prepare('ROLLBACK')
    this.#state = db.prepare(SQL.oneState)
    this.#firstState = db.prepare(`${SQL.allStates} LIMIT 1`)
    this.#product = db.prepare(
      `SELECT length(body) FROM documents WHERE store = ? AND form = 'detail' AND position = ?`,
    )
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
    const edition = new Edition(this.#storage, stateOf(row))
    this.#current.set(store, edition)
    return edition
  }

  list(): StoreState[] {
    return this.db
      .prepare(SQL.allStates)
      .all()
      .map((row) => stateOf(row as unknown as StateRow))
  }

  /**
   * Reads bytes of the file and a product of the first store, both chosen at random: what was read before may be in
   * memory. Throws `database-unusable`.
   */
  ping(): void {
    checkSchema(this.db)
    this.#readBytes()
    const first = this.#firstState.get() as unknown as StateRow | undefined
    if (first) this.#readProduct(stateOf(first))
  }

  /** Reads a product of each store, until `milliseconds` have passed. Throws `database-unusable`. */
  readStores(milliseconds: number): void {
    const end = performance.now() + milliseconds
    for (const state of this.list()) {
      this.#readProduct(state)
      if (performance.now() > end) return
    }
  }

  /**
   * Whether another program has copied something over the file. It then has no log any more, or has changed without
   * one. Files in use are written to through a log.
   */
  isOverwritten(): boolean {
    try {
      return hasNoLog(this.#descriptor) && this.#asOpened !== this.#stamp()
    } catch {
      // The disk fails; `ping` says so.
      return false
    }
  }

  close(): void {
    this.db.close()
    closeSync(this.#descriptor)
  }

  #stamp(): string {
    const { size, mtimeMs } = fstatSync(this.#descriptor)
    return `${size} ${mtimeMs}`
  }

  /** SQLite calls an error of the disk damage. The system gives it its name. */
  #readBytes(): void {
    try {
      const { size } = fstatSync(this.#descriptor)
      readSync(this.#descriptor, Buffer.alloc(1), 0, 1, Math.floor(Math.random() * size))
    } catch (error) {
      throw unusable(this.#path, (error as Error).message, error)
    }
  }

  #readProduct({ store, edition }: StoreState): void {
    this.#product.get(store.id, Math.floor(Math.random() * edition.productCount))
  }

  /**
   * SQLite tells whether another connection has committed. It is asked once a turn of the event loop: all requests of
   * one turn were received before it began, so none of them misses an edition that was published before it was sent.
   */
  #forgetIfChanged(): void {
    if (!this.#isFresh) this.#look()
    if (this.#fault) throw this.#fault
  }

  #look(): void {
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
    this.#fault = undefined
    try {
      checkSchema(this.db)
    } catch (error) {
      this.#fault = error
    }
  }

  /**
   * Ends the transaction if there is one. The server may have closed the file. Nothing was written, and ROLLBACK does
   * not report damage of the file again.
   */
  #endTransaction(): void {
    if (this.db.isOpen && this.db.isTransaction) this.#end.run()
  }
}

function openDescriptor(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw unusable(path, (error as Error).message, error)
  }
}

function unusable(path: string, reason: string, cause?: unknown): VitrineError {
  return new VitrineError('database-unusable', `the database ${path} cannot be used: ${reason}`, [], cause)
}
