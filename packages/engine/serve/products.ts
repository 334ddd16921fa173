import type { PostingList } from '../index/posting-list.ts'
import { productClauses } from './clauses.ts'
import { ClauseEvaluator } from './filter.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { findPage, findPositions, type PositionsPage } from './page.ts'
import type { Page, ProductQuery } from './query.ts'
import { nearestFirst } from './related.ts'

/** A page of products. */
export function findProducts(edition: IndexedEdition, query: ProductQuery): Promise<Page> {
  const { form = 'summary', ...others } = query
  const { conditions, evaluation } = evaluationOf(edition, others)
  return findPage(edition, form, query, conditions, evaluation)
}

/** The positions of a page of products. */
export function findProductPositions(
  edition: IndexedEdition,
  query: Omit<ProductQuery, 'form'>,
): Promise<PositionsPage> {
  const { conditions, evaluation } = evaluationOf(edition, query)
  return findPositions(edition, 'product', query, conditions, evaluation)
}

function evaluationOf(edition: IndexedEdition, query: Omit<ProductQuery, 'form'>) {
  const { offset, limit, sort, ...conditions } = query
  const filter = () => new ClauseEvaluator(edition).products(productClauses(conditions))
  const { related } = conditions
  const group = related === undefined ? undefined : (all: PostingList) => nearestFirst(edition, related, all)
  return { conditions, evaluation: { filter, group } }
}
