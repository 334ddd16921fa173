import type { Edition } from '../edition/edition.ts'
import { clausesOf } from './clauses.ts'
import { Filter } from './filter.ts'
import { pageOf } from './page.ts'
import type { Page, ProductConditions, ProductQuery } from './query.ts'
import { findResults, type ResultSet } from './result-set.ts'

/** The page of products that a query asks for: reads the lists, thinks, reads the documents of this page. */
export async function findProducts(edition: Edition, query: ProductQuery): Promise<Page> {
  const { page, limit, sort, ...conditions } = query
  const found = asksForAll(conditions) ? undefined : await remembered(edition, conditions, sort)
  return await pageOf(edition, 'product', found, query)
}

function asksForAll({ search, price, inStock, ...lists }: ProductConditions): boolean {
  const narrowed = search !== undefined || price !== undefined || inStock
  return !narrowed && Object.values(lists).every((values) => values.length === 0)
}

/** What is found, in order. All pages of a query share it, so that going on to the next is a slice. */
function remembered(edition: Edition, conditions: ProductConditions, sort: ProductQuery['sort']): Promise<ResultSet> {
  const { search } = conditions
  const filtered = () => new Filter(edition).products(clausesOf(conditions))
  return edition.memoize(
    `products ${JSON.stringify([conditions, sort])}`,
    () => findResults(edition, 'product', { filtered, search, sort }),
    ({ bytes }) => bytes,
  )
}
