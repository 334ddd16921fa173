import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { findFacets } from '../serve/facets.ts'
import type { ProductConditions } from '../serve/query.ts'
import { filteredBy, productConditions, productFilters } from './filters.ts'
import { resource } from './methods.ts'
import { type Read, reading, type Serving } from './reads.ts'

export const FACETS = '/store/products/facets'

/** `GET /store/products/facets`. */
export function facets(app: FastifyInstance, serving: Serving): void {
  resource(app, FACETS, reading(serving, READ))
}

export const facetParameters = Type.Object({
  ...productFilters,
  facetLimit: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    default: 100,
    description: 'Labels, and options of each group, 1000 at most: more is served as 1000. The most frequent stay.',
    examples: [100],
  }),
})

const READ: Read<{ conditions: ProductConditions; limit: number }> = {
  route: FACETS,
  alwaysThere: true,
  parse: (request) => {
    const { facetLimit, ...filters } = readParameters(request.query as string)
    return { conditions: productConditions(filters), limit: Math.min(facetLimit, 1000) }
  },
  find: async (edition, { conditions, limit }) => [
    Buffer.from(JSON.stringify(await findFacets(edition, conditions, limit))),
  ],
}
const readParameters = filteredBy(facetParameters)
