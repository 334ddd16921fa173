import { type Edition, SMALL_EDITION } from '../edition/edition.ts'
import {
  complement,
  fromBits,
  highestPosition,
  intersectionSize,
  type PostingList,
  toDense,
} from '../index/set-algebra.ts'
import { type FacetDimension, facetPostingsOf } from './facet-postings.ts'
import { facetValuesOf } from './facet-values.ts'
import { forwardIndexOf } from './forward-index.ts'
import { optionMasksOf } from './option-masks.ts'

/** How many products have the value of a number. */
export type CountOf = (value: number) => number

/** Counts those of `products` (undefined: all) that have each of some values of a part. */
export async function countProducts(
  edition: Edition,
  products: PostingList | undefined,
  part: FacetDimension,
  values: readonly { readonly ordinal: number }[],
): Promise<CountOf> {
  const { all } = await facetValuesOf(edition)
  if (!products) return (value) => all[value]!.productCount
  const { productCount } = edition
  if (part === 'group' || productCount <= SMALL_EDITION) return await countByLists(edition, products, part)
  const others = productCount - products.size
  const sizes = values.map(({ ordinal }) => all[ordinal]!.productCount)
  if (listsCost(sizes, productCount) < valuesCost(Math.min(products.size, others), productCount))
    return await countByLists(edition, toDense(products), part)
  const carried = await forwardIndexOf(edition, part)
  const counts = new Uint32Array(all.length)
  await carried.count(others < products.size ? complement(products, carried.extent) : products, counts)
  return others < products.size ? (value) => all[value]!.productCount - counts[value]! : (value) => counts[value]!
}

/**
 * What it takes to meet bits with lists of these sizes, reckoned in nanoseconds. Groups are few, and so are the products of a
 * small edition, whose lists are at hand: theirs are met always.
 */
function listsCost(sizes: readonly number[], productCount: number): number {
  const words = productCount / 32
  return sizes.reduce((sum, size) => sum + (size < words ? size * 1.4 : words * 0.8), 0)
}

/** What it takes to go through the values of so many products: to bring them from memory, all of it at most, and to count them. */
function valuesCost(products: number, productCount: number): number {
  return Math.min(products * 70, productCount * 1.5) + products * 13
}

async function countByLists(edition: Edition, products: PostingList, part: FacetDimension): Promise<CountOf> {
  const lists = await facetPostingsOf(edition, part)
  return (value) => intersectionSize(products, lists.of(value))
}

/**
 * Counts, for some options, those of `products` that have it on one of these variants. Of many products most have all of their
 * variants among these, or none: they are counted by lists, and options one by one of the others only.
 */
export async function countVariants(
  edition: Edition,
  variants: PostingList,
  products: PostingList,
  options: readonly { readonly ordinal: number }[],
): Promise<CountOf> {
  const [{ all }, choices] = await Promise.all([facetValuesOf(edition), optionMasksOf(edition)])
  const counts = new Uint32Array(all.length)
  if (products.size * MANY <= edition.productCount) {
    await choices.count(products, variants, counts)
    return (value) => counts[value]!
  }
  const words = new Uint32Array((highestPosition(products) >>> 5) + 1)
  await choices.count(products, variants, counts, words)
  const ofWhole = await countProducts(edition, fromBits(words), 'option', options)
  return (value) => ofWhole(value) + counts[value]!
}

/** One of so many products is the most that are not worth to be told apart. */
const MANY = 8
