import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Editions } from '../edition/edition.ts'
import { HttpServer } from './http-server.ts'
import { answerJson, type Resource } from './resource.ts'
import { Router } from './router.ts'

export type HealthStatus =
  | 'ok'
  | 'shutting down'
  | 'database unusable'
  | 'no worker is ready'
  | 'a worker does not answer'

/** What the health checks tell. */
export interface Health {
  /** Whether the processes of the server run. */
  live(): Promise<HealthStatus>
  /** Whether to send requests here. Throws if the database does not answer. */
  ready(): Promise<HealthStatus>
}

export interface MonitoringOptions {
  readonly health: Health
  /** Reads all metrics. */
  collect(): Promise<Registry>
}

/** The health of a server of one process. */
export function healthOf(editions: Editions<unknown>, isReady: () => boolean = () => true): Health {
  return {
    live: async () => 'ok',
    ready: async () => {
      if (!isReady()) return 'shutting down'
      await editions.ping()
      return 'ok'
    },
  }
}

/** The server for monitoring: `/livez`, `/readyz` and `/metrics`, on an address that shoppers cannot reach. */
export function createMonitoringServer({ health, collect }: MonitoringOptions): HttpServer {
  return new HttpServer({
    router: new Router([...healthChecks(health, false), metricsText(collect)]),
    commonHeaders: () => [],
    log: () => {},
  })
}

/**
 * `/livez` answers as long as the processes do. `/readyz` tells whether to send requests here: not while the server shuts
 * down, and not while the database does not answer.
 */
export function healthChecks(health: Health, logger: Logger | false): Resource[] {
  const answer = (status: HealthStatus) =>
    answerJson(status === 'ok' ? 200 : 503, { status }, ['cache-control', 'no-store'])
  const ready = async () => {
    try {
      return answer(await health.ready())
    } catch (error) {
      if (logger) logger.error({ err: error }, 'the database does not answer')
      return answer('database unusable')
    }
  }
  return [
    { path: '/livez', answer: async () => answer(await health.live()) },
    { path: '/readyz', answer: ready },
  ]
}

function metricsText(collect: MonitoringOptions['collect']): Resource {
  const answer = async () => {
    const registry = await collect()
    const body = Buffer.from(await registry.metrics())
    return { status: 200, headers: ['content-type', registry.contentType, 'content-length', body.length], body: [body] }
  }
  return { path: '/metrics', answer }
}
