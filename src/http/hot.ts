import type { IncomingMessage, ServerResponse } from 'node:http'
import { type StoreId, storeId } from '../catalog/store.ts'
import { type Answer, sendAnswer } from './answer.ts'
import { codingFor } from './compression.ts'
import { isFresh } from './etag.ts'
import { keyOf, type Serving } from './reads.ts'
import { requestId } from './request-id.ts'
import type { Recorder } from './traffic.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Answers that were given before are given again before anything is routed or parsed: that a target has an answer says
 * that it is right, and the key says that the answer still is. Everything else goes the usual way, which costs an
 * eighth more.
 */
export class HotAnswers {
  /** Set while the server closes: the usual way tells clients to let go of their connections. */
  closing = false
  readonly #serving: Serving
  readonly #record: Recorder

  constructor(serving: Serving, record: Recorder) {
    this.#serving = serving
    this.#record = record
  }

  before(otherwise: Handler): Handler {
    const { options, cache } = this.#serving
    if (!cache.enabled) return otherwise
    return async (request, response) => {
      const started = performance.now()
      const store = this.#storeOf(request)
      if (store !== undefined) {
        try {
          const edition = await options.editions.current(store)
          const answer = cache.get(keyOf(this.#serving, edition, request.headers.host, request.url!))
          if (answer && this.#giveAgain(answer, request, response, started)) return
        } catch {
          // The usual way meets it again, and says what it is.
        }
      }
      otherwise(request, response)
    }
  }

  /** The store of a request that may have an answer. */
  #storeOf({ method, headers }: IncomingMessage): StoreId | undefined {
    if (this.closing || (method !== 'GET' && method !== 'HEAD') || headers.host === undefined) return undefined
    const given = headers['x-store-id'] as string | undefined
    return given ? storeId(given) : this.#serving.options.defaultStore
  }

  /** Says whether it could: the answer may not be there yet in the coding that this client wants. */
  #giveAgain(answer: Answer, request: IncomingMessage, response: ServerResponse, started: number): boolean {
    const { cache, options, standing, stale } = this.#serving
    const { cacheControl } = options
    const { headers } = request
    const fresh = isFresh(headers['if-none-match'], answer.etag)
    const coding = codingFor(headers['accept-encoding'] as string | undefined, answer.length)
    const body = fresh ? undefined : answer.bytesIn(coding)
    if (!fresh && body === undefined) return false
    cache.hits++
    const id = requestId(request)
    const all = { ...standing(headers.origin), ...stale() }
    if (body) sendAnswer(response, all, id, answer, { body, coding, cacheControl })
    else {
      const same = { 'x-request-id': id, etag: answer.etag, 'cache-control': cacheControl }
      response.writeHead(304, { ...all, ...same }).end()
    }
    this.#record(request, answer.route, response.statusCode, performance.now() - started, id)
    return true
  }
}
