import type { Random } from '../../bench/catalog/random.ts'
import { HttpConnection } from '../../bench/harness/http-connection.ts'
import type { AgentCall, ToolName } from './draw-call.ts'

/** An answer with its status and its parsed body. */
export interface JsonReply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the schemas check the shape
  readonly body: any
}

const PATHS: Readonly<Record<ToolName, string | undefined>> = {
  search_catalog: '/ucp/catalog/search',
  lookup_catalog: '/ucp/catalog/lookup',
  get_product: '/ucp/catalog/product',
  list_filters: undefined,
}

const REVISION = '2026-07-28'
const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientCapabilities': {},
}
const UCP_AGENT = 'profile="https://agent.example/profile.json"'

/** Sends the same call over MCP and over REST. */
export class AgentClient implements Disposable {
  readonly #connection: HttpConnection

  constructor(address: string) {
    this.#connection = new HttpConnection(address)
  }

  /** Over MCP, half of the calls of the newest revision and half of an older one. */
  async overMcp(store: string, { tool, catalog }: AgentCall, random: Random): Promise<JsonReply> {
    const isModern = random.chance(0.5)
    const params = { name: tool, arguments: { catalog }, ...(isModern ? { _meta: MODERN_META } : {}) }
    const repeated = { 'mcp-protocol-version': REVISION, 'mcp-method': 'tools/call', 'mcp-name': tool }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    return await this.#post('/mcp', store, message, isModern ? repeated : {})
  }

  /** undefined for a tool that is no operation of UCP. */
  async overRest(store: string, { tool, catalog }: AgentCall): Promise<JsonReply | undefined> {
    const path = PATHS[tool]
    return path === undefined ? undefined : await this.#post(path, store, catalog, { 'ucp-agent': UCP_AGENT })
  }

  async #post(path: string, store: string, value: unknown, headers: Record<string, string>): Promise<JsonReply> {
    const { status, body } = await this.#connection.exchange(
      path,
      { 'x-store-id': store, 'content-type': 'application/json', ...headers },
      JSON.stringify(value),
    )
    return { status, body: JSON.parse(body.toString()) }
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]()
  }
}
