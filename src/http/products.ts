import Type from 'typebox'
import { sortsOf } from '../edition/term.ts'
import { findFacets } from '../serve/facets.ts'
import { findProducts } from '../serve/products.ts'
import { findSuggestions } from '../serve/suggestions.ts'
import { documentEndpoint, type Endpoint } from './endpoint.ts'
import { envelope, linksFrom } from './envelope.ts'
import { filterReader, productConditions, productFilters } from './filters.ts'
import { limit, MAX_LIMIT, page } from './schemas.ts'

export const productParameters = Type.Object({
  page,
  limit,
  ...productFilters,
  sortBy: Type.Optional(
    Type.Enum(sortsOf('product'), {
      description:
        'The order; `price` is the lowest price of a product’s variants. Without it: the newest first, or with `search` the best match.',
      examples: ['price:ASC'],
    }),
  ),
})
const readProductParameters = filterReader(productParameters)

export const productList: Endpoint = {
  route: '/store/products',
  alwaysFound: true,
  parse: ({ query }) => {
    const { page, limit: requested, sortBy, ...filters } = readProductParameters(query)
    const limit = Math.min(requested, MAX_LIMIT)
    const conditions = productConditions(filters)
    const linkTo = linksFrom('', { limit, sortBy, filters })
    return async (edition) => {
      const result = await findProducts(edition, { ...conditions, sort: sortBy, page, limit })
      return envelope(result, { page, limit, linkTo, linksLast: false })
    }
  },
}

/** Facet values at most. A larger `facetLimit` is not refused, but served as this many. */
const MAX_FACET_LIMIT = 1000

export const facetParameters = Type.Object({
  ...productFilters,
  facetLimit: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 100,
    description: 'Labels, and options of each group, 1000 at most: more is served as 1000. The most frequent stay.',
    examples: [100],
  }),
})
const readFacetParameters = filterReader(facetParameters)

export const productFacets: Endpoint = {
  route: '/store/products/facets',
  alwaysFound: true,
  parse: ({ query }) => {
    const { facetLimit, ...filters } = readFacetParameters(query)
    const conditions = productConditions(filters)
    return async (edition) => {
      const facets = await findFacets(edition, conditions, Math.min(facetLimit, MAX_FACET_LIMIT))
      return [Buffer.from(JSON.stringify(facets))]
    }
  },
}

/** Entries of each part of the suggestions at most. A larger `limit` is not refused, but served as this many. */
const MAX_SUGGESTIONS = 10

export const suggestParameters = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'What the shopper has typed so far. The last word may be incomplete. Without it: the most frequent labels and options, and the newest products.',
      examples: ['sh'],
    }),
  ),
  searchIn: productFilters.searchIn,
  limit: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 8,
    description: 'Entries of each part, at most 10: more is served as 10.',
    examples: [8],
  }),
})
const readSuggestParameters = filterReader(suggestParameters)

export const productSuggestions: Endpoint = {
  route: '/store/products/suggest',
  alwaysFound: true,
  parse: ({ query }) => {
    const { search, searchIn, limit } = readSuggestParameters(query)
    const fields = search === undefined || searchIn.length === 0 ? undefined : searchIn
    const request = { search, searchIn: fields, limit: Math.min(limit, MAX_SUGGESTIONS) }
    return async (edition) => [Buffer.from(JSON.stringify(await findSuggestions(edition, request)))]
  },
}

export const product = documentEndpoint('/store/products/:productId', 'detail', 'product-not-found')
