import type { VitrineError } from '@vitrine/catalog/error'
import { isComputing } from '@vitrine/runtime/event-loop'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import type { Metrics } from './metrics.ts'
import { OVERLOADED } from './problem.ts'

/**
 * Runs expensive requests, a few at once and the others in the order of their arrival. In overload only the next few
 * may wait, and all others are refused when they come. So those that it answers have not waited long, and a refusal
 * costs little. Without overload, 64 may wait, so few clients are never refused, however slow the machine. Cheap
 * requests do not pass through here.
 */
export class Admission {
  readonly #refused: Record<RefusalReason, number> = { 'queue-full': 0, 'client-gone': 0, 'past-deadline': 0 }
  readonly #logger: Logger | false
  readonly #maxRunning: number
  readonly #alwaysQueued: number
  readonly #maxQueued: number
  readonly #queuedInOverload: number
  /** Oldest first. */
  readonly #queue: QueuedRequest[] = []
  #running = 0
  #isStartScheduled = false
  /** The time at which the queue last stopped being empty. */
  #queuedSince = 0
  /** The beginning of the current period of an overload. Undefined without overload. */
  #periodStart: number | undefined
  /** The milliseconds of the period in which nothing ran, up to the last request. */
  #idle = 0
  /** Since when nothing runs. Undefined while something runs. */
  #idleSince: number | undefined = 0
  #unlogged = 0

  /** `workers` is the number of processes that share the limits. */
  constructor({ registry, watch }: Metrics, logger: Logger | false, workers = 1) {
    this.#logger = logger
    const share = (limit: number) => Math.ceil(limit / workers)
    this.#maxRunning = share(MAX_RUNNING)
    this.#alwaysQueued = share(ALWAYS_QUEUED)
    this.#maxQueued = share(MAX_QUEUED)
    this.#queuedInOverload = share(QUEUED_IN_OVERLOAD)
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

  /**
   * Does the work of a request when those queued before it have started. Throws `overloaded`, or the error of the work.
   */
  async run<Result>(work: () => Promise<Result>, isAbandoned: () => boolean): Promise<Result> {
    if (this.#running === 0 && this.#queue.length === 0) this.#addRunning()
    else await this.#enqueue(isAbandoned)
    try {
      return await work()
    } finally {
      if (--this.#running === 0) this.#idleSince = performance.now()
      this.#scheduleStart()
    }
  }

  /**
   * Whether an expensive request is refused now, which counts it. So most are refused before their parameters are read.
   */
  refusesNow(): boolean {
    if (!this.#isOverloaded() || this.#queue.length < this.#queuedInOverload) return false
    this.refuse('queue-full')
    return true
  }

  /** Counts a request that is not answered, and returns its error. A client that has gone is no sign of overload. */
  refuse(reason: RefusalReason): VitrineError {
    this.#refused[reason]++
    if (reason !== 'client-gone') this.#logLater()
    return OVERLOADED
  }

  #enqueue(isAbandoned: () => boolean): Promise<void> {
    const { length } = this.#queue
    const now = performance.now()
    if (length === 0) this.#queuedSince = now
    else if (length >= this.#alwaysQueued && now - this.#queuedSince >= BURST) this.#beginOverload(now)
    if (this.refusesNow()) throw OVERLOADED
    if (length >= this.#maxQueued) throw this.refuse('queue-full')
    return new Promise((start, refuse) => {
      this.#queue.push({ isAbandoned, start, refuse })
      this.#scheduleStart()
    })
  }

  /** Refuses those that have waited longest. */
  #beginOverload(now: number): void {
    this.#startPeriod(now)
    const overtaken = this.#queue.splice(0, this.#queue.length - this.#queuedInOverload)
    for (const { refuse } of overtaken) refuse(this.refuse('queue-full'))
  }

  #isOverloaded(): boolean {
    if (this.#periodStart === undefined) return false
    const now = performance.now()
    const length = now - this.#periodStart
    if (length < PERIOD) return true
    const idle = this.#idle + (this.#idleSince === undefined ? 0 : now - this.#idleSince)
    if (idle < IDLE_SHARE * length) this.#startPeriod(now)
    else this.#periodStart = undefined
    return this.#periodStart !== undefined
  }

  #startPeriod(now: number): void {
    this.#periodStart = now
    this.#idle = 0
    if (this.#idleSince !== undefined) this.#idleSince = now
  }

  #addRunning(): void {
    this.#running++
    if (this.#idleSince === undefined) return
    this.#idle += performance.now() - this.#idleSince
    this.#idleSince = undefined
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
    for (let request = this.#queue.shift(); request; request = this.#queue.shift()) {
      if (request.isAbandoned()) {
        request.refuse(this.refuse('client-gone'))
        continue
      }
      this.#addRunning()
      request.start()
      return
    }
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

/** At most this many expensive requests run at once, so that a database on another machine has work. */
const MAX_RUNNING = 8

/** This many requests may always wait, so that a client alone is never refused, however slow the machine. */
const ALWAYS_QUEUED = 64

/** At most this many requests wait, however short the burst. */
const MAX_QUEUED = 1000

/**
 * While requests have waited for less than this without a break, in milliseconds, they are a burst and not an overload.
 */
const BURST = 250

/** In overload only this many requests wait: enough that one is always there to start. */
const QUEUED_IN_OVERLOAD = 4

/** An overload is over after a period of so many milliseconds in which nothing ran for a share of the time. */
const PERIOD = 1000
const IDLE_SHARE = 0.25

const LOG_INTERVAL_MILLISECONDS = 1000

const REASONS = ['queue-full', 'client-gone', 'past-deadline'] as const

/** Why a request was not answered. */
type RefusalReason = (typeof REASONS)[number]

interface QueuedRequest {
  readonly isAbandoned: () => boolean
  readonly start: () => void
  readonly refuse: (error: VitrineError) => void
}
