import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { StoreRequest } from './requests.ts'

export type LoadResult = {
  requests: number
  requestsPerSecond: number
  /** Latency in milliseconds. */
  p50: number
  p99: number
  /** Responses with an error status, and connections that broke or timed out. */
  failures: number
}

export const CONNECTIONS = 16
export const CLIENT_CORE = '1'
const SCRIPT = fileURLToPath(new URL('wrk-requests.lua', import.meta.url))

/** Sends the requests in turn, again and again, with `wrk` on 16 connections, pinned to the client's core. */
export async function runLoad(
  address: string,
  requests: readonly StoreRequest[],
  seconds: number,
): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-load-'))
  try {
    const list = join(folder, 'requests.txt')
    await writeFile(list, requests.map(({ store, path }) => `${store} ${path}\n`).join(''))
    const limits = [
      '--threads',
      '1',
      '--connections',
      `${CONNECTIONS}`,
      '--duration',
      `${seconds}s`,
      '--timeout',
      '30s',
    ]
    const { stdout } = await promisify(execFile)(
      'taskset',
      ['-c', CLIENT_CORE, 'wrk', ...limits, '--script', SCRIPT, address, '--', list],
      { timeout: (seconds + 60) * 1000 },
    )
    const { microseconds, p50, p99, ...counts } = JSON.parse(stdout.trim().split('\n').at(-1)!)
    const requestsPerSecond = counts.requests / (microseconds / 1e6)
    return { ...counts, requestsPerSecond, p50: p50 / 1000, p99: p99 / 1000 }
  } finally {
    await rm(folder, { recursive: true })
  }
}

export function averageLoad(one: LoadResult, other: LoadResult): LoadResult {
  return {
    requests: one.requests + other.requests,
    requestsPerSecond: (one.requestsPerSecond + other.requestsPerSecond) / 2,
    p50: (one.p50 + other.p50) / 2,
    p99: (one.p99 + other.p99) / 2,
    failures: one.failures + other.failures,
  }
}
