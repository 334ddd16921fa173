import { VitrineError } from '@vitrine/catalog/error'
import { marketStoreId } from '@vitrine/catalog/market'
import { type Market, NO_LANGUAGE, type Store } from '@vitrine/catalog/store'
import type { MaybePromise } from '@vitrine/engine/edition/maybe-promise'
import type { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import type { Headers } from './common-headers.ts'
import { readSharedParameters } from './operation.ts'
import { InvalidParameter, type ParsedQueryString, parseQueryString, quoted } from './parameters.ts'
import type { ResourceRequest } from './resource.ts'
import { editionOf } from './store-selection.ts'

/**
 * The edition of the market that a request selects: the one that it names, or else the one that has its host. That of
 * the store if there is no such market, which `withCheckedMarket` then finds. Throws `invalid-parameter` if the market
 * has just been removed.
 */
export function marketEdition(
  request: Pick<ResourceRequest, 'raw' | 'queryString'>,
  edition: IndexedEdition,
  editions: IndexCache,
): MaybePromise<IndexedEdition> {
  const market = selectedMarket(request, edition.store)
  return market === undefined ? edition : editionInMarket(edition, market, editions)
}

/** The current edition of a market of the store. Throws `invalid-parameter` if the market has just been removed. */
export function editionInMarket(
  { store: { id } }: IndexedEdition,
  market: Market,
  editions: IndexCache,
): MaybePromise<IndexedEdition> {
  return editionOf(marketStoreId(id, market.code), editions, () => {
    const detail = `names the market ${quoted(market.code)}, which was removed`
    return new VitrineError('invalid-parameter', `market ${detail}.`, [{ parameter: 'market', detail }])
  })
}

function selectedMarket(
  { raw, queryString }: Pick<ResourceRequest, 'raw' | 'queryString'>,
  { markets = [] }: Pick<Store, 'markets'>,
): Market | undefined {
  const [named] = parseQueryString(queryString, MARKET, false).values.get('market') ?? []
  if (named !== undefined) return markets.find(({ code }) => code === named)
  const host = raw.headers.host?.toLowerCase().replace(/:\d*$/, '')
  return host === undefined ? undefined : markets.find(({ hosts = [] }) => hosts.includes(host))
}

const MARKET: ReadonlySet<string> = new Set(['market'])

/** The header for the language of the store or market that is shown. Only answers of a store with markets have it. */
export function languageHeaders({ language = NO_LANGUAGE }: Pick<Store, 'language'>): Headers {
  return language === NO_LANGUAGE ? [] : ['content-language', language]
}

/** The query with an error if it names a market that the store does not have. */
export function withCheckedMarket(
  query: ParsedQueryString,
  { markets = [] }: Pick<Store, 'markets'>,
): ParsedQueryString {
  const named = query.values.get('market')
  if (named === undefined) return query
  const codes = markets.map(({ code }) => code)
  // The reader of parameters refuses several.
  if (codes.includes(named[0]!)) return query
  const name = quoted(named[0]!)
  const detail =
    codes.length === 0 ? `is ${name}, but the store has no markets` : `must be ${oneOf(codes)}, not ${name}`
  const error = new InvalidParameter(detail)
  return { ...query, errors: new Map([...query.errors, ['market', error]]) }
}

/**
 * The edition that a request without other parameters selects: that of a market, or of the store. Throws
 * `invalid-parameter` if it names a market that the store does not have.
 */
export function checkedMarketEdition(
  request: Pick<ResourceRequest, 'raw' | 'queryString'>,
  edition: IndexedEdition,
  editions: IndexCache,
): MaybePromise<IndexedEdition> {
  const { store } = edition
  readSharedParameters(withCheckedMarket(parseQueryString(request.queryString, MARKET, false), store))
  return marketEdition(request, edition, editions)
}

function oneOf(codes: readonly string[]): string {
  const listed = codes.slice(0, MAX_LISTED).join(', ')
  const more = codes.length - MAX_LISTED
  return `one of ${listed}${more > 0 ? ` and ${more} more` : ''}`
}

/** The most markets that an error lists. */
const MAX_LISTED = 20
