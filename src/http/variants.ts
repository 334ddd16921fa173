import type { IncomingMessage } from 'node:http'
import { DEFAULT_SORT, sortsOf } from '../edition/term.ts'
import { hasBroadConditions } from '../serve/query.ts'
import { findVariants } from '../serve/variants.ts'
import { documentEndpoint, type Endpoint, type Read } from './endpoint.ts'
import { envelope, linksFrom, offsetOf, originOf } from './envelope.ts'
import { filterReader, variantConditions, variantFilters } from './filters.ts'
import { limit, page } from './openapi/schemas.ts'
import { Type } from './schema.ts'
import type { EffectiveOptions } from './server-options.ts'
import { storePrefix } from './store-selection.ts'

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
export function variantList({ publicUrl, logger }: Pick<EffectiveOptions, 'publicUrl' | 'logger'>): Endpoint {
  let warned = false
  const warnOfHttpLinks = (origin: string) => {
    warned = true
    const example = `--public-url ${origin.replace('http:', 'https:')}`
    if (logger) logger.warn(`Clients use https, but links of variants are http. Set the public URL: ${example}`)
  }
  const originFor = (raw: IncomingMessage) => {
    const origin = originOf(raw)
    const isBehindTls = raw.headers['x-forwarded-proto'] === 'https' && origin.startsWith('http:')
    if (isBehindTls && !warned) warnOfHttpLinks(origin)
    return origin
  }
  return {
    route: VARIANT_LIST,
    alwaysFound: true,
    parameters: new Set(Object.keys(variantParameters.properties)),
    parse: ({ query, raw, storeInPath }) => {
      const { page, limit, sortBy, ...filters } = readParameters(query)
      // A search without `sortBy` is sorted by score, so its links must not name a sort order.
      const sort = sortBy ?? (filters.search === undefined ? DEFAULT_SORT : undefined)
      const conditions = variantConditions(filters)
      const url = `${publicUrl ?? originFor(raw)}${storePrefix(storeInPath)}${VARIANT_LIST}`
      const linkTo = linksFrom(url, { limit, sortBy: sort, filters })
      const execute: Read['execute'] = async (edition) => {
        const result = await findVariants(edition, { ...conditions, sort, offset: offsetOf(page, limit), limit })
        return envelope(result, { page, limit, sortBy: sort ?? DEFAULT_SORT, linkTo, linksLast: true })
      }
      return { isExpensive: hasBroadConditions(conditions), execute }
    },
  }
}

export const variant = documentEndpoint('/store/product-variants/:variantId', 'variant', 'variant-not-found')
