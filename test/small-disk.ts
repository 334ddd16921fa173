import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'

/** A file system in memory at a new folder; undefined if this user cannot mount one: only root on Linux can. */
export function smallDisk(path: string, size: string): (Disposable & { readonly path: string }) | undefined {
  mkdirSync(path)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  return {
    path,
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}
