import type { ErrorCode, Problem } from './api.ts'

/** The codes of the service, and three of the client: no answer, no answer in time, an answer of something else. */
export type RequestErrorCode = ErrorCode | 'network' | 'timeout' | 'foreign-answer'

interface ErrorDetails {
  readonly status?: number
  readonly errors?: Problem['errors']
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
}

/** A request that failed. Its message is `detail`. A later service may send codes that this version lacks. */
export class RequestError extends Error {
  readonly code: RequestErrorCode
  /** The HTTP status. 0 if there was no answer. 400 also for what the client refuses before it asks. */
  readonly status: number
  /** What is wrong, for a developer to read. */
  readonly detail: string
  /** Every wrong parameter, with what is right. */
  readonly errors: readonly { readonly parameter: string; readonly detail: string }[]
  /** The log of the server has the request under this id. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next request, if the server said so. */
  readonly retryAfter: number | undefined

  constructor(code: RequestErrorCode, detail: string, details: ErrorDetails = {}, cause?: unknown) {
    super(detail, { cause })
    this.name = 'RequestError'
    this.code = code
    this.status = details.status ?? 0
    this.detail = detail
    this.errors = details.errors ?? []
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
  }
}
