/**
 * A deterministic pseudo-random number generator (sfc32), seeded with a text. The same key gives the same numbers on every
 * machine. Each product has a key of its own (`1/product/42`), so it can be generated without those before it.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #d: number

  constructor(key: string) {
    ;[this.#a, this.#b, this.#c, this.#d] = hash128(key)
    for (let round = 0; round < 12; round++) this.uint32()
  }

  uint32(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** A number in [0, 1). */
  fraction(): number {
    return this.uint32() / 0x1_0000_0000
  }

  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** Approximately normal: mean 0, standard deviation 1, never beyond ±3.5. */
  normal(): number {
    return (this.fraction() + this.fraction() + this.fraction() + this.fraction() - 2) * Math.sqrt(3)
  }

  /**
   * A rank 0, 1, 2, … without upper bound. Half of the ranks are below `spread`. The probability of rank r is about
   * proportional to 1 / (spread + r)², so a few ranks are common, and n draws give about √n distinct ranks.
   */
  rank(spread: number): number {
    const fraction = this.fraction()
    return Math.floor((spread * fraction) / (1 - fraction))
  }

  pick<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length - 1)]!
  }

  /** Picks early items more often than late ones. */
  pickSkewed<T>(list: readonly T[], spread: number): T {
    let rank = this.rank(spread)
    while (rank >= list.length) rank = this.rank(spread)
    return list[rank]!
  }

  /** Picks `count` distinct items, early ones more often. */
  pickDistinct<T>(list: readonly T[], count: number, spread: number): T[] {
    const picked = new Set<T>()
    while (picked.size < Math.min(count, list.length)) picked.add(this.pickSkewed(list, spread))
    return [...picked]
  }

  uuid(): string {
    const digits = Array.from({ length: 4 }, () => this.uint32().toString(16).padStart(8, '0')).join('')
    const variant = '89ab'[this.uint32() & 3]
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
  }
}

/** A 128-bit hash of a text: cyrb128 by bryc (public domain). */
function hash128(text: string): [number, number, number, number] {
  let a = 1779033703
  let b = 3144134277
  let c = 1013904242
  let d = 2773480762
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ code, 597399067)
    b = c ^ Math.imul(b ^ code, 2869860233)
    c = d ^ Math.imul(c ^ code, 951274213)
    d = a ^ Math.imul(d ^ code, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a]
}
