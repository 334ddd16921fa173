import type { PostingList } from '../index/posting-list.ts'
import { intersect } from '../index/set-algebra.ts'
import { variantClauses } from './clauses.ts'
import { ClauseEvaluator } from './filter.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import type { Page, VariantQuery } from './query.ts'
import { findResults, type ResultSet, readPage } from './result-set.ts'

type Conditions = Omit<VariantQuery, 'page' | 'limit'>

/** A page of variants. */
export async function findVariants(edition: IndexedEdition, query: VariantQuery): Promise<Page> {
  const { page, limit, ...conditions } = query
  const results = isUnconditional(conditions) ? undefined : await findCached(edition, conditions)
  return await readPage(edition, 'variant', results, query)
}

function isUnconditional({ product, search, labels, ids, skus, price, inStock }: Conditions): boolean {
  const isNarrowed = product !== undefined || search !== undefined || price !== undefined || inStock
  return !isNarrowed && labels.length + ids.length + skus.length === 0
}

function findCached(edition: IndexedEdition, conditions: Conditions): Promise<ResultSet> {
  const { search, sort } = conditions
  const find = () => findResults(edition, 'variant', { filter: () => evaluate(edition, conditions), search, sort })
  return edition.cachedResults('variants', conditions, find, ({ bytes }) => bytes)
}

async function evaluate(edition: IndexedEdition, conditions: Conditions): Promise<PostingList | undefined> {
  const [matching, ofProduct] = await Promise.all([
    new ClauseEvaluator(edition).variantsByPrice(variantClauses(conditions)),
    conditions.product === undefined ? undefined : edition.variantsOfProduct(conditions.product),
  ])
  return matching && ofProduct ? intersect(ofProduct, matching) : (ofProduct ?? matching)
}
