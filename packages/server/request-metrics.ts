import { Counter, type Metric, type Registry } from 'prom-client'

/**
 * Adds the Prometheus metrics of requests. The returned function counts one. It adds to plain numbers, of which a
 * scrape makes metrics, because prom-client checks and hashes the labels of every observation.
 */
export function requestMetrics(registry: Registry): CountRequest {
  const byRoute = new Map<string, Series[]>()
  const all = () => [...byRoute.values()].flat()
  registerRequests(registry, all)
  registerDurations(registry, all)
  return (method, route, status, milliseconds) => {
    const ofRoute = byRoute.get(route) ?? []
    if (ofRoute.length === 0) byRoute.set(route, ofRoute)
    // A route has few of them, and a joined key would be hashed for every request.
    let series = ofRoute.find(({ labels, code }) => code === status && labels.method === method)
    if (!series) {
      const labels = { method, route, status: String(status) }
      series = { labels, code: status, buckets: BUCKETS.map(() => 0), requests: 0, sum: 0 }
      ofRoute.push(series)
    }
    const seconds = milliseconds / 1000
    let bucket = 0
    while (seconds > BUCKETS[bucket]!) bucket++
    if (bucket < BUCKETS.length) series.buckets[bucket]!++
    series.requests++
    series.sum += seconds
  }
}

/** Counts a request by its method, the pattern of its route or `none`, the status of its answer, and its duration. */
type CountRequest = (method: string, route: string, status: number, milliseconds: number) => void

/** The requests of one method, route and status. */
interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string }
  readonly code: number
  /** The requests of each bucket, without those of the buckets below. */
  readonly buckets: number[]
  requests: number
  /** Seconds of all requests. */
  sum: number
}

/** Upper bounds in seconds: most answers take less than a millisecond. */
const BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

function registerRequests(registry: Registry, all: () => readonly Series[]): void {
  new Counter({
    name: 'vitrine_http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { labels, requests } of all()) this.inc(labels, requests)
    },
  })
}

/** A histogram of prom-client has no way to set its buckets, so this is one in the form in which it is written. */
function registerDurations(registry: Registry, all: () => readonly Series[]): void {
  const name = 'vitrine_http_request_duration_seconds'
  const described = { name, help: 'Seconds to an answer.', type: 'histogram', aggregator: 'sum' }
  const get = async () => ({ ...described, values: all().flatMap((series) => durationsOf(name, series)) })
  registry.registerMetric({ ...described, get } as unknown as Metric)
}

/** The values of a histogram, whose buckets have the requests of all buckets below. */
function durationsOf(name: string, { labels, buckets, requests, sum }: Series): object[] {
  let below = 0
  const bucket = (le: number | string, value: number) => ({
    labels: { le, ...labels },
    value,
    metricName: `${name}_bucket`,
  })
  const counts = buckets.map((count, index) => {
    below += count
    return bucket(BUCKETS[index]!, below)
  })
  return [
    ...counts,
    bucket('+Inf', requests),
    { labels, value: sum, metricName: `${name}_sum` },
    { labels, value: requests, metricName: `${name}_count` },
  ]
}
