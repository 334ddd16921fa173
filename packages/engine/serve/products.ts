import type { PostingList } from '../index/posting-list.ts'
import { productClauses } from './clauses.ts'
import { ClauseEvaluator } from './filter.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { matchedVariants } from './matched-variants.ts'
import { findPage, findPositions, type PositionsPage } from './page.ts'
import type { Page, ProductQuery } from './query.ts'
import { nearestFirst } from './related.ts'

/** A page of products. */
export async function findProducts(edition: IndexedEdition, query: ProductQuery): Promise<Page> {
  const { form = 'summary', matches = false, ...others } = query
  const { conditions, evaluation } = evaluationOf(edition, others)
  if (!matches) return await findPage(edition, form, query, conditions, evaluation)
  const page = await findPositions(edition, 'product', query, conditions, evaluation)
  const [documents, matched] = await Promise.all([
    edition.stored.concatenatedDocuments(form, page.positions),
    matchedVariants(edition, [...page.positions], conditions),
  ])
  return { ...page, documents, matches: matched }
}

/** The positions of a page of products. */
export function findProductPositions(
  edition: IndexedEdition,
  query: Omit<ProductQuery, 'form' | 'matches'>,
): Promise<PositionsPage> {
  const { conditions, evaluation } = evaluationOf(edition, query)
  return findPositions(edition, 'product', query, conditions, evaluation)
}

function evaluationOf(edition: IndexedEdition, query: Omit<ProductQuery, 'form' | 'matches'>) {
  const { offset, limit, sort, ...conditions } = query
  const filter = () => new ClauseEvaluator(edition).products(productClauses(conditions))
  const { related } = conditions
  const group = related === undefined ? undefined : (all: PostingList) => nearestFirst(edition, related, all)
  return { conditions, evaluation: { filter, group } }
}
