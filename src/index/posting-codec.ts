import type { PostingList } from './set-algebra.ts'

/**
 * How sets and runs of positions are kept: little-endian 32-bit words, read where they lie. A set opens with one word
 * that tells its kind; what follows is the sorted list, or the bits.
 */
const SPARSE = 0
const DENSE = 1

/** A set as the bytes that a database keeps. */
export function encodePostings(set: PostingList): Uint8Array {
  const content = 'list' in set ? set.list : set.words
  const words = new Uint32Array(content.length + 1)
  words[0] = 'list' in set ? SPARSE : DENSE
  words.set(content, 1)
  return bytesOfWords(words)
}

/** The set that `encodePositions` wrote. `size` is kept beside the bytes, so that bits need not be counted. */
export function decodePostings(bytes: Uint8Array, size: number): PostingList {
  const words = wordsOfBytes(bytes)
  const content = words.subarray(1)
  if (words[0] === DENSE) return { size, words: content }
  if (words[0] === SPARSE && content.length === size) return { size, list: content } as PostingList
  throw new Error(`a posting list of ${bytes.length} bytes is damaged`)
}

/** 32-bit numbers as bytes, without copying. */
export function bytesOfWords(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
}

/** Bytes as 32-bit numbers: without copying where they lie on a word's boundary. */
export function wordsOfBytes(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2)
}
