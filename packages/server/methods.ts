import type { IncomingMessage } from 'node:http'
import type { Headers } from './common-headers.ts'
import { HttpError } from './problem.ts'
import type { Resource, ResourceResponse } from './resource.ts'

/** The methods of a resource that does not say. */
export const READ_METHODS: readonly string[] = ['GET', 'HEAD']

/** Up to 100 names of headers (tokens of RFC 9110, 5.6.2), each with up to 100 characters. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]{1,100}(?: ?, ?[\w!#$%&'*+.^`|~-]{1,100}){0,99}$/

/** The error for a method that a resource does not have. */
export class MethodNotAllowed extends HttpError {
  /** The methods that it has, and the one that it does not: `GET, HEAD, OPTIONS, not POST`. */
  readonly supported: string

  constructor(method: string, allow: string) {
    const supported = `${allow}, not ${method}`
    super('method-not-allowed', `The API is read-only: it supports ${supported}.`, ['allow', allow])
    this.supported = supported
  }
}

/** The methods of a resource as the header `Allow` lists them. */
export function allowOf({ methods = READ_METHODS }: Resource): string {
  return [...methods, 'OPTIONS'].join(', ')
}

/**
 * The response to a CORS preflight, undefined if the request is none. If the page may read answers, it may send every
 * header that it wants to send, because no request carries credentials. An unknown path has a preflight too: without
 * it, the page would get a CORS error instead of the 404.
 */
export function preflightResponse(
  resource: Resource,
  raw: IncomingMessage,
  isReadable: boolean,
): ResourceResponse | undefined {
  const { origin, 'access-control-request-method': wanted, 'access-control-request-headers': names } = raw.headers
  if (raw.method !== 'OPTIONS' || !origin || !wanted) return undefined
  if (!isReadable) return { status: 204, headers: [] }
  const allowed: Headers = ['access-control-allow-methods', allowOf(resource), 'access-control-max-age', '86400']
  if (names !== undefined && HEADER_NAMES.test(names)) allowed.push('access-control-allow-headers', names)
  return { status: 204, headers: allowed, vary: 'Access-Control-Request-Headers' }
}
