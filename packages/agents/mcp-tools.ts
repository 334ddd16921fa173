import { callParser, type ParseCall } from './catalog.ts'
import { listFilters, readFilterRequest } from './list-filters.ts'
import { getProduct, lookUpCatalog } from './look-up.ts'
import { MAX_IDS, MAX_LIMIT, MAX_QUERY, readLookupRequest, readProductRequest, readSearchRequest } from './requests.ts'
import { searchCatalog } from './search-catalog.ts'

/** A tool of the Model Context Protocol, and what it does. */
export interface Tool {
  readonly definition: {
    readonly name: string
    readonly title: string
    readonly description: string
    /** JSON Schema 2020-12. */
    readonly inputSchema: object
    readonly outputSchema: object
    readonly annotations: object
  }
  /** Takes the argument `catalog`. */
  readonly parse: ParseCall
}

/**
 * Bytes of the products and messages in an answer to a search. The answer has them twice: as objects, and as text. With
 * its envelope it has at most 25 kB, which assistants read without cutting it.
 */
const MAX_SEARCH_BYTES = 24_000

const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

const TEXT = { type: 'string' }
const PRICE = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: { amount: { type: 'integer', minimum: 0 }, currency: TEXT },
}
const SELECTIONS = {
  type: 'array',
  items: { type: 'object', required: ['name', 'label'], properties: { name: TEXT, label: TEXT, id: TEXT } },
}

/** Of an attribute. Dates are text, such as “2026-03-14”. */
const VALUE = { type: ['number', 'boolean', 'string'] }

const CONTEXT = {
  type: 'object',
  description:
    'Hints about the buyer, by which texts and prices are chosen if the store has several. `currency` is that of the price filter.',
  properties: {
    language: { ...TEXT, description: 'A BCP 47 tag, such as de or de-AT.' },
    currency: { ...TEXT, description: 'A code of ISO 4217, such as EUR.' },
    address_country: { ...TEXT, description: 'A code of ISO 3166-1 with two letters, such as AT.' },
  },
}

const FILTERS = {
  type: 'object',
  description: 'All filters apply. list_filters lists the values that the store has.',
  properties: {
    categories: { type: 'array', items: TEXT, description: 'Names of categories. One of them is enough.' },
    price: {
      type: 'object',
      description: 'In minor units of the currency: 1999 is 19.99 EUR, and 1999 JPY.',
      properties: { min: { type: 'integer', minimum: 0 }, max: { type: 'integer', minimum: 0 } },
    },
    available: { type: 'boolean', description: 'true: only what is available.' },
    options: {
      ...SELECTIONS,
      description: 'Values of options, such as {"name":"Color","label":"Red"}. Values of one option are alternatives.',
    },
    attributes: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: TEXT, unit: TEXT, min: VALUE, max: VALUE, value: VALUE },
      },
      description:
        'Ranges of attributes, such as {"name":"Weight","max":1.5,"unit":"kg"}, or a value: {"name":"Waterproof","value":true}. Without a unit, numbers are in that of list_filters. Ranges of one attribute are alternatives.',
    },
  },
}

const QUERY = { ...TEXT, maxLength: MAX_QUERY, description: 'Words to find, as a shopper would type them.' }

const META = {
  type: 'object',
  description: 'About the agent.',
  properties: { 'ucp-agent': { type: 'object', properties: { profile: { ...TEXT, format: 'uri' } } } },
}

const MESSAGES = {
  type: 'array',
  items: {
    type: 'object',
    required: ['type', 'code', 'content'],
    properties: { type: TEXT, code: TEXT, content: TEXT, severity: TEXT },
  },
}

const UCP = { type: 'object', required: ['version'], properties: { version: TEXT, status: TEXT } }

const PRODUCT = {
  type: 'object',
  required: ['id', 'title', 'description', 'price_range', 'variants'],
  properties: {
    id: TEXT,
    handle: TEXT,
    title: TEXT,
    description: { type: 'object' },
    url: TEXT,
    price_range: { type: 'object', required: ['min', 'max'], properties: { min: PRICE, max: PRICE } },
    variants: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['id', 'title', 'description', 'price'],
        properties: { id: TEXT, sku: TEXT, title: TEXT, price: PRICE, list_price: PRICE, options: SELECTIONS },
      },
    },
  },
}

function definition(name: string, title: string, description: string, catalog: object, outputSchema: object) {
  const properties = { meta: META, catalog: { type: 'object', ...catalog } }
  const inputSchema = { type: 'object', properties, required: ['catalog'] }
  return { name, title, description, inputSchema, outputSchema, annotations: ANNOTATIONS }
}

/** The tools of a catalog. The names and arguments of the first three are those of UCP's catalog operations. */
export const TOOLS: readonly Tool[] = [
  {
    definition: definition(
      'search_catalog',
      'Search the catalog',
      'Finds products by words, filters, or both, the best match first. Each product has its best variant; get_product returns one product in full. Prices are in minor units. Go on with pagination.cursor.',
      {
        properties: {
          query: QUERY,
          filters: FILTERS,
          context: CONTEXT,
          pagination: {
            type: 'object',
            properties: {
              cursor: { ...TEXT, description: 'The cursor of the answer before.' },
              limit: {
                type: 'integer',
                minimum: 1,
                default: 10,
                description: `More than ${MAX_LIMIT} counts as that.`,
              },
            },
          },
        },
      },
      {
        type: 'object',
        required: ['ucp', 'products'],
        properties: {
          ucp: UCP,
          products: { type: 'array', items: PRODUCT },
          pagination: {
            type: 'object',
            required: ['has_next_page'],
            properties: { has_next_page: { type: 'boolean' }, cursor: TEXT, total_count: { type: 'integer' } },
          },
          messages: MESSAGES,
        },
      },
    ),
    parse: callParser(readSearchRequest, (catalog, request) => searchCatalog(catalog, request, MAX_SEARCH_BYTES)),
  },
  {
    definition: definition(
      'lookup_catalog',
      'Look up products',
      'Finds products and variants whose ids, skus or handles are known. `inputs` of a variant tells which of them led to it.',
      {
        required: ['ids'],
        properties: {
          ids: { type: 'array', items: TEXT, minItems: 1, maxItems: MAX_IDS },
          filters: FILTERS,
          context: CONTEXT,
        },
      },
      {
        type: 'object',
        required: ['ucp', 'products'],
        properties: { ucp: UCP, products: { type: 'array', items: PRODUCT }, messages: MESSAGES },
      },
    ),
    parse: callParser(readLookupRequest, lookUpCatalog),
  },
  {
    definition: definition(
      'get_product',
      'Get a product',
      'All about one product: description, pictures, options, and the variants that fit `selected`. Each value of an option tells whether it exists and is available beside the selected ones.',
      {
        required: ['id'],
        properties: {
          id: { ...TEXT, description: 'The id of a product or of a variant.' },
          selected: { ...SELECTIONS, description: 'The values that the buyer has chosen so far.' },
          preferences: {
            type: 'array',
            items: TEXT,
            description: 'Names of options, the most important one first: if nothing fits, the last is dropped.',
          },
          filters: FILTERS,
          context: CONTEXT,
        },
      },
      { type: 'object', required: ['ucp'], properties: { ucp: UCP, product: PRODUCT, messages: MESSAGES } },
    ),
    parse: callParser(readProductRequest, getProduct),
  },
  {
    definition: definition(
      'list_filters',
      'List filters',
      'The categories, options, attributes and prices of the products that a query finds, or of all, with the number of products of each. Use the names in the filters of search_catalog.',
      { properties: { query: QUERY, filters: FILTERS, context: CONTEXT } },
      {
        type: 'object',
        required: ['categories', 'options', 'available'],
        properties: {
          categories: { type: 'array', items: { type: 'object' } },
          options: { type: 'array', items: { type: 'object' } },
          attributes: { type: 'array', items: { type: 'object' } },
          price: { type: 'object' },
          available: { type: 'integer' },
          messages: MESSAGES,
        },
      },
    ),
    parse: callParser(readFilterRequest, listFilters),
  },
]
