import { storeAndMarket } from '@vitrine/catalog/market'
import type { Editions } from '@vitrine/engine/edition/editions'
import type { MaybePromise } from '@vitrine/engine/edition/maybe-promise'
import {
  type Aggregator,
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  type MetricObject,
  Registry,
} from 'prom-client'

/** Prometheus metrics in a registry of their own. */
export interface Metrics {
  readonly registry: Registry
  /**
   * Adds a metric whose value `read` returns at each scrape. Several processes have the sum, or what `aggregator` says.
   */
  watch(
    kind: 'gauge' | 'counter',
    name: string,
    help: string,
    read: () => MaybePromise<number>,
    aggregator?: Aggregator,
  ): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return { registry, watch: (...metric) => watch(registry, ...metric) }
}

/** A metric of one process with its values, as JSON. */
export type MetricJson = MetricObject & { readonly values: readonly unknown[]; readonly aggregator: Aggregator }

/**
 * The metrics of workers as those of one server: counters, histograms and amounts are added. Of the primary process
 * count its workers, its start, and its memory and processor time.
 */
export function mergeMetrics(primary: readonly MetricJson[], workers: readonly (readonly MetricJson[])[]): Registry {
  const own = primary
    .filter(({ name }) => /^(process|vitrine)_/.test(name))
    .map((metric) => (metric.name === 'process_start_time_seconds' ? { ...metric, aggregator: 'first' } : metric))
  return AggregatorRegistry.aggregate([own, ...workers] as object[])
}

/** The sums of counters and histograms, which stay when a process has ended. */
export function countersOf(processes: readonly (readonly MetricJson[])[]): Promise<readonly MetricJson[]> {
  const counters = processes.map((metrics) => metrics.filter(({ type }) => /counter|histogram/.test(String(type))))
  return AggregatorRegistry.aggregate(counters as object[]).getMetricsAsJSON() as Promise<never>
}

/** At most this many stores and markets get series of their own, because each costs Prometheus memory. */
const MAX_STORES = 1000

/**
 * Adds gauges of what each store serves, and each of its markets under the label `market`. The returned function reads
 * them, and returns the registry.
 */
export function storeGauges(registry: Registry, editions: Editions<unknown>): () => Promise<Registry> {
  const gauge = (name: string, help: string, labelNames: string[] = ['store', 'market']) =>
    // All workers read the same database.
    new Gauge({ name, help, labelNames, registers: [registry], aggregator: 'first' })
  const stores = gauge('vitrine_stores', 'Stores.', [])
  const edition = gauge('vitrine_edition', 'Number of the current edition.')
  const published = gauge('vitrine_edition_published_timestamp_seconds', 'When the current edition was published.')
  const imported = gauge('vitrine_import_last_success_timestamp_seconds', 'When a catalog was last imported.')
  const products = gauge('vitrine_products', 'Products in the current edition.')
  const variants = gauge('vitrine_variants', 'Variants in the current edition.')
  return async () => {
    const all = await editions.list().catch(() => undefined)
    // While the database is away, the gauges keep their last values.
    if (!all) return registry
    for (const each of [edition, published, imported, products, variants]) each.reset()
    stores.set(all.filter(({ store }) => storeAndMarket(store.id).market === undefined).length)
    for (const { store, edition: current } of all.slice(0, MAX_STORES)) {
      const { store: id, market } = storeAndMarket(store.id)
      const labels = { store: id, ...(market !== undefined && { market }) }
      edition.set(labels, current.number)
      published.set(labels, Date.parse(current.publishedAt) / 1000)
      if (store.lastImport) imported.set(labels, Date.parse(store.lastImport.at) / 1000)
      products.set(labels, current.productCount)
      variants.set(labels, current.variantCount)
    }
    return registry
  }
}

function watch(
  registry: Registry,
  ...[kind, name, help, read, aggregator = 'sum']: Parameters<Metrics['watch']>
): void {
  const Metric = kind === 'gauge' ? Gauge : Counter
  const collect = async function (this: Gauge | Counter) {
    const value = await read()
    this.reset()
    this.inc(value)
  }
  new Metric({ name, help, registers: [registry], collect, aggregator })
}
