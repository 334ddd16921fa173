import type { Product, Variant } from '@vitrine/catalog/product'
import { contains, type PostingList } from '../index/posting-list.ts'
import { productClauses } from './clauses.ts'
import { ClauseEvaluator } from './filter.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { type MatchedVariant, type ProductConditions, searchText } from './query.ts'
import { search } from './search/search.ts'

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
  const chosen = rows.map((row) => choose(row!.variants, allowed, found?.matches.all))
  const shown = products.filter((_, index) => chosen[index] !== undefined)
  const details = await edition.concatenatedDocuments('detail', Uint32Array.from(shown))
  const documents: Product[] = JSON.parse(`[${Buffer.from(details)}]`)
  let next = 0
  return chosen.map((index) => (index === undefined ? null : brief(documents[next++]!.variants[index]!)))
}

/**
 * The index of a variant in the order of its product; undefined if there is none. `variants` are positions in that
 * order. `allowed` is undefined for all.
 */
function choose(
  variants: string,
  allowed: PostingList | undefined,
  found: PostingList | undefined,
): number | undefined {
  if (variants === '') return undefined
  const positions = variants.split(',').map(Number)
  const isPossible = (position: number) => !allowed || contains(allowed, position)
  const best = positions.findIndex((position) => isPossible(position) && found && contains(found, position))
  const index = best === -1 ? positions.findIndex(isPossible) : best
  return index === -1 ? undefined : index
}

function brief({ id, sku, price, listPrice, productOptions, files: [first] }: Variant): MatchedVariant {
  const picture = first && {
    ...{ path: first.file.path, alt: first.file.alt },
    ...{ width: first.file.width, height: first.file.height },
  }
  const options = productOptions.map(({ name, code }) => ({ name, code }))
  return { id, sku, price, listPrice, picture, options }
}
