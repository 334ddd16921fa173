import { setTimeout as pause } from 'node:timers/promises'
import { HttpConnection } from '../../bench/harness/http-connection.ts'
import type { ServerProcess } from '../../bench/harness/server-process.ts'
import { serve } from '../../bench/harness/vitrine.ts'
import type { ProbeReport } from './probe.ts'
import type { CostlyRequest } from './requests.ts'

const PROBE = new URL('probe.ts', import.meta.url).href

const MAX_ATTEMPTS = 20
const PAUSE_MILLISECONDS = 250

/** What one request cost the server, in milliseconds. */
export interface Cost {
  readonly status: number
  /** The longest time for which the event loop was held, in processor time. */
  readonly hold: number
  /** Processor time of all threads. */
  readonly processor: number
}

/** A server without a response cache, in a process that measures itself. */
export class MeasuredServer implements AsyncDisposable {
  readonly #server: ServerProcess
  readonly #connection: HttpConnection

  private constructor(server: ServerProcess) {
    this.#server = server
    this.#connection = new HttpConnection(server.address)
  }

  static async start(database: string, checkout?: string): Promise<MeasuredServer> {
    return new MeasuredServer(
      await serve(database, { cacheMegabytes: 0, probe: PROBE, ...(checkout ? { checkout } : {}) }),
    )
  }

  async measure({ path, headers, body }: CostlyRequest): Promise<Cost> {
    for (let attempt = 1; ; attempt++) {
      const before = await this.#server.probe<ProbeReport>()
      const { status } = await this.#connection.exchange(path, headers, body)
      const after = await this.#server.probe<ProbeReport>()
      // On a busy machine, the server may be late and refuse a request.
      if (status === 503 && attempt < MAX_ATTEMPTS) await pause(PAUSE_MILLISECONDS)
      else return { status, hold: after.longestHold, processor: after.processor - before.processor }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection[Symbol.dispose]()
    await this.#server[Symbol.asyncDispose]()
  }
}
