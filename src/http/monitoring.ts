import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Registry } from 'prom-client'
import type { Editions } from '../edition/edition.ts'
import { errorHandler } from './problem.ts'
import { acceptAllMethods, addResource, answerUnknownPath } from './resources.ts'

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
export function createMonitoringServer({ health, collect }: MonitoringOptions): FastifyInstance {
  const app = fastify({ logger: false })
  acceptAllMethods(app)
  app.decorateRequest('fault', undefined)
  app.setErrorHandler(errorHandler(undefined))
  app.setNotFoundHandler(answerUnknownPath)
  app.register(async (scope) => addHealth(scope, health))
  addResource(app, '/metrics', async (_request, reply) => {
    const registry = await collect()
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
  return app
}

/**
 * `/livez` answers as long as the processes do. `/readyz` tells whether to send requests here: not while the server shuts
 * down, and not while the database does not answer.
 */
export function addHealth(app: FastifyInstance, health: Health): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  addResource(app, '/livez', async (_request, reply) => send(reply, await health.live()))
  addResource(app, '/readyz', async (_request, reply) => {
    try {
      return send(reply, await health.ready())
    } catch (error) {
      reply.log.error({ err: error }, 'the database does not answer')
      return send(reply, 'database unusable')
    }
  })
}

function send(reply: FastifyReply, status: HealthStatus): FastifyReply {
  return reply.code(status === 'ok' ? 200 : 503).send({ status })
}
