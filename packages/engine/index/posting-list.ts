import { bitAt, countBits, indexesOfBits, read32Bits, setBits } from './bits.ts'

/**
 * An immutable set of positions: a sorted list if sparse, a bit set if dense. The size alone decides which of the two:
 * a bit set is used where it takes no more memory than the list.
 *
 *     sparse  [3, 7, 4000000]                  4 bytes a position
 *     dense   word 0: ...10001000, word 1: …   1 bit a position up to the highest
 */
export type PostingList = SparsePostings | DensePostings

declare const sorted: unique symbol

/** Strictly increasing positions. Only this folder makes one, so its type is proof of the order. */
export type SortedPositions = Uint32Array & { readonly [sorted]: true }

interface SparsePostings {
  readonly size: number
  readonly list: SortedPositions
}

export interface DensePostings {
  readonly size: number
  /** Bit `p & 31` of word `p >>> 5` is set if the set has the position `p`. The last word is not 0. */
  readonly words: Uint32Array
}

export const NO_POSTINGS: PostingList = { size: 0, list: new Uint32Array(0) as SortedPositions }

/** The set of these positions, in any order, with or without duplicates. Copies them. */
export function toPostingList(positions: Iterable<number>): PostingList {
  // `slice` copies without an iterator.
  const list = positions instanceof Uint32Array ? positions.slice() : Uint32Array.from(positions)
  if (isIncreasing(list)) return fromSorted(list)
  let highest = 0
  for (let i = 0; i < list.length; i++) if (list[i]! > highest) highest = list[i]!
  if (list.length * WORDS_PER_SORTED_POSITION > highest >>> 5)
    return fromBits(setBits(new Uint32Array((highest >>> 5) + 1), list))
  list.sort()
  let size = 0
  for (let i = 0; i < list.length; i++) if (size === 0 || list[size - 1] !== list[i]) list[size++] = list[i]!
  return fromSorted(list.subarray(0, size))
}

/** Words that can be cleared and counted in the time that it takes to sort one position. */
const WORDS_PER_SORTED_POSITION = 16

function isIncreasing(list: Uint32Array): boolean {
  for (let i = 1; i < list.length; i++) if (list[i]! <= list[i - 1]!) return false
  return true
}

/** The set of these positions, which must be strictly increasing. Takes ownership of the array. */
export function fromSorted(positions: Uint32Array): PostingList {
  const { length } = positions
  const words = length === 0 ? 0 : (positions[length - 1]! >>> 5) + 1
  if (length === 0 || length < words) return { size: length, list: positions as SortedPositions }
  return { size: length, words: setBits(new Uint32Array(words), positions) }
}

/** The set of the bits that are set. Takes ownership of the words. `size` is how many bits are set. */
export function fromBits(words: Uint32Array, size: number = countBits(words)): PostingList {
  if (size === 0) return NO_POSTINGS
  let length = words.length
  while (words[length - 1] === 0) length--
  if (size < length) return { size, list: indexesOfBits(words, size) as SortedPositions }
  return { size, words: words.subarray(0, length) }
}

/** The same set as a bit set, whatever its size: for more look-ups than it has positions. */
export function toDense(set: PostingList): PostingList {
  if ('words' in set || set.size === 0) return set
  return { size: set.size, words: setBits(new Uint32Array((highestPosition(set) >>> 5) + 1), set.list) }
}

/** The positions as a sorted list. Valid as long as the set: the list of a sparse set is not copied. */
export function toSortedPositions(set: PostingList): SortedPositions {
  return 'list' in set ? set.list : (indexesOfBits(set.words, set.size) as SortedPositions)
}

/** Whether the set has the position. */
export function contains(set: PostingList, position: number): boolean {
  if ('words' in set) return position >>> 5 < set.words.length && bitAt(set.words, position) === 1
  return set.list[seek(set.list, position, 0)] === position
}

/** The lowest position. The set must not be empty. */
export function lowestPosition(set: PostingList): number {
  if ('list' in set) return set.list[0]!
  const index = set.words.findIndex((word) => word !== 0)
  return index * 32 + 31 - Math.clz32(set.words[index]! & -set.words[index]!)
}

/** The highest position. The set must not be empty. */
export function highestPosition(set: PostingList): number {
  if ('list' in set) return set.list[set.list.length - 1]!
  const last = set.words.length - 1
  return last * 32 + 31 - Math.clz32(set.words[last]!)
}

/** Memory of the positions, in bytes. */
export function memoryBytes(set: PostingList): number {
  return 'list' in set ? set.list.byteLength : set.words.byteLength
}

/**
 * The positions from `from`, a multiple of 32, to before `from + buffer.length`. Those of a dense set are written to
 * the buffer; those of a sparse one are a part of its list.
 */
export function positionsInRange(set: PostingList, from: number, buffer: Uint32Array): Uint32Array {
  if ('list' in set) return set.list.subarray(seek(set.list, from, 0), seek(set.list, from + buffer.length, 0))
  const { words } = set
  const end = Math.min(words.length, (from + buffer.length) >>> 5)
  let size = 0
  for (let index = from >>> 5; index < end; index++)
    for (let word = words[index]!; word !== 0; word &= word - 1)
      buffer[size++] = index * 32 + 31 - Math.clz32(word & -word)
  return buffer.subarray(0, size)
}

/**
 * A bit for each of the `count` positions from `first` on, at most 32: set if the set has it. The first is the lowest
 * bit.
 */
export function maskInRange(set: PostingList, first: number, count: number): number {
  if ('words' in set) return read32Bits(set.words, first) & (0xffffffff >>> (32 - count))
  let bits = 0
  for (let at = seek(set.list, first, 0); at < set.list.length && set.list[at]! < first + count; at++)
    bits |= 1 << (set.list[at]! - first)
  return bits
}

/** First index at or after `from` holding a position >= target: strides double, then bisect. */
export function seek(list: Uint32Array, target: number, from: number): number {
  let low = from
  let high = from
  for (let stride = 1; high < list.length && list[high]! < target; stride *= 2) {
    low = high + 1
    high += stride
  }
  high = Math.min(high, list.length)
  // Invariant: positions before `low` are < target; those from `high` on are >= target.
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! < target) low = middle + 1
    else high = middle
  }
  return low
}
