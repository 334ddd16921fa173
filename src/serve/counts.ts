import { type Edition, SMALL } from '../edition/edition.ts'
import { complement, countCommon, type Positions } from '../postings/positions.ts'
import { carriedBy } from './carried.ts'
import { choicesOf } from './choices.ts'
import { listsOfPart, type Part } from './lists.ts'
import { valuesOf } from './values.ts'

/** How many products have the value of a number. */
export type Counts = (value: number) => number

/** Counts those of `products` (undefined: all) that have each value of a part. */
export async function countProducts(edition: Edition, products: Positions | undefined, part: Part): Promise<Counts> {
  const { all } = await valuesOf(edition)
  if (!products) return (value) => all[value]!.size
  const { productCount } = edition
  if (part === 'group' || productCount <= SMALL) return await countByLists(edition, products, part)
  const others = productCount - products.size
  if (Math.min(products.size, others) * MANY > productCount) return await countByLists(edition, products, part)
  const carried = await carriedBy(edition, part)
  const counts = new Uint32Array(all.length)
  await carried.count(others < products.size ? complement(products, carried.extent) : products, counts)
  return others < products.size ? (value) => all[value]!.size - counts[value]! : (value) => counts[value]!
}

/**
 * One of so many products is the most whose values are gone through, be they those that are asked for or those that are
 * not; otherwise it is quicker to go through the list of each value. Groups are few, and so are the products of a small
 * edition, whose lists are at hand: theirs always are.
 */
const MANY = 8

async function countByLists(edition: Edition, products: Positions, part: Part): Promise<Counts> {
  const lists = await listsOfPart(edition, part)
  return (value) => countCommon(products, lists.of(value))
}

/** Counts, for every option at once, those of `products` that have it on one of these variants. */
export async function countVariants(edition: Edition, variants: Positions, products: Positions): Promise<Counts> {
  const [{ all }, choices] = await Promise.all([valuesOf(edition), choicesOf(edition)])
  const counts = new Uint32Array(all.length)
  await choices.count(products, variants, counts)
  return (value) => counts[value]!
}
