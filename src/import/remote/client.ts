import { truncate } from '../json-path.ts'
import type { RemoteAddress } from './address.ts'
import { RemoteError } from './remote-error.ts'
import { delayAfter, RETRY_POLICY, type RetryPolicy, retryAfter } from './retry-policy.ts'

/** What reading a server needs of the world. */
export interface HttpEnvironment {
  /** As the global one does. */
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Milliseconds since 1970. */
  now(): number
  /** From 0 to 1. */
  random(): number
  /** Ends early, with the signal's reason, when that is set off. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** What a server answered: something, that nothing changed, or that there is no such thing. */
export interface RemoteResponse {
  readonly url: URL
  readonly status: 200 | 304 | 404
  readonly etag: string | undefined
  /** JSON; undefined unless the status is 200. */
  readonly body: unknown
}

/** What went over the wire. */
export interface Transfer {
  readonly requests: number
  /** Requests that were made again after a failure. */
  readonly retries: number
  /** Of the answers' bodies, unpacked. */
  readonly bytes: number
}

export interface ClientOptions {
  readonly address: RemoteAddress
  /** The store, as the server calls it. */
  readonly store: string
  readonly headers?: readonly (readonly [string, string])[] | undefined
  readonly world: HttpEnvironment
  readonly patience?: RetryPolicy | undefined
  /** Called when a request failed and will be made again. */
  readonly onRetry?: ((reason: string, delay: number) => void) | undefined
}

/** Bytes of one answer: a page of products with thousands of variants each is some tens of millions. */
const ANSWER_LIMIT = 128 * 1024 * 1024
const REDIRECTS = 5

/** Asks a server of the API, and asks again where that can help. */
export class RemoteClient {
  readonly address: RemoteAddress
  readonly #options: ClientOptions
  readonly #patience: RetryPolicy
  readonly #headers: Headers
  #transfer = { requests: 0, retries: 0, bytes: 0 }
  /** Before this time the server wants to be left alone, by all requests. */
  #welcomeAt = 0

  constructor(options: ClientOptions) {
    this.address = options.address
    this.#options = options
    this.#patience = options.patience ?? RETRY_POLICY
    this.#headers = new Headers([...(options.headers ?? [])].map(([name, value]) => [name, value]))
    this.#headers.set('x-store-id', options.store)
    if (!this.#headers.has('accept')) this.#headers.set('accept', 'application/json')
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return this.#options.world.now()
  }

  get transfer(): Transfer {
    return { ...this.#transfer }
  }

  /** `etag`: what is known already; if the server still has that, the answer is 304. Throws `RemoteError`. */
  async get(url: URL, signal: AbortSignal, etag?: string): Promise<RemoteResponse> {
    for (let attempt = 1; ; attempt++) {
      await this.#welcomed(signal)
      try {
        return await this.#attempt(url, signal, etag)
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Transient)) throw error
        await this.#pauseAfter(error, url, attempt, signal)
      }
    }
  }

  async #welcomed(signal: AbortSignal): Promise<void> {
    const { world } = this.#options
    while (this.#welcomeAt > world.now()) await world.wait(this.#welcomeAt - world.now(), signal)
  }

  async #pauseAfter(failure: Transient, url: URL, attempt: number, signal: AbortSignal): Promise<void> {
    const { tries, longestAsked } = this.#patience
    const { world, onRetry } = this.#options
    const asked = failure.retryAfter
    if (asked !== undefined && asked > longestAsked)
      throw new RemoteError(`${url.pathname} ${failure.message}, and asks to wait ${Math.ceil(asked / 1000)} seconds.`)
    if (attempt >= tries) throw new RemoteError(`${url.pathname} ${failure.message}, ${tries} times in a row.`)
    const delay = Math.max(asked ?? 0, delayAfter(attempt, this.#patience, world.random()))
    if (asked !== undefined) this.#welcomeAt = Math.max(this.#welcomeAt, world.now() + asked)
    onRetry?.(`${url.pathname} ${failure.message}`, delay)
    this.#transfer.retries++
    await world.wait(delay, signal)
  }

  async #attempt(url: URL, signal: AbortSignal, etag: string | undefined): Promise<RemoteResponse> {
    let to = url
    for (let redirects = 0; redirects <= REDIRECTS; redirects++) {
      using silence = new Silence(this.#patience.silence, signal)
      const response = await this.#send(to, silence, etag)
      const location = REDIRECTING.has(response.status) ? response.headers.get('location') : null
      if (location === null) return await this.#answer(url, response, silence, etag !== undefined)
      await response.body?.cancel()
      to = this.address.follow(location, to)
    }
    throw new RemoteError(`${url.pathname} is redirected more than ${REDIRECTS} times.`)
  }

  async #send(url: URL, silence: Silence, etag: string | undefined): Promise<Response> {
    const headers = new Headers(this.#headers)
    if (etag !== undefined) headers.set('if-none-match', etag)
    this.#transfer.requests++
    try {
      return await this.#options.world.fetch(url.href, { headers, redirect: 'manual', signal: silence.signal })
    } catch (error) {
      throw silence.isBroken ? new Transient(SILENT) : unreachable(error)
    }
  }

  async #answer(url: URL, response: Response, silence: Silence, conditional: boolean): Promise<RemoteResponse> {
    const { status, headers } = response
    const etag = headers.get('etag') ?? undefined
    if (status === 304 && conditional) return { url, status, etag, body: undefined }
    if (RETRYABLE.has(status) || status >= 500) {
      await response.body?.cancel()
      throw new Transient(`answers ${status}`, retryAfter(headers.get('retry-after'), this.#options.world.now()))
    }
    const type = headers.get('content-type') ?? ''
    if (status === 404) {
      await response.body?.cancel()
      return { url, status, etag, body: undefined }
    }
    const text = await this.#textOf(url, response, silence)
    if (status !== 200) throw refusal(url, status, text)
    if (/\b(?:html|xml)\b/i.test(type)) throw notJson(url, type)
    return { url, status, etag, body: parsed(text, type) }
  }

  async #textOf(url: URL, response: Response, silence: Silence): Promise<string> {
    const chunks: Uint8Array[] = []
    let size = 0
    try {
      for await (const chunk of response.body ?? []) {
        silence.ended()
        this.#transfer.bytes += chunk.length
        size += chunk.length
        if (size > ANSWER_LIMIT) throw new RemoteError(`${url.pathname} answers with more than 128 MiB.`)
        chunks.push(chunk)
      }
    } catch (error) {
      if (error instanceof RemoteError) throw error
      throw new Transient(silence.isBroken ? SILENT : 'breaks off in the middle of an answer')
    }
    return Buffer.concat(chunks).toString('utf8')
  }
}

/** A failure that may pass. The message goes on from the path. */
class Transient extends Error {
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

const SILENT = 'does not answer in time'

const REDIRECTING = new Set([301, 302, 303, 307, 308])

/** 5xx besides. */
const RETRYABLE = new Set([408, 425, 429])

/** Ends a request when nothing came for too long, or when all is to end. */
class Silence implements Disposable {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #outer: AbortSignal
  isBroken = false

  constructor(limit: number, outer: AbortSignal) {
    this.#outer = outer
    this.#timer = setTimeout(() => {
      this.isBroken = true
      this.#controller.abort()
    }, limit)
    if (outer.aborted) this.#end()
    outer.addEventListener('abort', this.#end)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Something came. */
  ended(): void {
    this.#timer.refresh()
  }

  readonly #end = () => this.#controller.abort(this.#outer.reason);

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
    this.#outer.removeEventListener('abort', this.#end)
  }
}

function unreachable(error: unknown): Error {
  const { code, message } = causeOf(error)
  if (code === 'ENOTFOUND') return new RemoteError('There is no such host.')
  if (CERTIFICATE.test(code)) return new RemoteError(`The server's certificate is not accepted: ${message}.`)
  // What has no code is not of the network: a port that fetch refuses, a header that it does not take.
  if (code === '') return new RemoteError(`The server cannot be asked: ${message}.`)
  return new Transient(`cannot be reached (${code})`)
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/

/** What fetch failed of, which it keeps beneath "fetch failed"; several addresses of a host make several reasons. */
function causeOf(error: unknown): { readonly code: string; readonly message: string } {
  const { cause } = error as { cause?: unknown }
  const reason = cause instanceof AggregateError ? cause.errors[0] : (cause ?? error)
  const { code, message } = reason as { code?: string; message?: string }
  return { code: code ?? '', message: message ?? String(reason) }
}

function refusal(url: URL, status: number, text: string): RemoteError {
  const said = saidIn(text)
  const hint = status === 401 || status === 403 ? ' What the server asks for can be sent with --header.' : ''
  return new RemoteError(`${url.pathname} answers ${status}${said === '' ? '' : `: ${said}`}.${hint}`)
}

/** What an error's body says of itself, as far as that is a sentence. */
function saidIn(text: string): string {
  try {
    const { detail, message, title } = JSON.parse(text)
    const said = [detail, message, title].find((part) => typeof part === 'string') ?? ''
    return truncate(said.trim().replace(/\.$/, ''), 200)
  } catch {
    return ''
  }
}

function notJson(url: URL, type: string): RemoteError {
  const what = /html/i.test(type) ? 'a web page, such as one to log in,' : `${truncate(type, 60)}`
  return new RemoteError(
    `${url.pathname} answers with ${what} instead of JSON. The address is what comes before /store/products.`,
  )
}

/** What is not JSON by its text may have been cut off on the way. */
function parsed(text: string, type: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Transient(`answers with what is not JSON${type === '' ? '' : ` (${truncate(type, 60)})`}`)
  }
}
