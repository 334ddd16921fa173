import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { type AgentCatalog, getProduct, lookUpCatalog, searchCatalog } from '../agents/catalog.ts'
import { answerMcp, errorBody, type McpAnswer, RpcError } from '../agents/mcp.ts'
import { checkProfileUrl, InvalidProfile, profileOfHeader, ucpProfile } from '../agents/profile.ts'
import { InvalidArguments, readLookupRequest, readProductRequest, readSearchRequest } from '../agents/requests.ts'
import { isAgentStore } from '../agents/ucp-product.ts'
import { VitrineError } from '../catalog/error.ts'
import type { Store, StoreId } from '../catalog/store.ts'
import type { IndexedEdition } from '../serve/indexed-edition.ts'
import type { AccessLog } from './access-log.ts'
import type { Admission } from './admission.ts'
import { type CommonHeaders, requestIdOf } from './common-headers.ts'
import { withDeadline } from './deadline.ts'
import { requireHost } from './endpoint.ts'
import { originOf } from './envelope.ts'
import { problemDetails, RETRY_AFTER } from './problem.ts'
import type { EffectiveOptions } from './server-options.ts'
import { StoreHosts } from './store-hosts.ts'
import { selectedStore, splitStore, storePrefix } from './store-selection.ts'

/** The longest body of a request, in bytes. */
const MAX_BODY = 65_536

/** How long platforms may keep the profile of a shop, in seconds. UCP asks for at least 60. */
const PROFILE_SECONDS = 300

const INSTRUCTIONS =
  'The catalog of a shop. Search with search_catalog, read one product with get_product, and ask list_filters for the categories and options that can narrow a search. Amounts are in minor units: 1999 EUR is 19.99 EUR. Nothing can be bought here: send the buyer to the url of a product.'

const OPERATIONS = {
  '/ucp/catalog/search': readBy(readSearchRequest, searchCatalog),
  '/ucp/catalog/lookup': readBy(readLookupRequest, lookUpCatalog),
  '/ucp/catalog/product': readBy(readProductRequest, getProduct),
} as const
const MCP_PATHS = ['/mcp', '/ucp/mcp']
const PROFILE_PATH = '/.well-known/ucp'

type Answer = (shop: AgentCatalog) => Promise<object>

function readBy<Request>(
  read: (body: unknown) => Request,
  answer: (shop: AgentCatalog, request: Request) => Promise<object>,
) {
  return (body: unknown): Answer => {
    const request = read(body)
    return (shop) => answer(shop, request)
  }
}

/** What answers to agents share with those of the read API. */
export interface AgentContext {
  readonly options: EffectiveOptions
  readonly commonHeaders: CommonHeaders
  readonly admission: Admission
  readonly log: AccessLog
}

/** An answer as JSON. */
interface JsonAnswer {
  readonly status: number
  readonly body: object | undefined
  readonly headers?: Readonly<Record<string, string | number>>
}

/** A request to one of the paths for agents. */
interface AgentRequest {
  readonly raw: IncomingMessage
  readonly path: string
  readonly storeInPath: string | undefined
  readonly receivedAt: number
}

/**
 * Answers assistants: the Model Context Protocol, and the catalog operations and the profile of the Universal Commerce Protocol.
 * They read the same editions, by the same rules of overload, as the read API.
 */
export class AgentApi {
  readonly #context: AgentContext
  readonly #hosts: StoreHosts
  readonly #calls: Counter<'tool' | 'outcome'>
  /** Stores whose reason not to be announced is in the log. */
  readonly #explained = new Set<StoreId>()

  constructor(context: AgentContext) {
    this.#context = context
    this.#hosts = new StoreHosts(context.options.editions)
    this.#calls = new Counter({
      name: 'vitrine_agent_calls_total',
      help: 'Calls of agents, by tool and outcome.',
      labelNames: ['tool', 'outcome'],
      registers: [context.options.metrics.registry],
    })
  }

  /** Answers a request to a path for agents. Returns false for any other path. */
  handle(raw: IncomingMessage, response: ServerResponse): boolean {
    const { storeInPath, path } = splitStore(raw.url!.split('?', 1)[0]!)
    if (!(path in OPERATIONS || MCP_PATHS.includes(path) || path === PROFILE_PATH)) return false
    void this.#answer({ raw, path, storeInPath, receivedAt: performance.now() }, response)
    return true
  }

  async #answer(request: AgentRequest, response: ServerResponse): Promise<void> {
    const { raw, path, receivedAt } = request
    const requestId = requestIdOf(raw)
    let fault: unknown
    let answer: JsonAnswer
    try {
      requireHost(raw)
      answer = this.#refusal(request) ?? (await this.#dispatch(request))
    } catch (error) {
      const problem = problemDetails(error, requestId)
      answer = errorAnswer(error, problem.status, problem.detail, MCP_PATHS.includes(path))
      if (answer.status >= 500) fault = error
    }
    const body = answer.body === undefined ? '' : Buffer.from(JSON.stringify(answer.body))
    response.writeHead(answer.status, {
      ...this.#context.commonHeaders(raw.headers.origin, requestId),
      'cache-control': 'no-store',
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      ...answer.headers,
      'content-length': body.length,
    })
    response.end(raw.method === 'HEAD' ? undefined : body)
    const milliseconds = performance.now() - receivedAt
    this.#context.log({ request: raw, route: path, status: answer.status, milliseconds, requestId, fault })
  }

  /** The answer to a method that the path does not have, or to a page that may not read. */
  #refusal({ raw, path }: AgentRequest): JsonAnswer | undefined {
    const allow = path === PROFILE_PATH ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
    const { origin } = raw.headers
    const { corsOrigin } = this.#context.options
    const isAllowed =
      origin === undefined || corsOrigin === '*' || (corsOrigin !== false && corsOrigin.includes(origin))
    if (!isAllowed && origin !== originOf(raw))
      return {
        status: 403,
        body: { code: 'origin_not_allowed', content: `Pages of ${origin} may not call this server.` },
      }
    if (raw.method === 'OPTIONS') {
      const headers = {
        allow,
        'access-control-allow-methods': allow,
        'access-control-allow-headers': raw.headers['access-control-request-headers'] ?? '*',
        'access-control-max-age': 86_400,
      }
      return { status: 204, body: undefined, headers }
    }
    if (allow.split(', ').includes(raw.method!)) return undefined
    const content = `This path supports ${allow}, not ${raw.method}.`
    return { status: 405, body: { code: 'method-not-allowed', content }, headers: { allow } }
  }

  async #dispatch(request: AgentRequest): Promise<JsonAnswer> {
    const { raw, path } = request
    if (path === PROFILE_PATH) return await this.#profile(request)
    const text = await readBody(raw)
    if (MCP_PATHS.includes(path)) return await this.#mcp(request, text)
    const operation = OPERATIONS[path as keyof typeof OPERATIONS]
    const profile = profileOfHeader(raw.headers['ucp-agent'] as string | undefined)
    checkProfileUrl(profile)
    const name = path.slice(path.lastIndexOf('/') + 1)
    return { status: 200, body: await this.#run(request, name, operation(parseBody(text))) }
  }

  #mcp(request: AgentRequest, text: string): Promise<McpAnswer> {
    const { headers } = request.raw
    const repeated = {
      version: headers['mcp-protocol-version'] as string | undefined,
      method: headers['mcp-method'] as string | undefined,
      name: headers['mcp-name'] as string | undefined,
    }
    return answerMcp(text, repeated, {
      release: this.#context.options.release,
      instructions: INSTRUCTIONS,
      requiresProfile: request.path !== '/mcp',
      run: (name, read) => this.#run(request, name, read),
    })
  }

  /** Runs an operation on the current edition, in its turn and before the deadline. */
  async #run(request: AgentRequest, tool: string, answer: Answer): Promise<object> {
    const { options, admission } = this.#context
    try {
      const shop = await this.#catalog(request)
      const remaining = options.deadline - (performance.now() - request.receivedAt)
      const work = () => withDeadline(answer(shop), remaining, admission)
      const body = await admission.run(work, () => request.raw.socket.destroyed)
      this.#calls.inc({ tool, outcome: 'answered' })
      return body
    } catch (error) {
      this.#calls.inc({ tool, outcome: error instanceof InvalidArguments ? 'refused' : 'failed' })
      throw error
    }
  }

  async #catalog(request: AgentRequest): Promise<AgentCatalog> {
    const edition = await this.#edition(request)
    const { store } = edition
    if (!isAgentStore(store))
      throw new InvalidArguments(
        'This store has no currency, so it has no prices for agents. Its operator can set one.',
      )
    const { publicUrl, pictures } = this.#context.options
    const pictureBase = pictures ? (publicUrl ?? originOf(request.raw)) : undefined
    return { edition, store, pictureBase }
  }

  /** The store of the path or the header, or the one that has the host of the request, or the default store. */
  async #edition({ raw, storeInPath }: AgentRequest): Promise<IndexedEdition> {
    const { options } = this.#context
    const isNamed = storeInPath !== undefined || raw.headers['x-store-id']
    const ofHost = isNamed ? undefined : await this.#hosts.storeOf(raw.headers.host)
    return await options.editions.current(selectedStore(raw, storeInPath, ofHost ?? options.defaultStore))
  }

  async #profile(request: AgentRequest): Promise<JsonAnswer> {
    const { store } = await this.#edition(request)
    const base = publicBase(request.raw, store, this.#context.options.publicUrl)
    const reason = reasonNotToAnnounce(store, base)
    if (reason !== undefined) {
      this.#explain(store, reason)
      throw new VitrineError('route-not-found', 'This store is not announced to agents.')
    }
    const headers = { 'cache-control': `public, max-age=${PROFILE_SECONDS}` }
    return { status: 200, body: ucpProfile(`${base}${storePrefix(request.storeInPath)}`), headers }
  }

  #explain({ id: store }: Store, reason: string): void {
    const { logger } = this.#context.options
    if (logger === false || this.#explained.has(store)) return
    this.#explained.add(store)
    ;(logger as Logger).warn({ store, reason }, `store ${store} is not announced to agents: ${reason}`)
  }
}

/** The URL at which agents reach the server; undefined if it is not known to be one that others can reach safely. */
function publicBase(raw: IncomingMessage, { hosts = [] }: Store, publicUrl: string | undefined): string | undefined {
  if (publicUrl?.startsWith('https:')) return publicUrl
  const origin = new URL(originOf(raw))
  if (hosts.includes(origin.hostname)) return `https://${origin.host}`
  // To try the profile on one's own machine.
  return /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(origin.hostname) ? origin.origin : undefined
}

function reasonNotToAnnounce(store: Store, base: string | undefined): string | undefined {
  if (!isAgentStore(store)) return 'it has no currency; set one with `vitrine store set --currency`'
  if (base !== undefined) return undefined
  return 'it has no public https address; set --public-url, or the hosts of the store with `vitrine store set --hosts`'
}

/** The body of a request as text. Throws `InvalidArguments` if it is too long. */
async function readBody(raw: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY) throw new InvalidArguments(`The body is longer than ${MAX_BODY} bytes.`, 'request_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArguments('The body is not JSON.')
  }
}

function errorAnswer(error: unknown, status: number, detail: string, isMcp: boolean): JsonAnswer {
  const isInvalid = error instanceof InvalidArguments || error instanceof InvalidProfile
  const httpStatus = isInvalid ? 400 : status
  const code = isInvalid ? error.code : error instanceof VitrineError ? error.code : 'internal-error'
  const content = isInvalid ? error.message : detail
  const retry = httpStatus === 503 ? { retry_after: RETRY_AFTER } : {}
  const headers = httpStatus === 503 ? { 'retry-after': RETRY_AFTER } : {}
  if (!isMcp) return { status: httpStatus, body: { code, content }, headers }
  const rpcCode = httpStatus === 500 ? -32603 : httpStatus === 503 ? -32000 : -32602
  return {
    status: httpStatus,
    body: errorBody(null, new RpcError(rpcCode, content, httpStatus, { code, ...retry })),
    headers,
  }
}
