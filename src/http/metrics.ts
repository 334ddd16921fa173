import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Editions } from '../edition/edition.ts'

/** What Prometheus is told, in a registry of its own. */
export interface Metrics {
  readonly registry: Registry
  /** Counts a request. */
  observe(method: string, route: string, status: number, seconds: number): void
  /** Adds a number that is read when Prometheus asks. */
  watch(kind: 'gauge' | 'counter', name: string, help: string, read: () => number): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const traffic = new Traffic(registry)
  return {
    registry,
    observe: (method, route, status, seconds) => traffic.observe(method, route, status, seconds),
    watch: (kind, name, help, read) => watch(registry, kind, name, help, read),
  }
}

/** Stores beyond these are not told of one by one: every store is a series, and Prometheus pays for each. */
const MOST_STORES = 1000

/** Gauges of what each store serves; the function that it returns reads them anew. */
export function storeGauges(registry: Registry, editions: Editions): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = ['store']) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const stores = gauge('vitrine_stores', 'Stores.', [])
  const edition = gauge('vitrine_edition', 'Number of the current edition.')
  const published = gauge('vitrine_edition_published_timestamp_seconds', 'When the current edition was published.')
  const products = gauge('vitrine_products', 'Products in the current edition.')
  const variants = gauge('vitrine_variants', 'Variants in the current edition.')
  return async () => {
    const all = await editions.list().catch(() => undefined)
    // While the database is away, what was true before is told.
    if (!all) return
    for (const each of [edition, published, products, variants]) each.reset()
    stores.set(all.length)
    for (const { store, edition: current } of all.slice(0, MOST_STORES)) {
      const labels = { store: store.id }
      edition.set(labels, current.number)
      published.set(labels, Date.parse(current.publishedAt) / 1000)
      products.set(labels, current.productCount)
      variants.set(labels, current.variantCount)
    }
  }
}

/** Upper bounds in seconds: most answers take less than a millisecond. */
const BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const LABELS = ['method', 'route', 'status'] as const

/** Requests and how long they took. The two series of a kind of request are looked up once: that is half their cost. */
class Traffic {
  readonly #requests: Counter<(typeof LABELS)[number]>
  readonly #durations: Histogram<(typeof LABELS)[number]>
  readonly #kinds = new Map<string, { requests: Counter.Internal; durations: Histogram.Internal<string> }>()

  constructor(registry: Registry) {
    const common = { labelNames: LABELS, registers: [registry] }
    this.#requests = new Counter({ name: 'vitrine_http_requests_total', help: 'Requests answered.', ...common })
    this.#durations = new Histogram({
      name: 'vitrine_http_request_duration_seconds',
      help: 'Seconds to an answer.',
      buckets: BUCKETS,
      ...common,
    })
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${status} ${route}`
    let kind = this.#kinds.get(key)
    if (!kind) {
      const labels = { method, route, status: String(status) }
      kind = { requests: this.#requests.labels(labels), durations: this.#durations.labels(labels) }
      this.#kinds.set(key, kind)
    }
    kind.requests.inc()
    kind.durations.observe(seconds)
  }
}

function watch(registry: Registry, kind: 'gauge' | 'counter', name: string, help: string, read: () => number): void {
  if (kind === 'gauge') {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  } else {
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }
}
