import { setImmediate as turn } from 'node:timers/promises'
import type { Edition } from '../edition/edition.ts'
import { asBits, has, listOf, type Positions } from '../postings/positions.ts'
import { carriedBy } from './carried.ts'
import { familiesOf } from './families.ts'
import { valuesOf } from './values.ts'

/** How many products have the value of a number. */
export type Counts = (value: number) => number

/** Counts, for every value at once, those of `products` (undefined: all) that have it. */
export async function countProducts(edition: Edition, products: Positions | undefined): Promise<Counts> {
  const { all } = await valuesOf(edition)
  if (!products) return (value) => all[value]!.size
  const carried = await carriedBy(edition, 'product')
  const counts = new Uint32Array(all.length)
  if (products.size * 2 < edition.productCount) {
    carried.countOf(products, counts)
    return (value) => counts[value]!
  }
  // Of most products, it is quicker to count those that are left out.
  carried.countOutside(products, counts)
  return (value) => all[value]!.size - counts[value]!
}

/** Products that are gone through between two turns of the event loop. */
const PRODUCTS_AT_ONCE = 50_000

/** Counts, for every option at once, those of `products` that have it on one of these variants. */
export async function countVariants(edition: Edition, variants: Positions, products: Positions): Promise<Counts> {
  const { all } = await valuesOf(edition)
  const carried = await carriedBy(edition, 'variant')
  const families = await familiesOf(edition)
  const quick = products.size > variants.size / 32 ? asBits(variants) : variants
  const counts = new Uint32Array(all.length)
  const counted = new Uint32Array(all.length).fill(NOBODY)
  const list = listOf(products)
  for (let from = 0; from < list.length; from += PRODUCTS_AT_ONCE) {
    if (from > 0) await turn()
    for (const product of list.subarray(from, from + PRODUCTS_AT_ONCE))
      for (const variant of families.of(product))
        if (has(quick, variant)) carried.countFor(product, variant, counts, counted)
  }
  return (value) => counts[value]!
}

/** A position that no product has. */
const NOBODY = 0xffffffff
