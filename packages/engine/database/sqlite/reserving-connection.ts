import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { freeBytes } from '@vitrine/runtime/disk-room'
import { diskFull } from '@vitrine/runtime/sqlite-file'
import type { TransactionStep } from '../sql-connection.ts'
import { SqliteConnection } from './connection.ts'
import { numberOf } from './free-room.ts'

/**
 * A connection that leaves room on the disk for taking back what it wrote. What is committed lies in the write-ahead
 * log, and the log can only be emptied by copying it into the file, which grows. On a disk with little room, therefore:
 *
 * - A transaction fails before its commit unless its copy in the file will fit, and a step of discarding after that.
 *   The page cache is small, so that most of a transaction has been written by then. After a durable transaction, such
 *   as a rollback, nothing is discarded: it needs no more room than its rows.
 * - After each commit the log is copied. A transaction that fails leaves a log with nothing to copy, which is
 *   truncated.
 */
export class ReservingConnection extends SqliteConnection {
  readonly #path: string
  #cacheBytes = PAGE_CACHE.most

  constructor(db: DatabaseSync, path: string) {
    super(db)
    this.#path = path
  }

  /** Whether the disk has little room. */
  get isScarce(): boolean {
    return this.#free() < PLENTY
  }

  override async execute<Row>(steps: Iterable<TransactionStep>, durable?: 'durable'): Promise<Row[]> {
    const free = this.#free()
    const isScarce = free < PLENTY
    this.#limitCache(isScarce ? Math.max(PAGE_CACHE.least, free / 16) : PAGE_CACHE.most)
    try {
      const rows = await super.execute<Row>(isScarce ? this.#thenRequireRoom(steps, durable) : steps, durable)
      if (isScarce) this.#emptyLog('PASSIVE')
      return rows
    } catch (error) {
      this.truncateLog()
      throw error
    }
  }

  /** Gives the room of the write-ahead log back to the disk, unless a reader needs it for longer than a second. */
  truncateLog(): void {
    this.db.exec('PRAGMA busy_timeout = 1000')
    this.#emptyLog('TRUNCATE')
    this.db.exec('PRAGMA busy_timeout = 10000')
  }

  *#thenRequireRoom(steps: Iterable<TransactionStep>, durable?: 'durable'): Generator<TransactionStep> {
    yield* steps
    yield () => this.#requireRoom(durable)
  }

  #requireRoom(durable?: 'durable'): void {
    const fileBytes = statSync(this.#path).size
    const growth = numberOf(this.db, 'page_count') * numberOf(this.db, 'page_size') - fileBytes
    const discarding = durable ? 0 : Math.min(MAX_DISCARD_STEP, (fileBytes + growth) / 4)
    const missing = growth + this.#cacheBytes + discarding - this.#free()
    if (missing > 0) throw diskFull(this.#path, missing)
  }

  #free(): number {
    return freeBytes(this.#path) ?? Number.POSITIVE_INFINITY
  }

  #limitCache(bytes: number): void {
    const limited = Math.min(PAGE_CACHE.most, Math.round(bytes))
    if (limited === this.#cacheBytes) return
    this.#cacheBytes = limited
    this.db.exec(`PRAGMA cache_size = -${Math.round(limited / 1024)}`)
  }

  /** An error is not that of the transaction. The next one tries again. */
  #emptyLog(mode: 'PASSIVE' | 'TRUNCATE'): void {
    try {
      this.db.exec(`PRAGMA wal_checkpoint(${mode})`)
    } catch {}
  }
}

/** Bytes. With more room, the write-ahead log may grow to its 128 MB. */
const PLENTY = 1_000_000_000

/** Bytes. Discarding removes some rows at a time: these are the pages that one step changes at most. */
const MAX_DISCARD_STEP = 16_000_000

const PAGE_CACHE = { least: 256_000, most: 32_000_000 }
