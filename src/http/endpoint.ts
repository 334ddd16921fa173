import type { IncomingMessage, ServerResponse } from 'node:http'
import { VitrineError } from '../catalog/error.ts'
import { type Edition, type Form, kindOf } from '../edition/edition.ts'
import type { IndexedEdition } from '../serve/indexed-edition.ts'
import type { AccessLog } from './access-log.ts'
import type { Admission } from './admission.ts'
import { type BodyChunks, CachedResponse, isFresh, type ResponseCache } from './cached-response.ts'
import { type CommonHeaders, requestIdOf } from './common-headers.ts'
import { type Coding, codingFor } from './compression.ts'
import { withDeadline } from './deadline.ts'
import { idFromPath, ignoredParameters, parameterReader, type Query, readQuery } from './parameters.ts'
import { problemDetails, problemResponse } from './problem.ts'
import { Type } from './schema.ts'
import type { EffectiveOptions } from './server-options.ts'
import { selectedStore, splitStore, storeNotFound } from './store-selection.ts'

/** One operation of the read API. */
export interface Endpoint {
  /** The path, which may end with a parameter: `/store/products/:productId`. */
  readonly route: string
  /**
   * Whether no valid request gets 404, as for a list, which may be empty. A client with the current ETag then gets 304
   * without a read.
   */
  readonly alwaysFound: boolean
  /**
   * The names of the parameters of the query string. They include those that have no effect here but are no mistake.
   */
  readonly parameters: ReadonlySet<string>
  /** Checks the parameters and returns the read that they request. Throws on a wrong parameter. */
  parse(request: EndpointRequest & { readonly query: Query }): Read
}

export interface Read {
  /** Whether its cost depends on the number of matches. Such reads wait for their turn if there are many of them. */
  readonly isExpensive: boolean
  /** Reads the body from one edition. Throws if the edition has no such thing. */
  execute(edition: IndexedEdition): Promise<BodyChunks>
}

export interface EndpointRequest {
  /** The parameter of the path, or the empty string. */
  readonly id: string
  /** The query string without its question mark. */
  readonly queryString: string
  /** The store that the path names before the route of the endpoint, as it is written there. */
  readonly storeInPath: string | undefined
  readonly raw: IncomingMessage
  /** By `performance.now()`. */
  readonly receivedAt: number
}

/** What all endpoints share. */
export interface Context {
  readonly options: EffectiveOptions
  readonly cache: ResponseCache
  readonly etagOf: (edition: Edition) => string
  readonly commonHeaders: CommonHeaders
  readonly cacheStatus: () => string | undefined
  readonly admission: Admission
  readonly log: AccessLog
}

/** The endpoint of one document: that of the product or variant whose id is in the path. */
export function documentEndpoint(
  route: string,
  form: Form,
  notFound: 'product-not-found' | 'variant-not-found',
): Endpoint {
  const [list, parameter] = route.split('/:') as [string, string]
  const readNoParameters = parameterReader(Type.Object({}))
  return {
    route,
    alwaysFound: false,
    parameters: new Set(),
    parse: ({ id: value, raw, query }) => {
      if (value === '') throw new VitrineError(notFound, `The path has no id at its end. The list is at ${list}.`)
      readNoParameters(query)
      const id = idFromPath(value, parameter, raw.url!)
      const execute: Read['execute'] = async (edition) => {
        const document = await edition.stored.documentById(form, id)
        if (document === undefined) {
          throw new VitrineError(notFound, `This store has no ${kindOf(form)} with that id.`)
        }
        return [document]
      }
      return { isExpensive: false, execute }
    },
  }
}

/**
 * Answers the endpoints. Every request takes the same steps: store, edition, cache, parameters, read, send. A request whose
 * path is written exactly as an endpoint's takes them before Fastify. Fastify's router finds the other spellings of a path
 * and calls `respond`.
 */
export class ReadApi {
  /** While the server closes, responses tell clients to close their connections. */
  closing = false
  readonly #context: Context
  /** Endpoints without a path parameter. */
  readonly #byPath = new Map<string, Endpoint>()
  /** Endpoints by the part of their path before its parameter. */
  readonly #byPrefix = new Map<string, Endpoint>()

  constructor(endpoints: readonly Endpoint[], context: Context) {
    this.#context = context
    for (const endpoint of endpoints) {
      const [prefix, parameter] = endpoint.route.split(':') as [string, string?]
      if (parameter === undefined) this.#byPath.set(prefix, endpoint)
      else this.#byPrefix.set(prefix, endpoint)
    }
  }

  /** Answers a GET or HEAD whose path is written exactly as an endpoint's. Returns false for any other request. */
  handle(raw: IncomingMessage, response: ServerResponse): boolean {
    if (raw.method !== 'GET' && raw.method !== 'HEAD') return false
    const target = raw.url!
    const mark = target.indexOf('?')
    const { storeInPath, path } = splitStore(mark < 0 ? target : target.slice(0, mark))
    if (storeInPath !== undefined && !PLAIN.test(storeInPath)) return false
    const queryString = mark < 0 ? '' : target.slice(mark + 1)
    let endpoint = this.#byPath.get(path)
    let id = ''
    if (!endpoint) {
      const idAt = path.lastIndexOf('/') + 1
      id = path.slice(idAt)
      endpoint = PLAIN.test(id) ? this.#byPrefix.get(path.slice(0, idAt)) : undefined
    }
    if (!endpoint) return false
    void this.#answer(endpoint, { id, queryString, storeInPath, raw, receivedAt: performance.now() }, response)
    return true
  }

  /** Answers a request and logs it. */
  async #answer(endpoint: Endpoint, request: EndpointRequest, response: ServerResponse): Promise<void> {
    const { raw, receivedAt } = request
    const requestId = requestIdOf(raw)
    let fault: unknown
    try {
      requireHost(raw)
      await this.respond(endpoint, request, response, requestId)
    } catch (error) {
      const { options, commonHeaders } = this.#context
      const problem = problemDetails(error, requestId, options.publicUrl)
      if (problem.status >= 500) fault = error
      const { headers, body } = problemResponse(problem)
      this.#send(response, problem.status, { ...commonHeaders(raw.headers.origin, requestId), ...headers }, [body])
    }
    const milliseconds = performance.now() - receivedAt
    const { statusCode: status } = response
    this.#context.log({ request: raw, route: endpoint.route, status, milliseconds, requestId, fault })
  }

  /** Takes all steps from the store to the response. Throws before it sends anything. */
  async respond(
    endpoint: Endpoint,
    request: EndpointRequest,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const { cache, etagOf, options } = this.#context
    const { headers } = request.raw
    const strict = prefersStrict(headers.prefer as string | undefined)
    if (strict) response.setHeader('preference-applied', 'handling=strict')
    const edition = await this.#currentEdition(request)
    const etag = etagOf(edition.stored)
    const fresh = isFresh(headers['if-none-match'], etag)
    // Strict requests share the cached responses, but unknown parameters are errors.
    if (strict) endpoint.parse({ ...request, query: readQuery(request.queryString, endpoint.parameters, true) })
    const key = this.#cacheKey(request, edition, etag)
    const answer = cache.get(key) ?? (await this.#read(endpoint, request, edition, key, fresh))
    const responseHeaders = this.#headersOf(request, requestId, answer.ignored, strict)
    const encoding = fresh ? NO_BODY : this.#encode(answer as CachedResponse, headers['accept-encoding'] as string)
    const { chunks, length, coding } = encoding instanceof Promise ? await encoding : encoding
    if (length !== undefined) {
      responseHeaders['content-type'] = 'application/json; charset=utf-8'
      responseHeaders['content-length'] = length
    }
    responseHeaders.etag = etag
    responseHeaders['cache-control'] = options.cacheControl
    if (coding !== undefined) responseHeaders['content-encoding'] = coding
    this.#send(response, fresh ? 304 : 200, responseHeaders, chunks)
  }

  /** The current edition of the store that the request selects. Throws `store-required` or `store-not-found`. */
  async #currentEdition({ raw, storeInPath }: EndpointRequest): Promise<IndexedEdition> {
    const { options } = this.#context
    const store = selectedStore(raw, storeInPath, options.defaultStore)
    try {
      return await options.editions.current(store)
    } catch (error) {
      throw error instanceof VitrineError && error.code === 'store-not-found' ? storeNotFound(store) : error
    }
  }

  #cacheKey({ raw: { url, headers } }: EndpointRequest, edition: IndexedEdition, etag: string): string {
    const { id: store } = edition.stored.store
    // Links may name the host, unless there is a public URL for them.
    const host = this.#context.options.publicUrl === undefined ? (headers.host ?? '') : ''
    return `${store} ${etag} ${host} ${url}`
  }

  /** The headers of an answer that do not describe its body. */
  #headersOf({ raw }: EndpointRequest, requestId: string, ignored: string, strict: boolean) {
    const { commonHeaders, cacheStatus } = this.#context
    const headers = commonHeaders(raw.headers.origin, requestId)
    if (ignored !== '') headers['ignored-parameters'] = ignored
    if (ignored !== '' || strict) headers.vary += ', Prefer'
    const stale = cacheStatus()
    if (stale !== undefined) headers['cache-status'] = stale
    return headers
  }

  /** The body in the coding that the client prefers: a promise if it is not compressed yet. */
  #encode(answer: CachedResponse, acceptEncoding: string | undefined): EncodedBody | Promise<EncodedBody> {
    const coding = codingFor(acceptEncoding, answer.length)
    if (coding === undefined) return { chunks: answer.uncompressed(), length: answer.length }
    const compressed = answer.compressed(coding)
    if (compressed instanceof Promise) return this.#compress(answer, coding, compressed)
    return { chunks: [compressed], length: compressed.length, coding }
  }

  async #compress(answer: CachedResponse, coding: Coding, compressing: Promise<Buffer>): Promise<EncodedBody> {
    const compressed = await compressing
    this.#context.cache.set(answer)
    return { chunks: [compressed], length: compressed.length, coding }
  }

  /** Reads a response and caches it. If the client has it, this only checks the parameters. */
  async #read(
    endpoint: Endpoint,
    request: EndpointRequest,
    edition: IndexedEdition,
    key: string,
    fresh: boolean,
  ): Promise<CachedResponse | { readonly ignored: string }> {
    const { options, cache } = this.#context
    const query = readQuery(request.queryString, endpoint.parameters, false)
    const read = endpoint.parse({ ...request, query })
    const ignored = ignoredParameters(query)
    if (fresh && endpoint.alwaysFound) return { ignored }
    cache.misses++
    const remaining = options.deadline - (performance.now() - request.receivedAt)
    const isAbandoned = () => request.raw.socket.destroyed
    const body = await this.#execute(read, edition, remaining, isAbandoned)
    const response = new CachedResponse(key, body, ignored)
    cache.set(response)
    return response
  }

  /** The body, or the error of the deadline. Even after the deadline, an expensive read keeps its turn until it has ended. */
  #execute(read: Read, edition: IndexedEdition, deadline: number, isAbandoned: () => boolean): Promise<BodyChunks> {
    const { admission } = this.#context
    if (!read.isExpensive) return withDeadline(read.execute(edition), deadline, admission)
    return new Promise((resolve, reject) => {
      const execute = () => {
        const reading = read.execute(edition)
        withDeadline(reading, deadline, admission).then(resolve, reject)
        return reading
      }
      admission.run(execute, isAbandoned).catch(reject)
    })
  }

  #send(response: ServerResponse, status: number, headers: Record<string, string | number>, body: BodyChunks): void {
    if (this.closing) headers.Connection = 'close'
    response.writeHead(status, headers)
    for (const chunk of body.slice(0, -1)) response.write(chunk)
    response.end(body.at(-1))
  }
}

/** A body as it is sent, with its bytes. */
interface EncodedBody {
  readonly chunks: BodyChunks
  readonly length?: number
  readonly coding?: Coding
}

const NO_BODY: EncodedBody = { chunks: [] }

/** A part of a path that needs no decoding. */
const PLAIN = /^[A-Za-z0-9_-]+$/

/** Throws `malformed-request` if an HTTP/1.1 request has no `Host` header. */
export function requireHost({ headers, httpVersion }: IncomingMessage): void {
  if (headers.host !== undefined || httpVersion === '1.0') return
  throw new VitrineError('malformed-request', 'An HTTP/1.1 request must have a Host header.')
}

/** Whether the header `Prefer` asks for strict handling (RFC 7240, 4.4). Of several handlings the first counts. */
function prefersStrict(prefer: string | undefined): boolean {
  if (prefer === undefined) return false
  return /(?:^|,)\s*handling\s*=\s*"?([^\s",;]*)/i.exec(prefer)?.[1]?.toLowerCase() === 'strict'
}
