import { hash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
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
}

/** Opens the spool of an earlier run with the same key, or a new one. `key` has all that the content depends on. */
export async function openStoredSpool(key: readonly string[]): Promise<StoredSpool> {
  const folder = await privateFolder(hash('sha256', JSON.stringify([SPOOL_VERSION, ...key]), 'hex').slice(0, 32))
  const spool = await openOrReplace(join(folder, 'spool.db'))
  let isNeeded = true
  return {
    spool,
    discard() {
      isNeeded = false
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
    for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true })
    return new Spool(path, Date.now)
  }
}
