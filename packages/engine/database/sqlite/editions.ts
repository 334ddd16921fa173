import { VitrineError } from '@vitrine/catalog/error'
import type { StoreId } from '@vitrine/catalog/store'
import type { Edition } from '../../edition/edition.ts'
import type { Editions } from '../../edition/editions.ts'
import type { StoreState } from '../../edition/rows.ts'
import type { DatabaseLog } from '../adapter.ts'
import { filesAt } from './database-files.ts'
import { openReader, type SqliteReader } from './reader.ts'

/** Milliseconds between two looks at the path. */
const LOOK_MILLISECONDS = 250

/** After so many milliseconds, a file that could not be opened is tried again although nothing has changed. */
const RETRY_MILLISECONDS = 2000

/** Requests under way may read a file for so many milliseconds after it was replaced, as they may read an edition. */
const RETIRED_MILLISECONDS = 60_000

/** How long the products of a new file are tried, in milliseconds. Requests wait meanwhile. */
const TRIAL_MILLISECONDS = 100

/** Opens a SQLite file for the server, read-only. Throws `database-unusable`. */
export function openSqliteEditions(path: string, report: DatabaseLog = () => {}): Editions {
  return new SqliteEditions(path, report)
}

/**
 * The current editions of the file at a path. If another file is put there, new requests read that one, and requests
 * under way finish on the old one. If the other file cannot be used, or if there is none, the file that is open is read
 * further.
 */
class SqliteEditions implements Editions {
  /** Nothing is promised from memory: what is cached is answered while the file can be read. */
  readonly unavailableSince = undefined
  readonly #path: string
  readonly #report: DatabaseLog
  /** Undefined after the file was overwritten, until it can be opened again. */
  #reader: SqliteReader | undefined
  /** Why the file at the path is not the one that is read. */
  #problem: string | undefined
  /** What lay at the path at the last attempt to open it, and its time by `performance.now()`. */
  #attempt = { state: '', at: 0 }
  /** The logs that the open file has had. No other file gets their numbers while it is open. */
  readonly #logs = new Set<string>()
  readonly #retired = new Map<SqliteReader, NodeJS.Timeout>()
  readonly #timer: NodeJS.Timeout

  constructor(path: string, report: DatabaseLog) {
    this.#path = path
    this.#report = report
    this.#reader = openReader(path)
    this.#noteLogs(filesAt(path).logs)
    this.#timer = setInterval(() => this.#look(), LOOK_MILLISECONDS)
    this.#timer.unref()
  }

  current(store: StoreId): Edition {
    return this.#opened().current(store)
  }

  async ping(): Promise<void> {
    this.#opened().ping()
  }

  async list(): Promise<StoreState[]> {
    return this.#opened().list()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    for (const reader of [...this.#retired.keys()]) this.#close(reader)
    this.#reader?.close()
  }

  #opened(): SqliteReader {
    if (this.#reader) return this.#reader
    throw new VitrineError('database-unusable', this.#problem!)
  }

  /** Notices that another file lies at the path, or that the open file was overwritten. */
  #look(): void {
    const { database, logs, state } = filesAt(this.#path)
    if (this.#reader && this.#reader.file === database) {
      if (!this.#reader.isOverwritten()) {
        this.#goOn(logs)
        return
      }
      // Its pages and its log contradict each other.
      this.#reader.close()
      this.#reader = undefined
      this.#logs.clear()
    }
    const now = performance.now()
    if (state === this.#attempt.state && now - this.#attempt.at < RETRY_MILLISECONDS) return
    this.#attempt = { state, at: now }
    if (database === undefined) this.#complain(`there is no file at ${this.#path}`)
    else this.#changeTo(database)
  }

  /** The open file is the one at the path. */
  #goOn(logs: readonly string[]): void {
    this.#noteLogs(logs)
    if (this.#problem === undefined) return
    this.#problem = undefined
    this.#report('info', `the file at ${this.#path} is again the one that the server reads`)
  }

  #noteLogs(logs: readonly string[]): void {
    for (const log of logs) this.#logs.add(log)
  }

  #changeTo(file: string): void {
    // SQLite may have a file open once only: see `hasNoLog`.
    for (const reader of [...this.#retired.keys()]) if (reader.file === file) this.#close(reader)
    let next: SqliteReader | undefined
    try {
      next = openReader(this.#path, this.#logs)
      next.readStores(TRIAL_MILLISECONDS)
    } catch (error) {
      next?.close()
      this.#complain(`another file at ${this.#path} cannot be used: ${(error as Error).message}`)
      return
    }
    if (this.#reader) this.#retire(this.#reader)
    this.#reader = next
    this.#problem = undefined
    this.#logs.clear()
    this.#noteLogs(filesAt(this.#path).logs)
    this.#report('info', `another file was put at ${this.#path}: the server reads it from now on`)
  }

  #complain(reason: string): void {
    const consequence = this.#reader ? 'the server goes on with the file that it has open' : 'requests fail with 503'
    const problem = `${reason}; ${consequence}`
    if (problem !== this.#problem) this.#report('error', problem)
    this.#problem = problem
  }

  #retire(reader: SqliteReader): void {
    this.#retired.set(reader, setTimeout(() => this.#close(reader), RETIRED_MILLISECONDS).unref())
  }

  #close(reader: SqliteReader): void {
    clearTimeout(this.#retired.get(reader))
    this.#retired.delete(reader)
    reader.close()
  }
}
