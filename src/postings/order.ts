import { countBits, forEach, forEachBit, type Positions, popcount } from './positions.ts'

/** A rank that no position has. */
const NONE = 0xffffffff

/** All positions, sorted by one field. */
export class Order {
  /** The position at each rank. */
  readonly positions: Uint32Array
  #ranks: Uint32Array | undefined
  #runs: readonly Run[] | null | undefined

  constructor(positions: Uint32Array) {
    this.positions = positions
  }

  /** The rank of each position: the order read the other way. Made when first asked for. */
  get ranks(): Uint32Array {
    this.#ranks ??= inverse(this.positions)
    return this.#ranks
  }

  /** Stretches of ranks whose positions rise one by one. Found when first asked for; undefined when they are too short. */
  get runs(): readonly Run[] | undefined {
    if (this.#runs === undefined) this.#runs = runsOf(this.positions) ?? null
    return this.#runs ?? undefined
  }

  /** Memory that the order takes, its ranks included. */
  get bytes(): number {
    return this.positions.byteLength * 2
  }
}

/** A set put in an order: made once, it gives any slice at the same small cost. */
export class Ranked {
  readonly size: number
  readonly #order: Order
  /** The ranks in increasing order, when there are few. */
  readonly #list: Uint32Array | undefined
  /** Otherwise a bit a rank, and how many bits are set before each block of words. */
  readonly #words: Uint32Array
  readonly #before: Uint32Array

  constructor(set: Positions, order: Order) {
    this.size = set.size
    this.#order = order
    const small = set.size * SORT_COST < order.positions.length >>> 5
    const words = small ? NO_WORDS : rankBits(set, order)
    const few = set.size < words.length
    this.#list = small ? sortedRanks(set, order) : few ? bitsOf(words, set.size) : undefined
    this.#words = this.#list ? NO_WORDS : words
    this.#before = countsBefore(this.#words)
  }

  /** Memory that it takes, without the order, which is shared. */
  get bytes(): number {
    return (this.#list ?? this.#words).byteLength + this.#before.byteLength
  }

  /** The positions from `offset` to before `offset + limit`, fewer at the end. */
  slice(offset: number, limit: number): Uint32Array {
    const length = Math.max(0, Math.min(limit, this.size - offset))
    if (length === 0) return new Uint32Array(0)
    const ranks = this.#list ? this.#list.subarray(offset, offset + length) : this.#bitsFrom(offset, length)
    return ranks.map((rank) => this.#order.positions[rank]!)
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

function sortedRanks(set: Positions, { ranks }: Order): Uint32Array {
  const sorted = new Uint32Array(set.size)
  let size = 0
  forEach(set, (position) => {
    sorted[size++] = ranks[position]!
  })
  return sorted.sort()
}

function rankBits(set: Positions, order: Order): Uint32Array {
  const words = new Uint32Array((order.positions.length + 31) >>> 5)
  const { runs } = order
  if ('words' in set && runs) {
    for (const run of runs) copyBits(set.words, run.position, words, run.rank, run.length)
    return words
  }
  const { ranks } = order
  forEach(set, (position) => {
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
    const bits = bitsAt(from, start + done)
    const word = length - done < 32 ? bits & ((1 << (length - done)) - 1) : bits
    const index = (at + done) >>> 5
    const shift = (at + done) & 31
    to[index]! |= word << shift
    if (shift > 0 && index + 1 < to.length) to[index + 1]! |= word >>> (32 - shift)
  }
}

/** 32 bits from bit `start` on; what is beyond the last word is not set. */
function bitsAt(words: Uint32Array, start: number): number {
  const index = start >>> 5
  const shift = start & 31
  const low = (words[index] ?? 0) >>> shift
  return shift === 0 ? low : low | ((words[index + 1] ?? 0) << (32 - shift))
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

function inverse(positions: Uint32Array): Uint32Array {
  let highest = -1
  for (const position of positions) if (position > highest) highest = position
  const ranks = new Uint32Array(highest + 1).fill(NONE)
  for (let rank = 0; rank < positions.length; rank++) ranks[positions[rank]!] = rank
  return ranks
}
