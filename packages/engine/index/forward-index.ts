import type { Steps } from '@vitrine/runtime/steps'
import { highestPosition, type PostingList } from './posting-list.ts'
import { chunksOf, rangesUpTo, type Workspace } from './steps.ts'

/**
 * The facet values of each product: the inverse of the posting lists of the values. A value is an ordinal. The values
 * of the product at position `p` are `values[starts[p]]` to before `values[starts[p + 1]]`, in increasing order:
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

  /** Memory, in bytes. */
  get bytes(): number {
    return this.starts.byteLength + this.values.byteLength
  }

  /** All products with values are at positions below it. */
  get extent(): number {
    return this.starts.length - 1
  }

  /** The index of a product's value among `values`. Throws if the product lacks the value. */
  indexOf(product: number, value: number): number {
    const end = this.starts[product + 1] ?? 0
    for (let at = this.starts[product]!; at < end; at++) if (this.values[at] === value) return at
    throw new Error(`the product at ${product} lacks a value that one of its variants has`)
  }

  /** Adds to `counts[v]` the number of products that have the value v. */
  *count(products: PostingList, counts: Uint32Array, { chunk: buffer }: Workspace): Steps<void> {
    for (const chunk of chunksOf(products, buffer)) {
      this.#countChunk(chunk, counts)
      yield chunk.length
    }
  }

  /** The number of products that have each value from `first` to before `end`, by the value less `first`. */
  *countBetween(
    products: PostingList,
    [first, end]: readonly [first: number, end: number],
    { chunk: buffer }: Workspace,
  ): Steps<Uint32Array> {
    const counts = new Uint32Array(end - first)
    for (const chunk of chunksOf(products, buffer)) {
      countValuesFrom(first, chunk, this, counts)
      yield chunk.length
    }
    return counts
  }

  #countChunk(products: Uint32Array, counts: Uint32Array): void {
    const { starts, values } = this
    for (let index = 0; index < products.length; index++) {
      const product = products[index]!
      countRange(values, starts[product]!, starts[product + 1] ?? 0, counts)
    }
  }
}

/** A function of its own, so that V8 soon compiles the loop. */
function countRange(values: Uint16Array | Uint32Array, from: number, to: number, counts: Uint32Array): void {
  for (let at = from; at < to; at++) counts[values[at]!]!++
}

/** Counts the values from `first`, as many as `counts` has room for. */
function countValuesFrom(
  first: number,
  products: Uint32Array,
  { starts, values }: ForwardIndex,
  counts: Uint32Array,
): void {
  for (let index = 0; index < products.length; index++) {
    const product = products[index]!
    const end = starts[product + 1]!
    for (let at = starts[product]!; at < end; at++) {
      const place = values[at]! - first
      if (place >= 0 && place < counts.length) counts[place]!++
    }
  }
}

/**
 * Inverts posting lists: `postings[v]` has the products with the value v. Counting sort: `starts[p + 2]` first holds
 * the count of product p, then its start; after filling, `starts[p + 1]` holds its end.
 */
export function* buildForwardIndex(postings: readonly PostingList[]): Steps<ForwardIndex> {
  const used = [...postings.entries()].filter(([, { size }]) => size > 0)
  const extent = used.reduce((most, [, list]) => Math.max(most, highestPosition(list) + 1), 0)
  const starts = new Uint32Array(extent + 2)
  for (const [, list] of used)
    for (const chunk of chunksOf(list)) {
      countProducts(chunk, starts)
      yield chunk.length
    }
  for (const [from, to] of rangesUpTo(starts.length)) {
    sumUp(starts, Math.max(1, from), to)
    yield to - from
  }
  const highestValue = used.at(-1)?.[0] ?? 0
  const values = new (highestValue < 65_536 ? Uint16Array : Uint32Array)(starts[starts.length - 1]!)
  for (const [value, list] of used)
    for (const chunk of chunksOf(list)) {
      fillValue(value, chunk, starts, values)
      yield chunk.length
    }
  return new ForwardIndex(starts.subarray(0, -1), values)
}

function countProducts(products: Uint32Array, starts: Uint32Array): void {
  for (let index = 0; index < products.length; index++) starts[products[index]! + 2]!++
}

/** Turns counts into running totals. */
function sumUp(counts: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; at++) counts[at]! += counts[at - 1]!
}

function fillValue(value: number, products: Uint32Array, starts: Uint32Array, values: Uint16Array | Uint32Array): void {
  for (let index = 0; index < products.length; index++) values[starts[products[index]! + 1]!++] = value
}
