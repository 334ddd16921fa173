import type { Variant } from '@vitrine/catalog/product'
import { contains, type PostingList } from '../index/posting-list.ts'
import { productClauses } from './clauses.ts'
import { ClauseEvaluator } from './filter.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import type { MatchedVariant, ProductConditions } from './query.ts'
import { search, searchText } from './search/search.ts'

/**
 * The variant that a grid shows of each of these products: the first in the product's order that satisfies all
 * conditions on variants, and if one of them also matches the search, the first of those. Null if there is none.
 */
export async function matchedVariants(
  edition: IndexedEdition,
  products: readonly number[],
  conditions: ProductConditions,
): Promise<(MatchedVariant | null)[]> {
  const text = searchText(conditions)
  const clauses = productClauses(conditions).variant.map(({ clause }) => clause)
  const [rows, allowed, found] = await Promise.all([
    edition.stored.productRows(products),
    new ClauseEvaluator(edition).variants(clauses),
    text && search(edition, 'variant', { ...text, fields: ['name', 'option', 'sku'] }, false),
  ])
  const positions = rows.map((row) => choose(row!.variants, allowed, found?.matches.all))
  const chosen = positions.filter((position) => position !== undefined)
  const documents = new Map<number, string>()
  for (const [index, body] of (await edition.stored.documents('variant', chosen)).entries())
    documents.set(chosen[index]!, body!)
  return positions.map((position) => (position === undefined ? null : brief(JSON.parse(documents.get(position)!))))
}

/** `variants` are positions in the order of their product. `allowed` is undefined for all. */
function choose(
  variants: string,
  allowed: PostingList | undefined,
  found: PostingList | undefined,
): number | undefined {
  if (variants === '') return undefined
  const possible = variants
    .split(',')
    .map(Number)
    .filter((position) => !allowed || contains(allowed, position))
  return possible.find((position) => found && contains(found, position)) ?? possible[0]
}

function brief({ id, sku, price, listPrice, productOptions, files: [first] }: Variant): MatchedVariant {
  const picture = first && {
    ...{ path: first.file.path, alt: first.file.alt },
    ...{ width: first.file.width, height: first.file.height },
  }
  const options = productOptions.map(({ name, code }) => ({ name, code }))
  return { id, sku, price, listPrice, picture, options }
}
