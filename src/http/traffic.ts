import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { storeId } from '../catalog/store.ts'
import type { Metrics } from './metrics.ts'
import { traceId } from './trace.ts'

/** Counts a request that has been answered, and writes its line. */
export type Recorder = (
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  route: string,
  status: number,
  milliseconds: number,
  requestId: string,
  fault?: unknown,
) => void

/** One line a request: what failed here at error, what the client did wrong at info, everything else at debug. */
export function recorder(metrics: Metrics, logger: Logger | false): Recorder {
  return (request, route, status, milliseconds, requestId, fault) => {
    metrics.observe(request.method!, route, status, milliseconds / 1000)
    if (logger === false) return
    const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug'
    if (!logger.isLevelEnabled(level)) return
    const line = {
      method: request.method,
      url: request.url,
      status,
      ms: Math.round(milliseconds * 100) / 100,
      store: storeId(String(request.headers['x-store-id'] ?? '')),
      requestId,
      traceId: traceId(request.headers.traceparent as string | undefined),
      err: fault,
    }
    logger[level](line, `${request.method} ${request.url} ${status}`)
  }
}
