import type { Headers } from '@vitrine/server/common-headers'
import { MethodNotAllowed } from '@vitrine/server/methods'
import { HttpError, problemDetails, RETRY_AFTER } from '@vitrine/server/problem'
import type { Resource, ResourceResponse } from '@vitrine/server/resource'
import { AGENT_ERRORS, AgentError } from '../error.ts'
import { jsonBytes } from '../json-part.ts'
import { errorBody, RpcError } from '../mcp.ts'

/** An error as agents see it: a code and a sentence, with the HTTP status and headers of the answer. */
interface DescribedError {
  readonly status: number
  readonly code: string
  readonly content: string
  readonly headers?: Headers
}

export function agentError(error: unknown, requestId: string): DescribedError {
  if (error instanceof AgentError) return { status: error.status, code: error.code, content: error.message }
  const { status, code, detail } = problemDetails(error, requestId)
  const content = error instanceof MethodNotAllowed ? `This path supports ${error.supported}.` : detail
  const headers = error instanceof HttpError ? error.headers : []
  return { status, code: CODES_OF_BODIES[status] ?? code, content, headers }
}

/** The codes of bodies that cannot be read, by status. */
const CODES_OF_BODIES: Readonly<Record<number, string>> = Object.fromEntries(
  [AGENT_ERRORS['body-too-large'], AGENT_ERRORS['encoded-body']].map(({ status, code }) => [status, code]),
)

/** The same as an error of JSON-RPC, with the codes that UCP gives to statuses. */
export function rpcError({ status, code, content }: DescribedError): RpcError {
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

/** A response to an agent. `json` is undefined for a notification, which gets none. */
export function agentResponse(
  status: number,
  json: Uint8Array | undefined,
  { headers = [], fault }: Partial<ResourceResponse> = {},
  cacheControl = 'no-store',
): ResourceResponse {
  const described = json ? ['content-type', 'application/json', 'content-length', json.length] : []
  const retry = status === 503 ? ['retry-after', RETRY_AFTER] : []
  const all = ['cache-control', cacheControl, ...described, ...retry, ...headers]
  return { status, headers: all, body: json ? [json] : [], fault }
}

/** Tells an error over REST. */
export const restFailure = failing(({ code, content }) => ({ code, content }))

/** Tells an error of a message of MCP that is not read yet, so that its id is not known. */
export const mcpFailure = failing((error) => errorBody(null, rpcError(error)))

function failing(bodyOf: (error: DescribedError) => object): NonNullable<Resource['fail']> {
  return (error, requestId) => {
    const described = agentError(error, requestId)
    const { status, headers = [] } = described
    return agentResponse(status, jsonBytes(bodyOf(described)), { headers, fault: status >= 500 ? error : undefined })
  }
}
