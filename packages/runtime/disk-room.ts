import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'

/**
 * The bytes that this user may still write to the disk with a file or folder; undefined if the system does not tell.
 */
export function freeBytes(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return undefined
  }
}

/** The folder of SQLite's temporary files (https://sqlite.org/tempfiles.html). Those of our own are in the same. */
export function temporaryFolder(): string {
  const { SQLITE_TMPDIR, TMPDIR } = process.env
  const candidates = [SQLITE_TMPDIR, TMPDIR, '/var/tmp', '/usr/tmp', '/tmp']
  return candidates.find((folder) => folder !== undefined && isWritable(folder)) ?? tmpdir()
}

export function megabytes(bytes: number): string {
  return `${(Math.max(0, bytes) / 1e6).toFixed(1)} MB`
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}
