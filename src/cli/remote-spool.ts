import { hash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lstat, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RemoteError } from '../import/remote/remote-error.ts'
import { Spool } from '../import/remote/spool.ts'

/** A part of the folder's name: another version of Vitrine may keep something else in it. */
const VERSION = '1'

/** A spool that outlives the process, until it is dropped. */
export interface KeptSpool extends AsyncDisposable {
  readonly spool: Spool
  /** It is not needed again: disposing removes it. */
  drop(): void
}

/**
 * The spool of what is read for one purpose, in the system's temporary folder, with what an earlier run left in it.
 * `purpose` is all that makes a difference: what is read, and what for.
 */
export async function openRemoteSpool(purpose: readonly string[]): Promise<KeptSpool> {
  const folder = await ownFolder(hash('sha256', JSON.stringify([VERSION, ...purpose]), 'hex').slice(0, 32))
  const spool = await openOrReplace(join(folder, 'spool.db'))
  let isNeeded = true
  return {
    spool,
    drop() {
      isNeeded = false
    },
    async [Symbol.asyncDispose]() {
      const isEmpty = spool.identity === undefined
      spool[Symbol.dispose]()
      if (isEmpty || !isNeeded) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A folder that only we can look into. If somebody else has its name, another, which no later run will find. */
async function ownFolder(name: string): Promise<string> {
  const folder = join(tmpdir(), `vitrine-remote-${name}`)
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  return isOurs(await lstat(folder)) ? folder : await mkdtemp(join(tmpdir(), 'vitrine-remote-'))
}

function isOurs(folder: Stats): boolean {
  const user = process.getuid?.()
  return folder.isDirectory() && (user === undefined || (folder.uid === user && (folder.mode & 0o077) === 0))
}

async function openOrReplace(path: string): Promise<Spool> {
  try {
    return new Spool(path, Date.now)
  } catch (error) {
    if (error instanceof RemoteError) throw error
    // Damaged, as by a machine that lost its power.
    for (const file of [path, `${path}-wal`, `${path}-shm`]) await rm(file, { force: true })
    return new Spool(path, Date.now)
  }
}
