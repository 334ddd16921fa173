import { intersect } from '../index/set-algebra.ts'
import { variantClauses } from './clauses.ts'
import { ClauseEvaluator } from './filter.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { findPage } from './page.ts'
import type { Page, VariantQuery } from './query.ts'
import { withPricePhrase } from './search/price-phrase.ts'

/** A page of variants. */
export async function findVariants(edition: IndexedEdition, requested: VariantQuery): Promise<Page> {
  const query = requested.search === undefined ? requested : await withPricePhrase(edition, requested, requested.search)
  const { offset, limit, sort, ...conditions } = query
  const filter = async () => {
    const [matching, ofProduct] = await Promise.all([
      new ClauseEvaluator(edition).variantsByPrice(variantClauses(conditions)),
      conditions.product === undefined ? undefined : edition.stored.variantsOfProduct(conditions.product),
    ])
    return matching && ofProduct ? intersect(ofProduct, matching) : (ofProduct ?? matching)
  }
  return await findPage(edition, 'variant', query, conditions, { filter })
}
