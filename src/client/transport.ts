import type { Problem } from './api.ts'
import { type AnswerCache, createAnswerCache } from './cache.ts'
import { RequestError, type RequestErrorCode } from './error.ts'

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
  /** The function to call instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

export interface RequestOptions {
  /** When it aborts, the promise is rejected with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** Gets the JSON at a path of the service. Throws `RequestError`, or the reason of the caller's signal. */
export type Transport = <Value>(path: string, options?: RequestOptions) => Promise<Value>

/** A request in flight, which equal requests share. */
interface SharedRequest {
  readonly result: Promise<string>
  readonly controller: AbortController
  callers: number
}

/** Seconds before the first retry, at most. Each further wait is twice as long. */
const FIRST_WAIT = 0.3
/** Seconds. If the server asks for more, the caller gets the error at once. */
const LONGEST_WAIT = 30
const TEMPORARY = [0, 429, 502, 503, 504]

/** `base` is the address of the service, without a slash at the end. */
export function createTransport(base: string, options: VitrineOptions): Transport {
  const { store, retries = 2, timeout = 5000, cache = inBrowser() ? 0 : 200 } = options
  const answers = typeof cache === 'number' ? createAnswerCache(cache) : cache
  const inFlight = new Map<string, SharedRequest>()

  return async <Value>(path: string, { signal }: RequestOptions = {}) => {
    signal?.throwIfAborted()
    const request = inFlight.get(path) ?? start(path)
    request.callers++
    const body = await new Promise<string>((resolve, reject) => {
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
    return parsed<Value>(body) ?? notOfTheService(path, 200)
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

  async function load(path: string, signal: AbortSignal): Promise<string> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await send(path, signal)
      } catch (error) {
        if (!(error instanceof RequestError && TEMPORARY.includes(error.status)) || attempt >= retries) throw error
        const { retryAfter = FIRST_WAIT * 2 ** attempt * (0.5 + Math.random() / 2) } = error
        if (retryAfter > LONGEST_WAIT) throw error
        await pause(retryAfter * 1000, signal)
      }
    }
  }

  async function send(path: string, signal: AbortSignal): Promise<string> {
    const key = `${base} ${store} ${path}`
    const cached = answers.get(key)
    const headers: Record<string, string> = { accept: 'application/json' }
    if (store !== undefined) headers['x-store-id'] = store
    if (cached) headers['if-none-match'] = cached.etag
    const { response, body } = await fetched(base + path, headers, signal)
    if (response.status === 304 && cached) return cached.body
    if (!response.ok) return refused(path, response, body)
    const etag = response.headers.get('etag')
    if (etag) answers.set(key, { etag, body })
    return body
  }

  /** Sends one attempt. Throws `timeout` or `network`. */
  async function fetched(url: string, headers: Record<string, string>, signal: AbortSignal) {
    // Not called as a method of `options`, because a browser's fetch refuses any other `this`.
    const { fetch = globalThis.fetch } = options
    const deadline = AbortSignal.timeout(timeout)
    try {
      const response = await fetch(url, { headers, signal: AbortSignal.any([signal, deadline]) })
      return { response, body: await response.text() }
    } catch (error) {
      signal.throwIfAborted()
      if (deadline.aborted) throw new RequestError('timeout', `GET ${url} took longer than ${timeout} ms`, {}, error)
      throw new RequestError('network', `GET ${url} failed: ${reasonOf(error)}`, {}, error)
    }
  }

  /** Throws the error that the service answered with. */
  function refused(path: string, { status, headers }: Response, body: string): never {
    const { code, detail = '', errors } = parsed<Partial<Problem>>(body) ?? {}
    const retryAfter = retryAfterOf(headers)
    if (typeof code !== 'string') return notOfTheService(path, status, retryAfter)
    throw new RequestError(code as RequestErrorCode, detail, {
      status,
      errors,
      retryAfter,
      requestId: headers.get('x-request-id') ?? undefined,
    })
  }

  function notOfTheService(path: string, status: number, retryAfter?: number): never {
    const detail = `GET ${base}${path} got status ${status}, but no JSON of a catalog service`
    throw new RequestError('foreign-answer', detail, { status, retryAfter })
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
function parsed<Value>(body: string): Value | undefined {
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
    const timer = setTimeout(resolve, milliseconds)
    signal.onabort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
  })
}
