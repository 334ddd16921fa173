import fastify, { type FastifyInstance } from 'fastify'
import type { Editions } from '../edition/edition.ts'
import { type Metrics, storeGauges } from './metrics.ts'
import { errorHandler } from './problem.ts'
import { acceptAllMethods, addResource, answerUnknownPath } from './resources.ts'

export interface HealthOptions {
  readonly editions: Editions<unknown>
  readonly isReady: () => boolean
}

export interface MonitoringOptions extends HealthOptions {
  readonly metrics: Metrics
}

/** The server for monitoring: `/livez`, `/readyz` and `/metrics`, on an address that shoppers cannot reach. */
export function createMonitoringServer({ editions, metrics, isReady }: MonitoringOptions): FastifyInstance {
  const app = fastify({ logger: false })
  acceptAllMethods(app)
  app.decorateRequest('fault', undefined)
  app.setErrorHandler(errorHandler(undefined))
  app.setNotFoundHandler(answerUnknownPath)
  app.register(async (scope) => addHealth(scope, { editions, isReady }))
  const readStores = storeGauges(metrics.registry, editions)
  addResource(app, '/metrics', async (_request, reply) => {
    await readStores()
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  return app
}

/**
 * `/livez` answers as long as the process does. `/readyz` tells whether to send requests here: not while the server shuts
 * down, and not while the database does not answer.
 */
export function addHealth(app: FastifyInstance, { editions, isReady }: HealthOptions): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  addResource(app, '/livez', async () => ({ status: 'ok' }))
  addResource(app, '/readyz', async (_request, reply) => {
    if (!isReady()) return reply.code(503).send({ status: 'shutting down' })
    try {
      await editions.ping()
      return { status: 'ok' }
    } catch (error) {
      reply.log.error({ err: error }, 'the database does not answer')
      return reply.code(503).send({ status: 'database unusable' })
    }
  })
}
