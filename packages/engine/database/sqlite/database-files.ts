import { type BigIntStats, closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { VitrineError } from '@vitrine/catalog/error'

/** Which files lie at the path of a database and beside it, by the numbers that the file system gives them. */
export interface DatabaseFiles {
  /** The file itself; undefined if there is none. */
  readonly database: string | undefined
  /** The write-ahead log and its index, as far as they exist. */
  readonly logs: readonly string[]
  /** Differs after every change of these files. */
  readonly state: string
}

/** Looks at the paths. SQLite keeps the log beside the file that a symbolic link leads to. */
export function filesAt(path: string): DatabaseFiles {
  const target = realPath(path)
  const database = stat(target)
  const [log, index] = [stat(`${target}-wal`), stat(`${target}-shm`)]
  const state = [database, log, index].map((stats) => stats && `${idOf(stats)} ${stats.size} ${stats.ctimeNs}`).join()
  return {
    database: database && idOf(database),
    logs: [log, index].filter((stats) => stats !== undefined).map(idOf),
    state,
  }
}

const HEADER_BYTES = 20
const WRITE_VERSION = 18
const ROLLBACK_JOURNAL = 1

/**
 * Whether the header of an open file says that the file has no write-ahead log: a copy that nobody has written to.
 * Never open and close a file for this that SQLite has open: closing would end the locks of SQLite in this process
 * (https://sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_).
 */
export function hasNoLog(descriptor: number): boolean {
  const header = Buffer.alloc(HEADER_BYTES)
  readSync(descriptor, header, 0, HEADER_BYTES, 0)
  return header[WRITE_VERSION] === ROLLBACK_JOURNAL
}

/** The files that `requireOwnLog` need not, or must not, open: SQLite may have them open. */
const opened = new Set<string>()

/** Notes that SQLite opens a file in this process. */
export function noteOpened({ database }: DatabaseFiles): void {
  if (database !== undefined) opened.add(database)
}

/**
 * Throws `database-unusable` if the log beside a file belongs to another file. That is certain only of a copy that
 * nobody has written to.
 */
export function requireOwnLog(path: string): void {
  const files = filesAt(path)
  if (files.logs.length === 0 || files.database === undefined || opened.has(files.database)) return
  noteOpened(files)
  const descriptor = openSync(path, 'r')
  try {
    if (hasNoLog(descriptor)) throw foreignLog(path)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * The error for a log that another file had, which lay at the path before. SQLite would apply such a log: the changes
 * of the other file, page by page.
 */
export function foreignLog(path: string): VitrineError {
  const files = `${path}-wal and ${path}-shm`
  const sentence = `${files} belong to another file, which was at ${path} before; delete both, so that SQLite does not apply them`
  return new VitrineError('database-unusable', sentence)
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

function stat(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}

function idOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}
