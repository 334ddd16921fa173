import { countersOf, type MetricJson, type Metrics, mergeMetrics } from '@vitrine/server/metrics'
import { type Health, type HealthStatus, isHealthy } from '@vitrine/server/monitoring'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { StoresPage } from '../store-overview.ts'
import { WorkerProcess } from './worker-process.ts'

/**
 * The workers of a server. It replaces a worker that ends, and all of them in turn at `replaceAll`. Workers accept
 * connections from one shared socket, so a connection that no worker has accepted yet waits for the next.
 */
export class WorkerGroup implements Health {
  readonly #size: number
  readonly #port: number
  readonly #graceSeconds: number
  readonly #logger: Logger
  readonly #metrics: Metrics
  readonly #onFailure: () => void
  /** The current workers by their number. */
  readonly #workers = new Map<number, WorkerProcess>()
  /** Workers that have a replacement and finish their requests. */
  readonly #leaving = new Set<WorkerProcess>()
  readonly #crashes = new Map<number, number>()
  /** Counters and histograms of workers that have ended, so that the sums never fall. */
  #ended: Promise<readonly MetricJson[]> = Promise.resolve([])
  #replaced = 0
  #hung = 0
  /** Starts that failed since a worker last listened. */
  #failedStarts = 0
  #isStopping = false
  #isReplacing = false

  /** `port` is not 0. `onFailure` runs when no worker listens and none can start. */
  constructor(
    { workers, port, grace }: { readonly workers: number; readonly port: number; readonly grace: number },
    logger: Logger,
    metrics: Metrics,
    onFailure: () => void,
  ) {
    this.#size = workers
    this.#port = port
    this.#graceSeconds = grace
    this.#logger = logger
    this.#metrics = metrics
    this.#onFailure = onFailure
    const listening = () => this.#listening().length
    metrics.watch('gauge', 'vitrine_workers', 'Workers that accept connections.', listening)
    const replaced = () => this.#replaced
    metrics.watch('counter', 'vitrine_workers_replaced_total', 'Workers that were replaced.', replaced)
    const hung = () => this.#hung
    metrics.watch(
      'counter',
      'vitrine_workers_hung_total',
      'Workers that were killed because they did not answer.',
      hung,
    )
  }

  /**
   * Starts the first worker, then the others. Returns their URL. Throws `CommandError` if the first cannot start. As
   * requests are answered by then, another one that cannot start is tried again.
   */
  async start(): Promise<string> {
    const url = await this.#start(1).listening
    const others = Array.from({ length: this.#size - 1 }, (_, index) => this.#start(index + 2).listening)
    for (const worker of this.#workers.values()) void this.#watch(worker)
    await Promise.allSettled(others)
    return url
  }

  /** Replaces one worker after another. If a new one cannot start, the old ones stay. */
  async replaceAll(): Promise<void> {
    if (this.#isReplacing || this.#isStopping) return
    this.#isReplacing = true
    this.#logger.info('SIGUSR2: replacing all workers')
    try {
      for (const [number, old] of [...this.#workers]) {
        if (this.#isStopping || this.#workers.get(number) !== old) continue
        await this.#replace(number, old)
      }
      this.#logger.info('all workers are replaced')
    } catch (error) {
      this.#logger.error(`${(error as Error).message}: the other workers stay`)
    } finally {
      this.#isReplacing = false
    }
  }

  /** Makes the health say that the server stops. Workers still answer requests, but none is replaced. */
  announceStop(): void {
    this.#isStopping = true
  }

  /** Stops all workers and waits for them. Returns whether all requests were answered. */
  async stop(): Promise<boolean> {
    this.#isStopping = true
    const ends = this.#all().map(async (worker) => {
      // A worker that does not listen yet has no requests.
      if (!worker.isListening) worker.kill()
      else if ((await this.#endOf(worker, 'stop')) !== 'exit code 0') return false
      await worker.exited
      return true
    })
    return (await Promise.all(ends)).every(Boolean)
  }

  /** Ends all workers at once. */
  closeConnections(): void {
    for (const worker of this.#all()) worker.kill()
  }

  async live(): Promise<HealthStatus> {
    return (await this.#statuses('live')).find((status) => status !== 'ok') ?? 'ok'
  }

  async ready(): Promise<HealthStatus> {
    if (this.#isStopping) return 'shutting down'
    const statuses = await this.#statuses('ready')
    // Workers that stop after an exception or do not answer will be replaced, and accept no connection.
    const replaced: readonly HealthStatus[] = ['shutting down', 'a worker does not answer']
    const others = statuses.filter((status) => !replaced.includes(status))
    const worst = others.find((status) => !isHealthy(status)) ?? others.find((status) => status !== 'ok')
    return worst ?? others[0] ?? 'no worker is ready'
  }

  /** The metrics of all processes as those of one. */
  async collect(): Promise<Registry> {
    // A worker that ends meanwhile is counted once, because this is read before its metrics are.
    const ended = this.#ended
    const ofWorkers = await Promise.all(this.#all().map((worker) => worker.readMetrics()))
    const own = (await this.#metrics.registry.getMetricsAsJSON()) as MetricJson[]
    return mergeMetrics(own, [...ofWorkers, await ended])
  }

  /** A page of stores, of the worker that answers first. Rejects if none can read it. */
  stores(page: number): Promise<StoresPage> {
    return Promise.any(this.#listening().map((worker) => worker.ask<StoresPage>('stores', page)))
  }

  #all(): WorkerProcess[] {
    return [...this.#workers.values(), ...this.#leaving]
  }

  #listening(): WorkerProcess[] {
    return [...this.#workers.values()].filter(({ isListening }) => isListening)
  }

  #start(number: number): WorkerProcess {
    const answers = { live: () => this.live(), ready: () => this.ready() }
    const worker = new WorkerProcess(number, this.#port, answers, (seconds) => {
      this.#hung++
      this.#logger.error({ worker: number }, `worker ${number} has not answered for ${seconds} s: killing it`)
      worker.kill()
    })
    this.#workers.set(number, worker)
    worker.exited.then(() => {
      this.#leaving.delete(worker)
      if (this.#workers.get(number) === worker) this.#workers.delete(number)
      this.#ended = this.#ended.then((before) => countersOf([before, worker.metrics]))
    })
    return worker
  }

  /** Replaces the worker if it ends by itself. */
  async #watch(worker: WorkerProcess): Promise<void> {
    const { number } = worker
    const end = await worker.exited
    if (this.#isStopping || this.#workers.has(number)) return
    const isStable = performance.now() - worker.startedAt > STABLE_MILLISECONDS
    const crashes = isStable ? 0 : (this.#crashes.get(number) ?? 0) + 1
    this.#crashes.set(number, crashes)
    const pause = crashes === 0 ? 0 : Math.min(MAX_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** (crashes - 1))
    this.#logger.error({ worker: number }, `worker ${number} ended with ${end}: a new one starts in ${pause / 1000} s`)
    setTimeout(() => void this.#restart(number), pause)
  }

  async #restart(number: number): Promise<void> {
    if (this.#isStopping || this.#workers.has(number)) return
    const worker = this.#start(number)
    void this.#watch(worker)
    try {
      await worker.listening
      this.#failedStarts = 0
      this.#replaced++
      this.#logger.info({ worker: number }, `worker ${number} is replaced`)
    } catch (error) {
      this.#failedStarts++
      const isLost = this.#listening().length === 0 && this.#failedStarts >= this.#size
      if (!isLost || this.#isStopping) return
      this.#logger.fatal(`${(error as Error).message}, and no other worker runs: stopping`)
      this.#onFailure()
    }
  }

  /** Starts a new worker beside the old one, and then lets the old one finish. Throws `CommandError`. */
  async #replace(number: number, old: WorkerProcess): Promise<void> {
    this.#leaving.add(old)
    const worker = this.#start(number)
    try {
      await worker.listening
    } catch (error) {
      if (this.#leaving.delete(old)) this.#workers.set(number, old)
      // The old one has ended meanwhile.
      else void this.#restart(number)
      throw error
    }
    void this.#watch(worker)
    this.#replaced++
    await this.#endOf(old, 'retire')
  }

  /** Orders a worker to end, and returns how it ended. Kills it if it takes longer than it may. */
  async #endOf(worker: WorkerProcess, order: 'stop' | 'retire'): Promise<string> {
    const graces = order === 'retire' ? 2 : 1
    const timer = setTimeout(() => worker.kill(), graces * this.#graceSeconds * 1000 + OVERTIME_MILLISECONDS)
    worker.channel.ask(order).catch(() => {})
    const end = await worker.exited
    clearTimeout(timer)
    return end
  }

  /** The answers of the workers that listen. */
  async #statuses(question: 'live' | 'ready'): Promise<HealthStatus[]> {
    const answers = this.#listening().map(async (worker): Promise<HealthStatus[]> => {
      try {
        return [await worker.ask<HealthStatus>(question)]
      } catch {
        // A worker that has ended meanwhile does not count.
        return worker.isListening ? ['a worker does not answer'] : []
      }
    })
    return (await Promise.all(answers)).flat()
  }
}

/** A worker that ends sooner after its start is restarted after a pause. */
const STABLE_MILLISECONDS = 10_000

/** The first pause. Each further crash doubles it. */
const FIRST_PAUSE_MILLISECONDS = 200

const MAX_PAUSE_MILLISECONDS = 30_000

/** How long a worker may take to end after its grace period, before it is killed. */
const OVERTIME_MILLISECONDS = 3000
