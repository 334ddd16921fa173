import { type Edition, SMALL } from '../edition/edition.ts'
import { asBits, complement, countCommon, fromWords, highest, type Positions } from '../postings/positions.ts'
import { carriedBy } from './carried.ts'
import { choicesOf } from './choices.ts'
import { listsOfPart, type Part } from './lists.ts'
import { valuesOf } from './values.ts'

/** How many products have the value of a number. */
export type Counts = (value: number) => number

/** Counts those of `products` (undefined: all) that have each of some values of a part. */
export async function countProducts(
  edition: Edition,
  products: Positions | undefined,
  part: Part,
  values: readonly { readonly number: number }[],
): Promise<Counts> {
  const { all } = await valuesOf(edition)
  if (!products) return (value) => all[value]!.size
  const { productCount } = edition
  if (part === 'group' || productCount <= SMALL) return await countByLists(edition, products, part)
  const others = productCount - products.size
  const sizes = values.map(({ number }) => all[number]!.size)
  if (listsCost(sizes, productCount) < valuesCost(Math.min(products.size, others), productCount))
    return await countByLists(edition, asBits(products), part)
  const carried = await carriedBy(edition, part)
  const counts = new Uint32Array(all.length)
  await carried.count(others < products.size ? complement(products, carried.extent) : products, counts)
  return others < products.size ? (value) => all[value]!.size - counts[value]! : (value) => counts[value]!
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

async function countByLists(edition: Edition, products: Positions, part: Part): Promise<Counts> {
  const lists = await listsOfPart(edition, part)
  return (value) => countCommon(products, lists.of(value))
}

/**
 * Counts, for some options, those of `products` that have it on one of these variants. Of many products most have all of their
 * variants among these, or none: they are counted by lists, and options one by one of the others only.
 */
export async function countVariants(
  edition: Edition,
  variants: Positions,
  products: Positions,
  options: readonly { readonly number: number }[],
): Promise<Counts> {
  const [{ all }, choices] = await Promise.all([valuesOf(edition), choicesOf(edition)])
  const counts = new Uint32Array(all.length)
  if (products.size * MANY <= edition.productCount) {
    await choices.count(products, variants, counts)
    return (value) => counts[value]!
  }
  const words = new Uint32Array((highest(products) >>> 5) + 1)
  await choices.count(products, variants, counts, words)
  const ofWhole = await countProducts(edition, fromWords(words), 'option', options)
  return (value) => ofWhole(value) + counts[value]!
}

/** One of so many products is the most that are not worth to be told apart. */
const MANY = 8
