import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Edition } from '../edition/edition.ts'
import type { IndexedEdition } from '../serve/indexed-edition.ts'
import { Answer, type Parts, sendAnswer } from './answer.ts'
import { codingFor } from './compression.ts'
import type { StandingHeaders } from './cors.ts'
import { inTime } from './deadline.ts'
import { isFresh } from './etag.ts'
import type { CheckedOptions } from './options.ts'
import { ResponseCache } from './response-cache.ts'
import type { StaleHeaders } from './staleness.ts'
import { currentEdition, selectedStore } from './tenancy.ts'

/** What one operation of the read API has for itself. */
export interface Read<Query> {
  readonly route: string
  /** What the request asks for. Throws on what is wrong with it. */
  parse(request: FastifyRequest): Query
  /** The answer, from one edition. Throws when the edition has nothing of the kind. */
  find(edition: IndexedEdition, query: Query): Promise<Parts>
  /** A list is there whatever is asked for, so that a client that has it need not be looked up; a single thing may not be. */
  readonly alwaysThere: boolean
}

/** What all operations share. */
export interface Serving {
  readonly options: CheckedOptions
  readonly cache: ResponseCache
  readonly etagOf: (edition: Edition) => string
  readonly standing: StandingHeaders
  readonly stale: StaleHeaders
}

/** A read from request to response: the store, its edition, an answer given before or a new one, the form it is sent in. */
export function reading<Query>(serving: Serving, read: Read<Query>): RouteHandlerMethod {
  const { options, cache, etagOf } = serving
  return async (request, reply) => {
    const store = selectedStore(request.headers['x-store-id'] as string | undefined, options.defaultStore)
    const started = performance.now()
    const edition = await inTime(currentEdition(options.editions, store), options.deadline)
    const etag = etagOf(edition)
    const fresh = isFresh(request.headers['if-none-match'], etag)
    const key = keyOf(serving, edition, request.raw.headers.host, request.raw.url!)
    let answer = cache.get(key)
    if (answer) cache.hits++
    else {
      const query = read.parse(request)
      if (fresh && read.alwaysThere) return notModified(reply, etag, serving)
      cache.misses++
      const left = options.deadline - (performance.now() - started)
      answer = new Answer(read.route, etag, await inTime(read.find(edition, query), left))
      cache.keep(key, answer)
    }
    if (fresh) return notModified(reply, etag, serving)
    const coding = codingFor(request.headers['accept-encoding'] as string | undefined, answer.length)
    const body = await answer.bodyIn(coding)
    if (coding) cache.keep(key, answer)
    const standing = { ...serving.standing(request.headers.origin), ...serving.stale() }
    sendAnswer(reply.hijack().raw, standing, request.id, answer, { body, coding, cacheControl: options.cacheControl })
  }
}

/** Under what an answer is kept. Links may name the host, unless they have a public address to name. */
export function keyOf(
  { options, etagOf }: Serving,
  edition: Edition,
  host: string | undefined,
  target: string,
): string {
  return ResponseCache.key(
    edition.store.id,
    etagOf(edition),
    options.publicUrl === undefined ? (host ?? '') : '',
    target,
  )
}

function notModified(reply: FastifyReply, etag: string, { options, stale }: Serving): FastifyReply {
  return reply
    .code(304)
    .headers({ etag, 'cache-control': options.cacheControl, ...stale() })
    .send()
}
