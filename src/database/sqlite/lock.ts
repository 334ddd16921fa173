import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * One import a file at a time. The lock is a transaction held on a second, empty database beside the first: the system
 * lets go of it when the process ends, however it ends.
 */
export async function lockImports(path: string, onWait: () => void): Promise<Disposable> {
  const lock = new DatabaseSync(`${path}-lock`, { timeout: 0 })
  for (let waited = false; ; waited = true) {
    try {
      lock.exec('BEGIN EXCLUSIVE')
      return { [Symbol.dispose]: () => lock.close() }
    } catch (error) {
      if (!isBusy(error)) throw error
      if (!waited) onWait()
      await pause(100)
    }
  }
}

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === 5
}
