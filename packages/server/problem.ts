import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, type ParameterError, VitrineError } from '@vitrine/catalog/error'
import type { Headers } from './common-headers.ts'
import { checkPath, quoted } from './parameters.ts'
import type { ResourceResponse } from './resource.ts'

export const PROBLEM_TYPE = 'application/problem+json'

interface ProblemKind {
  readonly status: number
  readonly title: string
  readonly meaning: string
  /** What the client can do. Code is between backticks. */
  readonly help: string
}

/** The explanation of every error code. The compiler asks for an entry here whenever a code is added. */
export const PROBLEMS: Record<ErrorCode, ProblemKind> = {
  'store-required': {
    status: 400,
    title: 'Store required',
    meaning: 'The request names no store.',
    help: 'Send the id of the store in the header `x-store-id`, or begin the path with `/stores/{id}`.',
  },
  'store-not-found': {
    status: 404,
    title: 'Store not found',
    meaning: 'The server has no store with that id.',
    help: 'Ask the operator for the id: `vitrine store list` shows all. Send it unchanged; upper and lower case differ.',
  },
  'store-exists': {
    status: 409,
    title: 'Store exists',
    meaning: 'A store with that id already exists.',
    help: 'Use another id, or remove the existing store with `vitrine store remove`.',
  },
  'invalid-setting': {
    status: 400,
    title: 'Invalid setting',
    meaning: 'A setting of a store has a value that it cannot have.',
    help: 'Write what the detail expects. A host belongs to one store: `vitrine store show` tells the hosts of a store.',
  },
  'product-not-found': {
    status: 404,
    title: 'Product not found',
    meaning: 'The store has no product with that id.',
    help: 'The product was removed, or it belongs to another store. Send the shopper to the list.',
  },
  'variant-not-found': {
    status: 404,
    title: 'Variant not found',
    meaning: 'The store has no variant with that id.',
    help: 'The variant was removed, or it belongs to another store. Its product may still have other variants.',
  },
  'label-not-found': {
    status: 404,
    title: 'Label not found',
    meaning: 'No product of the store has a label with that code.',
    help: 'The last product with the label was removed, or it belongs to another store. `/store/labels` lists all.',
  },
  'publication-gone': {
    status: 410,
    title: 'Publication gone',
    meaning: 'The store does not know all that changed since that publication.',
    help: 'Ask `GET /store/changes` for the newest publication, read all products, and go on from that publication.',
  },
  'route-not-found': {
    status: 404,
    title: 'Route not found',
    meaning: 'The API has no such path.',
    help: 'Compare the path with those at `/docs`. Upper and lower case differ.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The API is read-only.',
    help: 'Use a method that the header `Allow` lists.',
  },
  'not-acceptable': {
    status: 406,
    title: 'Not acceptable',
    meaning: 'The answer has no form that the header `Accept` allows.',
    help: 'Send `Accept: text/event-stream` to `/store/events`, or no such header.',
  },
  'invalid-id': {
    status: 400,
    title: 'Invalid id',
    meaning: 'An id in the path or in a parameter is not a UUID.',
    help: 'Send a UUID. If you have a slug, send `GET /store/products?slug=…` instead.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'Invalid parameter',
    meaning: 'A parameter is wrong; errors names each.',
    help: 'Correct every parameter that `errors` names. Its `detail` says what is right.',
  },
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    meaning: 'The server cannot read the request.',
    help: 'Send valid HTTP. Percent-encode names and values as UTF-8.',
  },
  'database-unusable': {
    status: 503,
    title: 'Database unusable',
    meaning: 'The database does not answer, or cannot be read.',
    help: 'Wait for the seconds in the header `Retry-After`, then send the request again.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    meaning: 'The server has too many requests to answer.',
    help: 'Wait for the seconds in the header `Retry-After`, and longer after each further refusal.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal error',
    meaning: 'The server failed; the request was not at fault.',
    help: 'Report the error to the operator with its `requestId`. The log has the cause.',
  },
}

/** The body of an error (RFC 9457). `errors` and `requestId` are the only parts that depend on the request. */
export interface ProblemDetails {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly errors?: readonly ParameterError[]
  /** The log has the cause of a 5xx under this id. */
  readonly requestId?: string
}

/** Seconds that a client should wait after a 503. */
export const RETRY_AFTER = 5

/** One error for all requests, because a stack trace would take a tenth of the time of a refusal. */
export const OVERLOADED = new VitrineError(
  'overloaded',
  `The server is overloaded. Retry after ${RETRY_AFTER} seconds.`,
)

/**
 * The details of errors whose own message is for the operator. It may name what clients must not see, such as files.
 */
const PUBLIC_DETAILS: Partial<Record<ErrorCode, string>> = {
  'database-unusable': `The catalog cannot be read at the moment. Retry after ${RETRY_AFTER} seconds.`,
  'internal-error': 'The server failed to answer this request. The log has the cause under the requestId.',
}

/** A failure that HTTP has headers for, and perhaps a more exact status than its code has. */
export class HttpError extends VitrineError {
  readonly headers: Headers
  readonly status: number

  constructor(code: ErrorCode, message: string, headers: Headers, status = PROBLEMS[code].status) {
    super(code, message)
    this.headers = headers
    this.status = status
  }
}

/** Describes an error to the client. `base` is the public URL, which has the page that explains the types. */
export function problemDetails(error: unknown, requestId: string, base = ''): ProblemDetails {
  const { code, message, parameters } = error instanceof VitrineError ? error : new VitrineError('internal-error', '')
  const { title } = PROBLEMS[code]
  const { status } = error instanceof HttpError ? error : PROBLEMS[code]
  const publicDetail = PUBLIC_DETAILS[code]
  return {
    type: `${base}/docs/errors#${code}`,
    title,
    status,
    detail: publicDetail ?? message,
    code,
    ...(parameters.length > 0 ? { errors: parameters } : {}),
    ...(status >= 500 && publicDetail !== undefined ? { requestId } : {}),
  }
}

/** The response that tells an error as problem details. */
export function problemResponse(error: unknown, requestId: string, base: string | undefined): ResourceResponse {
  const problem = problemDetails(error, requestId, base)
  const { status } = problem
  const body = JSON.stringify(problem)
  const own = error instanceof HttpError ? error.headers : []
  const retry = status === 503 ? ['retry-after', RETRY_AFTER] : []
  const headers = [...own, ...retry, ...describedProblem(body)]
  // Node sends ASCII together with the headers, in one piece.
  const isAscii = Buffer.byteLength(body) === body.length
  return { status, headers, body: [isAscii ? body : Buffer.from(body)], fault: status >= 500 ? error : undefined }
}

function describedProblem(body: string): Headers {
  return ['content-type', PROBLEM_TYPE, 'cache-control', 'no-store', 'content-length', Buffer.byteLength(body)]
}

/**
 * The error for a path that the API does not have: `route-not-found`, or `malformed-request` if it cannot be decoded.
 */
export function routeNotFound(target: string): VitrineError {
  checkPath(target)
  const path = quoted(target.split('?', 1)[0]!)
  return new VitrineError(
    'route-not-found',
    `The API has no path ${path}. Its paths begin with /store; /docs lists them.`,
  )
}

/** The answer to a request that Node could not read, by Node's error code. */
const CLIENT_ERRORS: Record<string, readonly [status: number, detail: string]> = {
  HPE_INVALID_URL: [400, 'The request target has a character that must be percent-encoded, as é is %C3%A9.'],
  HPE_HEADER_OVERFLOW: [431, 'The request target and the headers must not exceed 16 KiB together.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
}

/** An error of Node's HTTP parser, with the bytes that arrived and how many of them it had read. */
export interface ClientError extends NodeJS.ErrnoException {
  readonly rawPacket?: unknown
  readonly bytesParsed?: number | undefined
}

/** The answer to bytes that are no request. */
interface ClientErrorAnswer {
  readonly status: number
  /** The text of it, with the common headers. */
  readonly text: (commonHeaders: Headers) => string
}

/**
 * The answer to bytes that Node could not read as a request. It tells the client that the connection ends. The code is
 * `malformed-request`, with the most exact status. The answer has no body if the method is HEAD or unknown.
 */
export function clientErrorAnswer(error: ClientError, socket: Socket, base: string | undefined): ClientErrorAnswer {
  const [status, detail] = CLIENT_ERRORS[error.code ?? ''] ?? [400, 'The request is not valid HTTP.']
  const problem = problemDetails(new VitrineError('malformed-request', detail), '', base)
  const method = methodOf(error, socket)
  const body = method === undefined ? '' : JSON.stringify({ ...problem, status })
  const content = method === 'HEAD' ? '' : body
  const text = (commonHeaders: Headers) => {
    const headers = [...commonHeaders, ...describedProblem(body), 'connection', 'close']
    const lines = headers.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\r\n`)).join('')
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${content}`
  }
  return { status, text }
}

/**
 * The method of the request that could not be read, or `other` if its bytes are no request. Earlier requests may be in
 * the same packet. Undefined if it may be a HEAD: the request began in an earlier packet, which Node does not keep, or
 * after a body.
 */
function methodOf({ rawPacket, bytesParsed }: ClientError, socket: Socket): string | undefined {
  if (!Buffer.isBuffer(rawPacket)) return 'other'
  const read = rawPacket.toString('latin1', 0, bytesParsed)
  const end = read.lastIndexOf(END_OF_HEAD)
  const last = end < 0 ? read : read.slice(end + END_OF_HEAD.length)
  const method = /^[A-Z]+(?= )/.exec(last)?.[0]
  // The body of the request before may come first.
  if (method !== 'HEAD' && last.includes('HEAD ')) return undefined
  if (method !== undefined) return method
  return socket.bytesRead > rawPacket.length && end < 0 ? undefined : 'other'
}

const END_OF_HEAD = '\r\n\r\n'
