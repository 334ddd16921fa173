import { RemoteError } from './remote-error.ts'

/** A failure that may pass. The message continues a sentence that begins with what was asked for. */
export class TransientError extends Error {
  /** Milliseconds. */
  readonly retryAfter: number | undefined

  constructor(message: string, retryAfter?: number) {
    super(message)
    this.retryAfter = retryAfter
  }
}

/** Whether a request with this answer may succeed later. */
export function isTransient(status: number): boolean {
  return status >= 500 || [408, 425, 429].includes(status)
}

/** Aborts a request when no data arrives for `limit` milliseconds, or when the outer signal aborts. */
export class IdleTimeout implements Disposable {
  readonly signal: AbortSignal
  readonly error: TransientError
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout

  constructor(limit: number, outer: AbortSignal) {
    this.signal = AbortSignal.any([outer, this.#controller.signal])
    this.#timer = setTimeout(() => this.#controller.abort(), limit)
    this.error = new TransientError(`sent no data for ${limit / 1000} seconds`)
  }

  get isExpired(): boolean {
    return this.#controller.signal.aborted
  }

  restart(): void {
    this.#timer.refresh()
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer)
  }
}

/** The error for a request that got no answer. */
export function networkError(error: unknown): Error {
  const { code, message } = causeOf(error)
  if (code === 'ENOTFOUND') return new RemoteError('The host name cannot be resolved.')
  if (CERTIFICATE_ERROR.test(code)) return new RemoteError(`The server's certificate is not accepted: ${message}.`)
  // An error without a code is not a network error: fetch refused the port or a header.
  if (code === '') return new RemoteError(`The request cannot be sent: ${message}.`)
  return new TransientError(`cannot be reached (${code})`)
}

const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL/

/**
 * The reason behind the "fetch failed" of fetch. A host with several addresses has one for each; the first is returned.
 */
function causeOf(error: unknown): { readonly code: string; readonly message: string } {
  const { cause } = error as { cause?: unknown }
  const reason = cause instanceof AggregateError ? cause.errors[0] : (cause ?? error)
  const { code, message } = reason as { code?: string; message?: string }
  return { code: code ?? '', message: message ?? String(reason) }
}
