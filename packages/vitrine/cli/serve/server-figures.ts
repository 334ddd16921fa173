import type { MetricJson } from '@vitrine/server/metrics'
import type { Registry } from 'prom-client'

/** The numbers of a scrape. */
export class ServerFigures {
  readonly #metrics: ReadonlyMap<string, readonly Sample[]>

  constructor(metrics: readonly MetricJson[]) {
    this.#metrics = new Map(metrics.map(({ name, values }) => [name, values as readonly Sample[]]))
  }

  static async of(registry: Registry): Promise<ServerFigures> {
    return new ServerFigures((await registry.getMetricsAsJSON()) as MetricJson[])
  }

  /** The sum of a metric over its series; undefined if the server has no such metric. */
  sum(name: string): number | undefined {
    return this.#metrics.get(name)?.reduce((sum, { value }) => sum + value, 0)
  }

  /** The value of a metric for each value of a label. */
  by(name: string, label: string): ReadonlyMap<string, number> {
    const sums = new Map<string, number>()
    for (const { labels, value } of this.#metrics.get(name) ?? [])
      sums.set(String(labels[label]), (sums.get(String(labels[label])) ?? 0) + value)
    return sums
  }

  /** The requests of each route, the most frequent first. */
  requests(): RequestFigures[] {
    const counts = Map.groupBy(this.#metrics.get('vitrine_http_requests_total') ?? [], ({ labels }) => labels.route)
    const durations = this.#metrics.get('vitrine_http_request_duration_seconds') ?? []
    const buckets = Map.groupBy(
      durations.filter(({ labels }) => labels.le !== undefined),
      ({ labels }) => labels.route,
    )
    const figures = [...counts].map(([route, samples]) => ({
      route: String(route),
      requests: total(samples),
      failed: total(samples.filter(({ labels }) => String(labels.status).startsWith('5'))),
      p99: quantile(buckets.get(route) ?? [], 0.99),
    }))
    return figures.sort((a, b) => b.requests - a.requests)
  }
}

interface RequestFigures {
  readonly route: string
  readonly requests: number
  /** Those answered with 5xx. */
  readonly failed: number
  /** How long 99 of 100 requests took at most. */
  readonly p99: Quantile
}

/** A bound in seconds: the values are at most as great, or some are greater than the histogram counts. */
export interface Quantile {
  readonly seconds: number
  readonly isGreater: boolean
}

interface Sample {
  readonly value: number
  readonly labels: Readonly<Record<string, string | number>>
}

function total(samples: readonly Sample[]): number {
  return samples.reduce((sum, { value }) => sum + value, 0)
}

/** The least bound of a histogram below which a share of its values is. */
function quantile(buckets: readonly Sample[], share: number): Quantile {
  const byBound = Map.groupBy(buckets, ({ labels }) =>
    labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le),
  )
  const bounds = [...byBound]
    .sort(([a], [b]) => a - b)
    .map(([seconds, samples]) => ({ seconds, count: total(samples) }))
  const wanted = share * (bounds.pop()?.count ?? 0)
  const found = bounds.find(({ count }) => count >= wanted)
  return { seconds: (found ?? bounds.at(-1))?.seconds ?? 0, isGreater: found === undefined }
}
