import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** What a process holds, from Linux. */
export interface ServerState {
  readonly descriptors: number
  /** Private memory in MB. */
  readonly megabytes: number
}

const PATIENCE_MILLISECONDS = 10_000

export function stateOf(pid: number): ServerState {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, megabytes }
}

/** Waits until a process has at most so many descriptors. Returns its state then, or after ten seconds. */
export async function settled(pid: number, descriptors: number): Promise<ServerState & { readonly seconds: string }> {
  const start = performance.now()
  const elapsed = () => performance.now() - start
  while (stateOf(pid).descriptors > descriptors && elapsed() < PATIENCE_MILLISECONDS) await pause(20)
  return { ...stateOf(pid), seconds: (elapsed() / 1000).toFixed(1) }
}
