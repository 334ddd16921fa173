import { productClauses } from './clauses.ts'
import { ClauseEvaluator } from './filter.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { findPage } from './page.ts'
import type { Page, ProductQuery } from './query.ts'

/** A page of products. */
export function findProducts(edition: IndexedEdition, query: ProductQuery): Promise<Page> {
  const { page, limit, sort, form = 'summary', ...conditions } = query
  const filter = () => new ClauseEvaluator(edition).products(productClauses(conditions))
  return findPage(edition, form, query, conditions, filter)
}
