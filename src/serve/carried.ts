import type { Edition } from '../edition/edition.ts'
import { highest, type Positions } from '../postings/positions.ts'
import { listsOfPart, type Part } from './lists.ts'
import { AT_ONCE, inSteps, step } from './steps.ts'

/**
 * The values of each product: posting lists read the other way. Those of the product at position `p` lie together, in the
 * order of their numbers:
 *
 *     starts  … 12 14 17 …
 *     values  … 3 8 | 0 3 9 | …
 */
export class Carried {
  readonly starts: Uint32Array
  readonly values: Uint16Array | Uint32Array

  constructor(starts: Uint32Array, values: Uint16Array | Uint32Array) {
    this.starts = starts
    this.values = values
  }

  get bytes(): number {
    return this.starts.byteLength + this.values.byteLength
  }

  /** The positions below it have values, if any do. */
  get extent(): number {
    return this.starts.length - 1
  }

  /** Where a value of a product stands among `values`. */
  indexOf(product: number, value: number): number {
    const end = this.starts[product + 1] ?? 0
    for (let at = this.starts[product]!; at < end; at++) if (this.values[at] === value) return at
    throw new Error(`the product at ${product} lacks a value that one of its variants has`)
  }

  /** Counts the values of each product, by number. */
  async count(products: Positions, counts: Uint32Array): Promise<void> {
    await inSteps(products, (some) => this.#count(some, counts))
  }

  #count(products: Uint32Array, counts: Uint32Array): void {
    const { starts, values } = this
    for (let index = 0; index < products.length; index++) {
      const product = products[index]!
      countBetween(values, starts[product]!, starts[product + 1] ?? 0, counts)
    }
  }
}

/** A loop of its own, so that it is soon compiled as a whole. */
function countBetween(values: Uint16Array | Uint32Array, from: number, to: number, counts: Uint32Array): void {
  for (let at = from; at < to; at++) counts[values[at]!]!++
}

/** The values of all products, of one part: made once an edition, in steps that let others through. */
export function carriedBy(edition: Edition, part: Part): Promise<Carried> {
  return edition.remembered(
    `product values ${part}`,
    () => gather(edition, part),
    ({ bytes }) => bytes,
  )
}

async function gather(edition: Edition, part: Part): Promise<Carried> {
  const lists = [...(await listsOfPart(edition, part))]
  const extent = lists.reduce((most, { positions }) => Math.max(most, highest(positions) + 1), 0)
  const starts = new Uint32Array(extent + 2)
  // Each product's count first stands two places on, its start one place on, and its end, once it is filled, in its own.
  for (const { positions } of lists)
    await inSteps(positions, (some) => {
      for (let index = 0; index < some.length; index++) starts[some[index]! + 2]!++
    })
  for (let from = 2; from < starts.length; from += AT_ONCE) {
    const to = Math.min(starts.length, from + AT_ONCE)
    for (let at = from; at < to; at++) starts[at]! += starts[at - 1]!
    await step(to - from)
  }
  const few = lists.every(({ number }) => number < 65_536)
  const values = new (few ? Uint16Array : Uint32Array)(starts[starts.length - 1]!)
  for (const { positions, number } of lists)
    await inSteps(positions, (some) => {
      for (let index = 0; index < some.length; index++) values[starts[some[index]! + 1]!++] = number
    })
  return new Carried(starts.subarray(0, -1), values)
}
