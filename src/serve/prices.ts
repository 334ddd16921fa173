import type { Edition } from '../edition/edition.ts'
import { exactPriceOf } from '../edition/price-term.ts'
import { bytesOf, highest, listOf, type Positions, where } from '../postings/positions.ts'
import type { PriceRange } from './query.ts'
import { BYTES_A_POSITION, step } from './steps.ts'

/** The price of each variant, in cents, at the index that is its position: as doubles where one is beyond 32 bits. */
export class Prices {
  #cents: Uint32Array | Float64Array

  /** For so many positions, and more as they come. */
  constructor(positions: number) {
    this.#cents = new Uint32Array(positions)
  }

  get bytes(): number {
    return this.#cents.byteLength
  }

  /** Notes what these variants cost. */
  note(variants: Positions, price: number): void {
    if (variants.size === 0) return
    const cents = this.#roomFor(highest(variants), price)
    const list = listOf(variants)
    for (let index = 0; index < list.length; index++) cents[list[index]!] = price
  }

  /** Those of a set whose price is within the range. */
  within(variants: Positions, { min = 0, max = Number.POSITIVE_INFINITY }: PriceRange): Positions {
    return where(variants, this.#cents, min, max)
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
export function pricesAtHand(edition: Edition): Prices | undefined {
  if (edition.variantCount < LARGE) return undefined
  const known = edition.atHand<Prices>(KEY)
  if (!known) make(edition)
  return known
}

/** Once an edition, which is noted apart: where the cache has no room to keep them, they are not made for every request. */
function make(edition: Edition): void {
  const made = edition.remembered(
    'prices made',
    () => keep(edition),
    () => 0,
  )
  // Why lists cannot be read is told to the next request that reads one.
  made.catch(() => {})
}

async function keep(edition: Edition): Promise<object> {
  await edition.remembered(
    KEY,
    () => gather(edition),
    ({ bytes }) => bytes,
  )
  return {}
}

const LARGE = 200_000

const KEY = 'prices'

async function gather(edition: Edition): Promise<Prices> {
  const prices = new Prices(edition.variantCount)
  for await (const lists of edition.listsOf('variant', 'price')) {
    for (const { term, positions } of lists) {
      const price = exactPriceOf(term)
      if (price !== undefined) prices.note(positions, price)
      await step(price === undefined ? bytesOf(positions) / BYTES_A_POSITION : positions.size)
    }
  }
  return prices
}
