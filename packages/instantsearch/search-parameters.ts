import type { Tags } from './highlight.ts'

/** The parameters of a query of InstantSearch that the service can follow. */
export interface SearchParameters extends Tags {
  readonly query?: string | undefined
  readonly facetFilters?: string | readonly Filter[] | undefined
  readonly numericFilters?: string | readonly Filter[] | undefined
  /** From 0. */
  readonly page?: number | undefined
  readonly hitsPerPage?: number | undefined
  readonly facets?: string | readonly string[] | undefined
  readonly maxValuesPerFacet?: number | undefined
  readonly facetQuery?: string | undefined
  readonly maxFacetHits?: number | undefined
  readonly analytics?: boolean | undefined
}

/** A condition, or a list of alternatives. */
export type Filter = string | readonly string[]

const FOLLOWED = [
  ...['query', 'facetFilters', 'numericFilters', 'highlightPreTag', 'highlightPostTag', 'page', 'hitsPerPage'],
  ...['facets', 'maxValuesPerFacet', 'facetQuery', 'maxFacetHits', 'analytics'],
]
/** Without these, a list would have products that the shop does not want there. */
const SELECTING = [
  ...['filters', 'tagFilters', 'offset', 'length', 'aroundLatLng', 'aroundLatLngViaIP', 'aroundRadius'],
  ...['insideBoundingBox', 'insidePolygon', 'similarQuery'],
]
/** These change neither which products a list has nor their order. */
const HARMLESS = [
  ...['clickAnalytics', 'analyticsTags', 'userToken', 'enableABTest', 'getRankingInfo', 'responseFields'],
  ...['attributesToRetrieve', 'attributesToHighlight', 'attributesToSnippet', 'snippetEllipsisText'],
]

/**
 * A check of parameters. It throws an Error for one that selects products in a way that the service does not have, and
 * warns once of each other that does nothing.
 */
export function createParameterCheck(): (params: object) => SearchParameters {
  const warnings = new Set<string>()
  const warn = (message: string) => {
    if (!warnings.has(message)) console.warn(`@vitrine/instantsearch: ${message}`)
    warnings.add(message)
  }
  return (params: SearchParameters) => {
    for (const [name, value] of Object.entries(params)) {
      if (value === undefined || value === '' || FOLLOWED.includes(name) || HARMLESS.includes(name)) continue
      if (SELECTING.includes(name)) throw unsupported(`the parameter ${name}`, 'the option query of createSearchClient')
      warn(`Vitrine does not have the parameter ${name}, which does nothing`)
    }
    if (params.hitsPerPage! > 100) warn(`hitsPerPage is ${params.hitsPerPage}, but a page has 100 hits at most`)
    return params
  }
}

export function unsupported(what: string, instead?: string): Error {
  return new Error(`Vitrine does not have ${what}${instead === undefined ? '' : `; use ${instead}`}`)
}
