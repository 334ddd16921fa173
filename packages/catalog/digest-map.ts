import { hash } from 'node:crypto'

/**
 * A hash map from texts to numbers, such as the line that has the text first. Stores digests in typed arrays, at some
 * 30 bytes per text; a map of strings takes 100, which the garbage collector has to trace.
 */
export class DigestMap {
  /** Open addressing by the first word of the digest: the number of an entry, from 1 on, or 0 for a free slot. */
  #slots = new Uint32Array(1024)
  readonly #blocks: Uint32Array[] = []
  #size = 0

  has(text: string): boolean {
    return this.#slots[this.#slotOf(digestOf(text))] !== 0
  }

  /** Maps the text to a number. If the text is mapped already, changes nothing and returns its number. */
  claim(text: string, number: number): number | undefined {
    const digest = digestOf(text)
    const slot = this.#slotOf(digest)
    const existing = this.#slots[slot]!
    if (existing !== 0) return this.#word(existing, DIGEST)
    this.#slots[slot] = this.#add(digest, number)
    // Half of the slots stay free, so that a probe takes few steps.
    if (2 * this.#size > this.#slots.length) this.#double()
    return undefined
  }

  /** The slot of the digest, or the free slot for it. */
  #slotOf(digest: Uint32Array): number {
    const mask = this.#slots.length - 1
    let slot = digest[0]! & mask
    while (this.#slots[slot] !== 0 && !this.#hasDigest(this.#slots[slot]!, digest)) slot = (slot + 1) & mask
    return slot
  }

  #hasDigest(entry: number, digest: Uint32Array): boolean {
    return digest.every((word, index) => word === this.#word(entry, index))
  }

  #add(digest: Uint32Array, number: number): number {
    const at = (this.#size % ENTRIES_PER_BLOCK) * ENTRY
    if (at === 0) this.#blocks.push(new Uint32Array(ENTRIES_PER_BLOCK * ENTRY))
    const block = this.#blocks.at(-1)!
    block.set(digest, at)
    block[at + DIGEST] = number
    return ++this.#size
  }

  #word(entry: number, index: number): number {
    const block = this.#blocks[Math.floor((entry - 1) / ENTRIES_PER_BLOCK)]!
    return block[((entry - 1) % ENTRIES_PER_BLOCK) * ENTRY + index]!
  }

  #double(): void {
    const slots = new Uint32Array(2 * this.#slots.length)
    for (let entry = 1; entry <= this.#size; entry++) {
      let slot = this.#word(entry, 0) & (slots.length - 1)
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = entry
    }
    this.#slots = slots
  }
}

/** 32-bit words of a digest: 128 bits tell any two texts apart, as in a UUID. */
const DIGEST = 4
/** Words of an entry: a digest, and a number below 2^32. */
const ENTRY = DIGEST + 1
const ENTRIES_PER_BLOCK = 16 * 1024

function digestOf(text: string): Uint32Array {
  // As text: to allocate a buffer takes longer than the digest.
  const bytes = hash('sha256', text, 'binary')
  const digest = new Uint32Array(DIGEST)
  for (let at = 0; at < 4 * DIGEST; at++) digest[at >> 2] = (digest[at >> 2]! << 8) | bytes.charCodeAt(at)
  return digest
}
