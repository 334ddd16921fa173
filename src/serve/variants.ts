import type { Edition } from '../edition/edition.ts'
import { Ranked } from '../postings/order.ts'
import { NO_DOCUMENTS, type Page, type VariantQuery } from './query.ts'

/** The page of variants that a query asks for. */
export async function findVariants(edition: Edition, query: VariantQuery): Promise<Page> {
  const offset = (query.page - 1) * query.limit
  if (query.product === undefined) {
    const total = edition.variantCount
    if (offset >= total) return { total, documents: NO_DOCUMENTS }
    const positions = await edition.ranked('variant', query.sort, offset, offset + query.limit)
    return { total, documents: await edition.joined('variant', positions) }
  }
  const [found] = await edition.postings('variant', [`product:${query.product}`])
  const total = found!.size
  if (offset >= total) return { total, documents: NO_DOCUMENTS }
  const ranked = new Ranked(found!, await edition.order('variant', query.sort))
  const positions = ranked.slice(offset, query.limit)
  return { total, documents: await edition.joined('variant', positions) }
}
