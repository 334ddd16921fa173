import { setImmediate as turn } from 'node:timers/promises'
import type { Edition } from '../edition/edition.ts'
import { DEFAULT_SORT } from '../edition/term.ts'
import { listOf, type Positions, positionsOf, subtract } from '../postings/positions.ts'
import { carriedBy, type Part } from './carried.ts'
import { familiesOf } from './families.ts'
import { valuesOf } from './values.ts'

/** How many products have the value of a number. */
export type Counts = (value: number) => number

/** Counts, for every value of a part at once, those of `products` (undefined: all) that have it. */
export async function countProducts(edition: Edition, products: Positions | undefined, part: Part): Promise<Counts> {
  const { all } = await valuesOf(edition)
  if (!products) return (value) => all[value]!.size
  const carried = await carriedBy(edition, 'product', part)
  if (products.size > MANY) await turn()
  const counts = new Uint32Array(all.length)
  if (products.size * 2 < edition.productCount) {
    carried.countOf(listOf(products), counts)
    return (value) => counts[value]!
  }
  // Of most products, it is quicker to count those that are left out.
  const { positions } = await edition.order('product', DEFAULT_SORT)
  carried.countOf(listOf(subtract(positionsOf(positions), products)), counts)
  return (value) => all[value]!.size - counts[value]!
}

/** Counts, for every option at once, those of `products` that have it on one of these variants. */
export async function countVariants(edition: Edition, variants: Positions, products: Positions): Promise<Counts> {
  const { all } = await valuesOf(edition)
  const carried = await carriedBy(edition, 'variant', 'option')
  const families = await familiesOf(edition)
  const counts = new Uint32Array(all.length)
  const counted = new Uint32Array(all.length).fill(NOBODY)
  await families.forEach(products, variants, (variant, product) => carried.countFor(product, variant, counts, counted))
  return (value) => counts[value]!
}

/** Before so many products are counted, others come through. */
const MANY = 50_000

/** A position that no product has. */
const NOBODY = 0xffffffff
