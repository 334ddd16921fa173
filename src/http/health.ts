import type { FastifyInstance } from 'fastify'
import type { Editions } from '../edition/edition.ts'
import { resource } from './methods.ts'

export interface HealthOptions {
  readonly editions: Editions
  readonly isReady: () => boolean
}

/**
 * `/livez` answers as long as the process does. `/readyz` says whether requests should be sent here: not while shutting
 * down, nor while the database does not answer.
 */
export function health(app: FastifyInstance, { editions, isReady }: HealthOptions): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
  resource(app, '/livez', async () => ({ status: 'ok' }))
  resource(app, '/readyz', async (_request, reply) => {
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
