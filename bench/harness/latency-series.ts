import { setTimeout as pause } from 'node:timers/promises'
import { lookAt } from './answers.ts'
import type { Request } from './request.ts'
import type { Server } from './server.ts'
import type { Site } from './site.ts'

/** What one client, which asks one thing at a time, met at one server. */
export type Series = {
  requests: number
  /** Milliseconds. */
  p50: number
  p99: number
  max: number
  /** Processor time of the server, microseconds a request. */
  cpu: number
  /** The longest time, in milliseconds, in which the server did nothing else. */
  longestBlock: number
  /** kB a request that the server had read from the disk. */
  fromDisk: number
}

/** A kind of request at each of some servers: asked for the first time, and again. */
export type Row = { scenario: string; fresh: Series[]; again: Series[] }

/** Requests of each server, and seconds in all, that a series may take. */
export type Bounds = { requests: number; seconds: number }

/** Requests to one server before it is another's turn: whatever else the machine does hits all alike. */
const TURN = 10
const LOOKED_AT = 20
const WARM_UPS = 300
const WARM_UP_SECONDS = 2

/** Different requests of a kind, to all sites in turn, and then the same ones again. */
export async function measureRow(sites: readonly Site[], scenario: string, bounds: Bounds): Promise<Row> {
  for (const site of sites) await site.warmUp(scenario, WARM_UPS, WARM_UP_SECONDS)
  const lists = sites.map((site) => site.requests(scenario, bounds.requests))
  const fresh = await measureInTurn(sites, lists, bounds.seconds)
  const known = lists.map((list, index) => repeated(list.slice(0, fresh[index]!.requests), bounds.requests))
  const again = await measureInTurn(sites, known, bounds.seconds)
  for (const [index, site] of sites.entries()) {
    await lookAt(site.server.address, known[index]!.slice(0, LOOKED_AT))
  }
  return { scenario, fresh, again }
}

async function measureInTurn(
  sites: readonly Site[],
  lists: readonly (readonly Request[])[],
  seconds: number,
): Promise<Series[]> {
  const recordings: Recording[] = []
  for (const site of sites) recordings.push(await Recording.begin(site))
  const until = performance.now() + seconds * 1000
  const longest = Math.max(...lists.map(({ length }) => length))
  for (let from = 0; from < longest && performance.now() < until; from += TURN) {
    for (const [index, recording] of recordings.entries()) {
      await recording.ask(lists[index]!.slice(from, from + TURN), until)
    }
  }
  return await Promise.all(recordings.map((recording) => recording.end()))
}

/** A series while it is taken. */
class Recording {
  readonly #site: Site
  readonly #diskBefore: number
  readonly #times: number[] = []
  #cpu = 0
  #longestBlock = 0

  private constructor(site: Site, diskBefore: number) {
    this.#site = site
    this.#diskBefore = diskBefore
  }

  static async begin(site: Site): Promise<Recording> {
    return new Recording(site, await site.server.bytesFromDisk())
  }

  /** At least the first. */
  async ask(requests: readonly Request[], until: number): Promise<void> {
    if (requests.length === 0) return
    const telling = await costOfTelling(this.#site.server)
    const before = await this.#site.server.inside()
    for (const request of requests) {
      if (this.#times.length > 0 && performance.now() > until) break
      this.#times.push(await this.#site.ask(request))
    }
    // What the server does behind its last answer counts as well.
    await pause(1)
    const after = await this.#site.server.inside()
    this.#cpu += Math.max(0, after.cpu - before.cpu - telling)
    this.#longestBlock = Math.max(this.#longestBlock, after.longestBlock)
  }

  async end(): Promise<Series> {
    const times = this.#times.sort((a, b) => a - b)
    const bytes = (await this.#site.server.bytesFromDisk()) - this.#diskBefore
    return {
      requests: times.length,
      p50: atPart(times, 0.5),
      p99: atPart(times, 0.99),
      max: times.at(-1)!,
      cpu: this.#cpu / times.length,
      longestBlock: this.#longestBlock,
      fromDisk: bytes / 1000 / times.length,
    }
  }
}

/** Processor time, in microseconds, of a turn in which nothing is asked. */
async function costOfTelling(server: Server): Promise<number> {
  const before = await server.inside()
  await pause(1)
  return (await server.inside()).cpu - before.cpu
}

function atPart(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)]!
}

/** As many as asked for, from the start again at the end. */
function repeated(requests: readonly Request[], count: number): Request[] {
  return Array.from({ length: count }, (_, index) => requests[index % requests.length]!)
}
