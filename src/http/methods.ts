import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { VitrineError } from '../catalog/error.ts'
import { answerPreflight } from './cors.ts'

export const ALLOW = 'GET, HEAD, OPTIONS'
const REFUSED = METHODS.filter((method) => method !== 'CONNECT' && !ALLOW.split(', ').includes(method))

/** Makes every method known to the server, and none of them one with a body: nothing that is sent here is ever read. */
export function knowMethods(app: FastifyInstance): void {
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
}

/** A resource that can be read: GET and HEAD are the handler's, OPTIONS tells that, everything else is refused. */
export function resource(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: ['GET', 'HEAD'], url, handler })
  app.route({ method: 'OPTIONS', url, handler: tellMethods })
  app.route({ method: REFUSED, url, handler: refuseMethod })
}

function tellMethods(request: FastifyRequest, reply: FastifyReply): void {
  if (!answerPreflight(request, reply)) reply.code(204).header('allow', ALLOW).send()
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply): never {
  reply.header('allow', ALLOW)
  throw new VitrineError('method-not-allowed', `This service is read only: it knows ${ALLOW}, not ${request.method}.`)
}
