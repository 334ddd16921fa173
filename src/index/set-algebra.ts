import { scratch } from './scratch.ts'

/**
 * Sets of positions. A sparse set is a sorted list; a dense one, bits in 32-bit words. Which of the two a set is follows
 * from its size alone: bits are used where they take no more room than the list would.
 *
 *     sparse  [3, 7, 4000000]                  4 bytes a position
 *     dense   word 0: ...10001000, word 1: …   1 bit a position up to the highest
 *
 * A set never changes once it is made.
 */
declare const ordered: unique symbol

/** Strictly increasing positions. Only this file and `bytes.ts` (which checks) make one, so holding one is proof of order. */
export type SortedPositions = Uint32Array & { readonly [ordered]: true }

export interface SparsePostings {
  readonly size: number
  readonly list: SortedPositions
}

export interface DensePostings {
  readonly size: number
  /** Bit `p & 31` of word `p >>> 5` is set when the position `p` is in the set. The last word is not 0. */
  readonly words: Uint32Array
}

export type PostingList = SparsePostings | DensePostings

export const NO_POSTINGS: PostingList = { size: 0, list: new Uint32Array(0) as SortedPositions }

/** The set of these positions, in any order, repeated or not. */
export function toPostingList(positions: Iterable<number>): PostingList {
  // A copy in either case, which of an array that has 32-bit numbers already takes no iterator.
  const list = positions instanceof Uint32Array ? positions.slice() : Uint32Array.from(positions)
  if (isRising(list)) return compact(list as SortedPositions)
  let highest = 0
  for (let i = 0; i < list.length; i++) if (list[i]! > highest) highest = list[i]!
  if (list.length * SORT_COST > highest >>> 5) return fromBits(setBits(new Uint32Array((highest >>> 5) + 1), list))
  list.sort()
  let size = 0
  for (let i = 0; i < list.length; i++) if (size === 0 || list[size - 1] !== list[i]) list[size++] = list[i]!
  return compact(list.subarray(0, size) as SortedPositions)
}

/** How many words can be set to zero and read in the time that sorting takes for one position. */
const SORT_COST = 16

/** Positions found in every set. Starts from the shortest list, so that the cost follows it; of bits alone, takes words. */
export function intersect(first: PostingList, ...rest: PostingList[]): PostingList {
  if (rest.length === 0) return first
  const sets = [first, ...rest].sort((a, b) => a.size - b.size)
  if (sets[0]!.size === 0) return NO_POSTINGS
  const [shortest, ...longer] = sets.filter((set) => 'list' in set)
  const dense = sets.filter((set) => 'words' in set)
  if (!shortest) return intersectBits(dense)
  const room = scratch(shortest.size)
  let found: Uint32Array = shortest.list
  for (const { list } of longer) found = intersectLists(found, list, room)
  for (const { words } of dense) found = intersectListWithBits(found, words, room)
  return compact(found.slice() as SortedPositions)
}

/** How many positions two sets have in common. */
export function intersectionSize(a: PostingList, b: PostingList): number {
  const [smaller, larger] = a.size < b.size ? [a, b] : [b, a]
  if ('words' in smaller && 'words' in larger) return countCommonBits(smaller.words, larger.words)
  if ('list' in smaller && 'list' in larger)
    return intersectLists(smaller.list, larger.list, scratch(smaller.size)).length
  const [list, words] =
    'list' in smaller
      ? [smaller.list, (larger as DensePostings).words]
      : [(larger as SparsePostings).list, smaller.words]
  const end = withinWords(list, words)
  let size = 0
  for (let i = 0; i < end; i++) size += bitOf(words, list[i]!)
  return size
}

/** Positions found in any of the sets. */
export function union(...sets: PostingList[]): PostingList {
  return unionAll(sets)
}

/** Positions found in any of the sets, however many these are. */
export function unionAll(sets: readonly PostingList[]): PostingList {
  const filled = sets.filter((set) => set.size > 0)
  if (filled.length < 2) return filled[0] ?? NO_POSTINGS
  const total = filled.reduce((sum, set) => sum + set.size, 0)
  const extent = filled.reduce((most, set) => Math.max(most, highestPosition(set)), 0) + 1
  if (total * 32 < extent) return toPostingList(concatenated(filled, total))
  const words = scratch((extent + 31) >>> 5).fill(0)
  for (const set of filled) orInto(words, set)
  return fromScratch(words, countBits(words, 0, words.length))
}

/** Positions of `set` that are not in `other`. */
export function subtract(set: PostingList, other: PostingList): PostingList {
  if (set.size === 0 || other.size === 0) return set
  if ('list' in set) return compact(set.list.filter(absentFrom(other)) as SortedPositions)
  const words = scratch(set.words.length)
  words.set(set.words)
  clearBits(words, other)
  return fromScratch(words, countBits(words, 0, words.length))
}

/** Positions below `extent` that are not in the set. */
export function complement(set: PostingList, extent: number): PostingList {
  const words = scratch((extent + 31) >>> 5).fill(0xffffffff)
  if (extent % 32 > 0) words[words.length - 1] = 2 ** (extent % 32) - 1
  clearBits(words, set)
  return fromScratch(words, countBits(words, 0, words.length))
}

/**
 * The set without `removed` and with `added`; what is in both is added. Where these are short lists, the set is copied
 * once, and only what they name is looked at and counted.
 */
export function applyChanges(set: PostingList, removed: PostingList, added: PostingList): PostingList {
  if (!('list' in removed && 'list' in added)) return unionAll([subtract(set, removed), added])
  if ('list' in set) return compact(applyChangesToList(set.list, removed.list, added.list))
  const extent = Math.max(set.words.length, added.size === 0 ? 0 : (highestPosition(added) >>> 5) + 1)
  const words = new Uint32Array(extent)
  words.set(set.words)
  let { size } = set
  for (const position of removed.list) {
    if (!bit(words, position)) continue
    words[position >>> 5]! &= ~(1 << (position & 31))
    size--
  }
  for (const position of added.list) {
    if (bit(words, position)) continue
    words[position >>> 5]! |= 1 << (position & 31)
    size++
  }
  return fromCounted(words, size)
}

/** Positions of a set whose number in `column`, at the index that is the position, is from `min` to `max`. */
export function filterByColumn(
  set: PostingList,
  column: Uint32Array | Float64Array,
  min: number,
  max: number,
): PostingList {
  if ('list' in set) {
    const room = scratch(set.size)
    let size = 0
    for (let i = 0; i < set.size; i++) {
      const number = column[set.list[i]!]!
      if (number >= min && number <= max) room[size++] = set.list[i]!
    }
    return compact(room.slice(0, size) as SortedPositions)
  }
  const room = scratch(set.words.length)
  let size = 0
  for (let index = 0; index < room.length; index++) {
    room[index] = 0
    for (let word = set.words[index]!; word !== 0; word &= word - 1) {
      const place = 31 - Math.clz32(word & -word)
      const number = column[index * 32 + place]!
      if (number < min || number > max) continue
      room[index]! |= 1 << place
      size++
    }
  }
  return fromScratch(room, size)
}

/** Whether the set has the position. */
export function contains(set: PostingList, position: number): boolean {
  if ('words' in set) return bit(set.words, position)
  return set.list[seek(set.list, position, 0)] === position
}

/** The first position of a set that has any. */
export function lowestPosition(set: PostingList): number {
  if ('list' in set) return set.list[0]!
  const word = set.words.findIndex((word) => word !== 0)
  return word * 32 + 31 - Math.clz32(set.words[word]! & -set.words[word]!)
}

/** The same set, as bits whatever its size: for who asks `has` of it more often than it has positions. */
export function toDense(set: PostingList): PostingList {
  if ('words' in set || set.size === 0) return set
  return { size: set.size, words: setBits(new Uint32Array((highestPosition(set) >>> 5) + 1), set.list) }
}

/** Memory that the set takes. */
export function memoryBytes(set: PostingList): number {
  return 'list' in set ? set.list.byteLength : set.words.byteLength
}

/** Calls `visit` with each position, in increasing order. */
export function forEachPosition(set: PostingList, visit: (position: number) => void): void {
  if ('words' in set) forEachBit(set.words, visit)
  else for (let i = 0; i < set.list.length; i++) visit(set.list[i]!)
}

/** The positions from `from`, a multiple of 32, to before `from + room.length`; if need be, written to `room`. */
export function positionsInRange(set: PostingList, from: number, room: Uint32Array): Uint32Array {
  if ('list' in set) return set.list.subarray(seek(set.list, from, 0), seek(set.list, from + room.length, 0))
  const { words } = set
  let size = 0
  const end = Math.min(words.length, (from + room.length) >>> 5)
  for (let index = from >>> 5; index < end; index++)
    for (let word = words[index]!; word !== 0; word &= word - 1)
      room[size++] = index * 32 + 31 - Math.clz32(word & -word)
  return room.subarray(0, size)
}

/** Which of the `count` positions from `first` on, 32 at most, are in the set: a bit each, the first of them the lowest. */
export function maskInRange(set: PostingList, first: number, count: number): number {
  if ('words' in set) return read32Bits(set.words, first) & (0xffffffff >>> (32 - count))
  let bits = 0
  for (let at = seek(set.list, first, 0); at < set.list.length && set.list[at]! < first + count; at++)
    bits |= 1 << (set.list[at]! - first)
  return bits
}

/** The positions as a sorted list, whatever the set is kept as. */
export function toSortedPositions(set: PostingList): SortedPositions {
  if ('list' in set) return set.list
  const list = new Uint32Array(set.size)
  let size = 0
  for (let index = 0; index < set.words.length; index++)
    for (let word = set.words[index]!; word !== 0; word &= word - 1)
      list[size++] = index * 32 + 31 - Math.clz32(word & -word)
  return list as SortedPositions
}

/** The set of the bits that are set. Takes the words over: the caller must not write to them again. */
export function fromBits(words: Uint32Array): PostingList {
  return fromCounted(words, countBits(words, 0, words.length))
}

/** The same, of words whose bits were counted already. */
function fromCounted(words: Uint32Array, size: number): PostingList {
  if (size === 0) return NO_POSTINGS
  let length = words.length
  while (words[length - 1] === 0) length--
  const dense: DensePostings = { size, words: words.subarray(0, length) }
  return size < length ? { size, list: toSortedPositions(dense) } : dense
}

/** The same, of words in the scratch, which are copied. */
function fromScratch(words: Uint32Array, size: number): PostingList {
  const set = fromCounted(words, size)
  return 'words' in set ? { size, words: set.words.slice() } : set
}

/** How many bits are set in `words` from index `from` to before index `to`. */
export function countBits(words: Uint32Array, from: number, to: number): number {
  let count = 0
  for (let i = from; i < to; i++) count += popcount(words[i]!)
  return count
}

/** The same of what two sets of words have in common. */
function countCommonBits(a: Uint32Array, b: Uint32Array): number {
  const end = Math.min(a.length, b.length)
  let count = 0
  for (let i = 0; i < end; i++) count += popcount(a[i]! & b[i]!)
  return count
}

/** 32 bits from bit `start` on; what is beyond the last word is not set. */
export function read32Bits(words: Uint32Array, start: number): number {
  const index = start >>> 5
  const low = index < words.length ? words[index]! | 0 : 0
  const high = index + 1 < words.length ? words[index + 1]! | 0 : 0
  // Shifts go by the last five bits: by `start` modulo 32, and by what is missing from there to 31.
  return (low >>> start) | ((high << 1) << ~start)
}

/** Bits set in a 32-bit word: pairs, nibbles and bytes are summed in parallel (Hacker's Delight, section 5-1). */
export function popcount(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** A sparse set, unless bits would take no more room. */
function compact(list: SortedPositions): PostingList {
  const length = list.length === 0 ? 0 : (list[list.length - 1]! >>> 5) + 1
  if (list.length === 0 || list.length < length) return { size: list.length, list }
  return { size: list.length, words: setBits(new Uint32Array(length), list) }
}

/** What lies between positions that come or go is copied as a whole. */
function applyChangesToList(list: SortedPositions, removed: SortedPositions, added: SortedPositions): SortedPositions {
  const result = new Uint32Array(list.length + added.length)
  let [from, size, gone, come] = [0, 0, 0, 0]
  while (gone < removed.length || come < added.length) {
    const comes = come < added.length && !(removed[gone]! < added[come]!)
    const position = comes ? added[come]! : removed[gone]!
    const to = seek(list, position, from)
    result.set(list.subarray(from, to), size)
    size += to - from
    from = list[to] === position ? to + 1 : to
    if (removed[gone] === position) gone++
    if (!comes) continue
    result[size++] = position
    come++
  }
  result.set(list.subarray(from), size)
  return result.subarray(0, size + list.length - from) as SortedPositions
}

function isRising(list: Uint32Array): boolean {
  for (let i = 1; i < list.length; i++) if (list[i]! <= list[i - 1]!) return false
  return true
}

/** Sets the bit of each position in `words`, and gives them back. */
function setBits(words: Uint32Array, positions: Uint32Array): Uint32Array {
  // By index, here as elsewhere: an array's iterator takes six times as long.
  for (let i = 0; i < positions.length; i++) words[positions[i]! >>> 5]! |= 1 << (positions[i]! & 31)
  return words
}

/** What two sets of bits or more have in common. */
function intersectBits(sets: readonly DensePostings[]): PostingList {
  const room = scratch(Math.min(...sets.map(({ words }) => words.length)))
  const [first, ...rest] = sets.map(({ words }) => words)
  const last = rest.pop()!
  let found = first!
  for (const words of rest) {
    andWords(found, words, room)
    found = room
  }
  andWords(found, last, room)
  return fromScratch(room, countBits(room, 0, room.length))
}

/** Writes what two sets of words have in common to `room`, which may be where one lies. */
function andWords(a: Uint32Array, b: Uint32Array, room: Uint32Array): void {
  for (let i = 0; i < room.length; i++) room[i] = a[i]! & b[i]!
}

/** Those of `list` that the set of these words has, in `room`, which may be where the list lies. */
function intersectListWithBits(list: Uint32Array, words: Uint32Array, room: Uint32Array): Uint32Array {
  const end = withinWords(list, words)
  let size = 0
  for (let i = 0; i < end; i++) {
    // Written in any case, and passed over if it is there: a branch that cannot be foreseen takes four times as long.
    room[size] = list[i]!
    size += bitOf(words, list[i]!)
  }
  return room.subarray(0, size)
}

/** Those of the shorter list that the longer has too, in `room`, which may be where the shorter lies. */
function intersectLists(shorter: Uint32Array, longer: SortedPositions, room: Uint32Array): Uint32Array {
  let size = 0
  let at = 0
  for (let i = 0; i < shorter.length; i++) {
    const position = shorter[i]!
    at = seek(longer, position, at)
    if (at === longer.length) break
    if (longer[at] === position) room[size++] = position
  }
  return room.subarray(0, size)
}

/** How many positions of a list, from the first on, have a bit among these words. */
function withinWords(list: Uint32Array, words: Uint32Array): number {
  return seek(list, words.length * 32, 0)
}

/** First index at or after `from` holding a position >= target: strides double, then bisect. */
function seek(list: Uint32Array, target: number, from: number): number {
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

/** Tells, of positions asked in increasing order, which the set does not have. */
function absentFrom(set: PostingList): (position: number) => boolean {
  if ('words' in set) return (position) => !bit(set.words, position)
  let at = 0
  return (position) => {
    at = seek(set.list, position, at)
    return set.list[at] !== position
  }
}

function bit(words: Uint32Array, position: number): boolean {
  return position >>> 5 < words.length && bitOf(words, position) === 1
}

/** 1 for a position in the set, 0 for another that has a bit among these words. */
function bitOf(words: Uint32Array, position: number): number {
  return (words[position >>> 5]! >>> (position & 31)) & 1
}

/** Calls `visit` with the number of each bit that is set, in increasing order. */
export function forEachBit(words: Uint32Array, visit: (position: number) => void): void {
  for (let i = 0; i < words.length; i++) {
    for (let word = words[i]!; word !== 0; word &= word - 1) visit(i * 32 + 31 - Math.clz32(word & -word))
  }
}

/** The last position of a set that has any. */
export function highestPosition(set: PostingList): number {
  if ('list' in set) return set.list[set.list.length - 1]!
  const last = set.words.length - 1
  return last * 32 + 31 - Math.clz32(set.words[last]!)
}

function orInto(words: Uint32Array, set: PostingList): void {
  if ('words' in set) for (let i = 0; i < set.words.length; i++) words[i]! |= set.words[i]!
  else setBits(words, set.list)
}

/** Clears the bits of what is in the set. */
function clearBits(words: Uint32Array, set: PostingList): void {
  if ('words' in set) {
    const end = Math.min(words.length, set.words.length)
    for (let i = 0; i < end; i++) words[i]! &= ~set.words[i]!
  } else {
    const end = withinWords(set.list, words)
    for (let i = 0; i < end; i++) words[set.list[i]! >>> 5]! &= ~(1 << (set.list[i]! & 31))
  }
}

function concatenated(sets: PostingList[], total: number): Uint32Array {
  const all = new Uint32Array(total)
  let at = 0
  for (const set of sets) {
    all.set(toSortedPositions(set), at)
    at += set.size
  }
  return all
}
