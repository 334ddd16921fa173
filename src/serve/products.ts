import type { Edition } from '../edition/edition.ts'
import { DEFAULT_SORT } from '../edition/term.ts'
import { Ranked } from '../postings/order.ts'
import { type Positions, unite } from '../postings/positions.ts'
import { filterProducts } from './filter.ts'
import { NO_DOCUMENTS, type Page, type ProductQuery } from './query.ts'
import { searchProducts } from './search.ts'

/** The page of products that a query asks for: reads the lists, thinks, reads the documents of this page. */
export async function findProducts(edition: Edition, query: ProductQuery): Promise<Page> {
  const offset = (query.page - 1) * query.limit
  const found = asksForAll(query) ? undefined : await remembered(edition, query)
  const total = found ? found.reduce((sum, tier) => sum + tier.size, 0) : edition.productCount
  if (offset >= total) return { total, documents: NO_DOCUMENTS }
  const positions = found
    ? sliceOfTiers(found, offset, query.limit)
    : await edition.ranked('product', query.sort ?? DEFAULT_SORT, offset, offset + query.limit)
  return { total, documents: await edition.joined('summary', positions) }
}

function asksForAll({ search, labels, optionGroups, options }: ProductQuery): boolean {
  return search === undefined && labels.length + optionGroups.length + options.length === 0
}

/** What is found, in order. All pages of a query share it, so that going on to the next is a slice. */
function remembered(edition: Edition, query: ProductQuery): Promise<Ranked[]> {
  const { search, labels, optionGroups, options, sort } = query
  return edition.remembered(
    `products ${JSON.stringify([search, labels, optionGroups, options, sort])}`,
    () => find(edition, query),
    (tiers) => tiers.reduce((sum, tier) => sum + tier.bytes, 0),
  )
}

/** What is found, best matches first, each tier in the default order; a sort of the client's own makes it one tier. */
async function find(edition: Edition, { search, sort, ...query }: ProductQuery): Promise<Ranked[]> {
  const order = await edition.order('product', sort ?? DEFAULT_SORT)
  const filtered = await filterProducts(edition, query)
  const tiers = search === undefined ? [filtered!] : await searched(edition, search, filtered)
  return (sort ? [unite(...tiers)] : tiers).map((tier) => new Ranked(tier, order))
}

async function searched(edition: Edition, search: string, among: Positions | undefined): Promise<Positions[]> {
  return (await searchProducts(edition, search, among)).map(({ products }) => products)
}

function sliceOfTiers(tiers: readonly Ranked[], offset: number, limit: number): Uint32Array {
  const parts: number[] = []
  let before = 0
  for (const tier of tiers) {
    const from = Math.max(0, offset - before)
    if (from < tier.size) parts.push(...tier.slice(from, limit - parts.length))
    if (parts.length === limit) break
    before += tier.size
  }
  return Uint32Array.from(parts)
}
