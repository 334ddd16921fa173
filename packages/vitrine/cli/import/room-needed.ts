import { freeDatabaseBytes } from '@vitrine/engine/database/open'
import { freeBytes, megabytes, temporaryFolder } from '@vitrine/runtime/disk-room'
import { isDiskFull, NEARLY_NONE } from '@vitrine/runtime/sqlite-file'

/**
 * The message of a full disk with the room that the import needs, about; undefined for another error. `free` was free
 * before the import, and `share` is how much of the file was read.
 */
export function roomNeeded(error: unknown, free: FreeRoom, share: number | undefined): string | undefined {
  const cause = error instanceof SuppressedError ? error.suppressed : error
  if (!isDiskFull(cause) || !cause.fullDisk || !share) return undefined
  const before = free[cause.fullDisk]
  // A disk that was full before the import says nothing about the import.
  if (before === undefined || before < NEARLY_NONE) return undefined
  const needed = (before / share) * AFTER_READING
  return `${cause.message} This file needs about ${megabytes(needed)}; ${megabytes(before)} were free.`
}

/** Free bytes of the disks that an import writes to; undefined where the system does not tell. */
interface FreeRoom {
  readonly database: number | undefined
  readonly temporary: number | undefined
}

/**
 * An import needs this many times the room that it takes while it reads. The search index and the sort orders are
 * written afterwards, and some room must stay for taking all of it back.
 */
const AFTER_READING = 2

export function measureRoom(database: string): FreeRoom {
  return { database: freeDatabaseBytes(database), temporary: freeBytes(temporaryFolder()) }
}
