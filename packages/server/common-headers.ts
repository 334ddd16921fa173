import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { StoreId } from '@vitrine/catalog/store'
import type { Editions } from '@vitrine/engine/edition/editions'
import { databaseCheck } from './database-check.ts'
import type { Metrics } from './metrics.ts'

/**
 * Makes the headers of every response. They give the request id and what the response varies by. They forbid browsers
 * to guess another type (`nosniff`, Fetch Standard), and say which pages may read the response (CORS). `vary` is what
 * this response varies by besides.
 */
export type CommonHeaders = (origin: string | undefined, requestId: string, vary?: string) => Headers

/** Names and values of headers in turn, as `writeHead` takes them. */
export type Headers = (string | number)[]

const VARY = 'x-store-id, Accept-Encoding'
const EXPOSED_HEADERS = 'ETag, x-request-id, Retry-After, Cache-Status, ignored-parameters, Preference-Applied'

export function commonHeaders(corsOrigin: '*' | readonly string[] | false): CommonHeaders {
  if (corsOrigin === '*') return always(VARY, readableBy('*'))
  if (corsOrigin === false) return always(VARY, [])
  const varying = `${VARY}, Origin`
  const unreadable = always(varying, [])
  const byOrigin = new Map(corsOrigin.map((origin) => [origin, always(varying, readableBy(origin))]))
  return (origin, requestId, vary) => (byOrigin.get(origin ?? '') ?? unreadable)(origin, requestId, vary)
}

function always(vary: string, cors: Headers): CommonHeaders {
  const after = [...cors, 'x-request-id']
  return (_origin, requestId, more) => [
    'x-content-type-options',
    'nosniff',
    'vary',
    more === undefined ? vary : `${vary}, ${more}`,
    ...after,
    requestId,
  ]
}

function readableBy(origin: string): Headers {
  return ['access-control-allow-origin', origin, 'access-control-expose-headers', EXPOSED_HEADERS]
}

/** The id that the client, or a proxy before the server, gave the request. Otherwise a new id. */
export function requestIdOf(request: IncomingMessage): string {
  const id = request.headers['x-request-id'] as string | undefined
  return id !== undefined && REQUEST_ID.test(id) ? id : newRequestId()
}

/** A request id that no other process makes. */
export function newRequestId(): string {
  return `${PROCESS}-${(count++).toString(36)}`
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/
const PROCESS = randomBytes(6).toString('hex')
let count = 0

/**
 * Returns the `Cache-Status` (RFC 9211) of an answer about a store; undefined while the database answers for it. While
 * it does not, the server goes on with the editions that it has. A negative time to live then says for how many
 * seconds.
 */
export function cacheStatus(editions: Editions<unknown>, { watch }: Metrics): (store: StoreId) => string | undefined {
  let staleAnswers = 0
  watch('counter', 'vitrine_stale_answers_total', 'Answers while the database was away.', () => staleAnswers)
  const check = databaseCheck(editions)
  const isUp = async () => Number((await check()).status === 'ok')
  watch('gauge', 'vitrine_database_up', 'Whether the database answers.', isUp, 'min')
  return (store) => {
    const since = editions.unavailableSince ?? editions.lostSince?.(store)
    if (since === undefined) return undefined
    staleAnswers++
    const seconds = Math.ceil((performance.now() - since) / 1000)
    return `vitrine; hit; ttl=-${seconds}; detail=database-away`
  }
}
