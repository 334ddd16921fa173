import { setTimeout as sleep } from 'node:timers/promises'
import { databaseFile, WARM_UP_PRODUCTS } from './dataset.ts'
import { HttpConnection } from './http-connection.ts'
import { percentile } from './report.ts'
import { checkResponses, requestsFor, type StoreRequest } from './requests.ts'
import { createScenarios, drawUniquePaths, fetchTotals, type Scenario } from './scenarios.ts'
import type { ServerProcess } from './server-process.ts'
import { STORE, serve, WARM_UP_STORE } from './vitrine.ts'

/** One scenario at one server: times of a client that sends one request at a time. */
export type Series = {
  requests: number
  /** Latency in milliseconds. */
  p50: number
  p99: number
  max: number
  /** Processor time of the server, in microseconds a request. */
  cpu: number
  /** The longest time, in milliseconds, for which the server's event loop was blocked. */
  longestBlock: number
  /** kB a request that the server read from disk. */
  diskKilobytes: number
}

/** One scenario at several servers: the first time that a request is sent, and the second. */
export type LatencyRow = { scenario: string; first: Series[]; repeated: Series[] }

/** Requests for each server, and seconds for all servers together. */
export type Limits = { requests: number; seconds: number }

/** A server with the probe, and a connection to it. */
export type Target = {
  readonly server: ServerProcess
  /** Milliseconds until the complete response. */
  send(request: StoreRequest): Promise<number>
}

/** Requests to one server before the next server's turn, so that noise of the machine affects all servers alike. */
const TURN = 10
const CHECKED = 20
const WARM_UP_REQUESTS = 300
const WARM_UP_SECONDS = 2

/** A server that takes less processor time than this in half a second is idle. */
const IDLE_MICROSECONDS = 25_000

/** A server with one catalog, and its scenarios. */
export class LatencyTarget implements Target, AsyncDisposable {
  readonly server: ServerProcess
  readonly scenarios: readonly Scenario[]
  readonly #warmUpScenarios: readonly Scenario[]
  readonly #connection: HttpConnection

  private constructor(server: ServerProcess, scenarios: readonly Scenario[], warmUpScenarios: readonly Scenario[]) {
    this.server = server
    this.scenarios = scenarios
    this.#warmUpScenarios = warmUpScenarios
    this.#connection = new HttpConnection(server.address)
  }

  static async open(folder: string, products: number, seed: number, fresh: boolean): Promise<LatencyTarget> {
    const options = { products, seed }
    const file = await databaseFile(folder, options, fresh)
    const [scenarios, warmUpScenarios] = await createAllScenarios(file, options)
    const first = { store: STORE, path: '/store/products' }
    const server = await serve(file, { first, cacheMegabytes: 0, probe: true })
    await untilIdle(server)
    return new LatencyTarget(server, scenarios, warmUpScenarios)
  }

  send(request: StoreRequest): Promise<number> {
    return this.#connection.send(request)
  }

  /** Up to `count` different requests. */
  drawRequests(scenario: string, count: number): StoreRequest[] {
    const paths = drawUniquePaths(this.scenarios.find(({ name }) => name === scenario)!, count)
    return requestsFor(STORE, paths)
  }

  /** Sends requests of the scenario to the small store, so that V8 has compiled the code. */
  async warmUp(scenario: string): Promise<void> {
    const { path } = this.#warmUpScenarios.find(({ name }) => name === scenario) ?? this.#warmUpScenarios[0]!
    const deadline = performance.now() + WARM_UP_SECONDS * 1000
    for (let sent = 0; sent < WARM_UP_REQUESTS && performance.now() < deadline; sent++) {
      await this.send({ store: WARM_UP_STORE, path: path() })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection[Symbol.dispose]()
    await this.server[Symbol.asyncDispose]()
  }
}

/** Resolves once the server has done nothing for half a second: what it prepares in the background would count as requests. */
async function untilIdle(server: ServerProcess): Promise<void> {
  for (let before = await server.probe(); ; ) {
    await sleep(500)
    const after = await server.probe()
    if (after.cpu - before.cpu < IDLE_MICROSECONDS) return
    before = after
  }
}

/** The totals come from another process, so that the measured server has cached nothing. */
async function createAllScenarios(
  file: string,
  options: { products: number; seed: number },
): Promise<[measured: Scenario[], warmUp: Scenario[]]> {
  await using server = await serve(file)
  const small = { products: WARM_UP_PRODUCTS, seed: options.seed }
  return [
    createScenarios(options, await fetchTotals(server.address, STORE, options)),
    createScenarios(small, await fetchTotals(server.address, WARM_UP_STORE, small)),
  ]
}

/** Sends different requests of a scenario to all targets in turns, then the same requests again. */
export async function measureScenario(
  targets: readonly LatencyTarget[],
  scenario: string,
  limits: Limits,
): Promise<LatencyRow> {
  for (const target of targets) await target.warmUp(scenario)
  const lists = targets.map((target) => target.drawRequests(scenario, limits.requests))
  const first = await measureInTurns(targets, lists, limits.seconds)
  const sent = lists.map((list, index) => cycle(list.slice(0, first[index]!.requests), limits.requests))
  const repeated = await measureInTurns(targets, sent, limits.seconds)
  for (const [index, { server }] of targets.entries()) {
    await checkResponses(server.address, sent[index]!.slice(0, CHECKED))
  }
  return { scenario, first, repeated }
}

/** Sends each target its list of requests, `turn` requests at a time, for at most so many seconds. */
export async function measureInTurns(
  targets: readonly Target[],
  lists: readonly (readonly StoreRequest[])[],
  seconds: number,
  turn = TURN,
): Promise<Series[]> {
  const recorders: SeriesRecorder[] = []
  for (const target of targets) recorders.push(await SeriesRecorder.start(target))
  const deadline = performance.now() + seconds * 1000
  const longest = Math.max(...lists.map(({ length }) => length))
  for (let from = 0; from < longest && performance.now() < deadline; from += turn) {
    for (const [index, recorder] of recorders.entries()) {
      await recorder.record(lists[index]!.slice(from, from + turn), deadline)
    }
  }
  return await Promise.all(recorders.map((recorder) => recorder.finish()))
}

/** Measures the turns of one series. */
class SeriesRecorder {
  readonly #target: Target
  readonly #diskBefore: number
  readonly #times: number[] = []
  #cpu = 0
  #longestBlock = 0

  private constructor(target: Target, diskBefore: number) {
    this.#target = target
    this.#diskBefore = diskBefore
  }

  static async start(target: Target): Promise<SeriesRecorder> {
    return new SeriesRecorder(target, await target.server.bytesFromDisk())
  }

  /** Sends the requests one after another until the deadline, but at least one in all. */
  async record(requests: readonly StoreRequest[], deadline: number): Promise<void> {
    if (requests.length === 0) return
    const probeCost = await this.#cpuOfProbe()
    const before = await this.#target.server.probe()
    for (const request of requests) {
      if (this.#times.length > 0 && performance.now() > deadline) break
      this.#times.push(await this.#target.send(request))
    }
    // Counts the work that the server does after its last response too.
    await sleep(1)
    const after = await this.#target.server.probe()
    this.#cpu += Math.max(0, after.cpu - before.cpu - probeCost)
    this.#longestBlock = Math.max(this.#longestBlock, after.longestBlock)
  }

  async finish(): Promise<Series> {
    const bytes = (await this.#target.server.bytesFromDisk()) - this.#diskBefore
    return {
      requests: this.#times.length,
      p50: percentile(this.#times, 0.5),
      p99: percentile(this.#times, 0.99),
      max: Math.max(...this.#times),
      cpu: this.#cpu / this.#times.length,
      longestBlock: this.#longestBlock,
      diskKilobytes: bytes / 1000 / this.#times.length,
    }
  }

  /** Processor time, in microseconds, of a turn without requests. */
  async #cpuOfProbe(): Promise<number> {
    const before = await this.#target.server.probe()
    await sleep(1)
    return (await this.#target.server.probe()).cpu - before.cpu
  }
}

/** `count` requests, starting over at the end of the list. */
function cycle(requests: readonly StoreRequest[], count: number): StoreRequest[] {
  return Array.from({ length: count }, (_, index) => requests[index % requests.length]!)
}
