/** Bits set in a 32-bit word: pairs, nibbles and bytes are summed in parallel (Hacker's Delight, section 5-1). */
export function popcount(word: number): number {
  let sum = word - ((word >>> 1) & 0x55555555)
  sum = (sum & 0x33333333) + ((sum >>> 2) & 0x33333333)
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Bits set in `words` from index `from` to before index `to`. */
export function countBits(words: Uint32Array, from = 0, to = words.length): number {
  let count = 0
  for (let i = from; i < to; i++) count += popcount(words[i]!)
  return count
}

/** Bits set in both. Bits beyond the last word are 0. */
export function countCommonBits(a: Uint32Array, b: Uint32Array): number {
  const end = Math.min(a.length, b.length)
  let count = 0
  for (let i = 0; i < end; i++) count += popcount(a[i]! & b[i]!)
  return count
}

/** Sets the bit of each position and returns the words. */
export function setBits(words: Uint32Array, positions: Uint32Array): Uint32Array {
  // By index, here as elsewhere: an array's iterator takes six times as long.
  for (let i = 0; i < positions.length; i++) words[positions[i]! >>> 5]! |= 1 << (positions[i]! & 31)
  return words
}

/** 1 if the bit of a position is set, else 0. The position must lie within the words. */
export function bitAt(words: Uint32Array, position: number): number {
  return (words[position >>> 5]! >>> (position & 31)) & 1
}

/**
 * The indexes of the bits that are set, in increasing order. `count` is how many there are. The lowest bit of a word is
 * written out, here as elsewhere: a function for it makes such loops a fifth slower.
 */
export function indexesOfBits(words: Uint32Array, count: number): Uint32Array {
  const indexes = new Uint32Array(count)
  let size = 0
  for (let i = 0; i < words.length; i++)
    for (let word = words[i]!; word !== 0; word &= word - 1) indexes[size++] = i * 32 + 31 - Math.clz32(word & -word)
  return indexes
}

/** 32 bits from bit `start` on. Bits beyond the last word are 0. */
export function read32Bits(words: Uint32Array, start: number): number {
  const index = start >>> 5
  const low = index < words.length ? words[index]! | 0 : 0
  const high = index + 1 < words.length ? words[index + 1]! | 0 : 0
  // A shift uses the last five bits of its operand: `start` modulo 32, and 31 minus that.
  return (low >>> start) | ((high << 1) << ~start)
}

/** ORs `length` bits of `from`, from bit `start` on, into `to`, from bit `at` on. */
export function orBits(from: Uint32Array, start: number, to: Uint32Array, at: number, length: number): void {
  for (let copied = 0; copied < length; copied += 32) {
    const bits = read32Bits(from, start + copied)
    const word = length - copied < 32 ? bits & ((1 << (length - copied)) - 1) : bits
    const index = (at + copied) >>> 5
    const shift = (at + copied) & 31
    to[index]! |= word << shift
    if (shift > 0 && index + 1 < to.length) to[index + 1]! |= word >>> (32 - shift)
  }
}
