import type { IncomingMessage } from 'node:http'
import { VitrineError } from '@vitrine/catalog/error'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import { requestMetrics } from './request-metrics.ts'
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
  const count = requestMetrics(registry)
  return ({ request, route, status, milliseconds, requestId, fault }) => {
    count(request.method!, route, status, milliseconds)
    if (logger === false) return
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

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/

/** The trace id in a `traceparent` header (W3C Trace Context). Undefined if the header is not valid. */
function traceId(traceparent: string | undefined): string | undefined {
  const match = traceparent === undefined ? null : TRACEPARENT.exec(traceparent)
  if (!match) return undefined
  const [, version, trace, parent, extension] = match
  if (version === 'ff' || (version === '00' && extension !== undefined)) return undefined
  return /^0+$/.test(trace!) || /^0+$/.test(parent!) ? undefined : trace
}
