import { existsSync, linkSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { VitrineError } from '../../catalog/error.ts'
import { openFile } from '../../runtime/sqlite-file.ts'
import { requireFile, requireNoFolder } from './connection.ts'
import { requireOwnLog } from './database-files.ts'
import { requireTables } from './schema.ts'

/**
 * Copies the database, as it is at one moment, into a file that does not exist. Servers and imports go on meanwhile. The file
 * appears when it is complete and on the disk. The tables may be of any version. Throws `database-unusable` if the database cannot be read or the file not be
 * written.
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
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    db.prepare('VACUUM INTO ?').run(unfinished)
    await sync(unfinished)
    // Unlike a renaming, this keeps a file that exists.
    linkSync(unfinished, target)
    await sync(dirname(target))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw unwritable(target, code === 'EEXIST' ? EXISTS : message, error)
  } finally {
    db.close()
    rmSync(unfinished, { force: true })
  }
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
