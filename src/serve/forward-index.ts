import type { Edition } from '../edition/edition.ts'
import { highestPosition, type PostingList } from '../index/set-algebra.ts'
import { type FacetDimension, facetPostingsOf } from './facet-postings.ts'
import { CHUNK_POSITIONS, forEachChunk, yieldIfDue } from './steps.ts'

/**
 * The values of each product: posting lists read the other way. Those of the product at position `p` lie together, in the
 * order of their numbers:
 *
 *     starts  … 12 14 17 …
 *     values  … 3 8 | 0 3 9 | …
 */
export class ForwardIndex {
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
  async count(products: PostingList, counts: Uint32Array): Promise<void> {
    await forEachChunk(products, (some) => this.#count(some, counts))
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
export function forwardIndexOf(edition: Edition, part: FacetDimension): Promise<ForwardIndex> {
  return edition.memoize(
    `product values ${part}`,
    () => gather(edition, part),
    ({ bytes }) => bytes,
  )
}

async function gather(edition: Edition, part: FacetDimension): Promise<ForwardIndex> {
  const lists = [...(await facetPostingsOf(edition, part))]
  const extent = lists.reduce((most, { postings }) => Math.max(most, highestPosition(postings) + 1), 0)
  const starts = new Uint32Array(extent + 2)
  // Each product's count first stands two places on, its start one place on, and its end, once it is filled, in its own.
  for (const { postings } of lists)
    await forEachChunk(postings, (some) => {
      for (let index = 0; index < some.length; index++) starts[some[index]! + 2]!++
    })
  for (let from = 2; from < starts.length; from += CHUNK_POSITIONS) {
    const to = Math.min(starts.length, from + CHUNK_POSITIONS)
    for (let at = from; at < to; at++) starts[at]! += starts[at - 1]!
    await yieldIfDue(to - from)
  }
  const few = lists.every(({ ordinal }) => ordinal < 65_536)
  const values = new (few ? Uint16Array : Uint32Array)(starts[starts.length - 1]!)
  for (const { postings, ordinal } of lists)
    await forEachChunk(postings, (some) => {
      for (let index = 0; index < some.length; index++) values[starts[some[index]! + 1]!++] = ordinal
    })
  return new ForwardIndex(starts.subarray(0, -1), values)
}
