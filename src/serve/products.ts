import { productClauses } from './clauses.ts'
import { ClauseEvaluator } from './filter.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import type { Page, ProductConditions, ProductQuery } from './query.ts'
import { findResults, type ResultSet, readPage } from './result-set.ts'

/** A page of products: reads the posting lists, combines them, and reads the documents of the page. */
export async function findProducts(edition: IndexedEdition, query: ProductQuery): Promise<Page> {
  const { page, limit, sort, ...conditions } = query
  const results = isUnconditional(conditions) ? undefined : await findCached(edition, conditions, sort)
  return await readPage(edition, 'product', results, query)
}

function isUnconditional({ search, price, inStock, ...lists }: ProductConditions): boolean {
  const isNarrowed = search !== undefined || price !== undefined || inStock
  return !isNarrowed && Object.values(lists).every((values) => values.length === 0)
}

/** All pages of a query share its results, so that the next page is only a slice. */
function findCached(
  edition: IndexedEdition,
  conditions: ProductConditions,
  sort: ProductQuery['sort'],
): Promise<ResultSet> {
  const filter = () => new ClauseEvaluator(edition).products(productClauses(conditions))
  const find = () => findResults(edition, 'product', { filter, search: conditions.search, sort })
  return edition.cachedResults('products', [conditions, sort], find, ({ bytes }) => bytes)
}
