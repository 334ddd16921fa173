import { hash } from 'node:crypto'

/** 32-bit words of a text's digest: 128 bits tell any two texts apart, as they do in a UUID. */
const DIGEST = 4
/** An entry is a digest and a number below 2^32. */
const ENTRY = DIGEST + 1
const ENTRIES_PER_BLOCK = 16 * 1024

/**
 * Texts that no two may share, each with the number (a line of a file) that had it first. Takes some 30 bytes a text in
 * typed arrays, where a map of strings takes 100 and leaves the collector as much to look through.
 */
export class DigestMap {
  /** By the first word of the digest, or behind what stands there: the number of an entry, from 1 on; 0 is free. */
  #slots = new Uint32Array(1024)
  readonly #blocks: Uint32Array[] = []
  #size = 0

  has(text: string): boolean {
    return this.#slots[this.#slotOf(digestOf(text))] !== 0
  }

  /** Takes the text for a number; the number that has it already, if there is one. */
  claim(text: string, number: number): number | undefined {
    const digest = digestOf(text)
    const slot = this.#slotOf(digest)
    const known = this.#slots[slot]!
    if (known !== 0) return this.#word(known, DIGEST)
    this.#slots[slot] = this.#add(digest, number)
    // Half of the slots are free, so that one is found within a few steps.
    if (2 * this.#size > this.#slots.length) this.#double()
    return undefined
  }

  /** Where the digest stands, or the free slot where it would. */
  #slotOf(digest: Uint32Array): number {
    const mask = this.#slots.length - 1
    let slot = digest[0]! & mask
    while (this.#slots[slot] !== 0 && !this.#isOf(this.#slots[slot]!, digest)) slot = (slot + 1) & mask
    return slot
  }

  #isOf(entry: number, digest: Uint32Array): boolean {
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

function digestOf(text: string): Uint32Array {
  // As text, since a buffer of its own takes longer to make than the digest.
  const bytes = hash('sha256', text, 'latin1')
  const digest = new Uint32Array(DIGEST)
  for (let at = 0; at < 4 * DIGEST; at++) digest[at >> 2] = (digest[at >> 2]! << 8) | bytes.charCodeAt(at)
  return digest
}
