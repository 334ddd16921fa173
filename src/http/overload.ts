import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { VitrineError } from '../catalog/error.ts'

/**
 * Refuses what is asked of this scope while the event loop is later than so many milliseconds: what waits already would
 * only wait longer. The plugin measures; were it to compare as well, it would look up each request's route again.
 */
export async function refuseWhenLate(app: FastifyInstance, milliseconds: number): Promise<void> {
  await app.register(underPressure)
  app.addHook('onRequest', (_request, _reply, done) => {
    if (app.memoryUsage().eventLoopDelay > milliseconds) done(overloaded())
    else done()
  })
}

function overloaded(): VitrineError {
  return new VitrineError('overloaded', 'More is asked than this server can answer. Ask again shortly.')
}
