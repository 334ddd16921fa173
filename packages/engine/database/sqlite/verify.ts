import { FileUnusable, openFile, SQLITE_NOTADB } from '@vitrine/runtime/sqlite-file'
import { requireFile, requireNoFolder } from './connection.ts'

/** The most problems that SQLite looks for. */
const MAX_PROBLEMS = 20

/**
 * What SQLite finds wrong with a file: pages, tables and indexes. Reads all of the file, in one snapshot, while others
 * read and write it. Throws `database-unusable` if there is no such file, or if it is no database.
 */
export async function integrityCheck(path: string): Promise<string[]> {
  requireNoFolder(path)
  requireFile(path)
  try {
    using db = openFile(path, { readOnly: true, timeout: 10_000 })
    const rows = db.prepare(`PRAGMA integrity_check(${MAX_PROBLEMS})`).all()
    return rows
      .flatMap(({ integrity_check: text }) => String(text).split('\n'))
      .filter((line) => line !== 'ok' && !line.startsWith('***'))
  } catch (error) {
    if (error instanceof FileUnusable && error.errcode === SQLITE_NOTADB) throw error
    return [((error as FileUnusable).cause as Error | undefined)?.message ?? (error as Error).message]
  }
}
