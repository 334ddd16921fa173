import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RemoteError, Spool } from '../../../remote/remote-catalog.ts'

/** Part of the folder's name. Raise it when the tables of the spool change. */
const SPOOL_VERSION = '3'

/** A spool in the system's temporary folder. Disposing keeps what it has for the next run, unless it was discarded. */
interface StoredSpool extends AsyncDisposable {
  readonly spool: Spool
  /** Disposing will delete the spool. */
  discard(): void
  /** The spool has problems: only a run that skips these will use it. */
  keepProblems(): Promise<void>
}

/**
 * Opens the spool of an earlier run with the same key, or a new one. `key` has all that the content depends on. A spool
 * with problems is opened if the run skips these.
 */
export async function openStoredSpool(key: readonly string[], skipsProblems = false): Promise<StoredSpool> {
  const folder = await privateFolder(hash('sha256', JSON.stringify([SPOOL_VERSION, ...key]), 'hex').slice(0, 32))
  const [path, mark] = [join(folder, 'spool.db'), join(folder, 'problems')]
  if (existsSync(mark) && !skipsProblems) await removeSpool(path)
  await rm(mark, { force: true })
  const spool = await openOrReplace(path)
  let isNeeded = true
  return {
    spool,
    discard() {
      isNeeded = false
    },
    async keepProblems() {
      await writeFile(mark, '')
    },
    async [Symbol.asyncDispose]() {
      const isEmpty = spool.fingerprint === undefined
      spool[Symbol.dispose]()
      if (isEmpty || !isNeeded) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A folder that only this user can read. If another user owns the name, a folder that no later run finds. */
async function privateFolder(name: string): Promise<string> {
  const folder = join(tmpdir(), `vitrine-remote-${name}`)
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  const status = await lstat(folder)
  const user = process.getuid?.()
  const isPrivate = user === undefined || (status.uid === user && (status.mode & 0o077) === 0)
  return status.isDirectory() && isPrivate ? folder : await mkdtemp(join(tmpdir(), 'vitrine-remote-'))
}

async function openOrReplace(path: string): Promise<Spool> {
  try {
    return new Spool(path, Date.now)
  } catch (error) {
    if (error instanceof RemoteError) throw error
    // The file is damaged, for example by a power failure.
    await removeSpool(path)
    return new Spool(path, Date.now)
  }
}

async function removeSpool(path: string): Promise<void> {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true })
}
