import { existsSync, linkSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '@vitrine/catalog/error'
import { freeBytes, megabytes } from '@vitrine/runtime/disk-room'
import { isDiskFull, openFile } from '@vitrine/runtime/sqlite-file'
import { requireFile, requireNoFolder } from './connection.ts'
import { requireOwnLog } from './database-files.ts'
import { numberOf } from './free-room.ts'
import { requireTables } from './schema.ts'

/**
 * Copies the database, as it is at one moment, into a file that does not exist. Servers and imports go on meanwhile.
 * The file appears when it is complete and on the disk. The tables may be of any version. Throws `database-unusable` if
 * the database cannot be read or the file not be written.
 */
export async function backUpSqlite(path: string, target: string): Promise<void> {
  requireFile(path)
  if (existsSync(target)) throw unwritable(target, EXISTS)
  if (!existsSync(dirname(target))) throw unwritable(target, `the folder ${dirname(target)} does not exist`)
  requireNoFolder(path)
  requireOwnLog(path)
  {
    using db = openFile(path, { readOnly: true, timeout: 10_000 })
    requireTables(db)
  }
  // The same name each time: a backup removes what an earlier one left that was killed.
  const unfinished = join(dirname(target), `${basename(path)}.unfinished-backup`)
  removeUnfinished(unfinished)
  const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    db.prepare('VACUUM INTO ?').run(unfinished)
    await sync(unfinished)
    // Unlike a renaming, this keeps a file that exists.
    linkSync(unfinished, target)
    await sync(dirname(target))
  } catch (error) {
    removeUnfinished(unfinished)
    throw unwritable(target, reasonOf(error, db, target), error)
  } finally {
    db.close()
    removeUnfinished(unfinished)
  }
}

/** SQLite writes the journal of a copy beside it. */
function removeUnfinished(file: string): void {
  for (const name of [file, `${file}-journal`]) rmSync(name, { force: true })
}

const SQLITE_CORRUPT = 11

function reasonOf(error: unknown, db: DatabaseSync, target: string): string {
  const { code, message, errcode } = error as NodeJS.ErrnoException & { errcode?: number }
  if (code === 'EEXIST') return EXISTS
  if (isDiskFull(error) || code === 'ENOSPC' || code === 'EDQUOT') {
    const needed = `the copy needs about ${megabytes(copyBytes(db))}`
    const free = freeBytes(dirname(target))
    const room = free === undefined ? '' : `, and ${megabytes(free)} are free`
    return `the disk is full; ${needed}${room}. Make room, or name a file on another disk.`
  }
  return errcode === SQLITE_CORRUPT ? `${message}. \`vitrine verify\` says what to do` : message
}

/** The size of the pages in use. */
function copyBytes(db: DatabaseSync): number {
  return (numberOf(db, 'page_count') - numberOf(db, 'freelist_count')) * numberOf(db, 'page_size')
}

const EXISTS = 'it exists; name a file that does not'

function unwritable(target: string, reason: string, cause?: unknown): VitrineError {
  return new VitrineError('database-unusable', `cannot write the copy to ${target}: ${reason}`, [], cause)
}

/** Waits until a file or a folder is on the disk. */
async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
