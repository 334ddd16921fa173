import type { FastifyReply, FastifyRequest } from 'fastify'
import { VitrineError } from '../catalog/error.ts'
import { answerPreflight } from './cors.ts'
import { checkPath } from './query-string.ts'

/** A path that nothing is at. A preflight of it is answered: else the page would see a CORS error instead of the 404. */
export function notFound(request: FastifyRequest, reply: FastifyReply): void {
  if (answerPreflight(request, reply)) return
  checkPath(request.raw.url!)
  throw new VitrineError(
    'route-not-found',
    'There is nothing at this path. The paths begin with /store; /docs lists them.',
  )
}

/** What is wrong with a path that the router could not read, in our words. */
export function pathFault(request: FastifyRequest): unknown {
  try {
    checkPath(request.raw.url!)
    return undefined
  } catch (error) {
    return error
  }
}
