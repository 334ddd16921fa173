import { countCommonBits } from './bits.ts'

/** A set of positions, one bit each up to the highest. */
export class BitSet {
  #words = new Uint32Array(1024)
  #size = 0

  get size(): number {
    return this.#size
  }

  has(position: number): boolean {
    return ((this.#words[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0
  }

  add(position: number): void {
    if (this.has(position)) return
    const word = position >>> 5
    if (word >= this.#words.length) {
      const grown = new Uint32Array(Math.max(word + 1, this.#words.length * 2))
      grown.set(this.#words)
      this.#words = grown
    }
    this.#words[word]! |= 1 << (position & 31)
    this.#size++
  }

  /** The bits of the positions, 32 a word, up to the last word that has one. */
  get words(): Uint32Array {
    return this.#words.slice(0, this.#words.findLastIndex((word) => word !== 0) + 1)
  }

  /** The number of positions that are in both sets. */
  intersectionSize(other: BitSet): number {
    return countCommonBits(this.#words, other.#words)
  }
}
