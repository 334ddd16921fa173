import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { MetricJson } from '@vitrine/server/metrics'
import { CommandError } from '../../errors.ts'
import { type Answers, Channel } from './channel.ts'

/** A worker as the primary process sees it. */
export class WorkerProcess {
  /** From 1. The replacement of a worker has the same number. */
  readonly number: number
  readonly startedAt = performance.now()
  readonly channel: Channel
  /** The worker's URL once it listens. Rejects with a `CommandError` if it ends before. */
  readonly listening: Promise<string>
  /** Resolves with how the process ended: `exit code 1`, `SIGKILL`. */
  readonly exited: Promise<string>
  isListening = false
  /** The last metrics that it sent. */
  metrics: readonly MetricJson[] = []
  readonly #process: Worker
  #missedPings = 0

  /**
   * Starts a process. `answers` are those of the primary process to its questions. `onHung` runs if the process has
   * not answered for so many seconds.
   */
  constructor(number: number, port: number, answers: Answers, onHung: (seconds: number) => void) {
    this.number = number
    this.#process = cluster.fork({ [WORKER_VARIABLE]: String(number), [PORT_VARIABLE]: String(port) })
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    this.listening = promise
    this.channel = new Channel(this.#process, {
      ...answers,
      listening: (url: string) => {
        this.isListening = true
        this.#missedPings = 0
        resolve(url)
      },
      ended: (metrics: readonly MetricJson[]) => {
        this.metrics = metrics
      },
    })
    this.exited = once(this.#process, 'exit').then(([code, signal]) => {
      this.isListening = false
      const end = signal ?? `exit code ${code}`
      reject(new CommandError(`worker ${number} ended with ${end} before it could answer requests`))
      return end
    })
    this.#ping(onHung)
    // A worker that nobody waits for may fail to start.
    this.listening.catch(() => {})
  }

  /** Asks for the metrics of now. Without an answer, those of before stay. */
  async readMetrics(): Promise<readonly MetricJson[]> {
    this.metrics = await this.ask<MetricJson[]>('metrics').catch(() => this.metrics)
    return this.metrics
  }

  /** Asks as the channel does, but rejects at once if the process has not answered for a while. */
  async ask<Answer>(question: string, value?: unknown): Promise<Answer> {
    if (this.#missedPings > MAX_SILENT_PINGS) throw new Error('the process does not answer')
    return await this.channel.ask<Answer>(question, value)
  }

  /** Ends the process at once. */
  kill(): void {
    this.#process.process.kill('SIGKILL')
  }

  #ping(onHung: (seconds: number) => void): void {
    const timer = setInterval(() => {
      const most = this.isListening ? MAX_MISSED_PINGS : MAX_MISSED_AT_START
      if (this.#missedPings++ === most) onHung((most * PING_MILLISECONDS) / 1000)
      const answered = () => {
        this.#missedPings = 0
      }
      this.channel.ask('live').then(answered, () => {})
    }, PING_MILLISECONDS)
    void this.exited.then(() => clearInterval(timer))
  }
}

/** The environment variable that tells a worker its number. */
export const WORKER_VARIABLE = 'VITRINE_WORKER'

/** The environment variable that tells a worker the port. */
export const PORT_VARIABLE = 'VITRINE_WORKER_PORT'

/** The time between two pings. A ping asks the worker for an answer. */
const PING_MILLISECONDS = 1000

/** After more pings in a row without an answer, `ask` fails at once. */
const MAX_SILENT_PINGS = 3

/**
 * After so many pings in a row without an answer, a worker hangs. Far more than a garbage collection on a busy machine
 * takes, and twice as long as a read may take. Pings are counted, not seconds: after a pause of the machine, only one
 * is missing.
 */
const MAX_MISSED_PINGS = 10

/** The same for a worker that does not listen yet: it loads modules and opens the database. */
const MAX_MISSED_AT_START = 60
