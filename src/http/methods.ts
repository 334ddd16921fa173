import type { IncomingMessage } from 'node:http'
import { VitrineError } from '../catalog/error.ts'
import type { Headers } from './common-headers.ts'
import type { Answer } from './resource.ts'

const ALLOW = 'GET, HEAD, OPTIONS'

/** Up to 100 names of headers (tokens of RFC 9110, 5.6.2), each with up to 100 characters. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]{1,100}(?: ?, ?[\w!#$%&'*+.^`|~-]{1,100}){0,99}$/

/** The error for a method that the API does not have. */
export class MethodNotAllowed extends VitrineError {
  readonly headers: Headers = ['allow', ALLOW]

  constructor(method: string) {
    super('method-not-allowed', `The API is read-only: it supports ${ALLOW}, not ${method}.`)
  }
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Answers OPTIONS. Throws `MethodNotAllowed` for any other method. */
export function answerOtherMethod({ method }: IncomingMessage): Answer {
  if (method === 'OPTIONS') return { status: 204, headers: ['allow', ALLOW] }
  throw new MethodNotAllowed(method!)
}

/**
 * The answer to a CORS preflight, undefined if the request is none. If the page may read answers, it may send every header
 * that it wants to send, because no request carries credentials. An unknown path has a preflight too: without it, the page
 * would get a CORS error instead of the 404.
 */
export function answerPreflight({ method, headers }: IncomingMessage, isReadable: boolean): Answer | undefined {
  const { origin, 'access-control-request-method': wanted, 'access-control-request-headers': names } = headers
  if (method !== 'OPTIONS' || !origin || !wanted) return undefined
  if (!isReadable) return { status: 204, headers: [] }
  const allowed: Headers = ['access-control-allow-methods', ALLOW, 'access-control-max-age', '86400']
  if (names !== undefined && HEADER_NAMES.test(names)) allowed.push('access-control-allow-headers', names)
  return { status: 204, headers: allowed, vary: 'Access-Control-Request-Headers' }
}
