import { fileURLToPath } from 'node:url'
import { lookAt } from './answers.ts'
import { type LoadResult, load } from './load.ts'
import type { Request } from './request.ts'
import { Server } from './server.ts'

export type Measurement = {
  scenario: string
  /** Mean size of an answer, and mean number of items that a list found. */
  bytes: number
  found: number | undefined
  service: LoadResult
  /** Bare `node:http` sending as many bytes from memory: measured right before and right after, the mean of both. */
  raw: LoadResult
  /** How far those two were apart, as a part of the mean: the noise of the machine. */
  rawSpread: number
  /** Requests a second, service to raw. */
  ratio: number
}

const RAW = fileURLToPath(new URL('raw.ts', import.meta.url))
const WARM_UP_SECONDS = 1

/** One scenario: its requests for so many seconds, between two measurements of what Node can do at most. */
export async function measure(
  service: Server,
  scenario: string,
  requests: readonly Request[],
  seconds: number,
  folder: string,
): Promise<Measurement> {
  const { meanBytes, meanTotal } = await lookAt(service.address, requests)
  await using raw = await Server.start((port) => [RAW, String(port), String(meanBytes)], { store: 'any', path: '/' })
  const run = ({ address }: Server, duration: number) => load({ address, requests, seconds: duration }, folder)

  await run(raw, WARM_UP_SECONDS)
  const before = await run(raw, seconds)
  await run(service, WARM_UP_SECONDS)
  const served = await run(service, seconds)
  const after = await run(raw, seconds)

  const ceiling = meanOf(before, after)
  return {
    scenario,
    bytes: meanBytes,
    found: meanTotal,
    service: served,
    raw: ceiling,
    rawSpread: Math.abs(before.requestsPerSecond - after.requestsPerSecond) / ceiling.requestsPerSecond,
    ratio: served.requestsPerSecond / ceiling.requestsPerSecond,
  }
}

export function meanOf(one: LoadResult, other: LoadResult): LoadResult {
  return {
    requests: one.requests + other.requests,
    requestsPerSecond: (one.requestsPerSecond + other.requestsPerSecond) / 2,
    p50: (one.p50 + other.p50) / 2,
    p99: (one.p99 + other.p99) / 2,
    failures: one.failures + other.failures,
  }
}
