import type { Edition } from '../edition/edition.ts'
import { intersect, NOTHING, type Positions } from '../postings/positions.ts'
import { variantClausesOf } from './clauses.ts'
import { Filter } from './filter.ts'
import { type Found, found } from './found.ts'
import { pageOf } from './page.ts'
import type { Page, VariantQuery } from './query.ts'

/** The page of variants that a query asks for. */
export async function findVariants(edition: Edition, query: VariantQuery): Promise<Page> {
  const { page, limit, ...asked } = query
  const found = asksForAll(asked) ? undefined : await remembered(edition, asked)
  return await pageOf(edition, 'variant', found, query)
}

type Asked = Omit<VariantQuery, 'page' | 'limit'>

function asksForAll({ product, search, labels, ids, skus, price, inStock }: Asked): boolean {
  const narrowed = product !== undefined || search !== undefined || price !== undefined || inStock
  return !narrowed && labels.length + ids.length + skus.length === 0
}

function remembered(edition: Edition, asked: Asked): Promise<Found> {
  const find = async () => {
    const { search, sort } = asked
    return await found(edition, 'variant', await filtered(edition, asked), { search, sort })
  }
  return edition.remembered(`variants ${JSON.stringify(asked)}`, find, ({ bytes }) => bytes)
}

async function filtered(edition: Edition, asked: Asked): Promise<Positions | undefined> {
  const satisfying = await new Filter(edition).variants(variantClausesOf(asked))
  if (asked.product === undefined) return satisfying
  const [product] = await edition.positions('product', [asked.product])
  const own = product === undefined ? NOTHING : await edition.variantsOf(product)
  return satisfying ? intersect(own, satisfying) : own
}
