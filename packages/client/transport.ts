import type { Problem } from './api.ts'
import { type AnswerCache, createAnswerCache } from './cache.ts'
import { RequestError, type RequestErrorCode } from './error.ts'
import { type PathReader, shareRequests } from './shared-requests.ts'

/** Gets the JSON at a path of the service. Throws `RequestError`, or the reason of the caller's signal. */
export type Transport = <Value>(path: string, options?: RequestOptions) => Promise<Value>

export interface VitrineOptions {
  /** The address of the service, or of a store in it: `https://catalog.example/stores/{id}`. */
  readonly url: string
  /** The id of the store. Leave it out if the address or the service selects the store. */
  readonly store?: string | undefined
  /** The code of the market whose texts and prices you want. A query can name another. Without it: the store itself. */
  readonly market?: string | undefined
  /** How often a request is sent again after a network error, a timeout, or status 429, 502, 503 or 504. Default: 2. */
  readonly retries?: number | undefined
  /** Milliseconds for one attempt, its answer included. Default: 5000. */
  readonly timeout?: number | undefined
  /**
   * How many answers to keep and revalidate with their ETag, or a cache of your own. Default: 200; in a browser 0,
   * because the browser does it.
   */
  readonly cache?: number | AnswerCache | undefined
  /** Makes a parameter that the service does not have an error, for development. */
  readonly strict?: boolean | undefined
  /** Gets the names of parameters that the service ignored, because it does not have them. They are percent-encoded. */
  readonly onIgnored?: ((parameters: string[]) => void) | undefined
  /** The function to call instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

export interface RequestOptions {
  /** When it aborts, the promise is rejected with its reason. */
  readonly signal?: AbortSignal | undefined
}

/** Seconds before the first retry, at most. Each further wait is twice as long. */
const FIRST_WAIT = 0.3
/** Seconds. If the server asks for more, the caller gets the error at once. */
const LONGEST_WAIT = 30
const TEMPORARY = [0, 429, 502, 503, 504]

/** `base` is the address of the service, without a slash at the end. */
export function createTransport(base: string, options: VitrineOptions): Transport {
  const read = shareRequests(withRetries(reader(base, options), options.retries))
  return async <Value>(path: string, { signal }: RequestOptions = {}) => {
    // Parsed for each caller, so that no caller changes the answer of another.
    return parsed<Value>(await read(path, signal)) ?? foreignAnswer(base + path, 200)
  }
}

function withRetries(read: PathReader, retries = 2): PathReader {
  return async (path, signal) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await read(path, signal)
      } catch (error) {
        if (!(error instanceof RequestError && isTemporary(error)) || attempt >= retries) throw error
        const { retryAfter = FIRST_WAIT * 2 ** attempt * (0.5 + Math.random() / 2) } = error
        if (retryAfter > LONGEST_WAIT) throw error
        await pause(retryAfter * 1000, signal)
      }
    }
  }
}

/** Whether the same request may succeed a little later. */
export function isTemporary({ status }: RequestError): boolean {
  return TEMPORARY.includes(status)
}

/** Reads with one attempt, which sends the ETag of the answer in the cache. */
function reader(base: string, options: VitrineOptions): PathReader {
  const { store, cache = inBrowser() ? 0 : 200, strict = false, onIgnored } = options
  const answers = typeof cache === 'number' ? createAnswerCache(cache) : cache
  return async (path, signal) => {
    const url = base + path
    const key = `${base} ${store} ${path}`
    const cached = answers.get(key)
    const headers: Record<string, string> = { accept: 'application/json' }
    if (store !== undefined) headers['x-store-id'] = store
    if (cached) headers['if-none-match'] = cached.etag
    if (strict) headers.prefer = 'handling=strict'
    const { response, body } = await fetched(url, headers, signal, options)
    const ignored = response.headers.get('ignored-parameters')
    if (ignored) onIgnored?.(ignored.split(', '))
    if (response.status === 304 && cached) return cached.body
    if (!response.ok) return refused(url, response, body)
    const etag = response.headers.get('etag')
    if (etag) answers.set(key, { etag, body })
    return body
  }
}

/** Sends one attempt. Throws `timeout` or `network`, or the reason of the signal. */
async function fetched(url: string, headers: Record<string, string>, signal: AbortSignal, options: VitrineOptions) {
  // Not called as a method of `options`, because a browser's fetch refuses any other `this`.
  const { fetch = globalThis.fetch, timeout = 5000 } = options
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
export function refused(url: string, { status, headers }: Response, body: string): never {
  const { code, detail = '', errors } = parsed<Partial<Problem>>(body) ?? {}
  const retryAfter = retryAfterOf(headers)
  if (typeof code !== 'string') return foreignAnswer(url, status, retryAfter)
  throw new RequestError(code as RequestErrorCode, detail, {
    status,
    errors,
    retryAfter,
    requestId: headers.get('x-request-id') ?? undefined,
  })
}

function foreignAnswer(url: string, status: number, retryAfter?: number): never {
  const detail = `GET ${url} got status ${status}, but no JSON of a catalog service`
  throw new RequestError('foreign-answer', detail, { status, retryAfter })
}

/** Windows and workers of browsers have a location. Servers have none. */
function inBrowser(): boolean {
  return 'location' in globalThis
}

/** Node hides the reason, such as ECONNREFUSED, in the cause of its error. */
export function reasonOf(error: unknown): string {
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

export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.onabort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
  })
}
