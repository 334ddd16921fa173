import { POPULAR_FIRST, type Sort } from '../edition/term.ts'
import type { PostingList } from '../index/posting-list.ts'
import { productClauses } from './clauses.ts'
import { ClauseEvaluator } from './filter.ts'
import { allProducts, productsInStock } from './in-stock-first.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { matchedVariants } from './matched-variants.ts'
import { findPage, findPositions, type PositionsPage } from './page.ts'
import { type Page, type ProductConditions, type ProductQuery, searchText } from './query.ts'
import { nearestFirst } from './related.ts'
import { ruleFor } from './rules.ts'
import { explain } from './search/explain.ts'
import { withPricePhrase } from './search/price-phrase.ts'

/** A page of products. */
export async function findProducts(edition: IndexedEdition, query: ProductQuery): Promise<Page> {
  const { form = 'summary', matches = false, explain: isExplained = false, ...others } = query
  const { request, conditions, evaluation } = await evaluationOf(edition, others)
  if (!matches && !isExplained) return await findPage(edition, form, request, conditions, evaluation)
  const page = await findPositions(edition, 'product', request, conditions, evaluation)
  const text = searchText(conditions)
  const [documents, matched, explained] = await Promise.all([
    edition.concatenatedDocuments(form, page.positions),
    matches ? matchedVariants(edition, [...page.positions], conditions) : undefined,
    isExplained && text ? explain(edition, text, page.positions) : undefined,
  ])
  return { ...page, documents, matches: matched, explain: explained }
}

/** The positions of a page of products. */
export async function findProductPositions(
  edition: IndexedEdition,
  query: Omit<ProductQuery, 'form' | 'matches' | 'explain'>,
): Promise<PositionsPage> {
  const { request, conditions, evaluation } = await evaluationOf(edition, query)
  return await findPositions(edition, 'product', request, conditions, evaluation)
}

async function evaluationOf(edition: IndexedEdition, requested: Omit<ProductQuery, 'form' | 'matches' | 'explain'>) {
  const query = requested.search === undefined ? requested : await withPricePhrase(edition, requested, requested.search)
  const { offset, limit, sort = orderOfStore(edition, query), ...conditions } = query
  const { search, within, related } = conditions
  const isInStockFirst = edition.store.outOfStock === 'last' && query.sort === undefined && related === undefined
  const filter = async () => {
    const filtered = await new ClauseEvaluator(edition).products(productClauses(conditions))
    return filtered ?? (isInStockFirst && search === undefined ? await allProducts(edition) : undefined)
  }
  const request = { offset, limit, sort }
  const group = related === undefined ? undefined : (all: PostingList) => nearestFirst(edition, related, all)
  const mayHaveRule = query.sort === undefined && (search !== undefined || within.length > 0)
  const rule = mayHaveRule ? () => ruleFor(edition, conditions) : undefined
  const inStock = isInStockFirst ? () => productsInStock(edition) : undefined
  return { request, conditions, evaluation: { filter, group, rule, inStock } }
}

/** The order of a list that asks for none; undefined for the default order, or if the results have ranks. */
function orderOfStore({ store }: IndexedEdition, { search, related }: ProductConditions): Sort | undefined {
  return store.order === 'popularity' && search === undefined && related === undefined ? POPULAR_FIRST : undefined
}
