import { lowestBit } from './bits.ts'
import { fromBits, fromSorted, highestPosition, type PostingList, toSortedPositions } from './posting-list.ts'

/** The price of each variant, in cents, at the index that is the variant's position. Doubles if a price exceeds 32 bits. */
export class PriceColumn {
  #cents: Uint32Array | Float64Array

  /** `positions` is a first estimate. The column grows as prices are added. */
  constructor(positions: number) {
    this.#cents = new Uint32Array(positions)
  }

  /** Memory, in bytes. */
  get bytes(): number {
    return this.#cents.byteLength
  }

  /** Sets the price of these variants. */
  add(variants: PostingList, price: number): void {
    if (variants.size === 0) return
    const cents = this.#roomFor(highestPosition(variants), price)
    const list = toSortedPositions(variants)
    for (let index = 0; index < list.length; index++) cents[list[index]!] = price
  }

  /** The variants of a set whose price is from `min` to `max`. */
  filter(variants: PostingList, min: number, max: number): PostingList {
    return filterByColumn(variants, this.#cents, min, max)
  }

  /** The column, grown if need be to hold this variant and this price. */
  #roomFor(variant: number, price: number): Uint32Array | Float64Array {
    const { length } = this.#cents
    const needsDoubles = price > 0xffffffff || this.#cents instanceof Float64Array
    if (variant < length && needsDoubles === this.#cents instanceof Float64Array) return this.#cents
    const newLength = variant < length ? length : Math.max(variant + 1, length * 2)
    const cents = new (needsDoubles ? Float64Array : Uint32Array)(newLength)
    cents.set(this.#cents)
    this.#cents = cents
    return cents
  }
}

/** The positions of a set whose number in `column` is from `min` to `max`. */
export function filterByColumn(
  set: PostingList,
  column: Uint32Array | Float64Array,
  min: number,
  max: number,
): PostingList {
  if ('words' in set) return filterBits(set.words, column, min, max)
  const matches = new Uint32Array(set.size)
  let size = 0
  for (let i = 0; i < set.size; i++) {
    const number = column[set.list[i]!]!
    if (number >= min && number <= max) matches[size++] = set.list[i]!
  }
  return fromSorted(matches.slice(0, size))
}

function filterBits(words: Uint32Array, column: Uint32Array | Float64Array, min: number, max: number): PostingList {
  const matches = words.slice()
  for (let index = 0; index < words.length; index++)
    for (let word = words[index]!; word !== 0; word &= word - 1) {
      const number = column[index * 32 + lowestBit(word)]!
      if (number < min || number > max) matches[index]! ^= word & -word
    }
  return fromBits(matches)
}
