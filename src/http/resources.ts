import { METHODS } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { VitrineError } from '../catalog/error.ts'
import { checkPath } from './parameters.ts'

const ALLOW = 'GET, HEAD, OPTIONS'
const REFUSED_METHODS = METHODS.filter((method) => method !== 'CONNECT' && !ALLOW.split(', ').includes(method))

/** Up to 100 names of headers (tokens of RFC 9110, 5.6.2), each with up to 100 characters. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]{1,100}(?: ?, ?[\w!#$%&'*+.^`|~-]{1,100}){0,99}$/

/** Makes the server accept every method. It reads no body of any of them. */
export function acceptAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true })
}

/** Adds a read-only resource: the handler answers GET and HEAD, OPTIONS gives the methods, any other method is refused. */
export function addResource(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: ['GET', 'HEAD'], url, handler })
  app.route({ method: 'OPTIONS', url, handler: answerOptions })
  app.route({ method: REFUSED_METHODS, url, handler: refuseMethod })
}

/**
 * Answers an unknown path. Answers its preflight too, because a page would otherwise get a CORS error instead of the
 * 404.
 */
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

/**
 * Answers a CORS preflight. It allows every header that the page wants to send, because no request carries credentials.
 * Returns false if the request is no preflight.
 */
function answerPreflight(request: FastifyRequest, reply: FastifyReply): boolean {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': names } = request.headers
  if (request.method !== 'OPTIONS' || !origin || !method) return false
  if (reply.hasHeader('access-control-allow-origin')) {
    reply
      .header('access-control-allow-methods', ALLOW)
      .header('access-control-max-age', '86400')
      .header('vary', `${reply.getHeader('vary')}, Access-Control-Request-Headers`)
    if (names !== undefined && HEADER_NAMES.test(names)) reply.header('access-control-allow-headers', names)
  }
  reply.code(204).send()
  return true
}
