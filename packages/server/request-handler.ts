import type { IncomingMessage, ServerResponse } from 'node:http'
import { VitrineError } from '@vitrine/catalog/error'
import { type MaybePromise, mapMaybePromise } from '@vitrine/engine/edition/maybe-promise'
import type { AccessLog } from './access-log.ts'
import { type CommonHeaders, requestIdOf } from './common-headers.ts'
import { allowOf, MethodNotAllowed, preflightResponse, READ_METHODS } from './methods.ts'
import { problemResponse, routeNotFound } from './problem.ts'
import { readBody } from './request-body.ts'
import type { Resource, ResourceResponse } from './resource.ts'
import type { RouteMatch, Router } from './router.ts'
import { requireUnforgeableHost } from './unforgeable-host.ts'

/** Answers every request: finds its resource, sends the answer or the error, counts and logs it. */
export class RequestHandler {
  /** While the server closes, responses tell clients to close their connections. */
  isClosing = false
  /** Only this machine can reach the server, so no name of a stranger may lead to it. */
  isLoopback = false
  readonly #options: HandlerOptions
  /** The match of the paths that the router does not know. */
  readonly #elsewhere: RouteMatch

  constructor(options: HandlerOptions) {
    this.#options = options
    this.#elsewhere = { resource: options.otherPaths ?? NOTHING, ...NO_MATCH }
  }

  handle(raw: IncomingMessage, response: ServerResponse): void {
    const exchange: HttpExchange = {
      raw,
      response,
      requestId: requestIdOf(raw),
      receivedAt: performance.now(),
      path: 'none',
    }
    try {
      const answer = this.#answer(exchange)
      if (answer instanceof Promise) this.#finishLater(exchange, answer)
      else this.#finish(exchange, answer)
    } catch (error) {
      this.#fail(exchange, error)
    }
  }

  #answer(exchange: HttpExchange): MaybePromise<ResourceResponse | undefined> {
    const { raw } = exchange
    const match = this.#options.router.match(raw.url!) ?? this.#elsewhere
    exchange.path = match.resource.path
    requireHost(raw)
    if (this.isLoopback && this.#options.isPrivate) requireUnforgeableHost(raw, this.#options.publicUrl)
    exchange.resource = match.resource
    return mapMaybePromise(match.resource.checkOrigin?.(raw), () => this.#answerRoute(exchange, match))
  }

  #answerRoute(exchange: HttpExchange, match: RouteMatch): MaybePromise<ResourceResponse | undefined> {
    const { raw, response, receivedAt, requestId } = exchange
    const { resource } = match
    const { methods = READ_METHODS } = resource
    if (!methods.includes(raw.method!)) return this.#answerOtherMethod(exchange, match)
    const body = resource.maxBody === undefined ? '' : readBody(raw, response, resource.maxBody)
    return mapMaybePromise(body, (body) => resource.answer({ ...match, raw, body, receivedAt, requestId }, response))
  }

  /** Answers OPTIONS. Throws the error of any other method. */
  #answerOtherMethod({ raw, requestId }: HttpExchange, match: RouteMatch): ResourceResponse {
    const headers = this.#options.commonHeaders(raw.headers.origin, requestId)
    const preflight = preflightResponse(match.resource, raw, headers.includes('access-control-allow-origin'))
    if (preflight) return preflight
    if (match === this.#elsewhere) throw routeNotFound(raw.url!)
    const allow = allowOf(match.resource)
    if (raw.method === 'OPTIONS') return { status: 204, headers: ['allow', allow] }
    throw new MethodNotAllowed(raw.method!, allow)
  }

  async #finishLater(exchange: HttpExchange, answer: Promise<ResourceResponse | undefined>): Promise<void> {
    try {
      this.#finish(exchange, await answer)
    } catch (error) {
      this.#fail(exchange, error)
    }
  }

  /** Without an answer, the resource writes to the response itself. */
  #finish(exchange: HttpExchange, answer: ResourceResponse | undefined): void {
    if (answer) {
      this.#send(exchange, answer)
      this.#log(exchange, answer.fault)
    } else {
      exchange.response.once('close', () => this.#log(exchange))
    }
  }

  #fail(exchange: HttpExchange, error: unknown): void {
    const { requestId, response, resource } = exchange
    const answer = resource?.fail?.(error, requestId) ?? problemResponse(error, requestId, this.#options.publicUrl)
    if (response.headersSent) response.destroy()
    else this.#send(exchange, answer)
    this.#log(exchange, answer.fault)
  }

  /** Nothing else sends headers, apart from a website. */
  #send(
    { raw, response, requestId }: HttpExchange,
    { status, headers, vary, preference, body = [], stream }: ResourceResponse,
  ): void {
    const all = this.#options.commonHeaders(raw.headers.origin, requestId, vary)
    if (preference !== undefined) all.unshift('preference-applied', preference)
    all.push(...headers)
    if (this.isClosing) all.push('Connection', 'close')
    response.writeHead(status, all)
    if (stream && raw.method !== 'HEAD') {
      stream(response)
      return
    }
    // Node sends a text at the beginning in one chunk with the headers.
    for (let index = 0; index < body.length - 1; index++) response.write(body[index]!, 'latin1')
    const last = body.at(-1)
    // An encoding makes Node slower, also where it has none to use.
    if (typeof last === 'string') response.end(last, 'latin1')
    else response.end(last)
  }

  #log({ raw, response, requestId, receivedAt, path }: HttpExchange, fault?: unknown): void {
    const milliseconds = performance.now() - receivedAt
    this.#options.log({ request: raw, route: path, status: response.statusCode, milliseconds, requestId, fault })
  }
}

export interface HandlerOptions {
  readonly router: Router
  readonly commonHeaders: CommonHeaders
  readonly log: AccessLog
  /** The public URL, which has the page that explains problems. */
  readonly publicUrl?: string | undefined
  /** Whether only the person at this machine may read it, if it listens on a loopback address. */
  readonly isPrivate?: boolean | undefined
  /** Reads the paths that the router does not know. */
  readonly otherPaths?: Resource | undefined
  /** Ends the answers that have no end of their own. */
  readonly endStreams?: (() => void) | undefined
}

/** A request under way, and its response. */
interface HttpExchange {
  readonly raw: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
  /** By `performance.now()`. */
  readonly receivedAt: number
  /** The path of the resource, or `none`. */
  path: string
  /** Makes the answers for errors. Undefined until the host of the request is checked. */
  resource?: Resource
}

/** What a request says whose path the router does not know. */
const NO_MATCH = { parameter: '', storeInPath: undefined, queryString: '' }

/** The resource of all paths that no other resource has. Its answer is a 404. */
const NOTHING: Resource = {
  path: 'none',
  answer: ({ raw }) => {
    throw routeNotFound(raw.url!)
  },
}

/**
 * Throws `malformed-request` if the `Host` header is missing, repeated or no host (RFC 9112, 3.2). A request of
 * HTTP/1.0 needs none.
 */
function requireHost({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): void {
  if (host === undefined) {
    if (httpVersion === '1.0') return
    throw new VitrineError('malformed-request', 'An HTTP/1.1 request must have a Host header.')
  }
  if (!HOST.test(host)) throw new VitrineError('malformed-request', 'The Host header is not a valid host.')
  // Node passes on the first of several.
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  if (count > 1) throw new VitrineError('malformed-request', 'The request has more than one Host header.')
}

/** `uri-host [":" port]` of RFC 9110, 7.2, with a host that is not empty. */
const HOST = /^(?:\[[\w.:~%!$&'()*+,;=-]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?$/
