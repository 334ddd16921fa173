import fastify, { type FastifyInstance } from 'fastify'
import type { Editions } from '../edition/edition.ts'
import { health } from './health.ts'
import { knowMethods, resource } from './methods.ts'
import { type Metrics, storeGauges } from './metrics.ts'
import { errorHandler } from './problem.ts'
import { notFound } from './unknown-route.ts'

export interface OperationsOptions {
  readonly editions: Editions
  readonly metrics: Metrics
  readonly isReady: () => boolean
}

/** What the operator's machines ask, for an address that shoppers cannot reach: `/livez`, `/readyz`, `/metrics`. */
export function createOperations({ editions, metrics, isReady }: OperationsOptions): FastifyInstance {
  const app = fastify({ logger: false })
  knowMethods(app)
  app.decorateRequest('fault', undefined)
  app.setErrorHandler(errorHandler(undefined))
  app.setNotFoundHandler(notFound)
  app.register(async (scope) => health(scope, { editions, isReady }))
  const readStores = storeGauges(metrics.registry, editions)
  resource(app, '/metrics', async (_request, reply) => {
    await readStores()
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics())
  })
  return app
}
