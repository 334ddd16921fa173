import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { VitrineError } from '../catalog/error.ts'
import type { Uuid } from '../catalog/uuid.ts'
import { sortsOf } from '../edition/term.ts'
import { findProducts } from '../serve/products.ts'
import type { ProductQuery } from '../serve/query.ts'
import { envelope } from './envelope.ts'
import { filteredBy, productConditions, productFilters } from './filters.ts'
import { type LinkTo, linksFrom } from './links.ts'
import { resource } from './methods.ts'
import { idIn } from './path.ts'
import { type Read, reading, type Serving } from './reads.ts'
import { limit, page } from './schemas.ts'

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
  ...productFilters,
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
    const { page, limit: asked, sortBy, ...filters } = readParameters(request.query as string)
    const limit = Math.min(asked, 100)
    const query = { ...productConditions(filters), sort: sortBy, page, limit }
    return { query, linkTo: linksFrom('', { limit, sortBy, filters }) }
  },
  find: async (edition, { query, linkTo }) =>
    envelope(await findProducts(edition, query), { page: query.page, limit: query.limit, linkTo, linksLast: false }),
}
const readParameters = filteredBy(productParameters)

const ONE: Read<Uuid> = {
  route: PRODUCT,
  alwaysThere: false,
  parse: (request) => idIn(request, 'productId'),
  find: async (edition, id) => {
    const document = await edition.documentById('detail', id)
    if (document === undefined) throw new VitrineError('product-not-found', 'This store has no product of that id.')
    return [document]
  },
}
