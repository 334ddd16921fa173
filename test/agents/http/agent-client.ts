import type { Body, Shop, TestResponse } from '../../server/shop.ts'
import { STORE } from '../../server/shop.ts'

export const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A response with its body parsed; undefined for an empty one. */
export interface JsonResponse extends Omit<TestResponse, 'body'> {
  readonly body: Body
}

interface Call {
  readonly path?: string
  readonly headers?: Record<string, string>
}

/** Posts a value as JSON to the first store, unless the path or the headers name another. */
export async function post(shop: Shop, path: string, value: unknown, headers = {}): Promise<JsonResponse> {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  const store = path.startsWith('/stores/') ? {} : { 'x-store-id': STORE }
  const answer = await shop.ask({ method: 'POST', path, headers: { ...store, ...headers }, body })
  return { ...answer, body: answer.body === '' ? undefined : JSON.parse(answer.body) }
}

/** A request of MCP, revision 2026-07-28. */
export function modern(shop: Shop, method: string, params: object = {}, { path = '/mcp', headers = {} }: Call = {}) {
  const message = { jsonrpc: '2.0', id: 7, method, params: { _meta: MODERN_META, ...params } }
  const name: Record<string, string> = 'name' in params ? { 'mcp-name': String(params.name) } : {}
  const repeated = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method, ...name }
  return post(shop, path, message, { ...repeated, ...headers })
}

/** A request of MCP as a client of an older revision sends it. */
export function legacy(shop: Shop, method: string, params: object = {}, { path = '/mcp', headers = {} }: Call = {}) {
  return post(shop, path, { jsonrpc: '2.0', id: 'a', method, params }, headers)
}

/** The result of a tool. */
export async function callTool(shop: Shop, name: string, catalog: unknown, call: Call = {}): Promise<Body> {
  const { body } = await legacy(shop, 'tools/call', { name, arguments: { catalog } }, call)
  return body.result
}

export const UCP_AGENT = { 'ucp-agent': 'profile="https://agent.example/profile.json"' }

/** The answer of an operation of UCP over REST. */
export async function ucp(
  shop: Shop,
  operation: 'search' | 'lookup' | 'product',
  body: unknown,
  headers: Record<string, string> = {},
): Promise<JsonResponse> {
  return await post(shop, `/ucp/catalog/${operation}`, body, { ...UCP_AGENT, ...headers })
}
