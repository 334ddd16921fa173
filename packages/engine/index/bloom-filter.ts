/** A Bloom filter with two bits per text. */
export class BloomFilter {
  /** Allocated with the first text. */
  #words: Uint32Array | undefined

  add(text: string): void {
    this.#words ??= new Uint32Array(BITS / 32)
    for (const bit of bitsOf(text)) this.#words[bit >>> 5]! |= 1 << (bit & 31)
  }

  /** False only if the text was never added. */
  mayContain(text: string): boolean {
    const words = this.#words
    return words !== undefined && bitsOf(text).every((bit) => (words[bit >>> 5]! & (1 << (bit & 31))) !== 0)
  }
}

/** Bits of a filter: 8 MB. With four million texts, one in 70 others is a false positive. */
const BITS = 2 ** 26

/** Two hashes of a text: FNV-1a over its UTF-16 units, and the same after further mixing. */
function bitsOf(text: string): [number, number] {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return [hash >>> 6, (mixed ^ (mixed >>> 12)) >>> 6]
}
