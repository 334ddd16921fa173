import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MaybePromise } from '@vitrine/engine/edition/maybe-promise'
import type { Headers } from './common-headers.ts'

/** Something at a path that answers requests. */
export interface Resource {
  /** Its path. The last segment may be a parameter: `/store/products/:productId`. */
  readonly path: string
  /** Whether the path may also follow `/stores/{id}`, which names the store. */
  readonly isOfStore?: boolean
  /** The methods that it answers, besides OPTIONS. Without them, GET and HEAD. */
  readonly methods?: readonly string[]
  /** Bytes of the longest body. Without it, the body of a request is not read. */
  readonly maxBody?: number
  /** Throws if the page that sends the request may not call the resource. It is called before everything else. */
  checkOrigin?(raw: IncomingMessage): MaybePromise<void>
  /** Returns undefined if it writes to `response` itself. Throws the error to answer with. */
  answer(request: ResourceRequest, response: ServerResponse): MaybePromise<ResourceResponse | undefined>
  /** Makes the response for an error. Without this method, it is problem details. */
  fail?(error: unknown, requestId: string): ResourceResponse
}

/** A request as its resource gets it. */
export interface ResourceRequest {
  readonly raw: IncomingMessage
  /** The parameter of the path, decoded; or the empty string. */
  readonly parameter: string
  /** The query string without its question mark. */
  readonly queryString: string
  /** The store that the path begins with, decoded. */
  readonly storeInPath: string | undefined
  /** The body as text, empty if the resource reads none. */
  readonly body: string
  /** By `performance.now()`. */
  readonly receivedAt: number
  readonly requestId: string
}

/** The response of a resource: what is sent besides the common headers. */
export interface ResourceResponse {
  readonly status: number
  readonly headers: Headers
  /** The headers of the request that the response depends on, besides those that all responses depend on. */
  readonly vary?: string | undefined
  /** The preference of the request that was applied (RFC 7240). */
  readonly preference?: string
  readonly body?: Body
  /** Writes the body to the response, and ends it later. Not called for HEAD. */
  readonly stream?: (response: ServerResponse) => void
  /** The error behind a 5xx, for the log. */
  readonly fault?: unknown
}

/** The consecutive chunks of a body. A text has one character for each byte. */
export type Body = readonly (Uint8Array | string)[]

/** A response with a value as JSON. */
export function jsonResponse(status: number, value: object, headers: Headers, vary?: string): ResourceResponse {
  const body = Buffer.from(JSON.stringify(value))
  const described = ['content-type', 'application/json; charset=utf-8', 'content-length', body.length]
  return { status, headers: [...headers, ...described], vary, body: [body] }
}

/** A response that leads to another address. */
export function redirect(status: number, location: string, headers: Headers, vary?: string): ResourceResponse {
  return { status, headers: [...headers, 'location', location, 'content-length', 0], vary }
}
