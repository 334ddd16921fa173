import Type from 'typebox'
import { DEFAULT_SORT, sortsOf } from '../edition/term.ts'
import { hasOpenConditions } from '../serve/query.ts'
import { findVariants } from '../serve/variants.ts'
import { documentEndpoint, type Endpoint, type Read } from './endpoint.ts'
import { envelope, linksFrom, originOf } from './envelope.ts'
import { filterReader, variantConditions, variantFilters } from './filters.ts'
import { limit, MAX_LIMIT, page } from './schemas.ts'

export const VARIANT_LIST = '/store/product-variants'

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
const readParameters = filterReader(variantParameters)

/** The list of variants, with links below the public URL or else below the origin that the request names. */
export function variantList(publicUrl: string | undefined): Endpoint {
  return {
    route: VARIANT_LIST,
    alwaysFound: true,
    parse: ({ query, raw }) => {
      const { page, limit: requested, sortBy, ...filters } = readParameters(query)
      const limit = Math.min(requested, MAX_LIMIT)
      // A search without `sortBy` is sorted by score, so its links must not name a sort order.
      const sort = sortBy ?? (filters.search === undefined ? DEFAULT_SORT : undefined)
      const conditions = variantConditions(filters)
      const linkTo = linksFrom(`${publicUrl ?? originOf(raw)}${VARIANT_LIST}`, { limit, sortBy: sort, filters })
      const execute: Read['execute'] = async (edition) => {
        const result = await findVariants(edition, { ...conditions, sort, page, limit })
        return envelope(result, { page, limit, sortBy: sort ?? DEFAULT_SORT, linkTo, linksLast: true })
      }
      return { isExpensive: hasOpenConditions(conditions), execute }
    },
  }
}

export const variant = documentEndpoint('/store/product-variants/:variantId', 'variant', 'variant-not-found')
