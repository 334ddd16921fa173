import { countBits, indexesOfBits, orBits, popcount, setBits } from './bits.ts'
import { contains, type PostingList, seek, toSortedPositions } from './posting-list.ts'
import type { SortOrder } from './sort-order.ts'

/**
 * A set in a sort order, of which any slice can be read. A slice near the start is found by walking along the order.
 * For any other slice the ranks of the set are sorted once; every slice then has the same small cost.
 */
export class SortedView {
  readonly size: number
  readonly #set: PostingList
  readonly #order: SortOrder
  /** Steps along the order that may still be walked. In all they cost as much as sorting the ranks. */
  #stepsLeft: number
  #ranks: SortedRanks | undefined

  constructor(set: PostingList, order: SortOrder) {
    this.size = set.size
    this.#set = set
    this.#order = order
    this.#stepsLeft = sortingCost(set, order) / ('list' in set ? LIST_STEP_COST : BITS_STEP_COST)
  }

  /** Approximate memory without the set and the order, in bytes. */
  get bytes(): number {
    return VIEW_BYTES + (this.#ranks?.bytes ?? 0)
  }

  /** The positions from `offset` to before `offset + limit`, fewer at the end. */
  slice(offset: number, limit: number): Uint32Array {
    const length = Math.max(0, Math.min(limit, this.size - offset))
    if (length === 0) return new Uint32Array(0)
    const walked = this.#ranks ? undefined : this.#walk(offset, length)
    if (walked) return walked
    this.#ranks ??= new SortedRanks(this.#set, this.#order)
    return this.#ranks.slice(offset, length).map((rank) => this.#order.positions[rank]!)
  }

  /** Walks along the order from its start. Undefined if that takes too many steps. */
  #walk(offset: number, length: number): Uint32Array | undefined {
    const { positions } = this.#order
    const expectedSteps = ((offset + length) * positions.length) / this.size
    if (expectedSteps > this.#stepsLeft) return undefined
    const steps = Math.min(positions.length, Math.ceil(this.#stepsLeft))
    const slice = new Uint32Array(length)
    let passed = 0
    for (let rank = 0; rank < steps; rank++) {
      if (!contains(this.#set, positions[rank]!)) continue
      if (passed >= offset) slice[passed - offset] = positions[rank]!
      if (++passed < offset + length) continue
      this.#stepsLeft -= rank
      return slice
    }
    this.#stepsLeft = 0
    return undefined
  }
}

/** Approximate memory of a view whose ranks are not sorted, in bytes. */
const VIEW_BYTES = 150

/** The cost of one step along an order, in nanoseconds, for a sparse set and for a dense one. */
const LIST_STEP_COST = 16
const BITS_STEP_COST = 2

/** The cost of sorting the ranks of a set, in nanoseconds. */
function sortingCost(set: PostingList, order: SortOrder): number {
  return isSortedAsList(set, order) ? set.size * 15 : set.size * 3 + order.positions.length / 16
}

/** Whether sorting a list of ranks is faster than setting and counting a bit for each rank. */
function isSortedAsList(set: PostingList, { positions }: SortOrder): boolean {
  return set.size * WORDS_PER_SORTED_RANK < positions.length >>> 5
}

/** Words that can be cleared and counted in the time that it takes to sort one rank. */
const WORDS_PER_SORTED_RANK = 32

/** The ranks of a set, in increasing order. */
class SortedRanks {
  /** The ranks themselves, if they are few. */
  readonly #list: Uint32Array | undefined
  /** Else a bit for each rank, and the number of bits set before each block of words. */
  readonly #words: Uint32Array
  readonly #countsBefore: Uint32Array

  constructor(set: PostingList, order: SortOrder) {
    const words = isSortedAsList(set, order) ? undefined : rankBits(set, order)
    if (!words) this.#list = ranksOf(toSortedPositions(set), order).sort()
    else if (set.size < words.length) this.#list = indexesOfBits(words, set.size)
    this.#words = this.#list ? NO_WORDS : words!
    this.#countsBefore = countsBeforeBlocks(this.#words)
  }

  get bytes(): number {
    return (this.#list ?? this.#words).byteLength + this.#countsBefore.byteLength
  }

  slice(offset: number, length: number): Uint32Array {
    return this.#list ? this.#list.slice(offset, offset + length) : this.#sliceOfBits(offset, length)
  }

  /** Skips complete blocks, then complete words, then bits. */
  #sliceOfBits(offset: number, length: number): Uint32Array {
    const block = seek(this.#countsBefore, offset + 1, 0) - 1
    let passed = this.#countsBefore[block]!
    const slice = new Uint32Array(length)
    for (let size = 0, at = block * BLOCK; size < length; at++) {
      if (at >= this.#words.length) throw new Error('an order lacks positions that a posting list has')
      const count = popcount(this.#words[at]!)
      if (passed + count <= offset) passed += count
      else
        for (let word = this.#words[at]!; word !== 0 && size < length; word &= word - 1)
          if (passed++ >= offset) slice[size++] = at * 32 + 31 - Math.clz32(word & -word)
    }
    return slice
  }
}

/** Words in a block. */
const BLOCK = 64

const NO_WORDS = new Uint32Array(0)

function ranksOf(positions: Uint32Array, { ranks }: SortOrder): Uint32Array {
  const result = new Uint32Array(positions.length)
  // By index: `map` takes three times as long.
  for (let i = 0; i < positions.length; i++) result[i] = ranks[positions[i]!]!
  return result
}

/** A bit for each rank. */
function rankBits(set: PostingList, order: SortOrder): Uint32Array {
  const bits = new Uint32Array((order.positions.length + 31) >>> 5)
  if ('list' in set) setBits(bits, ranksOf(set.list, order))
  else if (order.runs.length === 0) setRankBits(bits, set.words, order.ranks)
  else for (const run of order.runs) orBits(set.words, run.position, bits, run.rank, run.length)
  return bits
}

function setRankBits(bits: Uint32Array, words: Uint32Array, ranks: Uint32Array): void {
  for (let index = 0; index < words.length; index++)
    for (let word = words[index]!; word !== 0; word &= word - 1) {
      const rank = ranks[index * 32 + 31 - Math.clz32(word & -word)]!
      bits[rank >>> 5]! |= 1 << (rank & 31)
    }
}

function countsBeforeBlocks(words: Uint32Array): Uint32Array {
  const counts = new Uint32Array(Math.ceil(words.length / BLOCK))
  for (let block = 1; block < counts.length; block++)
    counts[block] = counts[block - 1]! + countBits(words, (block - 1) * BLOCK, block * BLOCK)
  return counts
}
