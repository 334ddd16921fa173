import type { Edition } from '../edition/edition.ts'
import { intersect, type PostingList } from '../index/set-algebra.ts'
import { variantClausesOf } from './clauses.ts'
import { Filter } from './filter.ts'
import { pageOf } from './page.ts'
import type { Page, VariantQuery } from './query.ts'
import { findResults, type ResultSet } from './result-set.ts'

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

function remembered(edition: Edition, asked: Asked): Promise<ResultSet> {
  const { search, sort } = asked
  return edition.memoize(
    `variants ${JSON.stringify(asked)}`,
    () => findResults(edition, 'variant', { filtered: () => filtered(edition, asked), search, sort }),
    ({ bytes }) => bytes,
  )
}

async function filtered(edition: Edition, asked: Asked): Promise<PostingList | undefined> {
  const [satisfying, own] = await Promise.all([
    new Filter(edition).fewVariants(variantClausesOf(asked)),
    asked.product === undefined ? undefined : edition.variantsOfProduct(asked.product),
  ])
  return satisfying && own ? intersect(own, satisfying) : (own ?? satisfying)
}
