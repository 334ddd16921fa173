import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Request } from './request.ts'

export type Load = {
  /** `http://127.0.0.1:1234` */
  address: string
  /** Asked one after another, again and again. */
  requests: readonly Request[]
  seconds: number
}

export type LoadResult = {
  requests: number
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Answers with an error status, and connections that broke or timed out. */
  failures: number
}

export const CONNECTIONS = 16
export const CLIENT_CORE = '1'
/** As long as the service itself would wait. */
const PATIENCE = ['--timeout', '30s']
const SCRIPT = fileURLToPath(new URL('requests.lua', import.meta.url))

/** Asks as fast as the answers come, over sixteen connections, from a core of its own. */
export async function load({ address, requests, seconds }: Load, folder: string): Promise<LoadResult> {
  const list = join(folder, 'requests.txt')
  await writeFile(list, requests.map(({ store, path }) => `${store} ${path}\n`).join(''))
  const measure = ['--threads', '1', '--connections', String(CONNECTIONS), '--duration', `${seconds}s`, ...PATIENCE]
  const { stdout } = await promisify(execFile)(
    'taskset',
    ['-c', CLIENT_CORE, 'wrk', ...measure, '--script', SCRIPT, address, '--', list],
    { timeout: (seconds + 60) * 1000 },
  )
  const found = JSON.parse(stdout.trim().split('\n').at(-1)!)
  return {
    requests: found.requests,
    requestsPerSecond: found.requests / (found.microseconds / 1e6),
    p50: found.p50 / 1000,
    p99: found.p99 / 1000,
    failures: found.refused + found.broken,
  }
}
