import type { TObject, TSchema } from 'typebox'
import { PROBLEM_EXAMPLES, RESPONSE_EXAMPLES } from './openapi-examples.ts'
import { PROBLEM_TYPE } from './problem.ts'
import { facetParameters, product, productFacets, productList, productParameters } from './products.ts'
import { COMPONENTS, type ComponentName } from './schemas.ts'
import { VARIANT_LIST, variant, variantParameters } from './variants.ts'

/** What the description can be told of the server that serves it. */
export interface Deployment {
  readonly publicUrl?: string | undefined
  /** A store to put into the examples. */
  readonly exampleStore?: string | undefined
}

/** The description of the read API, OpenAPI 3.1, made of the schemas that requests are checked against. */
export async function openApiDocument({ publicUrl, exampleStore }: Deployment = {}): Promise<object> {
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: publicUrl ?? '/', description: 'Where this description was served from.' }],
    security: [],
    tags: [
      { name: 'Products', description: 'What is catalogued: each product with its variants.' },
      { name: 'Variants', description: 'What is bought: a product in one combination of its options.' },
    ],
    paths: {
      [productList.route]: { get: listProducts() },
      [productFacets.route]: { get: getProductFacets() },
      [templated(product.route)]: { get: getProduct() },
      [VARIANT_LIST]: { get: listVariants() },
      [templated(variant.route)]: { get: getVariant() },
    },
    components: {
      schemas: Object.fromEntries(Object.entries(COMPONENTS).map(([name, schema]) => [name, pointed(schema)])),
      parameters: sharedParameters(exampleStore ?? '7c0d5f3e-41b8-4e6a-9d27-b18e6a90c354'),
      headers: HEADERS,
      responses: RESPONSES,
    },
  }
}

const INFO = {
  title: 'Vitrine store catalog API',
  version: '1.0.0',
  summary: 'Reads a store’s catalog: products and their variants.',
  description: [
    'Every operation is a read. The header `x-store-id` selects the store; it is no credential.',
    'Lists come in pages: follow `links` instead of building URLs. A page and everything on it is of one edition of the',
    'catalog; `ETag` names it, and a request with `If-None-Match` is answered with 304 while it is current.',
    'Errors are `application/problem+json` with a stable `code`.',
  ].join(' '),
  contact: { name: 'The maintainers of Vitrine' },
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
} as const

function listProducts() {
  return {
    operationId: 'listProducts',
    tags: ['Products'],
    summary: 'List products',
    description:
      'Parameters narrow the list together; values of a repeated one are alternatives. What is asked of variants must meet on one. A product that matches is listed with all its variants.',
    parameters: [...SHARED, ...queryParameters(productParameters)],
    responses: { '200': answer('ProductPage', 'A page of products.'), ...problems('List') },
  }
}

function getProductFacets() {
  return {
    operationId: 'getProductFacets',
    tags: ['Products'],
    summary: 'Count what products can be narrowed by',
    description:
      'For the filters of the list: the labels and options that can be chosen next, each with the number of products that the choice gives, the range of prices, and how many are in stock. Each part is counted as if nothing were chosen in it yet, so that alternatives to what is chosen keep their counts.',
    parameters: [...SHARED, ...queryParameters(facetParameters)],
    responses: { '200': answer('Facets', 'The facets.'), ...problems('List') },
  }
}

function getProduct() {
  return {
    operationId: 'getProduct',
    tags: ['Products'],
    summary: 'Retrieve a product',
    description: 'A product with its variants and their files, its option groups and its labels.',
    parameters: [...SHARED, pathParameter('productId', 'The id of the product.')],
    responses: { '200': answer('ProductDetail', 'The product.'), ...problems('Product') },
  }
}

function listVariants() {
  return {
    operationId: 'listVariants',
    tags: ['Variants'],
    summary: 'List variants',
    description: 'Variants in full. Parameters narrow the list together; values of a repeated one are alternatives.',
    parameters: [...SHARED, ...queryParameters(variantParameters)],
    responses: { '200': answer('VariantPage', 'A page of variants.'), ...problems('List') },
  }
}

function getVariant() {
  return {
    operationId: 'getVariant',
    tags: ['Variants'],
    summary: 'Retrieve a variant',
    description: 'A variant in full.',
    parameters: [...SHARED, pathParameter('variantId', 'The id of the variant.')],
    responses: { '200': answer('Variant', 'The variant.'), ...problems('Variant') },
  }
}

const SHARED = [{ $ref: '#/components/parameters/StoreId' }, { $ref: '#/components/parameters/IfNoneMatch' }]

function sharedParameters(store: string) {
  return {
    StoreId: {
      name: 'x-store-id',
      in: 'header',
      required: true,
      description: 'The store to read from. An operator may set a default for requests without it.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      example: store,
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description:
        'The `ETag` of an answer that the client has: if it is still right, the answer is 304 without a body.',
      schema: { type: 'string' },
    },
  }
}

/** The parameters of a query string, from the schema that checks it. Swagger UI would send every `example` it is given. */
function queryParameters(schema: TObject): object[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = property as { description?: string }
    return { name, in: 'query', required: false, description, schema: typed(rest) }
  })
}

function pathParameter(name: string, description: string) {
  return { name, in: 'path', required: true, description, schema: { type: 'string', format: 'uuid' } }
}

function answer(schema: ComponentName, description: string) {
  const content = { schema: reference(schema), examples: { example: { value: RESPONSE_EXAMPLES[schema] } } }
  return {
    description,
    headers: headers('ETag', 'CacheControl', 'Vary', 'RequestId'),
    content: { 'application/json': content },
  }
}

function problems(of: 'List' | 'Product' | 'Variant') {
  const response = (name: string) => ({ $ref: `#/components/responses/${name}` })
  return {
    '304': response('NotModified'),
    '400': response('BadRequest'),
    '404': response(of === 'List' ? 'StoreNotFound' : `${of}NotFound`),
    '500': response('InternalError'),
    '503': response('Unavailable'),
  }
}

const HEADERS = {
  ETag: header(
    'Names the edition of the catalog that the answer is of, for `If-None-Match`.',
    'W/"12-mh8k2j1x-5f2c9a10"',
  ),
  CacheControl: header('How long the answer may be kept; the operator’s choice.', 'private, no-cache'),
  Vary: header('What the answer depends on beside the URL.', 'x-store-id, Accept-Encoding'),
  RequestId: header(
    'The id of the request: that of the request’s own `x-request-id`, or a new one.',
    '7f3c9a1b2d4e-1k',
  ),
  RetryAfter: header('Seconds after which to ask again.', '5'),
}

function header(description: string, example: string) {
  return { description, schema: { type: 'string' }, example }
}

function headers(...names: (keyof typeof HEADERS)[]) {
  const written = {
    ETag: 'ETag',
    CacheControl: 'Cache-Control',
    Vary: 'Vary',
    RequestId: 'x-request-id',
    RetryAfter: 'Retry-After',
  }
  return Object.fromEntries(names.map((name) => [written[name], { $ref: `#/components/headers/${name}` }]))
}

const RESPONSES = {
  NotModified: {
    description: 'What the client has, by its `If-None-Match`, is still right.',
    headers: headers('ETag', 'CacheControl', 'Vary', 'RequestId'),
  },
  BadRequest: problem(
    'The request is not right: `store-required`, `invalid-parameter`, `invalid-id`, `malformed-request`.',
    ['store-required', 'invalid-parameter', 'invalid-id', 'malformed-request'],
  ),
  StoreNotFound: problem('There is no such store: `store-not-found`.', ['store-not-found']),
  ProductNotFound: problem('The store has no such product, or there is no such store.', [
    'product-not-found',
    'store-not-found',
  ]),
  VariantNotFound: problem('The store has no such variant, or there is no such store.', [
    'variant-not-found',
    'store-not-found',
  ]),
  InternalError: problem('Something went wrong here: `internal-error`.', ['internal-error']),
  Unavailable: problem(
    'Not now: `overloaded`, or `database-unusable`.',
    ['overloaded', 'database-unusable'],
    'RetryAfter',
  ),
}

function problem(
  description: string,
  codes: readonly (keyof typeof PROBLEM_EXAMPLES)[],
  ...more: (keyof typeof HEADERS)[]
) {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: PROBLEM_EXAMPLES[code] }]))
  return {
    description,
    headers: headers('Vary', 'RequestId', ...more),
    content: { [PROBLEM_TYPE]: { schema: reference('Problem'), examples } },
  }
}

function reference(name: ComponentName) {
  return { $ref: `#/components/schemas/${name}` }
}

function templated(route: string): string {
  return route.replace(/:(\w+)/, '{$1}')
}

/** The schema with references by name made pointers. */
function pointed(schema: TSchema): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === '$ref' ? `#/components/schemas/${value}` : value))
}

/** An enumeration without a type, given the type of its values, which tools ask for. */
function typed(schema: { enum?: unknown }): object {
  return schema.enum === undefined ? schema : { type: 'string', ...schema }
}
