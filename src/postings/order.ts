import { forEach, type Positions, popcount } from './positions.ts'

/** A rank that no position has. */
const NONE = 0xffffffff

/** All positions, sorted by one field. */
export class Order {
  /** The position at each rank. */
  readonly positions: Uint32Array
  #ranks: Uint32Array | undefined

  constructor(positions: Uint32Array) {
    this.positions = positions
  }

  /** The rank of each position: the order read the other way. Made when first asked for. */
  get ranks(): Uint32Array {
    this.#ranks ??= inverse(this.positions)
    return this.#ranks
  }

  /** Memory that the order takes, its ranks included. */
  get bytes(): number {
    return this.positions.byteLength * 2
  }
}

/**
 * The positions of `set` from `offset` to before `offset + limit`, in the order. Costs the same wherever the slice lies:
 * a small set is put in order by sorting its ranks, a large one by setting the bit of each rank and counting whole words.
 */
export function slice(set: Positions, order: Order, offset: number, limit: number): Uint32Array {
  const length = Math.max(0, Math.min(limit, set.size - offset))
  if (length === 0) return new Uint32Array(0)
  const small = set.size * SORT_COST < order.positions.length >>> 5
  const ranks = small
    ? sortedRanks(set, order).subarray(offset, offset + length)
    : ranksBetween(set, order, offset, length)
  return ranks.map((rank) => order.positions[rank]!)
}

/** How many words can be counted in the time that sorting takes for one position. */
const SORT_COST = 32

function sortedRanks(set: Positions, { ranks }: Order): Uint32Array {
  const sorted = new Uint32Array(set.size)
  let size = 0
  forEach(set, (position) => {
    sorted[size++] = ranks[position]!
  })
  return sorted.sort()
}

/** The ranks of the positions from `offset` on, `length` of them, in increasing order. */
function ranksBetween(set: Positions, order: Order, offset: number, length: number): Uint32Array {
  const words = rankBits(set, order)
  const found = new Uint32Array(length)
  let at = 0
  let passed = 0
  for (; at < words.length; at++) {
    const count = popcount(words[at]!)
    if (passed + count > offset) break
    passed += count
  }
  for (let size = 0; size < length && at < words.length; at++) {
    for (let word = words[at]!; word !== 0 && size < length; word &= word - 1) {
      if (passed++ >= offset) found[size++] = at * 32 + 31 - Math.clz32(word & -word)
    }
  }
  return found
}

function rankBits(set: Positions, order: Order): Uint32Array {
  const { ranks } = order
  const words = new Uint32Array((order.positions.length + 31) >>> 5)
  forEach(set, (position) => {
    const rank = ranks[position]!
    words[rank >>> 5]! |= 1 << (rank & 31)
  })
  return words
}

function inverse(positions: Uint32Array): Uint32Array {
  let highest = -1
  for (const position of positions) if (position > highest) highest = position
  const ranks = new Uint32Array(highest + 1).fill(NONE)
  for (let rank = 0; rank < positions.length; rank++) ranks[positions[rank]!] = rank
  return ranks
}
