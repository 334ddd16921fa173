import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import type { VitrineError } from '../catalog/error.ts'
import type { Metrics } from './metrics.ts'
import { overloaded } from './problem.ts'

/**
 * At most this many expensive requests run at once. They share the processor in steps, so more of them would finish no
 * sooner. Fewer would leave a database on another machine idle.
 */
const MAX_RUNNING = 8

/** This many requests may always wait, so that a client alone is never refused, however slow the machine. */
const ALWAYS_QUEUED = 64

/** At most this many requests wait, however little they cost. */
const MAX_QUEUED = 1000

/** A request is refused if it would probably wait longer than this for its turn, in milliseconds. */
const MAX_EXPECTED_WAIT = 1000

/**
 * The same limit in overload: requests have waited without a break for `BURST`, because more arrive than the server can
 * answer.
 */
const MAX_EXPECTED_WAIT_IN_OVERLOAD = 100

/** While requests have waited for less than this, in milliseconds, they are a burst and not an overload. */
const BURST = 1000

/** A request that has waited longer than this, in milliseconds, is refused, because its client may have given up. */
const MAX_WAIT = 1500

/** The weight of the newest interval in the moving average. */
const NEWEST_WEIGHT = 0.1

const LOG_INTERVAL_MILLISECONDS = 1000

const REASONS = ['queue-full', 'waited-too-long', 'client-gone', 'past-deadline'] as const

/** Why a request was not answered. */
type RefusalReason = (typeof REASONS)[number]

interface QueuedRequest {
  readonly since: number
  readonly isAbandoned: () => boolean
  readonly start: () => void
  readonly refuse: (error: VitrineError) => void
}

/**
 * Runs expensive requests: at most `MAX_RUNNING` at once, the others in the order of their arrival. It refuses a request only
 * if at least `ALWAYS_QUEUED` others wait and it would probably wait too long. So a slow machine with few clients refuses
 * none. Cheap requests do not pass through here.
 */
export class Admission {
  readonly #refused: Record<RefusalReason, number> = {
    'queue-full': 0,
    'waited-too-long': 0,
    'client-gone': 0,
    'past-deadline': 0,
  }
  readonly #logger: Logger | false
  readonly #maxRunning: number
  readonly #alwaysQueued: number
  readonly #maxQueued: number
  readonly #queue: QueuedRequest[] = []
  #running = 0
  #isStartScheduled = false
  /** The time at which the queue last stopped being empty. */
  #queuedSince = 0
  /** The time at which the last request left the queue, if others stayed in it. */
  #lastStart: number | undefined
  /** The moving average of the time between two requests that leave the queue, in milliseconds. */
  #interval = 0
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
    return overloaded()
  }

  #waitForTurn(isAbandoned: () => boolean): Promise<void> {
    if (this.#isFull()) return Promise.reject(this.refuse('queue-full'))
    const since = performance.now()
    if (this.#queue.length === 0) this.#queuedSince = since
    return new Promise((start, refuse) => {
      this.#queue.push({ since, isAbandoned, start, refuse })
      this.#scheduleStart()
    })
  }

  #isFull(): boolean {
    const { length } = this.#queue
    if (length < this.#alwaysQueued) return false
    const isBurst = performance.now() - this.#queuedSince < BURST
    const maxWait = isBurst ? MAX_EXPECTED_WAIT : MAX_EXPECTED_WAIT_IN_OVERLOAD
    return length >= this.#maxQueued || length * this.#interval > maxWait
  }

  /** Starts one request in each turn of the event loop, so that cheap requests run in between. */
  #scheduleStart(): void {
    if (this.#isStartScheduled || this.#queue.length === 0 || this.#running >= this.#maxRunning) return
    this.#isStartScheduled = true
    setImmediate(() => {
      this.#isStartScheduled = false
      this.#startNext()
      this.#scheduleStart()
    })
  }

  #startNext(): void {
    const now = performance.now()
    for (let request = this.#queue.shift(); request; request = this.#queue.shift()) {
      const reason = this.#reasonToRefuse(request, now)
      if (reason) {
        request.refuse(this.refuse(reason))
        continue
      }
      if (this.#lastStart !== undefined) this.#interval += NEWEST_WEIGHT * (now - this.#lastStart - this.#interval)
      this.#lastStart = this.#queue.length > 0 ? now : undefined
      this.#running++
      request.start()
      return
    }
  }

  #reasonToRefuse({ since, isAbandoned }: QueuedRequest, now: number): RefusalReason | undefined {
    if (isAbandoned()) return 'client-gone'
    return now - since > MAX_WAIT && this.#queue.length >= this.#alwaysQueued ? 'waited-too-long' : undefined
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
