import { DEFAULT_SORT, sortsOf } from '@vitrine/engine/edition/term'
import { hasBroadConditions } from '@vitrine/engine/serve/query'
import { findVariants } from '@vitrine/engine/serve/variants'
import { tagsOfList } from './cache-tags.ts'
import { envelope, linksFrom, offsetOf } from './envelope.ts'
import { filterReader, namesBroadFilter, variantConditions, variantFilters } from './filters.ts'
import { limit, market, page } from './openapi/schemas.ts'
import { byId, type Operation, type PreparedQuery } from './operation.ts'
import { Type } from './schema.ts'
import { searchRecord } from './searches.ts'
import { storePrefix } from './store-selection.ts'

const VARIANT_LIST = '/store/product-variants'

const variantParameters = Type.Object({
  page,
  limit,
  ...variantFilters,
  sortBy: Type.Optional(
    Type.Enum(sortsOf('variant'), {
      description: `The order. A stock that is not tracked comes last in either direction. Without it: \`${DEFAULT_SORT}\`, or with \`search\` the best match.`,
      examples: [DEFAULT_SORT],
    }),
  ),
  market,
})
const readParameters = filterReader(variantParameters)

/** The list of variants. Its links are absolute. */
export const variantList: Operation = {
  path: VARIANT_LIST,
  operationId: 'listVariants',
  tag: 'Variants',
  summary: 'List variants',
  description:
    'Variants in full. A variant must satisfy all parameters; the values of a repeated parameter are alternatives, except those of `within`.',
  query: variantParameters,
  schema: 'VariantPage',
  answer: 'A page of variants.',
  mayBeExpensive: namesBroadFilter,
  parse: ({ query, raw, storeInPath, addressOf }) => {
    const { values, texts } = readParameters(query)
    const { page, limit, sortBy } = values
    // A search without `sortBy` is sorted by score, so its links must not name a sort order.
    const sort = sortBy ?? (values.search === undefined ? DEFAULT_SORT : undefined)
    const conditions = variantConditions(values)
    const url = `${addressOf(raw)}${storePrefix(storeInPath)}${VARIANT_LIST}`
    const linkTo = linksFrom(url, { limit, sortBy: sort, texts })
    const execute: PreparedQuery['execute'] = async (edition, record) => {
      const result = await findVariants(edition, { ...conditions, sort, offset: offsetOf(page, limit), limit })
      if (values.search !== undefined) record(searchRecord(values.search, offsetOf(page, limit), result))
      return envelope(result, { page, limit, sortBy: sort ?? DEFAULT_SORT, linkTo, linksLast: true })
    }
    return { isExpensive: hasBroadConditions(conditions), tags: () => tagsOfList(conditions), execute }
  },
}

export const variant: Operation = {
  operationId: 'getVariant',
  tag: 'Variants',
  summary: 'Retrieve a variant',
  description: 'A variant in full.',
  parameter: 'The id of the variant.',
  schema: 'Variant',
  answer: 'The variant.',
  ...byId('/store/product-variants/:variantId', 'variant', 'variant-not-found'),
}
