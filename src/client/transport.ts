import { type AnswerCache, createAnswerCache } from './cache.ts'
import { type ClientErrorCode, VitrineError } from './error.ts'

export interface VitrineOptions {
  /** The address of the service, or of a store in it: `https://catalog.example/stores/{id}`. */
  readonly url: string
  /** The id of the store. Leave it out if the address or the service selects the store. */
  readonly store?: string | undefined
  /** How often a request is sent again after a network error, a timeout, or status 429, 502, 503 or 504. Default: 2. */
  readonly retries?: number | undefined
  /** Milliseconds for one attempt, its answer included. Default: 5000. */
  readonly timeout?: number | undefined
  /**
   * How many answers to keep and revalidate with their ETag, or a cache of your own. Default: 200; in a browser 0, because
   * the browser does it.
   */
  readonly cache?: number | AnswerCache | undefined
  /** What to call in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

export interface RequestOptions {
  /** When it aborts, the promise is rejected with its reason. */
  readonly signal?: AbortSignal | undefined
}

export interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: the operation names the type.
  readonly value: any
  /** False if the service confirmed an answer of the cache. */
  readonly fresh: boolean
}

/** Gets a path of the service. Throws `VitrineError`, or the reason of the caller's signal. */
export type Transport = (path: string, options?: RequestOptions) => Promise<Answer>

interface Body {
  readonly body: string
  readonly fresh: boolean
  readonly status: number
}

/** A request in flight, which equal requests share. */
interface SharedRequest {
  readonly result: Promise<Body>
  readonly controller: AbortController
  callers: number
}

/** Milliseconds before the first retry. Each further wait is twice as long. */
const FIRST_WAIT = 300
/** Seconds. If the server asks for more, the caller gets the error at once. */
const LONGEST_WAIT = 30
const TEMPORARY = [0, 429, 502, 503, 504]

/** `base` is the address of the service, without a slash at the end. */
export function createTransport(base: string, options: VitrineOptions): Transport {
  const { store, retries = 2, timeout = 5000, cache = inBrowser() ? 0 : 200 } = options
  const answers = typeof cache === 'number' ? createAnswerCache(cache) : cache
  const inFlight = new Map<string, SharedRequest>()

  return async (path, { signal } = {}) => {
    signal?.throwIfAborted()
    const request = inFlight.get(path) ?? start(path)
    request.callers++
    const { body, fresh, status } = await new Promise<Body>((resolve, reject) => {
      const leave = () => {
        reject(signal!.reason)
        if (--request.callers > 0) return
        inFlight.delete(path)
        request.controller.abort()
      }
      signal?.addEventListener('abort', leave)
      request.result.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
    // Parsed for each caller, so that no caller changes the answer of another.
    const value = parsed(body)
    if (value === undefined) throw notJson(path, status)
    return { value, fresh }
  }

  function start(path: string): SharedRequest {
    const controller = new AbortController()
    const result = load(path, controller.signal).finally(() => {
      if (inFlight.get(path) === request) inFlight.delete(path)
    })
    const request = { result, controller, callers: 0 }
    inFlight.set(path, request)
    return request
  }

  async function load(path: string, signal: AbortSignal): Promise<Body> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await send(path, signal)
      } catch (error) {
        if (!(error instanceof VitrineError && TEMPORARY.includes(error.status)) || attempt >= retries) throw error
        const { retryAfter = (FIRST_WAIT / 1000) * 2 ** attempt * (0.5 + Math.random() / 2) } = error
        if (retryAfter > LONGEST_WAIT) throw error
        await pause(retryAfter * 1000, signal)
      }
    }
  }

  async function send(path: string, signal: AbortSignal): Promise<Body> {
    const key = `${base} ${store} ${path}`
    const cached = answers.get(key)
    const headers: Record<string, string> = { accept: 'application/json' }
    if (store !== undefined) headers['x-store-id'] = store
    if (cached) headers['if-none-match'] = cached.etag
    const deadline = AbortSignal.timeout(timeout)
    let response: Response
    let body: string
    try {
      // Not a method of `options`: a browser's fetch refuses any other `this`.
      const { fetch = globalThis.fetch } = options
      response = await fetch(base + path, { headers, signal: AbortSignal.any([signal, deadline]) })
      body = await response.text()
    } catch (cause) {
      signal.throwIfAborted()
      throw deadline.aborted
        ? noAnswer('timeout', path, `took longer than ${timeout} ms`, cause)
        : noAnswer('network', path, `failed: ${reasonOf(cause)}`, cause)
    }
    const { status, headers: received } = response
    if (status === 304 && cached) return { body: cached.body, fresh: false, status }
    if (!response.ok) throw problem(path, response, body)
    const etag = received.get('etag')
    if (etag) answers.set(key, { etag, body })
    return { body, fresh: true, status }
  }

  function noAnswer(code: ClientErrorCode, path: string, what: string, cause: unknown): VitrineError {
    return new VitrineError(code, `GET ${base}${path} ${what}`, { cause })
  }

  function problem(path: string, { status, headers }: Response, body: string): VitrineError {
    const { code, detail, errors } = parsed(body) ?? {}
    if (typeof code !== 'string') return notJson(path, status, retryAfterOf(headers))
    const requestId = headers.get('x-request-id') ?? undefined
    return new VitrineError(code as ClientErrorCode, detail, {
      status,
      errors,
      requestId,
      retryAfter: retryAfterOf(headers),
    })
  }

  function notJson(path: string, status: number, retryAfter?: number): VitrineError {
    const detail = `GET ${base}${path} was answered with status ${status}, but not by a catalog service`
    return new VitrineError('not-json', detail, { status, retryAfter })
  }
}

/** Windows and workers of browsers have a location. Servers have none. */
function inBrowser(): boolean {
  return 'location' in globalThis
}

/** Node hides the reason, such as ECONNREFUSED, in the cause of its error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string } }
  return cause?.code ?? message ?? String(error)
}

/** The value of a JSON text. Undefined for any other text. */
// biome-ignore lint/suspicious/noExplicitAny: the operation names the type.
function parsed(body: string): any {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The seconds of a `Retry-After`, which is a number of seconds or a date (RFC 9110, section 10.2.3). */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop)
  })
}
