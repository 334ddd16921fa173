import { isObject } from '@vitrine/catalog/native/fields'
import { truncate } from '@vitrine/catalog/native/json-path'
import { parseRetryAfter } from '@vitrine/runtime/retry-after'
import type { RemoteAddress } from './address.ts'
import { RemoteError } from './remote-error.ts'
import { IdleTimeout, isTransient, networkError, TransientError } from './request-failure.ts'
import { delayAfter, RETRY_POLICY, type RetryPolicy } from './retry-policy.ts'

/** An HTTP client for one server of the API. It repeats requests that failed for the moment. */
export class RemoteClient {
  readonly address: RemoteAddress
  readonly #options: ClientOptions
  readonly #retryPolicy: RetryPolicy
  readonly #headers: Headers
  #transfer = { requests: 0, retries: 0, bytes: 0 }
  /** No request starts before this time: the server sent `Retry-After`. */
  #notBefore = 0

  constructor(options: ClientOptions) {
    this.address = options.address
    this.#options = options
    this.#retryPolicy = options.retryPolicy ?? RETRY_POLICY
    this.#headers = new Headers((options.headers ?? []).map(([name, value]) => [name, value]))
    this.#headers.set('x-store-id', options.store)
    if (!this.#headers.has('accept')) this.#headers.set('accept', 'application/json')
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#options.environment.now()
  }

  get transfer(): Transfer {
    return { ...this.#transfer }
  }

  /** Sends a GET request, at most `maxAttempts` times. With `etag` the response may be 304. Throws `RemoteError`. */
  async get(
    url: URL,
    signal: AbortSignal,
    etag?: string,
    maxAttempts = this.#retryPolicy.maxAttempts,
  ): Promise<RemoteResponse> {
    for (let attempt = 1; ; attempt++) {
      while (this.#notBefore > this.now) await this.#options.environment.wait(this.#notBefore - this.now, signal)
      try {
        return await this.#attempt(url, signal, etag)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof TransientError)) throw error
        await this.#backOff(error, url, attempt, maxAttempts, signal)
      }
    }
  }

  async #backOff(
    failure: TransientError,
    url: URL,
    attempt: number,
    maxAttempts: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { environment, onRetry } = this.#options
    const { message, retryAfter } = failure
    const policy = { ...this.#retryPolicy, maxAttempts }
    const delay = delayAfter(failure, url.pathname, attempt, policy, environment.random())
    if (retryAfter !== undefined) this.#notBefore = Math.max(this.#notBefore, this.now + retryAfter)
    onRetry?.(`${url.pathname} ${message}`, delay)
    this.#transfer.retries++
    await environment.wait(delay, signal)
  }

  /**
   * Whether a server of the API answers: with a page of its list of products, or with an error of Vitrine. One that
   * cannot answer now counts as one, because reading its catalog tries again and says why it fails.
   */
  async isOfServer(signal: AbortSignal): Promise<boolean> {
    using timeout = new IdleTimeout(this.#retryPolicy.idleTimeout, signal)
    const url = this.address.firstPage('product', 1)
    try {
      const response = await this.#open(url, timeout, undefined)
      const type = response.headers.get('content-type') ?? ''
      if (isTransient(response.status) || type.startsWith('application/problem+json')) {
        await response.body?.cancel()
        return true
      }
      if (response.status === 200 && /^$|json/i.test(type)) return isPage(await this.#readText(url, response, timeout))
      await response.body?.cancel()
      return false
    } catch (error) {
      signal.throwIfAborted()
      return error instanceof TransientError
    }
  }

  async #attempt(url: URL, signal: AbortSignal, etag: string | undefined): Promise<RemoteResponse> {
    using timeout = new IdleTimeout(this.#retryPolicy.idleTimeout, signal)
    return await this.#read(url, await this.#open(url, timeout, etag), timeout, etag !== undefined)
  }

  /** The response, after redirects. */
  async #open(url: URL, timeout: IdleTimeout, etag: string | undefined): Promise<Response> {
    let target = this.#inMarket(url)
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      timeout.restart()
      const response = await this.#send(target, timeout, etag)
      const location = REDIRECT_STATUSES.has(response.status) ? response.headers.get('location') : null
      if (location === null) return response
      await response.body?.cancel()
      target = this.address.resolve(location, target)
    }
    throw new RemoteError(`${url.pathname} redirects more than ${MAX_REDIRECTS} times.`)
  }

  /** The same address with the market. Links of pages may have it already. */
  #inMarket(url: URL): URL {
    const { market } = this.#options
    if (market === undefined) return url
    const target = new URL(url)
    target.searchParams.set('market', market)
    return target
  }

  async #send(url: URL, timeout: IdleTimeout, etag: string | undefined): Promise<Response> {
    const headers = new Headers(this.#headers)
    if (etag !== undefined) headers.set('if-none-match', etag)
    this.#transfer.requests++
    try {
      return await this.#options.environment.fetch(url.href, { headers, redirect: 'manual', signal: timeout.signal })
    } catch (error) {
      throw timeout.isExpired ? timeout.error : networkError(error)
    }
  }

  async #read(url: URL, response: Response, timeout: IdleTimeout, isConditional: boolean): Promise<RemoteResponse> {
    const { status, headers } = response
    const etag = headers.get('etag') ?? undefined
    if (status === 304 && isConditional) return { url, status, etag, body: undefined }
    if (isMissing(status) || isTransient(status)) {
      await response.body?.cancel()
      if (isMissing(status)) return { url, status, etag, body: undefined }
      throw new TransientError(`answered ${status}`, parseRetryAfter(headers.get('retry-after'), this.now))
    }
    const text = await this.#readText(url, response, timeout)
    if (status !== 200) throw statusError(url, status, text)
    const type = headers.get('content-type') ?? ''
    if (/\b(?:html|xml)\b/i.test(type)) throw contentTypeError(url, type)
    return { url, status, etag, body: parseJson(text, type) }
  }

  async #readText(url: URL, response: Response, timeout: IdleTimeout): Promise<string> {
    const chunks: Uint8Array[] = []
    let size = 0
    try {
      for await (const chunk of response.body ?? []) {
        timeout.restart()
        this.#transfer.bytes += chunk.length
        size += chunk.length
        if (size > MAX_RESPONSE_BYTES) throw new RemoteError(`${url.pathname} answered with more than 128 MiB.`)
        chunks.push(chunk)
      }
    } catch (error) {
      if (error instanceof RemoteError) throw error
      throw timeout.isExpired ? timeout.error : new TransientError('closed the connection in the middle of a response')
    }
    return Buffer.concat(chunks).toString('utf8')
  }
}

/** The network, the clock and random numbers, as the client uses them. */
export interface HttpEnvironment {
  /** As the global `fetch`. */
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 to 1. */
  random(): number
  /** Waits. Rejects with the signal's reason when the signal aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export interface RemoteResponse {
  readonly url: URL
  readonly status: 200 | 304 | 404 | 410
  readonly etag: string | undefined
  /** Parsed JSON; undefined unless the status is 200. */
  readonly body: unknown
}

/** The requests of an import and their size. */
export interface Transfer {
  readonly requests: number
  /** Requests that repeated a failed one. */
  readonly retries: number
  /** Bytes of all response bodies after decompression. */
  readonly bytes: number
}

export interface ClientOptions {
  readonly address: RemoteAddress
  /** The store's id on the server, sent as `x-store-id`. */
  readonly store: string
  /** The code of the store's market on the server, sent as the parameter `market`. */
  readonly market?: string | undefined
  readonly headers?: readonly (readonly [string, string])[] | undefined
  readonly environment: HttpEnvironment
  readonly retryPolicy?: RetryPolicy | undefined
  /** Called before a failed request is repeated. `delay` is in milliseconds. */
  readonly onRetry?: ((reason: string, delay: number) => void) | undefined
}

/** A page of products with thousands of variants each has tens of millions of bytes. */
const MAX_RESPONSE_BYTES = 128 * 1024 * 1024
const MAX_REDIRECTS = 5

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])

/** Nothing is there, or no longer. */
function isMissing(status: number): status is 404 | 410 {
  return status === 404 || status === 410
}

/** Whether a text is a page of a list. */
function isPage(text: string): boolean {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) && Array.isArray(body.data) && isObject(body.meta)
  } catch {
    return false
  }
}

function statusError(url: URL, status: number, text: string): RemoteError {
  const detail = detailOf(text)
  const hint = status === 401 || status === 403 ? ' Use --header-file to send credentials.' : ''
  return new RemoteError(`${url.pathname} answered ${status}${detail === '' ? '' : `: ${detail}`}.${hint}`)
}

/** The error message in the body of a response, without its period; empty if there is none. */
function detailOf(text: string): string {
  try {
    const { detail, message, title } = JSON.parse(text)
    const sentence = [detail, message, title].find((part) => typeof part === 'string') ?? ''
    return truncate(sentence.trim().replace(/\.$/, ''), 200)
  } catch {
    return ''
  }
}

function contentTypeError(url: URL, type: string): RemoteError {
  const content = /html/i.test(type) ? 'an HTML page, such as a login page,' : truncate(type, 60)
  return new RemoteError(
    `${url.pathname} answered with ${content} instead of JSON. The address must be the part before /store/products.`,
  )
}

/** Invalid JSON is transient: the response may have been cut off. */
function parseJson(text: string, type: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new TransientError(`answered with invalid JSON${type === '' ? '' : ` (${truncate(type, 60)})`}`)
  }
}
