import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { type AgentCatalog, type Answerer, type Call, callOf } from '../../agents/catalog.ts'
import { getProduct, lookUpCatalog } from '../../agents/look-up.ts'
import { answerMcp, errorBody } from '../../agents/mcp.ts'
import { ProductCache } from '../../agents/product-cache.ts'
import { checkProfileUrl, profileOfHeader, ucpProfile } from '../../agents/profile.ts'
import { InvalidArguments, readLookupRequest, readProductRequest, readSearchRequest } from '../../agents/requests.ts'
import { searchCatalog } from '../../agents/search-catalog.ts'
import { isAgentStore } from '../../agents/ucp-product.ts'
import { VitrineError } from '../../catalog/error.ts'
import type { StoreId } from '../../catalog/store.ts'
import type { IndexedEdition } from '../../serve/indexed-edition.ts'
import { originOf } from '../address.ts'
import type { Admission } from '../admission.ts'
import { inTurn } from '../deadline.ts'
import { RETRY_AFTER } from '../problem.ts'
import type { Answer, Resource, ResourceRequest } from '../resource.ts'
import type { EffectiveOptions } from '../server-options.ts'
import { selectedStore, storeNotFound } from '../store-selection.ts'
import { addressOf, announcement, isUnforgeable } from './announcement.ts'
import { agentError, RefusedRequest, rpcError } from './errors.ts'
import { readBody } from './request-body.ts'
import { StoreHosts } from './store-hosts.ts'

/** The longest body of a request, in bytes. */
const MAX_BODY = 65_536

/** Memory for products as agents see them, in bytes; less if the response cache has less. */
const MAX_PRODUCT_BYTES = 16_000_000

/** How long platforms may keep the profile of a shop, in seconds. UCP asks for at least 60. */
const PROFILE_SECONDS = 300

const INSTRUCTIONS =
  'The catalog of a shop. Search with search_catalog, read one product with get_product, and ask list_filters for the categories and options that can narrow a search. Amounts are in minor units: 1999 EUR is 19.99 EUR. Nothing can be bought here: send the buyer to the url of a product.'

/** UCP over REST. */
const OPERATIONS: ReadonlyMap<string, { readonly tool: string; readonly call: Call }> = new Map([
  ['/ucp/catalog/search', { tool: 'search_catalog', call: callOf(readSearchRequest, searchCatalog) }],
  ['/ucp/catalog/lookup', { tool: 'lookup_catalog', call: callOf(readLookupRequest, lookUpCatalog) }],
  ['/ucp/catalog/product', { tool: 'get_product', call: callOf(readProductRequest, getProduct) }],
])
const UCP_MCP_PATH = '/ucp/mcp'
const MCP_PATHS: readonly string[] = ['/mcp', UCP_MCP_PATH]
const PROFILE_PATH = '/.well-known/ucp'

/** A request to one of the paths for agents. */
interface AgentRequest extends ResourceRequest {
  readonly path: string
  /** The error behind a 5xx. */
  fault?: unknown
}

interface AgentResponse {
  readonly status: number
  /** Undefined: the answer has none. */
  readonly body: object | undefined
  readonly headers?: Readonly<Record<string, string | number>>
}

/** The resources of assistants: the Model Context Protocol, and the catalog operations and the profile of UCP. */
export function agentResources(options: EffectiveOptions, admission: Admission): Resource[] {
  const api = new AgentApi(options, admission)
  return [PROFILE_PATH, ...MCP_PATHS, ...OPERATIONS.keys()].map((path) => ({
    path,
    isOfStore: true,
    answersEveryMethod: true,
    answer: (request, response) => api.answer({ ...request, path }, response),
  }))
}

/** Answers assistants from the same editions, by the same rules of overload, as the read API. */
class AgentApi {
  readonly #options: EffectiveOptions
  readonly #admission: Admission
  readonly #hosts: StoreHosts
  readonly #products: ProductCache
  readonly #calls: Counter<'tool' | 'outcome'>
  /** The logged reasons why stores are not announced. */
  readonly #explained = new Map<StoreId, string>()

  constructor(options: EffectiveOptions, admission: Admission) {
    this.#options = options
    this.#admission = admission
    this.#hosts = new StoreHosts(options.editions)
    this.#products = new ProductCache(Math.min(MAX_PRODUCT_BYTES, options.responseCacheBytes))
    this.#calls = new Counter({
      name: 'vitrine_agent_calls_total',
      help: 'Calls of agents, by tool and outcome.',
      labelNames: ['tool', 'outcome'],
      registers: [options.metrics.registry],
    })
  }

  async answer(request: AgentRequest, response: ServerResponse): Promise<Answer> {
    const failed = (error: unknown) => this.#failure(error, request)
    const { status, body, headers = {} } = await this.#respond(request, response).catch(failed)
    const retry = status === 503 ? { 'retry-after': RETRY_AFTER } : {}
    const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const described = json ? { 'content-type': 'application/json', 'content-length': json.length } : {}
    const all = Object.entries({ 'cache-control': 'no-store', ...described, ...retry, ...headers }).flat()
    return { status, headers: all, body: json ? [json] : [], fault: request.fault }
  }

  async #respond(request: AgentRequest, response: ServerResponse): Promise<AgentResponse> {
    const { raw, path } = request
    await this.#checkOrigin(raw)
    const allow = path === PROFILE_PATH ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
    if (raw.method === 'OPTIONS') return preflight(raw, allow)
    if (!allow.split(', ').includes(raw.method!)) {
      throw new RefusedRequest(405, 'method-not-allowed', `This path supports ${allow}, not ${raw.method}.`, { allow })
    }
    if (path === PROFILE_PATH) return await this.#profile(request)
    checkEncoding(raw)
    if (raw.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
    const text = await readBody(raw, MAX_BODY)
    return await (MCP_PATHS.includes(path) ? this.#mcp(request, text) : this.#rest(request, text))
  }

  /**
   * Refuses pages that may not read. A page that claims to be of this server must have a name that the server is known by:
   * otherwise a stranger's name may lead here (DNS rebinding), which MCP demands to refuse.
   */
  async #checkOrigin(raw: IncomingMessage): Promise<void> {
    const { origin } = raw.headers
    const { corsOrigin } = this.#options
    if (origin === undefined || (Array.isArray(corsOrigin) && corsOrigin.includes(origin))) return
    const url = URL.parse(origin)
    const isOwn = url !== null && url.host === addressOf(raw).host
    if (isOwn ? await this.#isKnown(url.hostname) : corsOrigin === '*') return
    throw new RefusedRequest(
      403,
      'origin_not_allowed',
      `Pages of ${origin} may not call this server. Its operator can allow them with --cors-origin.`,
    )
  }

  async #isKnown(hostname: string): Promise<boolean> {
    const { publicUrl } = this.#options
    if (isUnforgeable(hostname) || (publicUrl !== undefined && new URL(publicUrl).hostname === hostname)) return true
    return (await this.#hosts.storeOf(hostname)) !== undefined
  }

  async #rest(request: AgentRequest, text: string): Promise<AgentResponse> {
    const { tool, call } = OPERATIONS.get(request.path)!
    checkProfileUrl(profileOfHeader(request.raw.headers['ucp-agent'] as string | undefined))
    return { status: 200, body: await this.#run(request, tool, () => call(parseBody(text))) }
  }

  async #mcp(request: AgentRequest, text: string): Promise<AgentResponse> {
    const { headers } = request.raw
    const repeated = {
      version: headers['mcp-protocol-version'] as string | undefined,
      method: headers['mcp-method'] as string | undefined,
      name: headers['mcp-name'] as string | undefined,
    }
    return await answerMcp(text, repeated, {
      release: this.#options.release,
      instructions: INSTRUCTIONS,
      requiresProfile: request.path === UCP_MCP_PATH,
      run: (tool, parse) => this.#run(request, tool, parse),
      errorOf: (error) => rpcError(this.#errorOf(error, request)),
    })
  }

  /** Runs a tool on the current edition, in its turn and before the deadline. */
  async #run(request: AgentRequest, tool: string, parse: () => Answerer): Promise<object> {
    try {
      const read = parse()
      const catalog = await this.#catalog(request)
      const remaining = this.#options.deadline - (performance.now() - request.receivedAt)
      const isAbandoned = () => request.raw.socket.destroyed
      const answer = await inTurn(() => read(catalog), remaining, this.#admission, isAbandoned)
      this.#calls.inc({ tool, outcome: 'answered' })
      return answer
    } catch (error) {
      const isFault = agentError(error, request.requestId).status >= 500
      this.#calls.inc({ tool, outcome: isFault ? 'failed' : 'refused' })
      throw error
    }
  }

  async #catalog(request: AgentRequest): Promise<AgentCatalog> {
    const edition = await this.#edition(request)
    const { store } = edition.stored
    if (!isAgentStore(store)) {
      throw new InvalidArguments(
        'This store has no currency, so it has no prices for agents. Its operator can set one.',
      )
    }
    const { publicUrl, pictures } = this.#options
    const pictureBase = pictures ? (publicUrl ?? originOf(request.raw)) : undefined
    return { edition, store, pictureBase, products: this.#products }
  }

  /** The store of the path or the header, or the one that has the host of the request, or the default store. */
  async #edition({ raw, storeInPath }: AgentRequest): Promise<IndexedEdition> {
    const { editions, defaultStore } = this.#options
    const isNamed = storeInPath !== undefined || raw.headers['x-store-id']
    const ofHost = isNamed ? undefined : await this.#hosts.storeOf(raw.headers.host)
    const store = selectedStore(raw, storeInPath, ofHost ?? defaultStore)
    try {
      return await editions.current(store)
    } catch (error) {
      throw error instanceof VitrineError && error.code === 'store-not-found' ? storeNotFound(store) : error
    }
  }

  async #profile(request: AgentRequest): Promise<AgentResponse> {
    const { store } = (await this.#edition(request)).stored
    const announced = announcement(request.raw, store, request.storeInPath, this.#options)
    if ('reason' in announced) {
      this.#explain(store.id, announced.reason)
      throw new VitrineError('route-not-found', 'This store is not announced to agents.')
    }
    const headers = { 'cache-control': `public, max-age=${PROFILE_SECONDS}` }
    return { status: 200, body: ucpProfile(announced.base), headers }
  }

  /** Logs why a store is not announced, once for each reason. */
  #explain(store: StoreId, reason: string): void {
    const { logger } = this.#options
    if (logger === false || this.#explained.get(store) === reason) return
    this.#explained.set(store, reason)
    ;(logger as Logger).warn({ store, reason }, `store ${store} is not announced to agents: ${reason}`)
  }

  #failure(error: unknown, request: AgentRequest): AgentResponse {
    const failure = this.#errorOf(error, request)
    return MCP_PATHS.includes(request.path) ? { ...failure, body: errorBody(null, rpcError(failure)) } : failure
  }

  /** Describes an error to the client and keeps a fault for the log. */
  #errorOf(error: unknown, request: AgentRequest) {
    const described = agentError(error, request.requestId)
    if (described.status >= 500) request.fault = error
    return described
  }
}

/** Pages may send every header: agents send some that nobody knows beforehand, and no request carries credentials. */
function preflight({ headers }: IncomingMessage, allow: string): AgentResponse {
  const names = headers['access-control-request-headers']
  return {
    status: 204,
    body: undefined,
    headers: {
      allow,
      'access-control-allow-methods': allow,
      ...(names === undefined ? {} : { 'access-control-allow-headers': names }),
      'access-control-max-age': 86_400,
    },
  }
}

/** Refuses a compressed body (RFC 9110, 15.5.16). */
function checkEncoding({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'] as string | undefined
  if (encoding === undefined || /^(?:identity)?$/i.test(encoding.trim())) return
  throw new RefusedRequest(
    415,
    'unsupported_encoding',
    'Send the body without Content-Encoding: it is JSON as it is.',
    {
      'accept-encoding': 'identity',
    },
  )
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArguments('The body is not JSON.')
  }
}
