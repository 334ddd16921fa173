import type { FastifyRequest } from 'fastify'
import { VitrineError } from '../catalog/error.ts'

/** A link to one page of what was asked for. */
export type LinkTo = (page: number) => string

/** The parameters of a list, as its links repeat them: filters in their order, with the values as they were given. */
export interface Asked {
  readonly limit: number
  readonly sortBy?: string | undefined
  readonly filters: Readonly<Record<string, string | true | readonly string[]>>
}

/** Links that begin with `base` and give back exactly what was asked. */
export function linksFrom(base: string, { limit, sortBy, filters }: Asked): LinkTo {
  const sort = sortBy === undefined ? '' : `&sortBy=${sortBy}`
  const rest = Object.entries(filters)
    .flatMap(([name, values]) => [values].flat().map((value) => `&${name}=${encodeURIComponent(value)}`))
    .join('')
  return (page) => `${base}?page=${page}&limit=${limit}${sort}${rest}`
}

/** Scheme and host of the request: of an absolute target (RFC 9112, 3.2.2), else of the connection and `Host`. */
export function originOf(request: FastifyRequest): string {
  const absolute = /^(https?):\/\/([^/?#]+)/i.exec(request.raw.url!)
  const scheme = absolute?.[1]?.toLowerCase() ?? request.protocol
  const host = absolute?.[2] ?? request.headers.host ?? `${request.socket.localAddress}:${request.socket.localPort}`
  if (!HOST.test(host)) throw new VitrineError('malformed-request', 'The Host header does not name a host.')
  return `${scheme}://${host}`
}

const HOST = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/
