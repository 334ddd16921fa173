import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { VitrineError } from '../catalog/error.ts'
import type { Uuid } from '../catalog/uuid.ts'
import { sortsOf } from '../edition/term.ts'
import { findProducts } from '../serve/products.ts'
import type { ProductQuery } from '../serve/query.ts'
import { envelope } from './envelope.ts'
import { type LinkTo, linksFrom } from './links.ts'
import { resource } from './methods.ts'
import { parametersOf } from './parameters.ts'
import { idIn } from './path.ts'
import { type Read, reading, type Serving } from './reads.ts'
import { codes, limit, page } from './schemas.ts'

export const PRODUCT_LIST = '/store/products'
export const PRODUCT = '/store/products/:productId'

/** `GET /store/products` and `GET /store/products/{productId}`. */
export function products(app: FastifyInstance, serving: Serving): void {
  resource(app, PRODUCT_LIST, reading(serving, LIST))
  resource(app, PRODUCT, reading(serving, ONE))
}

export const productParameters = Type.Object({
  page,
  limit,
  search: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Words to find in names and descriptions. All of them must match, each exactly or as the beginning of a word; case and accents do not matter. Unless `sortBy` is given, the best match comes first.',
      examples: ['linen shirt'],
    }),
  ),
  label: codes('A label code. Given several times: products with any of the labels.', 'new-in'),
  optionGroup: codes(
    'An option group code: products that have the group; with `option`, the group that the option is in. Given several times: any of the groups.',
    'color',
  ),
  option: codes(
    'An option code, alone or as `group:option`. Several options of one group are alternatives, options of several groups must meet on one variant.',
    'color:red',
  ),
  sortBy: Type.Optional(
    Type.Enum(sortsOf('product'), {
      description:
        'The order; `price` is the lowest price of a product’s variants. Without it: the newest first, or with `search` the best match.',
      examples: ['price:ASC'],
    }),
  ),
})

const LIST: Read<{ query: ProductQuery; linkTo: LinkTo }> = {
  route: PRODUCT_LIST,
  alwaysThere: true,
  parse: (request) => {
    const {
      page,
      limit: asked,
      sortBy,
      search: given,
      label,
      optionGroup,
      option,
    } = readParameters(request.query as string)
    const limit = Math.min(asked, 100)
    const search = given?.trim() ? given : undefined
    const filters = [
      ...(search === undefined ? [] : [['search', search] as const]),
      ...label.map((value) => ['label', value] as const),
      ...optionGroup.map((value) => ['optionGroup', value] as const),
      ...option.map((value) => ['option', value] as const),
    ]
    const query = { search, labels: label, optionGroups: optionGroup, options: option, sort: sortBy, page, limit }
    return { query, linkTo: linksFrom('', { limit, sortBy, filters }) }
  },
  find: async (edition, { query, linkTo }) =>
    envelope(await findProducts(edition, query), { page: query.page, limit: query.limit, linkTo, linksLast: false }),
}
const readParameters = parametersOf(productParameters)

const ONE: Read<Uuid> = {
  route: PRODUCT,
  alwaysThere: false,
  parse: (request) => idIn(request, 'productId'),
  find: async (edition, id) => {
    const document = await edition.document('detail', id)
    if (document === undefined) throw new VitrineError('product-not-found', 'This store has no product of that id.')
    return [document]
  },
}
