import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { VitrineError } from '../catalog/error.ts'
import type { Uuid } from '../catalog/uuid.ts'
import { DEFAULT_SORT, sortsOf } from '../edition/term.ts'
import type { VariantQuery } from '../serve/query.ts'
import { findVariants } from '../serve/variants.ts'
import { envelope } from './envelope.ts'
import { filteredBy, variantConditions, variantFilters } from './filters.ts'
import { type LinkTo, linksFrom, originOf } from './links.ts'
import { resource } from './methods.ts'
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
  ...variantFilters,
  sortBy: Type.Optional(
    Type.Enum(sortsOf('variant'), {
      description: `The order. A stock that is not tracked comes last in either direction. Without it: \`${DEFAULT_SORT}\`, or with \`search\` the best match.`,
      examples: [DEFAULT_SORT],
    }),
  ),
})

function listUnder(publicUrl: string | undefined): Read<{ query: VariantQuery; linkTo: LinkTo }> {
  return {
    route: VARIANT_LIST,
    alwaysThere: true,
    parse: (request) => {
      const { page, limit: asked, sortBy: given, ...filters } = readParameters(request.query as string)
      const limit = Math.min(asked, 100)
      // A search without an order of its own is by rank, which links must not turn into an order.
      const sort = given ?? (filters.search === undefined ? DEFAULT_SORT : undefined)
      const query = { ...variantConditions(filters), sort, page, limit }
      const base = `${publicUrl ?? originOf(request)}${VARIANT_LIST}`
      return { query, linkTo: linksFrom(base, { limit, sortBy: sort, filters }) }
    },
    find: async (edition, { query, linkTo }) => {
      const { page, limit, sort: sortBy = DEFAULT_SORT } = query
      return envelope(await findVariants(edition, query), { page, limit, sortBy, linkTo, linksLast: true })
    },
  }
}
const readParameters = filteredBy(variantParameters)

const ONE: Read<Uuid> = {
  route: VARIANT,
  alwaysThere: false,
  parse: (request) => idIn(request, 'variantId'),
  find: async (edition, id) => {
    const document = await edition.documentById('variant', id)
    if (document === undefined) throw new VitrineError('variant-not-found', 'This store has no variant of that id.')
    return [document]
  },
}
