import type { Product, Variant } from '@vitrine/catalog/product'
import { HAS_EXTERNAL_IDS } from '../edition/term.ts'
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
  const [rows, allowed, found, [withIds]] = await Promise.all([
    edition.stored.productRows(products),
    new ClauseEvaluator(edition).variants(clauses),
    text && search(edition, 'variant', { ...text, fields: ['name', 'option', 'sku'] }, false),
    edition.postings('product', [HAS_EXTERNAL_IDS]),
  ])
  const chosen = rows.map((row) => choose(row!.variants, allowed, found?.matches.all))
  const shown = products.flatMap((product, at) => {
    const index = chosen[at]
    return index === undefined ? [] : [{ product, variants: rows[at]!.variants, index }]
  })
  const variants = withIds!.size > 0 ? await variantsInFull(edition, shown) : await variantsInDetail(edition, shown)
  let next = 0
  return chosen.map((index) => (index === undefined ? null : brief(variants[next++]!)))
}

/** A product, the positions of its variants, and the index of the one to show. */
interface Shown {
  readonly product: number
  readonly variants: string
  readonly index: number
}

/** What is read fastest has no external ids. */
async function variantsInDetail(edition: IndexedEdition, shown: readonly Shown[]): Promise<Variant[]> {
  const positions = shown.map(({ product }) => product)
  const details = await edition.concatenatedDocuments('detail', Uint32Array.from(positions))
  const products: Product[] = JSON.parse(`[${Buffer.from(details)}]`)
  return products.map(({ variants }, at) => variants[shown[at]!.index]!)
}

async function variantsInFull(edition: IndexedEdition, shown: readonly Shown[]): Promise<Variant[]> {
  const positions = shown.map(({ variants, index }) => Number(variants.split(',')[index]))
  const documents = await edition.concatenatedDocuments('variant', Uint32Array.from(positions))
  return JSON.parse(`[${Buffer.from(documents)}]`)
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

function brief(variant: Variant): MatchedVariant {
  const {
    id,
    sku,
    externalId,
    price,
    listPrice,
    productOptions,
    files: [first],
  } = variant
  const picture = first && {
    ...{ path: first.file.path, alt: first.file.alt },
    ...{ width: first.file.width, height: first.file.height },
  }
  const options = productOptions.map(({ name, code }) => ({ name, code }))
  return { id, sku, externalId, price, listPrice, picture, options }
}
