import type { Edition } from '../edition/edition.ts'
import { countCommon, type Positions } from '../postings/positions.ts'
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
  if (part === 'group' || products.size * MANY > edition.productCount) {
    const lists = await listsOfPart(edition, part)
    return (value) => countCommon(products, lists.of(value))
  }
  const counts = new Uint32Array(all.length)
  await (await carriedBy(edition, part)).count(products, counts)
  return (value) => counts[value]!
}

/**
 * One of so many products is the most whose values are gone through; with more, it is quicker to go through the list of
 * each value that is asked for. Groups are few: theirs always are.
 */
const MANY = 8

/** Counts, for every option at once, those of `products` that have it on one of these variants. */
export async function countVariants(edition: Edition, variants: Positions, products: Positions): Promise<Counts> {
  const [{ all }, choices] = await Promise.all([valuesOf(edition), choicesOf(edition)])
  const counts = new Uint32Array(all.length)
  await choices.count(products, variants, counts)
  return (value) => counts[value]!
}
