import { setTimeout as pause } from 'node:timers/promises'
import { HttpConnection } from './http-connection.ts'
import { median, percentile } from './report.ts'

/** What a group of clients saw. Times are of answered requests, in milliseconds. */
export type Figures = { requests: number; refused: number; p50: number; p99: number; max: number }

/** The pause of a client before its next request after a refusal. A client that waits as it is told would hide overload. */
const PAUSE_MILLISECONDS = 100

/** Clients that each send one request at a time, on a connection of their own. */
export class ClientGroup {
  readonly #draw: () => string
  readonly #connections: number
  #times: number[] = []
  #refused = 0

  constructor(draw: () => string, connections: number) {
    this.#draw = draw
    this.#connections = connections
  }

  /** Sends requests until the signal aborts. */
  async run(address: string, store: string, signal: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: this.#connections }, () => this.#runConnection(address, store, signal)))
  }

  /** Forgets the requests of the warm-up. */
  reset(): void {
    this.#times = []
    this.#refused = 0
  }

  figures(): Figures {
    const times = this.#times
    const requests = times.length
    return {
      requests,
      refused: this.#refused,
      p50: median(times),
      p99: percentile(times, 0.99),
      max: Math.max(...times),
    }
  }

  async #runConnection(address: string, store: string, signal: AbortSignal): Promise<void> {
    using connection = new HttpConnection(address)
    while (!signal.aborted) {
      try {
        this.#times.push(await connection.send({ store, path: this.#draw() }))
      } catch (error) {
        if (!(error as Error).message.includes(': 503 ')) throw error
        this.#refused++
        await pause(PAUSE_MILLISECONDS)
      }
    }
  }
}
