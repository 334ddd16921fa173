import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { VitrineError } from '../catalog/error.ts'
import { type Uuid, uuid } from '../catalog/uuid.ts'
import { DEFAULT_SORT, sortsOf } from '../edition/term.ts'
import type { VariantQuery } from '../serve/query.ts'
import { findVariants } from '../serve/variants.ts'
import { envelope } from './envelope.ts'
import { type LinkTo, linksFrom, originOf } from './links.ts'
import { resource } from './methods.ts'
import { parametersOf } from './parameters.ts'
import { idIn } from './path.ts'
import { type Read, reading, type Serving } from './reads.ts'
import { limit, page } from './schemas.ts'

export const VARIANT_LIST = '/store/product-variants'
export const VARIANT = '/store/product-variants/:variantId'

/** `GET /store/product-variants` and `GET /store/product-variants/{variantId}`. */
export function variants(app: FastifyInstance, serving: Serving): void {
  resource(app, VARIANT_LIST, reading(serving, listUnder(serving.options.publicUrl)))
  resource(app, VARIANT, reading(serving, ONE))
}

export const variantParameters = Type.Object({
  page,
  limit,
  product: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The id of a product: its variants only. An id that no product has gives an empty list.',
      examples: ['7d444840-9dc0-11d1-b245-5ffdce74fad2'],
    }),
  ),
  sortBy: Type.Enum(sortsOf('variant'), {
    default: DEFAULT_SORT,
    description: 'The order. A stock that is not tracked comes last in either direction.',
    examples: [DEFAULT_SORT],
  }),
})

function listUnder(publicUrl: string | undefined): Read<{ query: VariantQuery; linkTo: LinkTo }> {
  return {
    route: VARIANT_LIST,
    alwaysThere: true,
    parse: (request) => {
      const { page, limit: asked, product, sortBy: sort } = readParameters(request.query as string)
      const limit = Math.min(asked, 100)
      const filters = product === undefined ? [] : [['product', product] as const]
      const query = { product: product === undefined ? undefined : uuid(product), sort, page, limit }
      const base = `${publicUrl ?? originOf(request)}${VARIANT_LIST}`
      return { query, linkTo: linksFrom(base, { limit, sortBy: sort, filters }) }
    },
    find: async (edition, { query, linkTo }) => {
      const { page, limit, sort: sortBy } = query
      return envelope(await findVariants(edition, query), { page, limit, sortBy, linkTo, linksLast: true })
    },
  }
}
const readParameters = parametersOf(variantParameters)

const ONE: Read<Uuid> = {
  route: VARIANT,
  alwaysThere: false,
  parse: (request) => idIn(request, 'variantId'),
  find: async (edition, id) => {
    const document = await edition.document('variant', id)
    if (document === undefined) throw new VitrineError('variant-not-found', 'This store has no variant of that id.')
    return [document]
  },
}
