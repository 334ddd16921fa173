import { type ErrorCode, VitrineError } from '@vitrine/catalog/error'
import type { TObject, TSchema } from 'typebox'
import { EVENTS_PATH, notAcceptable } from '../events/resource.ts'
import { type Operation, SHARED_PARAMETERS } from '../operation.ts'
import { OPERATIONS } from '../operations.ts'
import { OVERLOADED, PROBLEM_TYPE, problemDetails } from '../problem.ts'
import { STORE_PREFIX, storeNotFound, storeRequired } from '../store-selection.ts'
import { exampleOf } from './example-of.ts'
import { COMPONENTS, type ComponentName } from './schemas.ts'

/** What the document says of the server that serves it. */
export interface Deployment {
  readonly publicUrl?: string | undefined
  /** The store in the examples. */
  readonly exampleStore?: string | undefined
}

/** The OpenAPI 3.1 document of the read API, made from the schemas that check requests. */
export function openApiDocument({ publicUrl, exampleStore }: Deployment = {}): object {
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: servers(publicUrl, exampleStore ?? '7c0d5f3e-41b8-4e6a-9d27-b18e6a90c354'),
    // The scheme is optional: the path or a default store can select the store.
    security: [{ StoreId: [] }, {}],
    tags: [
      { name: 'Store', description: 'The shop that sells the products.' },
      { name: 'Products', description: 'Products, each with its variants.' },
      { name: 'Variants', description: 'What shoppers buy: a product in one combination of its options.' },
    ],
    paths: {
      ...Object.fromEntries(OPERATIONS.map((operation) => [templated(operation.path), { get: described(operation) }])),
      [EVENTS_PATH]: { get: describedEvents() },
    },
    components: {
      schemas: Object.fromEntries(Object.entries(COMPONENTS).map(([name, schema]) => [name, withPointers(schema)])),
      securitySchemes: SECURITY_SCHEMES,
      parameters: PARAMETERS,
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
    'Every operation is a read. The header `x-store-id` selects the store; it is not a credential. Instead of the header,',
    'the path may begin with `/stores/{id}`. Lists come in pages: follow `links` instead of building URLs. Everything on one',
    'page comes from the same edition of the catalog; the `ETag` identifies it. While that edition is current, a request with `If-None-Match`',
    'gets a 304; for one product, variant or label, while the answer is the same. A client may write the name of a repeatable parameter as `name[]` or `name[0]`. The server ignores unknown',
    'parameters and names them in `ignored-parameters`. Errors are `application/problem+json` with a stable `code`.',
  ].join(' '),
  contact: { name: 'The maintainers of Vitrine' },
  license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
} as const

function described({
  path,
  operationId,
  tag,
  summary,
  description,
  parameter,
  query,
  ...operation
}: Operation): object {
  const { schema, answer, notFound = 'store-not-found', gone } = operation
  const own = [...(parameter === undefined ? [] : [pathParameter(path, parameter)]), ...queryParameters(query)]
  const content = { schema: reference(schema), examples: { example: { value: exampleOf(COMPONENTS[schema]) } } }
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    parameters: [...SHARED, ...own],
    responses: {
      '200': {
        description: answer,
        headers: headers(...READ_HEADERS),
        content: { 'application/json': content },
      },
      '304': response('NotModified'),
      '400': response('BadRequest'),
      '404': response(NOT_FOUND[notFound]),
      ...(gone && { '410': response('Gone') }),
      '500': response('InternalError'),
      '503': response('Unavailable'),
    },
  }
}

/** The stream of events, which is no read of an edition. */
function describedEvents(): object {
  const content = { schema: reference('PublicationEvent'), examples: { example: { value: EVENT_EXAMPLE } } }
  return {
    operationId: 'streamEvents',
    tags: ['Store'],
    summary: 'Stream the publications',
    description:
      'Server-sent events (HTML Standard): first the newest publication, then each that follows, until the connection ends. `id` is the name of the publication, `event` is `publication`, or `restart` if `Last-Event-ID` names one that is not known any more, and `data` is a `PublicationEvent` as JSON. The answer is 404 unless the operator has switched events on.',
    parameters: [
      {
        name: 'Last-Event-ID',
        in: 'header',
        required: false,
        description: 'The name of the last publication that the client knows. It gets what it has missed as one event.',
        schema: { type: 'string' },
      },
      ...queryParameters(SHARED_PARAMETERS),
    ],
    responses: {
      '200': {
        description: 'The events. A comment comes every 20 seconds.',
        headers: headers('CacheControl', 'Vary', 'RequestId'),
        content: { 'text/event-stream': content },
      },
      '400': response('BadRequest'),
      '404': response('StoreNotFound'),
      '406': response('NotAcceptable'),
      '500': response('InternalError'),
      '503': response('Unavailable'),
    },
  }
}

function response(name: keyof typeof RESPONSES) {
  return { $ref: `#/components/responses/${name}` }
}

const EVENT_EXAMPLE = exampleOf(COMPONENTS.PublicationEvent)

/** The response of each 404. */
const NOT_FOUND = {
  'store-not-found': 'StoreNotFound',
  'product-not-found': 'ProductNotFound',
  'variant-not-found': 'VariantNotFound',
  'label-not-found': 'LabelNotFound',
} as const

/** The plain address, and the address with the store in its path. */
function servers(publicUrl: string | undefined, exampleStore: string) {
  return [
    { url: publicUrl ?? '/', description: 'The store is that of the header `x-store-id`, or the default store.' },
    {
      url: `${publicUrl ?? '{server}'}${templated(STORE_PREFIX)}`,
      description: 'The store is in the path. A browser then needs no preflight requests.',
      variables: {
        // Validators refuse a relative URL with variables.
        ...(publicUrl === undefined ? { server: SERVER_VARIABLE } : {}),
        storeId: { default: exampleStore, description: 'The id of the store.' },
      },
    },
  ]
}

const SERVER_VARIABLE = { default: 'http://localhost:3000', description: 'The address of the server.' }

/** A scheme and no parameter, so that generated clients set it once and not in each call. */
const SECURITY_SCHEMES = {
  StoreId: {
    type: 'apiKey',
    in: 'header',
    name: 'x-store-id',
    description:
      'The id of the store to read from: 1 to 64 letters, digits, `_` and `-`. It is not a credential: everyone who can reach the server can read all its stores. Leave it out if the path or the default store of the server selects the store.',
  },
}

const SHARED = [{ $ref: '#/components/parameters/IfNoneMatch' }, { $ref: '#/components/parameters/Prefer' }]

const PARAMETERS = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of an answer that the client has. While it is current, the answer is 304 without a body.',
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`handling=strict` (RFC 7240) makes an unknown parameter an error. Without it, the server ignores the parameter and names it in `ignored-parameters`.',
    schema: { type: 'string' },
  },
}

/** The parameters of a query string. Examples stay in the schema: some tools send a parameter's own `example`. */
function queryParameters(schema: TObject): object[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...keywords } = property as { description?: string; enum?: unknown }
    // Tools ask for the type of an enumeration.
    const type = keywords.enum === undefined ? {} : { type: 'string' }
    return { name, in: 'query', required: false, description, schema: { ...type, ...keywords } }
  })
}

function pathParameter(path: string, parameter: NonNullable<Operation['parameter']>) {
  const name = path.slice(path.indexOf(':') + 1)
  const [description, schema] =
    typeof parameter === 'string' ? [parameter, { format: 'uuid' }] : [parameter.code, { examples: ['clothing'] }]
  return { name, in: 'path', required: true, description, schema: { type: 'string', ...schema } }
}

const HEADERS = {
  ETag: header(
    'For `If-None-Match`. It names the edition of the catalog; if the answer is one product, variant or label, it is a digest of the answer.',
    'W/"12-mh8k2j1x-5f2c9a10"',
  ),
  CacheControl: header('How caches may use the answer; the operator chooses it.', 'private, no-cache'),
  Vary: header('The request headers that the answer depends on.', 'x-store-id, Accept-Encoding'),
  RequestId: header('The `x-request-id` of the request, or a new one.', '7f3c9a1b2d4e-1k'),
  ContentLanguage: header('The language of the texts. Only in stores with markets that have a language.', 'de-AT'),
  IgnoredParameters: header('The unknown parameters of the request, percent-encoded; absent without any.', 'lable, q'),
  PreferenceApplied: header('`handling=strict` if the request asked for it.', 'handling=strict'),
  RetryAfter: header('Seconds to wait before the next request.', '5'),
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
    ContentLanguage: 'Content-Language',
    IgnoredParameters: 'ignored-parameters',
    PreferenceApplied: 'Preference-Applied',
    RetryAfter: 'Retry-After',
  }
  return Object.fromEntries(names.map((name) => [written[name], { $ref: `#/components/headers/${name}` }]))
}

const READ_HEADERS = [
  'ETag',
  'CacheControl',
  'ContentLanguage',
  'Vary',
  'RequestId',
  'IgnoredParameters',
  'PreferenceApplied',
] as const

/** An error of each code that a read can end in. */
export const PROBLEM_EXAMPLES = {
  'store-required': problemDetails(storeRequired(), ''),
  'store-not-found': problemDetails(storeNotFound('My-Shop'), ''),
  'product-not-found': problemExample('product-not-found', 'This store has no product with that id.'),
  'variant-not-found': problemExample('variant-not-found', 'This store has no variant with that id.'),
  'label-not-found': problemExample('label-not-found', 'No product of this store has a label with that code.'),
  'not-acceptable': problemDetails(notAcceptable(), ''),
  'publication-gone': problemExample(
    'publication-gone',
    'What changed since the publication is not known: the store does not know it, or no longer. Read everything again.',
  ),
  'invalid-parameter': problemExample('invalid-parameter', 'page must be a whole number from 1, not "x".', [
    { parameter: 'page', detail: 'must be a whole number from 1, not "x"' },
  ]),
  'invalid-id': problemExample('invalid-id', 'The productId in the path must be a UUID.', [
    { parameter: 'productId', detail: 'must be a UUID such as 7d444840-9dc0-11d1-b245-5ffdce74fad2' },
  ]),
  'malformed-request': problemExample('malformed-request', 'The query string is not UTF-8.'),
  'internal-error': problemExample('internal-error', ''),
  overloaded: problemExample('overloaded', OVERLOADED.message),
  'database-unusable': problemExample('database-unusable', ''),
}

function problemExample(code: ErrorCode, detail: string, errors?: { parameter: string; detail: string }[]) {
  return problemDetails(new VitrineError(code, detail, errors), '7f3c9a1b2d4e-1k')
}

const RESPONSES = {
  NotModified: {
    description: 'The client has the current answer: its `If-None-Match` names the current `ETag`.',
    headers: headers(...READ_HEADERS),
  },
  BadRequest: problem(
    'The request is wrong.',
    ['store-required', 'invalid-parameter', 'invalid-id', 'malformed-request'],
    'PreferenceApplied',
  ),
  StoreNotFound: problem('The store does not exist.', ['store-not-found']),
  ProductNotFound: problem('The product or the store does not exist.', ['product-not-found', 'store-not-found']),
  VariantNotFound: problem('The variant or the store does not exist.', ['variant-not-found', 'store-not-found']),
  LabelNotFound: problem('The label or the store does not exist.', ['label-not-found', 'store-not-found']),
  NotAcceptable: problem('The answer has no form that `Accept` allows.', ['not-acceptable']),
  Gone: problem('The store does not know all that changed since the publication.', ['publication-gone']),
  InternalError: problem('The server failed.', ['internal-error']),
  Unavailable: problem('The server cannot answer now.', ['overloaded', 'database-unusable'], 'RetryAfter'),
}

/** The response of errors with these codes. */
function problem(
  sentence: string,
  codes: readonly (keyof typeof PROBLEM_EXAMPLES)[],
  ...more: (keyof typeof HEADERS)[]
) {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: PROBLEM_EXAMPLES[code] }]))
  const quoted = codes.map((code) => `\`${code}\``).join(', ')
  return {
    description: `${sentence} ${codes.length > 1 ? 'Codes' : 'Code'}: ${quoted}.`,
    headers: headers('Vary', 'RequestId', ...more),
    content: { [PROBLEM_TYPE]: { schema: reference('Problem'), examples } },
  }
}

function reference(name: ComponentName) {
  return { $ref: `#/components/schemas/${name}` }
}

/** A path as OpenAPI writes it: `/store/products/{productId}`. */
function templated(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}')
}

/** The schema with JSON pointers in place of references by name. */
function withPointers(schema: TSchema): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) => (key === '$ref' ? `#/components/schemas/${value}` : value))
}
