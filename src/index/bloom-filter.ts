/** Bits of a filter: 8 MB. Four million texts set an eighth of them, so that one of 70 other texts is a false positive. */
const BITS = 2 ** 26

/** A Bloom filter with two bits a text: it tells at once, in little memory, that most texts were not added. */
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

/** Two bits from a text: FNV-1a of its UTF-16 units, and a second hash mixed from the first. */
function bitsOf(text: string): [number, number] {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  const stirred = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return [hash >>> 6, (stirred ^ (stirred >>> 12)) >>> 6]
}
