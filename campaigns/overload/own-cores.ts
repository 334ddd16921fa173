import { type ChildProcess, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Gives these servers one processor core and this process another, so that the client does not slow the server. Returns
 * whether the machine can.
 */
export function giveOwnCores(servers: readonly ChildProcess[]): boolean {
  if (availableParallelism() < 2) return false
  const pin = (core: number, pid: number) =>
    spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)]).status === 0
  return servers.every(({ pid }) => pin(0, pid!)) && pin(1, process.pid)
}
