import type { IncomingMessage } from 'node:http'
import { VitrineError } from '@vitrine/catalog/error'
import { describeStore, storeAndMarket } from '@vitrine/catalog/market'
import { hasMarkets, type StoreId } from '@vitrine/catalog/store'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { originOf } from '@vitrine/server/address'
import type { Admission } from '@vitrine/server/admission'
import type { Headers } from '@vitrine/server/common-headers'
import { runQueued } from '@vitrine/server/deadline'
import { checkedMarketEdition, editionInMarket, languageHeaders } from '@vitrine/server/market-selection'
import type { Resource, ResourceRequest, ResourceResponse } from '@vitrine/server/resource'
import type { OnSearch, SearchRecord } from '@vitrine/server/searches'
import type { EffectiveOptions } from '@vitrine/server/server-options'
import { currentEdition, namesStore, readAgainIfGone } from '@vitrine/server/store-selection'
import { isUnforgeable } from '@vitrine/server/unforgeable-host'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { type AgentCatalog, callParser, type ParseCall, type PreparedCall } from '../catalog.ts'
import { AgentError, InvalidArguments } from '../error.ts'
import { type JsonPart, jsonBytes } from '../json-part.ts'
import { getProduct, lookUpCatalog } from '../look-up.ts'
import { acceptedLanguages, type MarketHints, marketFor } from '../market-hints.ts'
import { answerMcp } from '../mcp.ts'
import { ProductCache } from '../product-cache.ts'
import { checkProfileUrl, profileOfHeader, ucpProfile } from '../profile.ts'
import { readLookupRequest, readProductRequest, readSearchRequest } from '../requests.ts'
import { searchCatalog } from '../search-catalog.ts'
import { isAgentStore } from '../ucp-product.ts'
import { addressOf, announcement } from './announcement.ts'
import { agentError, agentResponse, mcpFailure, restFailure, rpcError } from './errors.ts'
import { StoreHosts } from './store-hosts.ts'

/** The longest body of a request, in bytes. */
const MAX_BODY = 65_536

/** Memory for products as agents see them, in bytes; less if the response cache has less. */
const MAX_PRODUCT_BYTES = 16_000_000

/** How long platforms may keep the profile of a shop, in seconds. UCP asks for at least 60. */
const PROFILE_SECONDS = 300

const INSTRUCTIONS =
  'The catalog of a shop. Search with search_catalog, read one product with get_product, and ask list_filters for the categories and options that can narrow a search. Amounts are in minor units: 1999 EUR is 19.99 EUR. Nothing can be bought here: send the buyer to the url of a product.'

/** The resources of assistants: the Model Context Protocol, and the catalog operations and the profile of UCP. */
export function agentResources(options: EffectiveOptions, admission: Admission, onSearch: OnSearch): Resource[] {
  const api = new AgentApi(options, admission, onSearch)
  const read = { isOfStore: true, checkOrigin: (raw: IncomingMessage) => api.checkOrigin(raw), fail: restFailure }
  const posted = { ...read, methods: ['POST'], maxBody: MAX_BODY }
  const mcp = (path: string, requiresProfile: boolean): Resource => {
    return { ...posted, path, fail: mcpFailure, answer: (request) => api.mcp(request, requiresProfile) }
  }
  const rest = (path: string, tool: string, parse: ParseCall): Resource => {
    return { ...posted, path, answer: (request) => api.rest(request, tool, parse) }
  }
  return [
    { ...read, path: '/.well-known/ucp', answer: (request) => api.profile(request) },
    mcp('/mcp', false),
    mcp('/ucp/mcp', true),
    rest('/ucp/catalog/search', 'search_catalog', callParser(readSearchRequest, searchCatalog)),
    rest('/ucp/catalog/lookup', 'lookup_catalog', callParser(readLookupRequest, lookUpCatalog)),
    rest('/ucp/catalog/product', 'get_product', callParser(readProductRequest, getProduct)),
  ]
}

/** Answers assistants from the same editions, by the same rules of overload, as the read API. */
class AgentApi {
  readonly #options: EffectiveOptions
  readonly #admission: Admission
  readonly #onSearch: OnSearch
  readonly #hosts: StoreHosts
  readonly #products: ProductCache
  readonly #calls: Counter<'tool' | 'outcome'>
  /** The logged reasons why stores are not announced. */
  readonly #explained = new Map<StoreId, string>()

  constructor(options: EffectiveOptions, admission: Admission, onSearch: OnSearch) {
    this.#options = options
    this.#admission = admission
    this.#onSearch = onSearch
    this.#hosts = new StoreHosts(options.editions)
    this.#products = new ProductCache(Math.min(MAX_PRODUCT_BYTES, options.responseCacheBytes))
    this.#calls = new Counter({
      name: 'vitrine_agent_calls_total',
      help: 'Calls of agents, by tool and outcome.',
      labelNames: ['tool', 'outcome'],
      registers: [options.metrics.registry],
    })
  }

  /**
   * Refuses pages that may not read. A page that claims to be of this server must have a name that the server is known
   * by: otherwise a stranger's name may lead here (DNS rebinding), which MCP demands to refuse.
   */
  async checkOrigin(raw: IncomingMessage): Promise<void> {
    const { origin } = raw.headers
    const { corsOrigin } = this.#options
    if (origin === undefined || (Array.isArray(corsOrigin) && corsOrigin.includes(origin))) return
    const url = URL.parse(origin)
    const isOwn = url !== null && url.host === addressOf(raw).host
    if (isOwn ? await this.#isKnown(url.hostname) : corsOrigin === '*') return
    throw new AgentError(
      'origin-not-allowed',
      `Pages of ${origin} may not call this server. Its operator can allow them with --cors-origin.`,
    )
  }

  async #isKnown(hostname: string): Promise<boolean> {
    const { publicUrl } = this.#options
    if (isUnforgeable(hostname) || (publicUrl !== undefined && new URL(publicUrl).hostname === hostname)) return true
    return (await this.#hosts.storeOf(hostname)) !== undefined
  }

  async rest(request: ResourceRequest, tool: string, parse: ParseCall): Promise<ResourceResponse> {
    checkProfileUrl(profileOfHeader(request.raw.headers['ucp-agent'] as string | undefined))
    const languages = acceptedLanguages(request.raw.headers['accept-language'])
    const { parts, headers } = await this.#run(request, tool, () => parse(parseBody(request.body)), languages)
    return agentResponse(200, Buffer.concat(parts.map(({ json }) => json)), { headers })
  }

  async mcp(request: ResourceRequest, requiresProfile: boolean): Promise<ResourceResponse> {
    const { headers } = request.raw
    const repeated = {
      version: headers['mcp-protocol-version'] as string | undefined,
      method: headers['mcp-method'] as string | undefined,
      name: headers['mcp-name'] as string | undefined,
    }
    let fault: unknown
    const { status, body } = await answerMcp(request.body, repeated, {
      release: this.#options.release,
      instructions: INSTRUCTIONS,
      requiresProfile,
      run: async (tool, parse) => (await this.#run(request, tool, parse)).parts,
      errorOf: (error) => {
        const described = agentError(error, request.requestId)
        if (described.status >= 500) fault = error
        return rpcError(described)
      },
    })
    return agentResponse(status, body, { fault })
  }

  /**
   * Runs a tool on the current edition, after those queued before it, until the deadline. The `languages` count if the
   * arguments name none.
   */
  async #run(
    request: ResourceRequest,
    tool: string,
    parse: () => PreparedCall,
    languages: readonly string[] = [],
  ): Promise<{ readonly parts: readonly JsonPart[]; readonly headers: Headers }> {
    try {
      const { hints, execute } = parse()
      const isSilent = hints.languages.length === 0
      const isAbandoned = () => request.raw.socket.destroyed
      const answer = await readAgainIfGone(async () => {
        const { catalog, headers } = await this.#catalog(request, isSilent ? { ...hints, languages } : hints)
        const remaining = this.#options.deadline - (performance.now() - request.receivedAt)
        const parts = await runQueued(() => execute(catalog), remaining, this.#admission, isAbandoned)
        return { parts, headers }
      })
      this.#calls.inc({ tool, outcome: 'answered' })
      return answer
    } catch (error) {
      const isFault = agentError(error, request.requestId).status >= 500
      this.#calls.inc({ tool, outcome: isFault ? 'failed' : 'refused' })
      throw error
    }
  }

  /** What is asked, with the headers that tell of it. */
  async #catalog(
    request: ResourceRequest,
    hints: MarketHints,
  ): Promise<{ readonly catalog: AgentCatalog; readonly headers: Headers }> {
    const { edition, headers } = await this.#edition(request, hints)
    const { store } = edition.stored
    if (!isAgentStore(store)) {
      throw new InvalidArguments(
        'This store has no currency, so it has no prices for agents. Its operator can set one.',
      )
    }
    const { publicUrl, pictures } = this.#options
    const pictureBase = pictures ? (publicUrl ?? originOf(request.raw)) : undefined
    const { store: id, market } = storeAndMarket(store.id)
    const record = (search: SearchRecord) => this.#onSearch(id, search, market)
    return { catalog: { edition, store, pictureBase, products: this.#products, record }, headers }
  }

  /**
   * The store of the path or the header, or the one that has the host of the request, or the default store; in the
   * market that the request selects as those of the read API do, or else in the one for the hints.
   */
  async #edition(
    request: ResourceRequest,
    hints?: MarketHints,
  ): Promise<{ readonly edition: IndexedEdition; readonly headers: Headers }> {
    const { editions, defaultStore } = this.#options
    const ofHost = namesStore(request) ? undefined : await this.#hosts.storeOf(request.raw.headers.host)
    const edition = await currentEdition(request, editions, ofHost ?? defaultStore)
    const selected = await checkedMarketEdition(request, edition, editions)
    const market = selected === edition && hints ? marketFor(edition.store, hints) : undefined
    const shown = market ? await editionInMarket(edition, market, editions) : selected
    return { edition: shown, headers: hasMarkets(edition.store) ? languageHeaders(shown.store) : [] }
  }

  async profile(request: ResourceRequest): Promise<ResourceResponse> {
    const { store } = (await this.#edition(request)).edition.stored
    const announced = announcement(request.raw, store, request.storeInPath, this.#options)
    if ('reason' in announced) {
      this.#explain(store.id, announced.reason)
      throw new VitrineError('route-not-found', 'This store is not announced to agents.')
    }
    return agentResponse(200, jsonBytes(ucpProfile(announced.base)), {}, `public, max-age=${PROFILE_SECONDS}`)
  }

  /** Logs why a store is not announced, once for each reason. */
  #explain(store: StoreId, reason: string): void {
    const { logger } = this.#options
    if (logger === false || this.#explained.get(store) === reason) return
    this.#explained.set(store, reason)
    const name = describeStore(store)
    ;(logger as Logger).warn({ ...storeAndMarket(store), reason }, `${name} is not announced to agents: ${reason}`)
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArguments('The body is not JSON.')
  }
}
