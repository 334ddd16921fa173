import type { Edition } from '../edition/edition.ts'
import { exactPriceOf } from '../edition/price-term.ts'
import {
  filterByColumn,
  highestPosition,
  memoryBytes,
  type PostingList,
  toSortedPositions,
} from '../index/set-algebra.ts'
import type { PriceRange } from './query.ts'
import { BYTES_PER_POSITION, yieldIfDue } from './steps.ts'

/** The price of each variant, in cents, at the index that is its position: as doubles where one is beyond 32 bits. */
export class PriceColumn {
  #cents: Uint32Array | Float64Array

  /** For so many positions, and more as they come. */
  constructor(positions: number) {
    this.#cents = new Uint32Array(positions)
  }

  get bytes(): number {
    return this.#cents.byteLength
  }

  /** Notes what these variants cost. */
  note(variants: PostingList, price: number): void {
    if (variants.size === 0) return
    const cents = this.#roomFor(highestPosition(variants), price)
    const list = toSortedPositions(variants)
    for (let index = 0; index < list.length; index++) cents[list[index]!] = price
  }

  /** Those of a set whose price is within the range. */
  within(variants: PostingList, { min = 0, max = Number.POSITIVE_INFINITY }: PriceRange): PostingList {
    return filterByColumn(variants, this.#cents, min, max)
  }

  /** The column, with room for a variant and a price. */
  #roomFor(variant: number, price: number): Uint32Array | Float64Array {
    const { length } = this.#cents
    const needsDoubles = price > 0xffffffff && this.#cents instanceof Uint32Array
    if (variant < length && !needsDoubles) return this.#cents
    const doubles = needsDoubles || this.#cents instanceof Float64Array
    const cents = new (doubles ? Float64Array : Uint32Array)(
      variant < length ? length : Math.max(variant + 1, length * 2),
    )
    cents.set(this.#cents)
    this.#cents = cents
    return cents
  }
}

/**
 * The prices of a large edition, if they are in memory; else they are made, behind the request that would have had use for
 * them, which goes by posting lists. Of a small edition there are none: its lists are as quick.
 */
export function peekPriceColumn(edition: Edition): PriceColumn | undefined {
  if (edition.variantCount < LARGE) return undefined
  const known = edition.peek<PriceColumn>(KEY)
  if (!known) make(edition)
  return known
}

/** Once an edition, which is noted apart: where the cache has no room to keep them, they are not made for every request. */
function make(edition: Edition): void {
  const made = edition.memoize(
    'prices made',
    () => keep(edition),
    () => 0,
  )
  // Why lists cannot be read is told to the next request that reads one.
  made.catch(() => {})
}

async function keep(edition: Edition): Promise<object> {
  await edition.memoize(
    KEY,
    () => gather(edition),
    ({ bytes }) => bytes,
  )
  return {}
}

const LARGE = 200_000

const KEY = 'prices'

async function gather(edition: Edition): Promise<PriceColumn> {
  const prices = new PriceColumn(edition.variantCount)
  for await (const lists of edition.scanPostings('variant', 'price')) {
    for (const { term, postings } of lists) {
      const price = exactPriceOf(term)
      if (price !== undefined) prices.note(postings, price)
      await yieldIfDue(price === undefined ? memoryBytes(postings) / BYTES_PER_POSITION : postings.size)
    }
  }
  return prices
}
