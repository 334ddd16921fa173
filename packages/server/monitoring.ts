import type { Editions } from '@vitrine/engine/edition/editions'
import type { Registry } from 'prom-client'
import { type DatabaseCheck, type DatabaseStatus, databaseCheck } from './database-check.ts'
import { HttpServer } from './http-server.ts'
import { jsonResponse, type Resource } from './resource.ts'
import { Router } from './router.ts'

/**
 * What `/livez` and `/readyz` say. Requests are answered at `ok`, and those with cached responses at
 * `answers from memory`.
 */
export type HealthStatus = DatabaseStatus | 'shutting down' | 'no worker is ready' | 'a worker does not answer'

/** What the health checks tell. */
export interface Health {
  /** Whether the processes of the server run. */
  live(): Promise<HealthStatus>
  /** Whether to send requests here. */
  ready(): Promise<HealthStatus>
}

interface MonitoringOptions {
  readonly health: Health
  /** Reads all metrics. */
  collect(): Promise<Registry>
  /** What it answers besides. */
  readonly resources?: readonly Resource[]
}

/** The health of a server of one process. */
export function healthOf(
  editions: Editions<unknown>,
  isReady: () => boolean = () => true,
  check: DatabaseCheck = databaseCheck(editions),
): Health {
  return {
    live: async () => 'ok',
    ready: async () => (isReady() ? (await check()).status : 'shutting down'),
  }
}

/** Whether a status means that requests may be sent here. */
export function isHealthy(status: HealthStatus): boolean {
  return status === 'ok' || status === 'answers from memory'
}

/** The server for monitoring: `/livez`, `/readyz` and `/metrics`, on an address that shoppers cannot reach. */
export function createMonitoringServer({ health, collect, resources = [] }: MonitoringOptions): HttpServer {
  return new HttpServer({
    router: new Router([...healthChecks(health), metricsText(collect), ...resources]),
    commonHeaders: () => [],
    log: () => {},
    isPrivate: true,
  })
}

/**
 * `/livez` answers as long as the processes do. `/readyz` tells whether to send requests here: not while the server
 * shuts down, and not while requests that read the database fail, unless cached responses are promised.
 */
export function healthChecks(health: Health): Resource[] {
  const answer = (status: HealthStatus) =>
    jsonResponse(isHealthy(status) ? 200 : 503, { status }, ['cache-control', 'no-store'])
  return [
    { path: '/livez', answer: async () => answer(await health.live()) },
    { path: '/readyz', answer: async () => answer(await health.ready()) },
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
