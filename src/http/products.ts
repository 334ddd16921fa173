import { sortsOf } from '../edition/term.ts'
import { findFacets } from '../serve/facets.ts'
import { findProducts } from '../serve/products.ts'
import { hasBroadConditions } from '../serve/query.ts'
import { findSuggestions } from '../serve/suggestions.ts'
import { documentEndpoint, type Endpoint, type Read } from './endpoint.ts'
import { envelope, linksFrom, offsetOf } from './envelope.ts'
import { filterReader, productConditions, productFilters, searchedFields } from './filters.ts'
import { limit, page } from './openapi/schemas.ts'
import { CAP } from './parameters.ts'
import { Type } from './schema.ts'

export const productParameters = Type.Object({
  page,
  limit,
  ...productFilters,
  sortBy: Type.Optional(
    Type.Enum(sortsOf('product'), {
      description:
        'The order; `price` is the lowest price of a product’s variants. Without it: the newest first, with `search` the best match, with `related` the nearest.',
      examples: ['price:ASC'],
    }),
  ),
  form: Type.Optional(
    Type.Literal('full', {
      description:
        '`full`: each product as by itself, with its files and option groups. Leave it out for the shorter form.',
    }),
  ),
})
export const facetParameters = Type.Object({
  ...productFilters,
  facetLimit: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    [CAP]: 1000,
    default: 100,
    description:
      'How many labels, and how many options of each group: the most frequent. More than 1000 counts as 1000.',
    examples: [100],
  }),
})

const readProductParameters = filterReader(productParameters)
const readFacetParameters = filterReader(facetParameters)

/**
 * The parameters of the list and of the facets. A shop sends the same query string to both. So the list does not report
 * `facetLimit` as unknown, and the facets do not report `page`.
 */
const LIST_AND_FACETS = new Set(Object.keys({ ...productParameters.properties, ...facetParameters.properties }))

export const productList: Endpoint = {
  route: '/store/products',
  alwaysFound: true,
  parameters: LIST_AND_FACETS,
  parse: ({ query }) => {
    const { page, limit, sortBy, form, ...filters } = readProductParameters(query)
    const conditions = productConditions(filters)
    const linkTo = linksFrom('', { limit, sortBy, form, filters })
    const execute: Read['execute'] = async (edition) => {
      const documents = form === 'full' ? 'detail' : 'summary'
      const result = await findProducts(edition, {
        ...conditions,
        sort: sortBy,
        form: documents,
        offset: offsetOf(page, limit),
        limit,
      })
      return envelope(result, { page, limit, linkTo, linksLast: false })
    }
    return { isExpensive: hasBroadConditions(conditions), execute }
  },
}

export const productFacets: Endpoint = {
  route: '/store/products/facets',
  alwaysFound: true,
  parameters: LIST_AND_FACETS,
  parse: ({ query }) => {
    const { facetLimit, ...filters } = readFacetParameters(query)
    const conditions = productConditions(filters)
    const execute: Read['execute'] = async (edition) => {
      const facets = await findFacets(edition, conditions, facetLimit)
      return [Buffer.from(JSON.stringify(facets))]
    }
    return { isExpensive: true, execute }
  },
}

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
    [CAP]: 10,
    default: 8,
    description: 'Entries of each part. More than 10 counts as 10.',
    examples: [8],
  }),
})
const readSuggestParameters = filterReader(suggestParameters)

export const productSuggestions: Endpoint = {
  route: '/store/products/suggest',
  alwaysFound: true,
  parameters: new Set(Object.keys(suggestParameters.properties)),
  parse: ({ query }) => {
    const { search, searchIn, limit } = readSuggestParameters(query)
    const request = { search, searchIn: searchedFields(search, searchIn), limit }
    const execute: Read['execute'] = async (edition) => [
      Buffer.from(JSON.stringify(await findSuggestions(edition, request))),
    ]
    return { isExpensive: true, execute }
  },
}

export const product = documentEndpoint('/store/products/:productId', 'detail', 'product-not-found')
