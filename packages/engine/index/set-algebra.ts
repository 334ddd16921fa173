import type { Steps } from '@vitrine/runtime/steps'
import { bitAt, countCommonBits, setBits } from './bits.ts'
import {
  contains,
  type DensePostings,
  fromBits,
  fromSorted,
  highestPosition,
  memoryBytes,
  NO_POSTINGS,
  type PostingList,
  seek,
  toDense,
  toPostingList,
  toSortedPositions,
} from './posting-list.ts'

/** Positions in every set. Starts with the smallest set, so that the cost follows its size. */
export function intersect(first: PostingList, ...others: PostingList[]): PostingList {
  return [first, ...others].sort((a, b) => a.size - b.size).reduce(intersectTwo)
}

/** Positions in every set; none if there are no sets. */
export function intersectAll([first, ...others]: readonly PostingList[]): PostingList {
  return first ? intersect(first, ...others) : NO_POSTINGS
}

function intersectTwo(a: PostingList, b: PostingList): PostingList {
  if ('words' in a) return 'words' in b ? intersectBits(a, b) : intersectTwo(b, a)
  const common = new Uint32Array(Math.min(a.size, b.size))
  const size = 'words' in b ? commonWithBits(a.list, b.words, common) : commonOfLists(a.list, b.list, common)
  return fromSorted(common.slice(0, size))
}

/** The number of positions that two sets have in common. */
export function intersectionSize(a: PostingList, b: PostingList): number {
  if ('words' in a) return 'words' in b ? countCommonBits(a.words, b.words) : intersectionSize(b, a)
  return 'words' in b ? countInBits(a.list, b.words) : commonOfLists(a.list, b.list)
}

/** For each list, the number of positions that it has in common with the set. */
export function* intersectionSizes(set: PostingList, lists: readonly PostingList[]): Steps<Uint32Array> {
  const dense = toDense(set)
  const sizes = new Uint32Array(lists.length)
  for (const [index, list] of lists.entries()) {
    sizes[index] = intersectionSize(isLookedUp(list, set) ? dense : set, list)
    yield countingCost(list)
  }
  return sizes
}

/**
 * Whether looking up each position of the list in a bit set is faster than seeking each position of the set in the
 * list.
 */
function isLookedUp(list: PostingList, set: PostingList): boolean {
  return list.size < set.size * POSITIONS_PER_SEEK
}

/** Positions that can be looked up in a bit set in the time that it takes to seek one in a list. */
const POSITIONS_PER_SEEK = 16

/** The cost of counting what a list has in common with a set, in positions visited. */
function countingCost(list: PostingList): number {
  return memoryBytes(list) / BYTES_COUNTED_PER_POSITION
}

/** Bytes of a list that are counted in the time that it takes to visit a position. */
const BYTES_COUNTED_PER_POSITION = 128

/** Positions in any of the sets. */
export function unionAll(sets: readonly PostingList[]): PostingList {
  const filled = sets.filter((set) => set.size > 0)
  if (filled.length < 2) return filled[0] ?? NO_POSTINGS
  const total = filled.reduce((sum, set) => sum + set.size, 0)
  const extent = filled.reduce((most, set) => Math.max(most, highestPosition(set)), 0) + 1
  if (total * 32 < extent) return toPostingList(concatenate(filled, total))
  const words = new Uint32Array((extent + 31) >>> 5)
  for (const set of filled) orInto(words, set)
  return fromBits(words)
}

/** Positions of `set` that are not in `other`. */
export function subtract(set: PostingList, other: PostingList): PostingList {
  if (set.size === 0 || other.size === 0) return set
  if ('list' in set) return fromSorted(set.list.filter(absentFrom(other)))
  const words = set.words.slice()
  clearBits(words, other)
  return fromBits(words)
}

/**
 * The set without `removed` and with `added`; a position in both is added. If both are short lists, the set is copied
 * once, and only their positions are examined and counted.
 */
export function applyChanges(set: PostingList, removed: PostingList, added: PostingList): PostingList {
  if (!('list' in removed && 'list' in added)) return unionAll([subtract(set, removed), added])
  if ('list' in set) return fromSorted(applyChangesToList(set.list, removed.list, added.list))
  const extent = Math.max(set.words.length, added.size === 0 ? 0 : (highestPosition(added) >>> 5) + 1)
  const words = new Uint32Array(extent)
  words.set(set.words)
  clearBits(words, removed)
  const size = set.size - countInBits(removed.list, set.words) + added.size - countInBits(added.list, words)
  return fromBits(setBits(words, added.list), size)
}

/** Counts before it copies, so that the result is the only array allocated. */
function intersectBits(a: DensePostings, b: DensePostings): PostingList {
  const size = countCommonBits(a.words, b.words)
  if (size === 0) return NO_POSTINGS
  let length = Math.min(a.words.length, b.words.length)
  while ((a.words[length - 1]! & b.words[length - 1]!) === 0) length--
  const words = a.words.slice(0, length)
  for (let i = 0; i < length; i++) words[i]! &= b.words[i]!
  return fromBits(words, size)
}

/** Writes the positions of a list whose bits are set to `common`, and returns how many there are. */
function commonWithBits(list: Uint32Array, words: Uint32Array, common: Uint32Array): number {
  const end = indexWithin(list, words)
  let size = 0
  for (let i = 0; i < end; i++) {
    // Always written, then kept or overwritten: a branch that the processor cannot predict takes four times as long.
    common[size] = list[i]!
    size += bitAt(words, list[i]!)
  }
  return size
}

function countInBits(list: Uint32Array, words: Uint32Array): number {
  const end = indexWithin(list, words)
  let size = 0
  for (let i = 0; i < end; i++) size += bitAt(words, list[i]!)
  return size
}

/** Writes the positions in both lists to `common`, if it is there, and returns how many there are. */
function commonOfLists(a: Uint32Array, b: Uint32Array, common?: Uint32Array): number {
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  let size = 0
  let at = 0
  for (let i = 0; i < shorter.length; i++) {
    const position = shorter[i]!
    at = seek(longer, position, at)
    if (at === longer.length) break
    if (longer[at] !== position) continue
    if (common) common[size] = position
    size++
  }
  return size
}

/** Everything between two changed positions is copied at once. */
function applyChangesToList(list: Uint32Array, removed: Uint32Array, added: Uint32Array): Uint32Array {
  const result = new Uint32Array(list.length + added.length)
  let [from, size, nextRemoved, nextAdded] = [0, 0, 0, 0]
  while (nextRemoved < removed.length || nextAdded < added.length) {
    const isAdded = nextAdded < added.length && !(removed[nextRemoved]! < added[nextAdded]!)
    const position = isAdded ? added[nextAdded]! : removed[nextRemoved]!
    const to = seek(list, position, from)
    result.set(list.subarray(from, to), size)
    size += to - from
    from = list[to] === position ? to + 1 : to
    if (removed[nextRemoved] === position) nextRemoved++
    if (!isAdded) continue
    result[size++] = position
    nextAdded++
  }
  result.set(list.subarray(from), size)
  return result.subarray(0, size + list.length - from)
}

/** A test for positions in increasing order: whether the set lacks each. */
function absentFrom(set: PostingList): (position: number) => boolean {
  if ('words' in set) return (position) => !contains(set, position)
  let at = 0
  return (position) => {
    at = seek(set.list, position, at)
    return set.list[at] !== position
  }
}

function orInto(words: Uint32Array, set: PostingList): void {
  if ('list' in set) setBits(words, set.list)
  else for (let i = 0; i < set.words.length; i++) words[i]! |= set.words[i]!
}

function clearBits(words: Uint32Array, set: PostingList): void {
  if ('words' in set) {
    const end = Math.min(words.length, set.words.length)
    for (let i = 0; i < end; i++) words[i]! &= ~set.words[i]!
  } else {
    const end = indexWithin(set.list, words)
    for (let i = 0; i < end; i++) words[set.list[i]! >>> 5]! &= ~(1 << (set.list[i]! & 31))
  }
}

/** The number of positions at the start of a list whose bits lie within the words. */
function indexWithin(list: Uint32Array, words: Uint32Array): number {
  return seek(list, words.length * 32, 0)
}

function concatenate(sets: readonly PostingList[], total: number): Uint32Array {
  const all = new Uint32Array(total)
  let at = 0
  for (const set of sets) {
    all.set(toSortedPositions(set), at)
    at += set.size
  }
  return all
}
