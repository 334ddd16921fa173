import { popcount } from './bits.ts'

/** Operations on bit sets: 32-bit words, of which the first has the bits 0 to 31. Bits beyond the last word are 0. */
export interface BitOperations {
  /** Clears the bits of `words` that are not set in `other`. `other` must be at least as long. */
  and(words: Uint32Array, other: Uint32Array): void
  /** Sets the bits of `other` in `words`, which must be at least as long. */
  or(words: Uint32Array, other: Uint32Array): void
  /** The number of bits set in both. */
  countCommon(a: Uint32Array, b: Uint32Array): number
}

/** The operations in plain code: for short bit sets, and the definition of what the kernels compute. */
export const PLAIN: BitOperations = {
  and(words, other) {
    for (let i = 0; i < words.length; i++) words[i]! &= other[i]!
  },

  or(words, other) {
    for (let i = 0; i < other.length; i++) words[i]! |= other[i]!
  },

  countCommon(a, b) {
    const end = Math.min(a.length, b.length)
    let count = 0
    for (let i = 0; i < end; i++) count += popcount(a[i]! & b[i]!)
    return count
  },
}
