import { tmpdir } from 'node:os'
import { DatabaseSync, type DatabaseSyncOptions, type StatementSync } from 'node:sqlite'
import { VitrineError } from '../catalog/error.ts'

/** The file, its disk or another process is at fault. */
export class FileUnusable extends VitrineError {
  /** The primary result code of SQLite. */
  readonly errcode: number

  constructor(sentence: string, errcode: number, cause: unknown) {
    super('database-unusable', sentence, [], cause)
    this.errcode = errcode
  }
}

/**
 * Opens a SQLite file; without a path, a temporary one. This call, and every later use of the file and its statements, may
 * throw `FileUnusable`.
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

/**
 * The result codes that do not blame the program (https://sqlite.org/rescode.html): PERM, BUSY, READONLY, IOERR, CORRUPT,
 * FULL, CANTOPEN, PROTOCOL and NOTADB.
 */
const UNUSABLE: ReadonlySet<number> = new Set([3, 5, 8, 10, 11, SQLITE_FULL, 14, 15, 26])

const SQLITE_CORRUPT = 11

/** Another program has changed the tables since the file was opened. */
const TABLE_GONE = /^no such (table|column|index): /

/** The error of ours that an error of SQLite means. */
function translateError(path: string, error: unknown): unknown {
  const { code, errcode, message } = error as { code?: string; errcode?: number; message: string }
  // The lowest byte of an extended result code is the primary one.
  const primary = (errcode ?? 0) & 0xff
  const isClosed = code === 'ERR_INVALID_STATE'
  if (!UNUSABLE.has(primary) && !isClosed && !TABLE_GONE.test(message)) return error
  const temporary = `temporary files (${tmpdir()})`
  if (primary === SQLITE_FULL) {
    const disks = path === '' ? temporary : `the database ${path} or the disk with ${temporary}`
    return new FileUnusable(
      `the disk with ${disks} is full; nothing was changed. Make room and try again.`,
      primary,
      error,
    )
  }
  const name = path === '' ? `database for ${temporary}` : `database ${path}`
  return new FileUnusable(`the ${name} cannot be used: ${reasonOf(primary, message)}`, primary, error)
}

function reasonOf(primary: number, message: string): string {
  // SQLite gives both the same code (`unixRead` in https://sqlite.org/src/file/src/os_unix.c).
  return primary === SQLITE_CORRUPT ? `${message}, or the disk cannot read it` : message
}
