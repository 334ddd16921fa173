import type { IncomingMessage } from 'node:http'
import { VitrineError } from '@vitrine/catalog/error'
import type { Logger } from 'pino'
import { Counter, Histogram, type Registry } from 'prom-client'
import { namedStore } from './store-selection.ts'

/** Counts an answered request and writes its line to the log. */
export type AccessLog = (entry: AccessLogEntry) => void

/** A request that has been answered. */
interface AccessLogEntry {
  readonly request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>
  /** The pattern of the route, or `none`. */
  readonly route: string
  readonly status: number
  readonly milliseconds: number
  readonly requestId: string
  /** The error behind a 5xx. */
  readonly fault?: unknown
}

/**
 * One line per request: at level error if the server failed, at info if the client made a mistake, else at debug.
 * Refused requests are at debug too, because `Admission` logs how many there are.
 */
export function accessLog(registry: Registry, logger: Logger | false): AccessLog {
  const metrics = new RequestMetrics(registry)
  return (entry) => {
    metrics.count(entry)
    if (logger === false) return
    const { request, status, milliseconds, requestId, fault } = entry
    const isRefused = fault instanceof VitrineError && fault.code === 'overloaded'
    const level = isRefused ? 'debug' : status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug'
    if (!logger.isLevelEnabled(level)) return
    const line = {
      method: request.method,
      url: request.url,
      status,
      ms: Math.round(milliseconds * 100) / 100,
      store: namedStore(request),
      requestId,
      traceId: traceId(request.headers.traceparent as string | undefined),
      err: isRefused ? undefined : fault,
    }
    logger[level](line, `${request.method} ${request.url} ${status}`)
  }
}

/** Upper bounds in seconds: most answers take less than a millisecond. */
const BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

const LABELS = ['method', 'route', 'status'] as const

/** The requests of one method, route and status. */
interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string }
  readonly durations: Histogram.Internal<string>
  requests: number
}

/**
 * The Prometheus metrics of requests. It looks up the labels of a series once and counts by itself, which takes a third
 * of the time.
 */
class RequestMetrics {
  readonly #series = new Map<string, Series>()
  readonly #durations: Histogram<(typeof LABELS)[number]>

  constructor(registry: Registry) {
    const options = { labelNames: LABELS, registers: [registry] }
    const series = this.#series
    new Counter({
      name: 'vitrine_http_requests_total',
      help: 'Requests answered.',
      ...options,
      collect() {
        this.reset()
        for (const { labels, requests } of series.values()) this.inc(labels, requests)
      },
    })
    this.#durations = new Histogram({
      name: 'vitrine_http_request_duration_seconds',
      help: 'Seconds to an answer.',
      buckets: BUCKETS,
      ...options,
    })
  }

  count({ request, route, status, milliseconds }: AccessLogEntry): void {
    const key = `${request.method} ${status} ${route}`
    let series = this.#series.get(key)
    if (!series) {
      const labels = { method: request.method!, route, status: String(status) }
      series = { labels, durations: this.#durations.labels(labels), requests: 0 }
      this.#series.set(key, series)
    }
    series.requests++
    series.durations.observe(milliseconds / 1000)
  }
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/

/** The trace id in a `traceparent` header (W3C Trace Context). Undefined if the header is not valid. */
function traceId(traceparent: string | undefined): string | undefined {
  const match = traceparent === undefined ? null : TRACEPARENT.exec(traceparent)
  if (!match) return undefined
  const [, version, trace, parent, extension] = match
  if (version === 'ff' || (version === '00' && extension !== undefined)) return undefined
  return /^0+$/.test(trace!) || /^0+$/.test(parent!) ? undefined : trace
}
