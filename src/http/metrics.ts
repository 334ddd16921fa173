import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Editions } from '../edition/edition.ts'

/** Prometheus metrics in a registry of their own. */
export interface Metrics {
  readonly registry: Registry
  /** Adds a metric whose value `read` returns at each scrape. */
  watch(kind: 'gauge' | 'counter', name: string, help: string, read: () => number): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry, watch: (...metric) => watch(registry, ...metric) }
}

/** At most this many stores get series of their own, because each store costs Prometheus memory. */
const MAX_STORES = 1000

/** Gauges of what each store serves. The returned function reads them again. */
export function storeGauges(registry: Registry, editions: Editions<unknown>): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = ['store']) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const stores = gauge('vitrine_stores', 'Stores.', [])
  const edition = gauge('vitrine_edition', 'Number of the current edition.')
  const published = gauge('vitrine_edition_published_timestamp_seconds', 'When the current edition was published.')
  const products = gauge('vitrine_products', 'Products in the current edition.')
  const variants = gauge('vitrine_variants', 'Variants in the current edition.')
  return async () => {
    const all = await editions.list().catch(() => undefined)
    // While the database is away, the gauges keep their last values.
    if (!all) return
    for (const each of [edition, published, products, variants]) each.reset()
    stores.set(all.length)
    for (const { store, edition: current } of all.slice(0, MAX_STORES)) {
      const labels = { store: store.id }
      edition.set(labels, current.number)
      published.set(labels, Date.parse(current.publishedAt) / 1000)
      products.set(labels, current.productCount)
      variants.set(labels, current.variantCount)
    }
  }
}

function watch(registry: Registry, ...[kind, name, help, read]: Parameters<Metrics['watch']>): void {
  const Metric = kind === 'gauge' ? Gauge : Counter
  const collect = function (this: Gauge | Counter) {
    this.reset()
    this.inc(read())
  }
  new Metric({ name, help, registers: [registry], collect })
}
