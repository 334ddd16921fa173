import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The headers that every response has, whatever it says: what it varies by, and which page may read it. Written by hand
 * rather than by a plugin, because answers from memory are sent before Fastify, and its plugins, see the request.
 */
export type StandingHeaders = (origin: string | undefined) => Readonly<Record<string, string>>

const VARY = 'x-store-id, Accept-Encoding'
const EXPOSED = 'ETag, x-request-id, Retry-After, Cache-Status'
const ALLOWED = 'x-store-id, if-none-match, traceparent, tracestate, x-request-id'

export function standingHeaders(corsOrigin: '*' | readonly string[] | false): StandingHeaders {
  if (corsOrigin === '*') return always({ vary: VARY, ...readableBy('*') })
  if (corsOrigin === false) return always({ vary: VARY })
  const others = { vary: `${VARY}, Origin` }
  const known = new Map(corsOrigin.map((origin) => [origin, { ...others, ...readableBy(origin) }]))
  return (origin) => (origin === undefined ? others : (known.get(origin) ?? others))
}

/** Answers a browser that asks what it may send, and says whether the request was such a question. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): boolean {
  const { origin, 'access-control-request-method': method } = request.headers
  if (request.method !== 'OPTIONS' || !origin || !method) return false
  if (reply.hasHeader('access-control-allow-origin')) {
    reply
      .header('access-control-allow-methods', 'GET, HEAD, OPTIONS')
      .header('access-control-allow-headers', ALLOWED)
      .header('access-control-max-age', '86400')
  }
  reply.code(204).send()
  return true
}

function always(headers: Readonly<Record<string, string>>): StandingHeaders {
  return () => headers
}

function readableBy(origin: string): Record<string, string> {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED }
}
