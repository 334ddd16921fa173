import { VitrineError } from '@vitrine/catalog/error'
import { numberInName } from '@vitrine/engine/edition/publication-name'
import { findChanges } from '@vitrine/engine/serve/changes'
import { linksFrom, offsetOf, pageLinks, pageMeta } from './envelope.ts'
import { limit, market, page } from './openapi/schemas.ts'
import { jsonBody, type Operation, type PreparedQuery } from './operation.ts'
import { PUBLICATION_FORMAT, parameterReader } from './parameters.ts'
import { Type } from './schema.ts'

const changeParameters = Type.Object({
  page,
  limit,
  since: publication(
    'The publication whose catalog the client has: `meta.to` of an earlier answer. Without it, the answer has no changes and names the newest publication.',
  ),
  until: publication(
    'The publication up to which changes are listed. The links have it, so that all pages are of the same changes. Without it: the newest.',
  ),
  market,
})
const readParameters = parameterReader(changeParameters)

/** The products that differ between two publications. */
export const changeList: Operation = {
  path: '/store/changes',
  operationId: 'listChanges',
  tag: 'Store',
  summary: 'List what changed since a publication',
  description:
    'The products that were created, changed or removed since a publication of the store, in all: a product that was created and removed since is not listed, and one that changed several times is listed once. A product that is as it was may be listed. For copies of the catalog, such as a search service: read everything once, then what changed.',
  query: changeParameters,
  schema: 'ChangePage',
  answer: 'A page of changes, in the order in which the products were first created.',
  gone: 'publication-gone',
  mayBeExpensive: (queryString) => queryString.includes('since='),
  parse: ({ query }) => {
    const { values, texts } = readParameters(query)
    const { page, limit, since, until } = values
    requireOrder(since, until)
    const execute: PreparedQuery['execute'] = async (edition) => {
      const found = await findChanges(edition, { since, until, offset: offsetOf(page, limit), limit })
      const { from, to, also, total, changes } = found
      const bounds = from && to ? { since: [from], until: [to] } : {}
      const { market = [] } = texts
      const paging = { page, limit, linkTo: linksFrom('', { limit, texts: { ...bounds, market } }), linksLast: false }
      const meta = { ...pageMeta(total, paging), from, to, edition: found.edition, also }
      return jsonBody({ data: changes, meta, links: pageLinks(total, paging) })
    }
    return { isExpensive: since !== undefined, hasETagOfBody: true, isUncached: true, execute }
  },
}

/** Throws `invalid-parameter` if the second publication needs a first one, or comes before it. */
function requireOrder(since: string | undefined, until: string | undefined): void {
  if (until === undefined) return
  const detail =
    since === undefined
      ? 'needs since, the publication to begin at'
      : numberInName(until)! < numberInName(since)! && 'must not come before since'
  if (detail) throw new VitrineError('invalid-parameter', `until ${detail}.`, [{ parameter: 'until', detail }])
}

function publication(description: string) {
  return Type.Optional(Type.String({ format: PUBLICATION_FORMAT, description, examples: ['2s-mbx1k2ar'] }))
}
