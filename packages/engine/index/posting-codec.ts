import type { PostingList } from './posting-list.ts'

/**
 * Posting lists and position arrays as little-endian 32-bit words, which are read without copying. A posting list
 * starts with one word for its kind; the sorted positions or the words of the bit set follow. Imports keep changes of
 * lists in this form. `posting-chunks.ts` has the stored form.
 */
const SPARSE = 0
const DENSE = 1

export function encodePostings(set: PostingList): Uint8Array {
  const content = 'list' in set ? set.list : set.words
  const words = new Uint32Array(content.length + 1)
  words[0] = 'list' in set ? SPARSE : DENSE
  words.set(content, 1)
  return bytesOfWords(words)
}

/** The set that `encodePostings` wrote. Its size is stored beside the bytes, so that no bits have to be counted. */
export function decodePostings(bytes: Uint8Array, size: number): PostingList {
  const words = wordsOfBytes(bytes)
  const content = words.subarray(1)
  if (words[0] === DENSE) return { size, words: content }
  if (words[0] === SPARSE && content.length === size) return { size, list: content } as PostingList
  throw new Error(`a posting list of ${bytes.length} bytes is damaged`)
}

/** The bytes of 32-bit words, without copying. */
export function bytesOfWords(words: Uint32Array): Uint8Array {
  return new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
}

/** Bytes as 32-bit words. Copies them only if they are not aligned. */
export function wordsOfBytes(bytes: Uint8Array): Uint32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2)
}

/** The words of several arrays, one after the other. Copies them only if there are several. */
export function joinedWords(parts: readonly Uint32Array[]): Uint32Array {
  if (parts.length === 1) return parts[0]!
  const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}
