import { runYielding } from '@vitrine/runtime/event-loop'
import { SMALL_EDITION } from '../../edition/edition.ts'
import type { PostingList } from '../../index/posting-list.ts'
import { intersectionSizes } from '../../index/set-algebra.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import { type FacetDimension, facetPostings, facetSchema, type NamedValue } from './facet-values.ts'
import { forwardIndex } from './prepare-facets.ts'

/** The number of products with the value of this ordinal. */
export type CountOf = (ordinal: number) => number

type Values = readonly Pick<NamedValue, 'ordinal'>[]

/** A set of products that a request counts. */
interface CountedSet {
  /** Sets with the same name are the same in an edition. */
  readonly name: string
  /** Undefined: all products. */
  readonly products: () => Promise<PostingList | undefined>
}

/**
 * Counts the products of a set that have each of these values of a dimension. Few products are counted by the forward
 * index: it adds up the values of each product. Otherwise the set is intersected with the posting list of each value. A
 * later edition has the counts, if neither the set nor the values differ.
 */
export async function countProducts(
  edition: IndexedEdition,
  { name, products: find }: CountedSet,
  dimension: FacetDimension,
  findValues: () => Promise<Values>,
): Promise<CountOf> {
  const count = async () => {
    const [{ values: all }, products, values] = await Promise.all([facetSchema(edition), find(), findValues()])
    if (!products) return Uint32Array.from(all, ({ productCount }) => productCount)
    return isCountedByProduct(edition, products, dimension)
      ? await countByProduct(edition, products, dimension, all.length)
      : await countByLists(edition, products, dimension, values)
  }
  const counts = await edition.cached(`counts ${dimension} ${name}`, count, ({ byteLength }) => ({ bytes: byteLength }))
  return (ordinal) => counts[ordinal]!
}

/** Groups and categories with others below them are few, and the lists of a small edition are in memory. */
function isCountedByProduct(
  { productCount }: IndexedEdition,
  products: PostingList,
  dimension: FacetDimension,
): boolean {
  if (dimension === 'group' || dimension === 'within' || productCount <= SMALL_EDITION) return false
  return products.size * MIN_PRODUCTS_PER_MATCH < productCount
}

/** If at most one product in this many matches, the forward index is faster. */
const MIN_PRODUCTS_PER_MATCH = 64

/** The counts by ordinal. */
async function countByProduct(
  edition: IndexedEdition,
  products: PostingList,
  dimension: FacetDimension,
  valueCount: number,
): Promise<Uint32Array> {
  const counts = new Uint32Array(valueCount)
  const index = await forwardIndex(edition, dimension)
  await runYielding(index.count(products, counts, edition.workspace))
  return counts
}

/** The counts of these values by ordinal. */
async function countByLists(
  edition: IndexedEdition,
  products: PostingList,
  dimension: FacetDimension,
  values: Values,
): Promise<Uint32Array> {
  const postings = await facetPostings(edition, dimension)
  const lists = values.map(({ ordinal }) => postings[ordinal]!)
  const sizes = await runYielding(intersectionSizes(products, lists))
  const counts = new Uint32Array(postings.length)
  for (const [index, { ordinal }] of values.entries()) counts[ordinal] = sizes[index]!
  return counts
}
