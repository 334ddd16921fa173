import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Allows one writer a file at a time. The lock is a transaction held on a second, empty database next to the first: the
 * operating system releases it when the process ends, however it ends. Throws the signal's reason.
 */
export async function lockWrites(path: string, onWait: () => void, signal?: AbortSignal): Promise<Disposable> {
  const lock = new DatabaseSync(`${path}-lock`, { timeout: 0 })
  try {
    for (let waited = false; ; waited = true) {
      signal?.throwIfAborted()
      if (tryLock(lock)) return { [Symbol.dispose]: () => lock.close() }
      if (!waited) onWait()
      await sleep(100)
    }
  } catch (error) {
    lock.close()
    throw error
  }
}

const SQLITE_BUSY = 5

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}
