import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client'
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
  const traffic = new Traffic()
  registry.registerMetric(traffic.requests as unknown as Metric)
  registry.registerMetric(traffic.durations as unknown as Metric)
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
    const all = await editions.list()
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

interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string }
  /** Observations in each bucket alone, the last without a bound. */
  readonly buckets: number[]
  sum: number
  count: number
}

/**
 * Requests and how long they took. prom-client's own histogram sorts and joins labels at every observation; here that is
 * left for when it is asked.
 */
class Traffic {
  readonly #series = new Map<string, Series>()
  readonly requests = metric('vitrine_http_requests_total', 'Requests answered.', 'counter', () =>
    [...this.#series.values()].map(({ labels, count }) => ({ value: count, labels })),
  )
  readonly durations = metric('vitrine_http_request_duration_seconds', 'Seconds to an answer.', 'histogram', () =>
    [...this.#series.values()].flatMap((series) => histogram('vitrine_http_request_duration_seconds', series)),
  )

  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${status} ${route}`
    let series = this.#series.get(key)
    if (!series) {
      const buckets = new Array<number>(BUCKETS.length + 1).fill(0)
      series = { labels: { method, route, status: String(status) }, buckets, sum: 0, count: 0 }
      this.#series.set(key, series)
    }
    let bucket = 0
    while (bucket < BUCKETS.length && seconds > BUCKETS[bucket]!) bucket++
    series.buckets[bucket]!++
    series.sum += seconds
    series.count++
  }
}

interface Sample {
  readonly value: number
  readonly labels: object
  readonly metricName?: string
}

/** What prom-client's registry asks of a metric. */
function metric(name: string, help: string, type: string, values: () => Sample[]) {
  return { name, help, get: async () => ({ name, help, type, aggregator: 'sum', values: values() }), reset: () => {} }
}

function histogram(name: string, { labels, buckets, sum, count }: Series): Sample[] {
  let below = 0
  const samples: Sample[] = buckets.map((observed, index) => {
    below += observed
    return { metricName: `${name}_bucket`, labels: { ...labels, le: BUCKETS[index] ?? '+Inf' }, value: below }
  })
  return [
    ...samples,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
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
