import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import type { VitrineError } from '../catalog/error.ts'
import { isComputing } from '../runtime/event-loop.ts'
import type { Metrics } from './metrics.ts'
import { OVERLOADED } from './problem.ts'

/** At most this many expensive requests run at once, so that a database on another machine has work. */
const MAX_RUNNING = 8

/** This many requests may always wait, so that a client alone is never refused, however slow the machine. */
const ALWAYS_QUEUED = 64

/** At most this many requests wait, however short the burst. */
const MAX_QUEUED = 1000

/** While requests have waited for less than this without a break, in milliseconds, they are a burst and not an overload. */
const BURST = 250

const LOG_INTERVAL_MILLISECONDS = 1000

const REASONS = ['queue-full', 'client-gone', 'past-deadline'] as const

/** Why a request was not answered. */
type RefusalReason = (typeof REASONS)[number]

interface QueuedRequest {
  /** How many requests had waited before. */
  readonly number: number
  readonly isAbandoned: () => boolean
  readonly start: () => void
  readonly refuse: (error: VitrineError) => void
}

/**
 * Runs expensive requests, a few at once and the others in the order of their arrival. In overload it starts the newest first,
 * and refuses a request as soon as `ALWAYS_QUEUED` newer ones have come. So those that it answers have not waited long, and
 * few clients are never refused, however slow the machine. Cheap requests do not pass through here.
 */
export class Admission {
  readonly #refused: Record<RefusalReason, number> = { 'queue-full': 0, 'client-gone': 0, 'past-deadline': 0 }
  readonly #logger: Logger | false
  readonly #maxRunning: number
  readonly #alwaysQueued: number
  readonly #maxQueued: number
  /** Oldest first. */
  readonly #queue: QueuedRequest[] = []
  #running = 0
  #isStartScheduled = false
  /** The requests that have waited or wait. */
  #arrivals = 0
  /** The time at which the queue last stopped being empty. */
  #queuedSince = 0
  /** From when a queue is too long for too long, until it is empty. */
  #isOverloaded = false
  #unlogged = 0

  /** `workers` is the number of processes that share the limits. */
  constructor({ registry, watch }: Metrics, logger: Logger | false, workers = 1) {
    this.#logger = logger
    const share = (limit: number) => Math.ceil(limit / workers)
    this.#maxRunning = share(MAX_RUNNING)
    this.#alwaysQueued = share(ALWAYS_QUEUED)
    this.#maxQueued = share(MAX_QUEUED)
    watch('gauge', 'vitrine_expensive_requests_running', 'Expensive requests under way.', () => this.#running)
    watch('gauge', 'vitrine_expensive_requests_queued', 'Expensive requests that wait.', () => this.#queue.length)
    const refused = this.#refused
    new Counter({
      name: 'vitrine_refused_requests_total',
      help: 'Requests that were refused, by reason.',
      labelNames: ['reason'],
      registers: [registry],
      collect() {
        this.reset()
        for (const reason of REASONS) this.inc({ reason }, refused[reason])
      },
    })
  }

  /** Does the work of a request when its turn comes. Throws `overloaded`, or the error of the work. */
  async run<Result>(work: () => Promise<Result>, isAbandoned: () => boolean): Promise<Result> {
    if (this.#running === 0 && this.#queue.length === 0) this.#running++
    else await this.#waitForTurn(isAbandoned)
    try {
      return await work()
    } finally {
      this.#running--
      this.#scheduleStart()
    }
  }

  /** Counts a request that is not answered, and returns its error. A client that has gone is no sign of overload. */
  refuse(reason: RefusalReason): VitrineError {
    this.#refused[reason]++
    if (reason !== 'client-gone') this.#logLater()
    return OVERLOADED
  }

  #waitForTurn(isAbandoned: () => boolean): Promise<void> {
    const now = performance.now()
    if (this.#queue.length === 0) this.#queuedSince = now
    return new Promise((start, refuse) => {
      this.#queue.push({ number: this.#arrivals++, isAbandoned, start, refuse })
      this.#refuseOvertaken(now)
      this.#scheduleStart()
    })
  }

  #refuseOvertaken(now: number): void {
    const { length } = this.#queue
    if (length > this.#maxQueued || (length > this.#alwaysQueued && now - this.#queuedSince >= BURST))
      this.#isOverloaded = true
    if (!this.#isOverloaded) return
    while (this.#arrivals - this.#queue[0]!.number > this.#alwaysQueued)
      this.#queue.shift()!.refuse(this.refuse('queue-full'))
  }

  /**
   * Starts one request in each turn of the event loop, so that cheap requests run in between. Waits while one that runs
   * computes: they would share the processor in steps, and all finish later.
   */
  #scheduleStart(): void {
    if (this.#isStartScheduled || this.#queue.length === 0 || this.#running >= this.#maxRunning) return
    this.#isStartScheduled = true
    setImmediate(() => {
      this.#isStartScheduled = false
      if (this.#running === 0 || !isComputing()) this.#startNext()
      this.#scheduleStart()
    })
  }

  #startNext(): void {
    for (let request = this.#next(); request; request = this.#next()) {
      if (request.isAbandoned()) {
        request.refuse(this.refuse('client-gone'))
        continue
      }
      this.#running++
      request.start()
      return
    }
  }

  #next(): QueuedRequest | undefined {
    const request = this.#isOverloaded ? this.#queue.pop() : this.#queue.shift()
    if (this.#queue.length === 0) this.#isOverloaded = false
    return request
  }

  #logLater(): void {
    if (this.#unlogged++ === 0) setTimeout(() => this.#logRefused(), LOG_INTERVAL_MILLISECONDS).unref()
  }

  #logRefused(): void {
    const refused = this.#unlogged
    this.#unlogged = 0
    if (this.#logger === false) return
    this.#logger.warn({ refused, queued: this.#queue.length }, `overloaded: refused ${refused} requests with 503`)
  }
}
