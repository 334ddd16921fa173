import { sortsOf } from '@vitrine/engine/edition/term'
import { findFacets } from '@vitrine/engine/serve/facets'
import { findProducts } from '@vitrine/engine/serve/products'
import { hasBroadConditions, type Suggestions } from '@vitrine/engine/serve/query'
import { findSuggestions } from '@vitrine/engine/serve/suggestions'
import { tagsOfFacets, tagsOfList } from './cache-tags.ts'
import { envelope, linksFrom, offsetOf } from './envelope.ts'
import {
  filterReader,
  namesBroadFilter,
  productConditions,
  productFilters,
  searchedFields,
  selectsOne,
} from './filters.ts'
import { limit, market, page } from './openapi/schemas.ts'
import { byId, jsonBody, type Operation, type PreparedQuery } from './operation.ts'
import { CAP } from './parameters.ts'
import { Type } from './schema.ts'
import { searchRecord } from './searches.ts'

const productParameters = Type.Object({
  page,
  limit,
  ...productFilters,
  sortBy: Type.Optional(
    Type.Enum(sortsOf('product'), {
      description:
        'The order; `price` is the lowest price of a product’s variants, and products of equal `popularity` come newest first. Without it: the order that the store has set, else the newest first; with `search` the best match, with `related` the nearest.',
      examples: ['price:ASC'],
    }),
  ),
  form: formOf('each product', 'Leave it out for a product with its variants.'),
  explain: Type.Optional(
    Type.Literal(true, {
      description:
        '`true`: `meta.explain` says why the search found each product of the page, for those who tune a store. Leave it out otherwise.',
    }),
  ),
  matches: Type.Optional(
    Type.Literal(true, {
      description:
        '`true`: `meta.matches` has one variant for each product of the page: the first that satisfies all conditions on variants, and if possible the search too. Leave it out otherwise.',
    }),
  ),
  market,
})
const facetParameters = Type.Object({
  ...productFilters,
  facetLimit: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    [CAP]: 1000,
    default: 100,
    description:
      'How many labels, attributes, and options of each group: the most frequent. More than 1000 counts as 1000.',
    examples: [100],
  }),
  facetOrder: Type.Optional(
    Type.Enum(['natural', 'catalog'], {
      description:
        '`natural`: the options of a group are sorted as shoppers expect them: sizes from small to large, numbers by their value, others by letters. `catalog`: they are sorted by their places in the products that the catalog has first, and labels by their rank. Leave it out for the most frequent first.',
    }),
  ),
  buckets: Type.Optional(
    Type.Integer({
      minimum: 2,
      maximum: 50,
      description:
        'The most buckets into which the prices, and the values of each attribute, are divided. Leave it out for none.',
      examples: [8],
    }),
  ),
  market,
})

const readProductParameters = filterReader(productParameters)
const readFacetParameters = filterReader(facetParameters)

/**
 * A shop sends the same query string to the list and to the facets. So the list does not report `facetLimit` as
 * unknown, and the facets do not report `page`.
 */
const LIST_AND_FACETS = Object.keys({ ...productParameters.properties, ...facetParameters.properties })

export const productList: Operation = {
  path: '/store/products',
  operationId: 'listProducts',
  tag: 'Products',
  summary: 'List products',
  description:
    'A product must satisfy all parameters; the values of a repeated parameter are alternatives, except those of `within`. One variant must satisfy all conditions on variants. Each product comes with all its variants, with `form=card` as a grid shows it, and with `form=full` with all that the catalog has of it.',
  query: productParameters,
  unusedParameters: LIST_AND_FACETS,
  schema: 'ProductPage',
  answer: 'A page of products.',
  mayBeExpensive: namesBroadFilter,
  parse: ({ query }) => {
    const { values, texts } = readProductParameters(query)
    const { page, limit, sortBy, form, matches, explain } = values
    const conditions = productConditions(values)
    const linkTo = linksFrom('', { limit, sortBy, form, texts })
    const execute: PreparedQuery['execute'] = async (edition, record) => {
      const result = await findProducts(edition, {
        ...conditions,
        sort: sortBy,
        form,
        matches,
        explain,
        offset: offsetOf(page, limit),
        limit,
      })
      if (values.search !== undefined) record(searchRecord(values.search, offsetOf(page, limit), result))
      return envelope(result, { page, limit, linkTo, linksLast: false })
    }
    const tags = () => tagsOfList(conditions)
    return { isExpensive: hasBroadConditions(conditions), hasETagOfBody: selectsOne(texts), tags, execute }
  },
}

export const productFacets: Operation = {
  path: '/store/products/facets',
  operationId: 'getProductFacets',
  tag: 'Products',
  summary: 'Retrieve facets',
  description:
    'For the filters of the list: the labels and options that can be chosen next, each with the number of products that the choice gives, the range of prices, how many products are in stock, and the range of each attribute. The counts of a group ignore the choices in that group, so that alternatives to a choice keep their counts. Only products of all labels in `within` are counted.',
  query: facetParameters,
  unusedParameters: LIST_AND_FACETS,
  schema: 'Facets',
  answer: 'The facets.',
  mayBeExpensive: () => true,
  parse: ({ query }) => {
    const { values } = readFacetParameters(query)
    const conditions = productConditions(values)
    const { facetLimit, facetOrder, buckets } = values
    // A shop sends the query string of the list, to which no rule applies then.
    const options = { buckets, order: facetOrder, isSorted: query.values.has('sortBy') }
    const execute: PreparedQuery['execute'] = async (edition) =>
      jsonBody(await findFacets(edition, conditions, facetLimit, options))
    return { isExpensive: true, tags: () => tagsOfFacets(conditions), execute }
  },
}

const suggestParameters = Type.Object({
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'What the shopper has typed so far. The last word may be incomplete. Without it: the most frequent labels and options, and the most popular products, or the newest if none has a popularity.',
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
  form: Type.Optional(
    Type.Literal('card', {
      description: '`card`: each product as a grid shows it. Leave it out for a product with its variants.',
    }),
  ),
  market,
})
const readSuggestParameters = filterReader(suggestParameters)

export const productSuggestions: Operation = {
  path: '/store/products/suggest',
  operationId: 'suggestProducts',
  tag: 'Products',
  summary: 'Retrieve suggestions',
  description:
    'For a search box: searches that complete the typed words, labels and options whose names match, and the first products that a search of the text finds. `highlights` tell which characters match. The suggestions come from the catalog: what shoppers type is not recorded.',
  query: suggestParameters,
  schema: 'Suggestions',
  answer: 'The suggestions.',
  mayBeExpensive: () => true,
  parse: ({ query }) => {
    const { search, searchIn, limit, form } = readSuggestParameters(query).values
    const request = { search, searchIn: searchedFields(search, searchIn), limit, form }
    const execute: PreparedQuery['execute'] = async (edition) =>
      suggestionsBody(await findSuggestions(edition, request))
    return { isExpensive: true, execute }
  },
}

/** The documents of the products are JSON already. */
function suggestionsBody({ products, correction, ...parts }: Suggestions): readonly Uint8Array[] {
  const head = JSON.stringify(parts).slice(0, -1)
  const tail = correction ? `,"correction":${JSON.stringify(correction)}}` : '}'
  return [Buffer.from(`${head},"products":[${products}]${tail}`)]
}

export const product: Operation = {
  operationId: 'getProduct',
  tag: 'Products',
  summary: 'Retrieve a product',
  description:
    'A product with its variants and their files, its option groups and its labels. With `form=full`, all that the catalog has of it.',
  parameter: 'The id of the product.',
  schema: 'ProductInForm',
  answer: 'The product.',
  ...byId('/store/products/:productId', 'detail', 'product-not-found', {
    form: formOf('the product', 'Leave it out for the product with its variants and their files.'),
  }),
}

function formOf(thing: string, other: string) {
  return Type.Optional(
    Type.Enum(['card', 'full'], {
      description: `\`card\`: ${thing} as a grid shows it, about 1 kB. \`full\`: ${thing} as the catalog has it, with its variants in full, its prices from lowest to highest, and its description as HTML and as text. ${other}`,
      examples: ['card'],
    }),
  )
}
