import type { Edition } from '../edition/edition.ts'
import { DEFAULT_SORT } from '../edition/term.ts'
import { slice } from '../postings/order.ts'
import { type Positions, unite } from '../postings/positions.ts'
import { filterProducts } from './filter.ts'
import type { Page, ProductQuery } from './query.ts'
import { searchProducts } from './search.ts'

/** The page of products that a query asks for: reads the lists, thinks, reads the documents of this page. */
export async function findProducts(edition: Edition, query: ProductQuery): Promise<Page> {
  const offset = (query.page - 1) * query.limit
  const sort = query.sort ?? DEFAULT_SORT
  const tiers = await found(edition, query)
  const total = tiers ? tiers.reduce((sum, tier) => sum + tier.size, 0) : edition.productCount
  if (offset >= total) return { total, documents: '' }
  const positions = tiers
    ? sliceOfTiers(tiers, await edition.order('product', sort), offset, query.limit)
    : await edition.ranked('product', sort, offset, offset + query.limit)
  return { total, documents: await edition.joined('summary', positions) }
}

/** What is found, best matches first; a sort of the client's own makes it one. Undefined when nothing was asked: all. */
async function found(edition: Edition, query: ProductQuery): Promise<Positions[] | undefined> {
  const filtered = await filterProducts(edition, query)
  if (query.search === undefined) return filtered && [filtered]
  const tiers = (await searchProducts(edition, query.search, filtered)).map(({ products }) => products)
  return query.sort ? [unite(...tiers)] : tiers
}

function sliceOfTiers(
  tiers: readonly Positions[],
  order: Parameters<typeof slice>[1],
  offset: number,
  limit: number,
): Uint32Array {
  const parts: number[] = []
  let before = 0
  for (const tier of tiers) {
    const from = Math.max(0, offset - before)
    if (from < tier.size) parts.push(...slice(tier, order, from, limit - parts.length))
    if (parts.length === limit) break
    before += tier.size
  }
  return Uint32Array.from(parts)
}
