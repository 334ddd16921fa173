import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite'
import { VitrineError } from '@vitrine/catalog/error'
import { freeBytes, megabytes, temporaryFolder } from './disk-room.ts'

/** The file, its disk or another process is at fault. */
export class FileUnusable extends VitrineError {
  /** The primary result code of SQLite. */
  readonly errcode: number

  /** The disk that is full, if one of them is. */
  readonly fullDisk: 'database' | 'temporary' | undefined

  constructor(sentence: string, errcode: number, cause: unknown, fullDisk?: 'database' | 'temporary') {
    super('database-unusable', sentence, [], cause)
    this.errcode = errcode
    this.fullDisk = fullDisk
  }
}

/**
 * Opens a SQLite file; without a path, a temporary one. This call, and every later use of the file and its statements,
 * may throw `FileUnusable`.
 */
export function openFile(path: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const file = translated(path, () => new DatabaseSync(path, options))()
  const prepare = file.prepare.bind(file)
  file.exec = translated(path, file.exec.bind(file))
  file.prepare = translated(path, (sql) => translateStatement(path, prepare(sql)))
  return file
}

function translateStatement(path: string, statement: StatementSync): StatementSync {
  const iterate = statement.iterate.bind(statement)
  statement.all = translated(path, statement.all.bind(statement)) as StatementSync['all']
  statement.get = translated(path, statement.get.bind(statement)) as StatementSync['get']
  statement.run = translated(path, statement.run.bind(statement)) as StatementSync['run']
  statement.iterate = function* (...values: Parameters<typeof iterate>) {
    try {
      yield* iterate(...values)
    } catch (error) {
      throw translateError(path, error)
    }
  } as StatementSync['iterate']
  return statement
}

function translated<Args extends unknown[], Result>(path: string, call: (...args: Args) => Result) {
  return (...args: Args): Result => {
    try {
      return call(...args)
    } catch (error) {
      throw translateError(path, error)
    }
  }
}

const SQLITE_FULL = 13
const SQLITE_CORRUPT = 11
export const SQLITE_NOTADB = 26

/**
 * The result codes that do not blame the program (https://sqlite.org/rescode.html): PERM, BUSY, READONLY, IOERR,
 * CORRUPT, FULL, CANTOPEN, PROTOCOL and NOTADB.
 */
const UNUSABLE: ReadonlySet<number> = new Set([3, 5, 8, 10, SQLITE_CORRUPT, SQLITE_FULL, 14, 15, SQLITE_NOTADB])

/** The extended result code of a write that failed for another reason than a full disk, such as a quota. */
const SQLITE_IOERR_WRITE = 778

/** Another program has changed the tables since the file was opened. Nobody else knows a temporary file. */
const TABLE_GONE = /^no such (table|column|index): /

/** The error of ours that an error of SQLite means. */
function translateError(path: string, error: unknown): unknown {
  const { code, errcode = 0, message } = error as { code?: string; errcode?: number; message: string }
  // The lowest byte of an extended result code is the primary one.
  const primary = errcode & 0xff
  const isClosed = code === 'ERR_INVALID_STATE'
  const isChanged = path !== '' && TABLE_GONE.test(message)
  if (!UNUSABLE.has(primary) && !isClosed && !isChanged) return error
  if (primary === SQLITE_FULL) return diskFull(path, undefined, error)
  const name = path === '' ? `database for temporary files (${temporaryFolder()})` : `database ${path}`
  return new FileUnusable(`the ${name} cannot be used: ${message}${hint(path, errcode)}`, primary, error)
}

const NO_DATABASE =
  ', or its beginning is damaged. Name another one with --database, or restore a backup in which `vitrine verify` finds no damage'

function hint(path: string, errcode: number): string {
  if (errcode === SQLITE_IOERR_WRITE) return '. A write failed: see whether a quota of the disk is used up'
  if (path !== '' && errcode === SQLITE_NOTADB) return NO_DATABASE
  if ((errcode & 0xff) !== SQLITE_CORRUPT || path === '') return ''
  // SQLite gives a read error of the disk the same code (`unixRead` in https://sqlite.org/src/file/src/os_unix.c).
  return ', or the disk cannot read it. `vitrine verify` says which stores are damaged and what to do'
}

/** Bytes. SQLite reports a full disk if it cannot write one page, and pages have 32 kB. */
export const NEARLY_NONE = 1_000_000

/**
 * The error for a full disk with a file or, without a path, with temporary files. It names the disk that has no room.
 * `missing` are the bytes that are needed more, where that is known.
 */
export function diskFull(path: string, missing?: number, cause?: unknown): FileUnusable {
  const folder = temporaryFolder()
  const disks = [
    { disk: 'database', name: `the database ${path}`, free: path === '' ? undefined : freeBytes(path) },
    { disk: 'temporary', name: `temporary files (${folder})`, free: freeBytes(folder) },
  ].filter(({ free }) => free !== undefined) as {
    disk: 'database' | 'temporary'
    name: string
    free: number
  }[]
  // A database of SQLite has temporary files too.
  const full = disks.filter(({ free }) => free < NEARLY_NONE)
  const blamed = missing === undefined ? (full.length > 0 ? full : disks) : disks.slice(0, 1)
  const names = blamed.map(({ name }) => name).join(' or the disk with ')
  const room = blamed.map(({ free }) => `${megabytes(free)} are free`).join(' and ')
  const needed = missing === undefined ? '' : `, at least ${megabytes(missing)} more are needed`
  return new FileUnusable(
    `the disk with ${names} is full: ${room}${needed}; nothing was changed. Make room and try again.`,
    SQLITE_FULL,
    cause,
    blamed.length === 1 ? blamed[0]!.disk : undefined,
  )
}

/** Whether an error of SQLite says that a disk is full, also if a worker threw it. */
export function isDiskFull(error: unknown): error is Pick<FileUnusable, 'fullDisk' | 'message'> {
  return (error as { errcode?: number }).errcode === SQLITE_FULL
}
