import { ERROR_CODES } from '@vitrine/catalog/error'
import { OTHER_CHANGES } from '@vitrine/engine/edition/publication'
import { CHANGED_PARTS } from '@vitrine/engine/serve/changes'
import type { TSchema } from 'typebox'
import { CAP } from '../parameters.ts'
import { Type } from '../schema.ts'
import { PUBLICATION_EVENT } from './event-schema.ts'
import { FACET_SCHEMAS } from './facet-schemas.ts'
import { list, object } from './fields.ts'
import { PRODUCT_SCHEMAS } from './product-schemas.ts'
import { MARKET, STORE } from './store-schema.ts'

const EXAMPLE_ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2'

const { last: _, ...productLinks } = links('A query string, to append to the path of the list.')

const { last: _last, ...changeLinks } = links(
  'A query string, to append to the path of the list.',
  '',
  '&since=2s-mbx1k2ar&until=2u-mbx1m0c1',
)

/** Codes that commands and programs get. No request gets them. */
export const CODES_OF_COMMANDS: readonly string[] = ['store-exists', 'invalid-setting']

/** The schemas of the OpenAPI document by name. `Type.Ref` refers to one by its name. */
export const COMPONENTS = {
  Store: STORE,
  MarketList: object('A store and its markets.', {
    data: list('Market', 'The store itself, then its markets in the order of the store.'),
  }),
  Market: MARKET,
  ...PRODUCT_SCHEMAS,
  ProductPage: object('A page of products.', {
    data: Type.Array(Type.Union([Type.Ref('Product'), Type.Ref('ProductCard'), Type.Ref('FullProduct')]), {
      description:
        'The products of this page: `Product`, with `form=card` `ProductCard`, with `form=full` `FullProduct`.',
    }),
    meta: Type.Object({
      ...meta(),
      search: Type.Optional(Type.Ref('SearchNote')),
      matches: Type.Optional(
        Type.Array(Type.Union([Type.Ref('MatchedVariant'), Type.Null()]), {
          description:
            'With `matches=true`: the variant to show of each product, in the order of `data`; null if no variant satisfies all conditions.',
        }),
      ),
      explain: Type.Optional(
        Type.Array(Type.Ref('Explanation'), {
          description: 'With `explain=true` and a search: why it found each product, in the order of `data`.',
        }),
      ),
    }),
    links: Type.Object(productLinks),
  }),
  VariantPage: object('A page of variants.', {
    data: list('Variant', 'The variants of this page.'),
    meta: Type.Object({
      ...meta(),
      sortBy: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }), {
        description: 'The order, as pairs of field and direction.',
        examples: [[['createdAt', 'DESC']]],
      }),
      search: Type.Optional(Type.Ref('SearchNote')),
    }),
    links: Type.Object(
      links('An absolute URL.', 'https://shop.example/store/product-variants', '&sortBy=createdAt:DESC'),
    ),
  }),
  ChangePage: object('A page of what changed between two publications.', {
    data: list('Change', 'The products of this page that changed.'),
    meta: Type.Object({
      ...meta(),
      from: Type.Union([Type.String(), Type.Null()], {
        description: 'The publication of `since`; null without it.',
        examples: ['2s-mbx1k2ar'],
      }),
      to: Type.Union([Type.String(), Type.Null()], {
        description:
          'The publication up to which the changes are listed: the `since` of the next time. Null if nothing was ever published.',
        examples: ['2u-mbx1m0c1'],
      }),
      edition: Type.Integer({ description: 'The number of the edition that `to` made current.', examples: [98] }),
      also: Type.Array(Type.Enum(OTHER_CHANGES, { type: 'string' }), {
        description: 'What else may have changed: what `/store` and `/store/labels` say, what searches and lists find.',
        examples: [['synonyms']],
      }),
    }),
    links: Type.Object(changeLinks),
  }),
  Change: object('A product that differs between two publications.', {
    id: Type.String({ format: 'uuid', description: 'The id of the product.', examples: [EXAMPLE_ID] }),
    change: Type.Enum(['created', 'changed', 'removed'], {
      type: 'string',
      description: 'What happened to it.',
      examples: ['changed'],
    }),
    what: Type.Array(Type.Enum(CHANGED_PARTS, { type: 'string' }), {
      description:
        'What may have changed of a changed product, its variants included. `texts`: names, descriptions, slug, skus. `price`: prices, list prices and tax rates. `stock`. `labels`: labels, options and attributes. `pictures`. `other`: anything else, such as the set of variants or the popularity. Empty if it was created or removed.',
      examples: [['price', 'stock']],
    }),
  }),
  ...FACET_SCHEMAS,
  PublicationEvent: PUBLICATION_EVENT,
  Problem: object('An error (RFC 9457).', {
    type: Type.String({ format: 'uri-reference', description: 'The URL of the explanation of the code.' }),
    title: Type.String({ description: 'The code in words.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What is wrong with this request, for a developer to read.' }),
    code: Type.Union([Type.Ref('ErrorCode'), Type.String()], {
      description: 'Branch on this. A code never changes, but later versions may add codes.',
      examples: ['invalid-parameter'],
    }),
    errors: Type.Optional(
      Type.Array(Type.Object({ parameter: Type.String(), detail: Type.String() }), {
        description: 'Every wrong parameter, with what is wrong with it.',
      }),
    ),
    requestId: Type.Optional(Type.String({ description: 'The log has the cause of the error under this id.' })),
  }),
  // A name of its own keeps the literals in generated types, which merge an enumeration with a string.
  ErrorCode: Type.Enum(
    ERROR_CODES.filter((code) => !CODES_OF_COMMANDS.includes(code)),
    { type: 'string', description: 'The codes of this version.' },
  ),
} satisfies Record<string, TSchema>

export type ComponentName = keyof typeof COMPONENTS

export const page = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 1,
  description: 'The page, counted from 1. A page beyond the last is empty.',
  examples: [1],
})

export const limit = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  [CAP]: 100,
  default: 20,
  description: 'Items on each page. More than 100 counts as 100, as `meta.itemsPerPage` and the links say.',
  examples: [20],
})

export const market = Type.Optional(
  Type.String({
    description:
      'The code of a market of the store, as `/store/markets` lists them: texts and prices are those of the market. Without it: the market that has the host of the request, else the store itself. An error if the store has no such market.',
    examples: ['de-at'],
  }),
)

function meta() {
  return {
    itemsPerPage: Type.Integer({ description: 'The limit after its reduction to 100.', examples: [20] }),
    totalItems: Type.Integer({ description: 'Items on all pages.', examples: [42] }),
    currentPage: Type.Integer({ description: 'The requested page.', examples: [2] }),
    totalPages: Type.Integer({ description: 'Pages with items.', examples: [3] }),
  }
}

/** The links of page 2 of 3, with `url` before and `sort` after the page. */
function links(note: string, url = '', sort = '') {
  const link = (description: string, page: number) =>
    Type.String({ description: `${description} ${note}`, examples: [`${url}?page=${page}&limit=20${sort}`] })
  return {
    previous: Type.Optional(link('The previous page; from a page beyond the last, the last. Absent on page 1.', 1)),
    current: link('This page.', 2),
    next: Type.Optional(link('The next page. Absent on the last page.', 3)),
    last: Type.Optional(link('The last page. Absent if there are no items.', 3)),
  }
}
