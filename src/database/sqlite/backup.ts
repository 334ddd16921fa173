import { existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { VitrineError } from '../../catalog/error.ts'
import { connect, requireFile } from './connection.ts'

/**
 * Copies the database, as it is at one moment, into a file that does not exist. Servers and imports go on meanwhile. The file
 * appears when it is complete and on the disk. Throws `database-unusable`.
 */
export async function backUpSqlite(path: string, target: string): Promise<void> {
  requireFile(path)
  if (existsSync(target)) throw new VitrineError('database-unusable', `${target} exists; name a file that does not`)
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })
  const db = connect(path, true)
  try {
    db.prepare('VACUUM INTO ?').run(unfinished)
    const file = await open(unfinished, 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    renameSync(unfinished, target)
  } finally {
    db.close()
    rmSync(unfinished, { force: true })
  }
}
