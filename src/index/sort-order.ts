import { yieldToEventLoop } from '../runtime/event-loop.ts'
import { scratch } from './scratch.ts'
import {
  contains,
  countBits,
  forEachBit,
  forEachPosition,
  type PostingList,
  popcount,
  read32Bits,
} from './set-algebra.ts'

/** Ranks made between two turns of the event loop. */
const RANKED_AT_ONCE = 100_000

/** A rank that no position has. */
const NONE = 0xffffffff

/** All positions, sorted by one field. */
export class SortOrder {
  /** The position at each rank. */
  readonly positions: Uint32Array
  #ranks: Uint32Array | undefined
  #prepared: Promise<void> | undefined
  #runs: readonly Run[] | null | undefined

  constructor(positions: Uint32Array) {
    this.positions = positions
  }

  /** The rank of each position: the order read the other way. Made when first asked for, unless `prepare` was. */
  get ranks(): Uint32Array {
    if (!this.#ranks) {
      this.#ranks = noRanks(highestOf(this.positions) + 1)
      rank(this.positions, 0, this.positions.length, this.#ranks)
    }
    return this.#ranks
  }

  /** Makes the ranks, for many in steps between which others come through: four million take 45 ms. */
  buildRanks(): Promise<void> {
    this.#prepared ??= this.#prepare()
    return this.#prepared
  }

  async #prepare(): Promise<void> {
    const { length } = this.positions
    if (this.#ranks || length <= RANKED_AT_ONCE) return
    let highest = -1
    for (let from = 0; from < length; from += RANKED_AT_ONCE) {
      await yieldToEventLoop()
      highest = Math.max(highest, highestOf(this.positions.subarray(from, from + RANKED_AT_ONCE)))
    }
    const ranks = noRanks(highest + 1)
    for (let from = 0; from < length; from += RANKED_AT_ONCE) {
      await yieldToEventLoop()
      rank(this.positions, from, Math.min(length, from + RANKED_AT_ONCE), ranks)
    }
    this.#ranks = ranks
  }

  /** Stretches of ranks whose positions rise one by one. Found when first asked for; undefined when they are too short. */
  get runs(): readonly Run[] | undefined {
    if (this.#runs === undefined) this.#runs = runsOf(this.positions) ?? null
    return this.#runs ?? undefined
  }

  /** Memory that the order takes, its ranks included. */
  get memoryBytes(): number {
    return this.positions.byteLength * 2
  }
}

/**
 * A set put in an order: gives any slice. A slice that is near the beginning is looked for along the order; for any other
 * the ranks of the set are put in order once, and every slice is then at the same small cost.
 */
export class SortedView {
  readonly size: number
  readonly #set: PostingList
  readonly #order: SortOrder
  /** Steps along the order that have cost as much as putting the ranks in order would. */
  #patience: number
  #ranks: SortedRanks | undefined

  constructor(set: PostingList, order: SortOrder) {
    this.size = set.size
    this.#set = set
    this.#order = order
    this.#patience = sortingCost(set, order) / ('list' in set ? LIST_STEP : BITS_STEP)
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

  /** Goes along the order from its beginning; undefined if that takes too long. */
  #walk(offset: number, length: number): Uint32Array | undefined {
    const { positions } = this.#order
    if (((offset + length) * positions.length) / this.size > this.#patience) return undefined
    const steps = Math.min(positions.length, Math.ceil(this.#patience))
    const found = new Uint32Array(length)
    let passed = 0
    for (let rank = 0; rank < steps; rank++) {
      if (!contains(this.#set, positions[rank]!)) continue
      if (passed >= offset) found[passed - offset] = positions[rank]!
      if (++passed < offset + length) continue
      this.#patience -= rank
      return found
    }
    this.#patience = 0
    return undefined
  }
}

/** The ranks of a set, in increasing order. */
class SortedRanks {
  /** The ranks themselves, when there are few. */
  readonly #list: Uint32Array | undefined
  /** Otherwise a bit a rank, and how many bits are set before each block of words. */
  readonly #words: Uint32Array
  readonly #before: Uint32Array

  constructor(set: PostingList, order: SortOrder) {
    const sorts = sortsFaster(set, order)
    const words = sorts ? NO_WORDS : rankBits(set, order)
    const few = set.size < words.length
    this.#list = sorts ? sortedRanks(set, order) : few ? bitsOf(words, set.size) : undefined
    this.#words = this.#list ? NO_WORDS : words.slice()
    this.#before = countsBefore(this.#words)
  }

  slice(offset: number, length: number): Uint32Array {
    return this.#list ? this.#list.slice(offset, offset + length) : this.#bitsFrom(offset, length)
  }

  /** Skips whole blocks, then whole words, then bits. */
  #bitsFrom(offset: number, length: number): Uint32Array {
    let block = lastAtMost(this.#before, offset)
    let passed = this.#before[block]!
    block *= BLOCK
    const found = new Uint32Array(length)
    for (let size = 0, at = block; size < length; at++) {
      if (at >= this.#words.length) throw new Error('an order lacks positions that a posting list has')
      const count = popcount(this.#words[at]!)
      if (passed + count <= offset) passed += count
      else
        for (let word = this.#words[at]!; word !== 0 && size < length; word &= word - 1) {
          if (passed++ >= offset) found[size++] = at * 32 + 31 - Math.clz32(word & -word)
        }
    }
    return found
  }
}

/** Words whose bits are counted together. */
const BLOCK = 64

/** How many words can be set to zero and counted in the time that sorting takes for one position. */
const SORT_COST = 32

const NO_WORDS = new Uint32Array(0)

/** What a step along an order takes, reckoned in nanoseconds, for a set that is a list and for one of bits. */
const LIST_STEP = 16
const BITS_STEP = 2

/** What it takes to put the ranks of a set in order, reckoned in nanoseconds. */
function sortingCost(set: PostingList, order: SortOrder): number {
  return sortsFaster(set, order) ? set.size * 15 : set.size * 3 + order.positions.length / 16
}

function sortsFaster(set: PostingList, { positions }: SortOrder): boolean {
  return set.size * SORT_COST < positions.length >>> 5
}

function sortedRanks(set: PostingList, { ranks }: SortOrder): Uint32Array {
  const sorted = new Uint32Array(set.size)
  let size = 0
  forEachPosition(set, (position) => {
    sorted[size++] = ranks[position]!
  })
  return sorted.sort()
}

/** A bit a rank, in the scratch. */
function rankBits(set: PostingList, order: SortOrder): Uint32Array {
  const words = scratch((order.positions.length + 31) >>> 5).fill(0)
  const { runs } = order
  if ('words' in set && runs) {
    for (const run of runs) copyBits(set.words, run.position, words, run.rank, run.length)
    return words
  }
  const { ranks } = order
  forEachPosition(set, (position) => {
    const rank = ranks[position]!
    words[rank >>> 5]! |= 1 << (rank & 31)
  })
  return words
}

/** Ranks from `rank` on that have the positions from `position` on, one by one. */
interface Run {
  readonly rank: number
  readonly position: number
  readonly length: number
}

/** Runs shorter than this, on average, are not worth copying. */
const RUN_LENGTH = 64

/** The order in which products are loaded is most of the default order, so its bits can be copied 32 at a time. */
function runsOf(positions: Uint32Array): Run[] | undefined {
  const most = positions.length / RUN_LENGTH + 1
  const runs: Run[] = []
  for (let rank = 0; rank < positions.length; ) {
    let end = rank + 1
    while (end < positions.length && positions[end] === positions[end - 1]! + 1) end++
    if (runs.push({ rank, position: positions[rank]!, length: end - rank }) > most) return undefined
    rank = end
  }
  return runs
}

/** Sets `length` bits of `to`, from bit `at` on, where those of `from`, from bit `start` on, are set. */
function copyBits(from: Uint32Array, start: number, to: Uint32Array, at: number, length: number): void {
  for (let done = 0; done < length; done += 32) {
    const bits = read32Bits(from, start + done)
    const word = length - done < 32 ? bits & ((1 << (length - done)) - 1) : bits
    const index = (at + done) >>> 5
    const shift = (at + done) & 31
    to[index]! |= word << shift
    if (shift > 0 && index + 1 < to.length) to[index + 1]! |= word >>> (32 - shift)
  }
}

function bitsOf(words: Uint32Array, size: number): Uint32Array {
  const list = new Uint32Array(size)
  let at = 0
  forEachBit(words, (rank) => {
    list[at++] = rank
  })
  return list
}

/** How many bits are set before each block of words. */
function countsBefore(words: Uint32Array): Uint32Array {
  const before = new Uint32Array(Math.ceil(words.length / BLOCK))
  for (let block = 1; block < before.length; block++) {
    before[block] = before[block - 1]! + countBits(words, (block - 1) * BLOCK, block * BLOCK)
  }
  return before
}

/** The last index whose count is not above `offset`. */
function lastAtMost(counts: Uint32Array, offset: number): number {
  let low = 0
  let high = counts.length
  // Invariant: counts before `low` are at most `offset`; those from `high` on are above it.
  while (low < high) {
    const middle = (low + high) >>> 1
    if (counts[middle]! <= offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

function highestOf(positions: Uint32Array): number {
  let highest = -1
  // By index: a typed array's iterator takes ten times as long, until it is compiled.
  for (let rank = 0; rank < positions.length; rank++) if (positions[rank]! > highest) highest = positions[rank]!
  return highest
}

/** A place for the rank of each of so many positions. */
function noRanks(positions: number): Uint32Array {
  return new Uint32Array(positions).fill(NONE)
}

/** Notes the ranks from `from` to before `to`. */
function rank(positions: Uint32Array, from: number, to: number, ranks: Uint32Array): void {
  for (let at = from; at < to; at++) ranks[positions[at]!] = at
}
