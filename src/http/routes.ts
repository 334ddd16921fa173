import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { VitrineError } from '../catalog/error.ts'
import { checkPath } from './parameters.ts'

const ALLOW = 'GET, HEAD, OPTIONS'
const REFUSED_METHODS = METHODS.filter((method) => method !== 'CONNECT' && !ALLOW.split(', ').includes(method))
const ALLOWED_HEADERS = 'x-store-id, if-none-match, traceparent, tracestate, x-request-id'

/** Makes the server accept every method, none of them with a body: it never reads one. */
export function acceptAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
}

/** Adds a read-only resource: the handler answers GET and HEAD, OPTIONS gives the methods, any other method is refused. */
export function addResource(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: ['GET', 'HEAD'], url, handler })
  app.route({ method: 'OPTIONS', url, handler: answerOptions })
  app.route({ method: REFUSED_METHODS, url, handler: refuseMethod })
}

/** Answers an unknown path. Answers a preflight of it too, since the page would get a CORS error instead of the 404. */
export function answerUnknownPath(request: FastifyRequest, reply: FastifyReply): void {
  if (answerPreflight(request, reply)) return
  checkPath(request.raw.url!)
  throw new VitrineError('route-not-found', 'The API has no such path. Its paths begin with /store; /docs lists them.')
}

function answerOptions(request: FastifyRequest, reply: FastifyReply): void {
  if (!answerPreflight(request, reply)) reply.code(204).header('allow', ALLOW).send()
}

function refuseMethod(request: FastifyRequest, reply: FastifyReply): never {
  reply.header('allow', ALLOW)
  throw new VitrineError('method-not-allowed', `The API is read-only: it supports ${ALLOW}, not ${request.method}.`)
}

/** Answers a CORS preflight. Returns false if the request is none. */
function answerPreflight(request: FastifyRequest, reply: FastifyReply): boolean {
  const { origin, 'access-control-request-method': method } = request.headers
  if (request.method !== 'OPTIONS' || !origin || !method) return false
  if (reply.hasHeader('access-control-allow-origin')) {
    reply
      .header('access-control-allow-methods', ALLOW)
      .header('access-control-allow-headers', ALLOWED_HEADERS)
      .header('access-control-max-age', '86400')
  }
  reply.code(204).send()
  return true
}
