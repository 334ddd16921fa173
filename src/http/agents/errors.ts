import { RpcError } from '../../agents/mcp.ts'
import { InvalidProfile } from '../../agents/profile.ts'
import { InvalidArguments } from '../../agents/requests.ts'
import { problemDetails, RETRY_AFTER } from '../problem.ts'
import { BodyInterrupted, BodyTooLarge } from './request-body.ts'

/** A request that breaks a rule of HTTP or of its origin. */
export class RefusedRequest extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, headers: RefusedRequest['headers'] = {}) {
    super(message)
    this.name = 'RefusedRequest'
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/** An error as agents see it: the body of UCP over REST, and its HTTP status and headers. */
export interface AgentError {
  readonly status: number
  readonly body: { readonly code: string; readonly content: string }
  readonly headers: Readonly<Record<string, string>>
}

export function agentError(error: unknown, requestId: string): AgentError {
  if (error instanceof InvalidArguments || error instanceof InvalidProfile)
    return errorOf(400, error.code, error.message)
  if (error instanceof RefusedRequest) return errorOf(error.status, error.code, error.message, error.headers)
  if (error instanceof BodyTooLarge) return errorOf(413, 'request_too_large', error.message, { connection: 'close' })
  if (error instanceof BodyInterrupted) return errorOf(400, 'malformed-request', error.message)
  const { status, code, detail } = problemDetails(error, requestId)
  return errorOf(status, code, detail)
}

/** The same as an error of JSON-RPC, with the codes that UCP gives to statuses. */
export function rpcError({ status, body: { code, content } }: AgentError): RpcError {
  const data = { code, ...(status === 503 ? { retry_after: RETRY_AFTER } : {}) }
  return new RpcError(RPC_CODES[status] ?? INVALID_PARAMS, content, status, data)
}

const RPC_CODES: Readonly<Record<number, number>> = {
  403: -32000,
  405: -32000,
  413: -32600,
  415: -32600,
  500: -32603,
  503: -32000,
}
const INVALID_PARAMS = -32602

function errorOf(status: number, code: string, content: string, headers: AgentError['headers'] = {}): AgentError {
  return { status, body: { code, content }, headers }
}
