import type { FacetQuery, Facets, ProductPage, SearchNote, Vitrine } from '@vitrine/client'
import { CATEGORIES, type Condition, conditionsOf, facetOf, parametersOf } from './conditions.ts'
import { ALL_FACETS, countsOf, type FacetCounts, facetOrdering, shareFacets } from './facet-counts.ts'
import { createFacetNames, MAX_VALUES } from './facet-names.ts'
import { type FacetHit, facetHitsOf, hitsOf, type ProductHit } from './hits.ts'
import { createParameterCheck, type SearchParameters } from './search-parameters.ts'

export type { Highlight } from './highlight.ts'
export type { ProductHit } from './hits.ts'

/** What InstantSearch.js, React InstantSearch and Vue InstantSearch take as `searchClient`. */
export interface SearchClient {
  /** The result of a request for facet values is a `FacetSearchResult`, although its type is that of the others. */
  search<Item = ProductHit>(requests: readonly SearchRequest[]): Promise<{ results: SearchResult<Item>[] }>
}

export interface SearchClientOptions {
  /** Conditions of every request, such as the `within` of a category page. */
  readonly query?: Pick<FacetQuery, 'within' | 'searchIn' | 'inStock' | 'onSale' | 'related'> | undefined
  /** The form of the hits. Default: `card`. */
  readonly form?: 'card' | 'full' | undefined
  /** The order of values in widgets that have no `sortBy` of their own. Default: the most frequent first. */
  readonly facetOrder?: FacetQuery['facetOrder']
}

export interface SearchRequest {
  /** Any name, and for another order a colon and the `sortBy` of the service: `products:price:ASC`. */
  readonly indexName: string
  readonly params?: object | undefined
  /** `facet` searches the values of a facet. */
  readonly type?: string | undefined
  readonly facet?: string | undefined
}

export interface SearchResult<Item> extends FacetCounts {
  index: string
  query: string
  params: string
  hits: (Item & { objectID: string })[]
  nbHits: number
  page: number
  nbPages: number
  hitsPerPage: number
  exhaustiveNbHits: boolean
  exhaustiveFacetsCount: boolean
  /** Milliseconds until all answers were there. */
  processingTimeMS: number
  renderingContent: { facetOrdering?: ReturnType<typeof facetOrdering> }
  /** What the service says of the search: corrected and dropped words, and the like. */
  search: SearchNote | undefined
}

export interface FacetSearchResult {
  facetHits: FacetHit[]
  exhaustiveFacetsCount: boolean
  processingTimeMS: number
}

/** A request, and what it means to the service. */
interface Asked {
  readonly index: string
  readonly params: SearchParameters
  /** The facet whose values are searched, in a request for these. */
  readonly facet: string | undefined
  readonly attributes: readonly string[]
  readonly conditions: readonly Condition[]
}

/** Makes a search client. Its methods throw `RequestError`, and an Error for a filter that Vitrine does not have. */
export function createSearchClient(shop: Vitrine, options: SearchClientOptions = {}): SearchClient {
  const { query: fixed = {}, form = 'card', facetOrder } = options
  const names = createFacetNames(shop, fixed)
  const checked = createParameterCheck()
  const always = Object.entries(fixed).map(([name, values]) => conditionOf(name as keyof FacetQuery, values))

  async function askedFor({ indexName: index, params: sent = {}, facet }: SearchRequest): Promise<Asked> {
    const params = checked(sent)
    const [, sortBy] = /:(.+)$/.exec(index) ?? []
    const order = sortBy === undefined ? [] : [conditionOf('sortBy', sortBy)]
    const conditions = [...always, ...order, ...(await conditionsOf(params, names))]
    const facets = [facet ?? params.facets ?? []].flat()
    const levels = facets.includes(ALL_FACETS) ? (await names.categories()).levels : []
    return { index, params, facet, attributes: [...facets, ...levels], conditions }
  }

  /** One limit for all facets, so that they share answers. A category that is left out would hide those below it. */
  async function limitOf(all: readonly Asked[]): Promise<number> {
    const limits = all.map(({ params, facet }) => (facet === undefined ? (params.maxValuesPerFacet ?? 0) : MAX_VALUES))
    const hasCategories = all.some(({ attributes }) => attributes.some((name) => facetOf(name) === CATEGORIES))
    return Math.max(100, ...limits, hasCategories ? (await names.categories()).labels : 0)
  }

  async function pageOf({ params, conditions }: Asked): Promise<ProductPage> {
    const { page = 0, hitsPerPage = 20, query = '' } = params
    const explain = query.trim() === '' ? undefined : true
    const limit = Math.max(1, hitsPerPage)
    return shop.products.list({ ...parametersOf(conditions), form, page: page + 1, limit, matches: true, explain })
  }

  async function resultOf<Item>(asked: Asked, facetsOf: (facet: string) => Promise<Facets>) {
    const start = performance.now()
    const { params, facet, attributes } = asked
    const reading = [countsOf(attributes, facetsOf, names), isForFacets(asked) ? undefined : pageOf(asked)] as const
    const [counts, page] = await Promise.all(reading)
    const hasOrder = page && (attributes.includes(ALL_FACETS) || (facetOrder !== undefined && attributes.length > 0))
    const ordering = hasOrder && facetOrdering(await facetsOf(ALL_FACETS), facetOrder !== undefined)
    const processingTimeMS = Math.round(performance.now() - start)
    if (facet === undefined) return searchResult<Item>(asked, page, { ...counts, processingTimeMS }, ordering)
    const facetHits = facetHitsOf(counts.facets[facet] ?? {}, params)
    const result: FacetSearchResult = { facetHits, exhaustiveFacetsCount: true, processingTimeMS }
    return result as unknown as SearchResult<Item>
  }

  return {
    async search<Item>(requests: readonly SearchRequest[]) {
      const all = await Promise.all(requests.map(askedFor))
      const facetLimit = await limitOf(all)
      const read = shareFacets(async (conditions) => {
        const facets = await shop.products.facets({ ...parametersOf(conditions), facetLimit, facetOrder })
        names.learn(facets)
        return facets
      })
      const results = all.map((asked) => resultOf<Item>(asked, (facet) => read(asked.conditions, facet)))
      return { results: await Promise.all(results) }
    },
  }
}

function conditionOf(parameter: keyof FacetQuery, values: unknown): Condition {
  return { facet: '', parameter, values: [values].flat().map(String) }
}

/** InstantSearch sends such requests beside the one for the hits: for the counts of a facet without its choice. */
function isForFacets({ params: { hitsPerPage, analytics }, facet }: Asked): boolean {
  return facet !== undefined || (hitsPerPage === 0 && analytics === false)
}

function searchResult<Item>(
  { index, params }: Asked,
  page: ProductPage | undefined,
  counts: FacetCounts & { readonly processingTimeMS: number },
  ordering: ReturnType<typeof facetOrdering> | false | undefined,
): SearchResult<Item> {
  const hits: unknown = page && params.hitsPerPage !== 0 ? hitsOf(page, params) : []
  return {
    ...counts,
    index,
    query: params.query ?? '',
    params: '',
    hits: hits as SearchResult<Item>['hits'],
    nbHits: page?.meta.totalItems ?? 0,
    page: params.page ?? 0,
    nbPages: page?.meta.totalPages ?? 0,
    hitsPerPage: page?.meta.itemsPerPage ?? 0,
    exhaustiveNbHits: true,
    exhaustiveFacetsCount: true,
    renderingContent: ordering ? { facetOrdering: ordering } : {},
    search: page?.meta.search,
  }
}
