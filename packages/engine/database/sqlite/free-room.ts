import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { freeBytes } from '@vitrine/runtime/disk-room'
import { openFile } from '@vitrine/runtime/sqlite-file'

/**
 * The bytes that a file can grow by, and those of the pages in it that hold nothing; undefined if the system does not
 * tell.
 */
export function freeRoom(path: string): number | undefined {
  const free = freeBytes(dirname(path))
  if (free === undefined || !existsSync(path)) return free
  try {
    using db = openFile(path, { readOnly: true, timeout: 10_000 })
    return free + numberOf(db, 'freelist_count') * numberOf(db, 'page_size')
  } catch {
    // The command says what is wrong with the file when it opens it.
    return free
  }
}

/** The number that a pragma gives. */
export function numberOf(db: DatabaseSync, pragma: 'page_count' | 'freelist_count' | 'page_size'): number {
  return Object.values(db.prepare(`PRAGMA ${pragma}`).get()!)[0] as number
}
