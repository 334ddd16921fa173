/** Bits of a filter: 8 MB. Four million texts set an eighth of them, so that one of 70 others is thought to be among them. */
const BITS = 2 ** 26

/**
 * Which texts were seen, so nearly that whoever was not is mostly known not to have been, at once and in little memory: a
 * Bloom filter of two bits a text.
 */
export class BloomFilter {
  /** Made for the first. */
  #words: Uint32Array | undefined

  add(text: string): void {
    this.#words ??= new Uint32Array(BITS / 32)
    for (const bit of bitsOf(text)) this.#words[bit >>> 5]! |= 1 << (bit & 31)
  }

  /** False only for a text that was never added. */
  mayContain(text: string): boolean {
    const words = this.#words
    return words !== undefined && bitsOf(text).every((bit) => (words[bit >>> 5]! & (1 << (bit & 31))) !== 0)
  }
}

/** Two bits that follow from a text: FNV-1a over its UTF-16 units, and the same once more stirred. */
function bitsOf(text: string): [number, number] {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  const stirred = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return [hash >>> 6, (stirred ^ (stirred >>> 12)) >>> 6]
}
