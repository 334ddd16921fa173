import { globSync, lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFile } from '@vitrine/runtime/sqlite-file'

/**
 * The path of a database in a folder that is removed when the process ends. If the process is killed, the next call of
 * another one removes the folder.
 */
export function temporaryDatabase(): string {
  removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  const lock = openFile(join(folder, LOCK))
  // The system ends the transaction with the process, however it ends.
  lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  process.once('exit', () => {
    lock.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return join(folder, 'vitrine.db')
}

const PREFIX = 'vitrine-try-'
const LOCK = 'running'

/** A process may not have locked its folder yet. */
const FIRST_MILLISECONDS = 60_000

/** Removes the folders of this user whose processes are gone. */
function removeAbandoned(): void {
  const user = process.getuid?.()
  for (const name of globSync(`${PREFIX}*`, { cwd: tmpdir() })) {
    const folder = join(tmpdir(), name)
    try {
      const { uid, mtimeMs } = lstatSync(folder)
      if ((user !== undefined && uid !== user) || Date.now() - mtimeMs < FIRST_MILLISECONDS) continue
      const lock = openFile(join(folder, LOCK), { readOnly: true, timeout: 0 })
      try {
        lock.exec('SELECT 1 FROM sqlite_schema')
      } finally {
        lock.close()
      }
      rmSync(folder, { recursive: true })
    } catch {
      // Another process has locked the folder, or removes it.
    }
  }
}
