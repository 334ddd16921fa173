import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, type ParameterError, VitrineError } from '../catalog/error.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/** What is said of every error: the compiler asks for a line here whenever a code is added. */
export const PROBLEMS: Record<
  ErrorCode,
  { readonly status: number; readonly title: string; readonly meaning: string }
> = {
  'store-required': { status: 400, title: 'Store required', meaning: 'The header x-store-id is missing or empty.' },
  'store-not-found': { status: 404, title: 'Store not found', meaning: 'x-store-id names no store of this server.' },
  'store-exists': { status: 409, title: 'Store exists', meaning: 'There already is a store of that id.' },
  'product-not-found': { status: 404, title: 'Product not found', meaning: 'The store has no product of that id.' },
  'variant-not-found': { status: 404, title: 'Variant not found', meaning: 'The store has no variant of that id.' },
  'route-not-found': { status: 404, title: 'Route not found', meaning: 'There is nothing at that path.' },
  'method-not-allowed': { status: 405, title: 'Method not allowed', meaning: 'The service is read only.' },
  'invalid-id': { status: 400, title: 'Invalid id', meaning: 'An id in the path or in a parameter is no UUID.' },
  'invalid-parameter': { status: 400, title: 'Invalid parameter', meaning: 'Parameters are wrong; errors names each.' },
  'malformed-request': { status: 400, title: 'Malformed request', meaning: 'The request cannot be read.' },
  'database-unusable': {
    status: 503,
    title: 'Database unusable',
    meaning: 'The catalog cannot be read at the moment.',
  },
  overloaded: { status: 503, title: 'Overloaded', meaning: 'More is asked than the server can answer.' },
  'internal-error': { status: 500, title: 'Internal error', meaning: 'A fault of the server, not of the request.' },
}

/** The body of an error (RFC 9457). Nothing in it tells one request from another but what `errors` says of parameters. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly errors?: readonly ParameterError[]
  /** Under which the log has what a 5xx does not tell. */
  readonly requestId?: string
}

/** Seconds after which a client that got a 503 may ask again. */
export const RETRY_AFTER = '5'

/** What a client is told of these codes, whatever the fault says: its message may name what is nobody else's business. */
const DISCREET: Partial<Record<ErrorCode, string>> = {
  'database-unusable': 'The catalog cannot be read at the moment. Ask again shortly.',
  'internal-error': 'Something went wrong here, not with your request. Whoever runs this server finds it by requestId.',
}

/** The error as a client is told it. `base` is the public address, where the problem types are explained. */
export function problemOf(error: unknown, requestId: string, base = ''): Problem {
  const { code, message, parameters } = named(error)
  const { status, title } = PROBLEMS[code]
  return {
    type: `${base}/docs/errors#${code}`,
    title,
    status,
    detail: DISCREET[code] ?? message,
    code,
    ...(parameters.length > 0 ? { errors: parameters } : {}),
    ...(DISCREET[code] === undefined ? {} : { requestId }),
  }
}

/** Sends the problem, as bytes: to text Fastify would add a charset, which JSON does not have. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.status === 503) reply.header('retry-after', RETRY_AFTER)
  return reply
    .code(problem.status)
    .header('content-type', PROBLEM_TYPE)
    .header('cache-control', 'no-store')
    .send(Buffer.from(JSON.stringify(problem)))
}

/** The last stop of everything thrown on a request. A fault is left on the request for its line in the log. */
export function errorHandler(base: string | undefined) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const problem = problemOf(error, request.id, base)
    if (problem.status >= 500) request.fault = error
    sendProblem(reply, problem)
  }
}

function named(error: unknown): VitrineError {
  if (error instanceof VitrineError) return error
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new VitrineError('malformed-request', 'The request cannot be read as HTTP.')
  }
  return new VitrineError('internal-error', '')
}
