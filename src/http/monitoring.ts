import type { Logger } from 'pino'
import type { Editions } from '../edition/edition.ts'
import { HttpServer } from './http-server.ts'
import { type Metrics, storeGauges } from './metrics.ts'
import { answerJson, type Resource } from './resource.ts'
import { Router } from './router.ts'

export interface HealthOptions {
  readonly editions: Editions<unknown>
  readonly isReady: () => boolean
  readonly logger?: Logger | false
}

export interface MonitoringOptions extends HealthOptions {
  readonly metrics: Metrics
}

/** The server for monitoring: `/livez`, `/readyz` and `/metrics`, on an address that shoppers cannot reach. */
export function createMonitoringServer(options: MonitoringOptions): HttpServer {
  return new HttpServer({
    router: new Router([...healthChecks(options), metricsText(options)]),
    commonHeaders: () => [],
    log: () => {},
  })
}

/**
 * `/livez` answers as long as the process does. `/readyz` tells whether to send requests here: not while the server shuts
 * down, and not while the database does not answer.
 */
export function healthChecks({ editions, isReady, logger }: HealthOptions): Resource[] {
  const answer = (status: number, text: string) => answerJson(status, { status: text }, ['cache-control', 'no-store'])
  const ready = async () => {
    if (!isReady()) return answer(503, 'shutting down')
    try {
      await editions.ping()
      return answer(200, 'ok')
    } catch (error) {
      if (logger) logger.error({ err: error }, 'the database does not answer')
      return answer(503, 'database unusable')
    }
  }
  return [
    { path: '/livez', answer: () => answer(200, 'ok') },
    { path: '/readyz', answer: ready },
  ]
}

function metricsText({ metrics: { registry }, editions }: MonitoringOptions): Resource {
  const readStores = storeGauges(registry, editions)
  const answer = async () => {
    await readStores()
    const body = Buffer.from(await registry.metrics())
    return { status: 200, headers: ['content-type', registry.contentType, 'content-length', body.length], body: [body] }
  }
  return { path: '/metrics', answer }
}
