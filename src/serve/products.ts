import type { PostingList } from '../index/posting-list.ts'
import { productClauses } from './clauses.ts'
import { ClauseEvaluator } from './filter.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { findPage } from './page.ts'
import type { Page, ProductQuery } from './query.ts'
import { nearestFirst } from './related.ts'

/** A page of products. */
export function findProducts(edition: IndexedEdition, query: ProductQuery): Promise<Page> {
  const { offset, limit, sort, form = 'summary', ...conditions } = query
  const filter = () => new ClauseEvaluator(edition).products(productClauses(conditions))
  const { related } = conditions
  const group = related === undefined ? undefined : (all: PostingList) => nearestFirst(edition, related, all)
  return findPage(edition, form, query, conditions, { filter, group })
}
