/**
 * Random numbers that are the same on every machine for the same key. Whatever is keyed by its own name
 * (`1/product/42`) can be made again alone, without making what came before it.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #d: number

  constructor(key: string) {
    ;[this.#a, this.#b, this.#c, this.#d] = hash128(key)
    for (let round = 0; round < 12; round++) this.bits()
  }

  /** 32 random bits: the generator sfc32. */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    return sum >>> 0
  }

  /** From 0 up to, not including, 1. */
  fraction(): number {
    return this.bits() / 0x1_0000_0000
  }

  /** A whole number, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  /** Bell-shaped around 0 with deviation 1, never beyond ±3.5. */
  bell(): number {
    return (this.fraction() + this.fraction() + this.fraction() + this.fraction() - 2) * Math.sqrt(3)
  }

  /**
   * A rank 0, 1, 2, … without end. Half of the ranks are below `spread`; rank r is about as likely as
   * 1 / (spread + r)², so few ranks are common and new ones keep turning up: n draws give some √n of them.
   */
  rank(spread: number): number {
    const part = this.fraction()
    return Math.floor((spread * part) / (1 - part))
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)]!
  }

  /** The first of the list most often. */
  pickSkewed<T>(list: readonly T[], spread: number): T {
    let rank = this.rank(spread)
    while (rank >= list.length) rank = this.rank(spread)
    return list[rank]!
  }

  /** So many different ones of the list, the first most often. */
  pickSome<T>(list: readonly T[], count: number, spread: number): T[] {
    const picked = new Set<T>()
    while (picked.size < Math.min(count, list.length)) picked.add(this.pickSkewed(list, spread))
    return [...picked]
  }

  uuid(): string {
    const hex = [this.bits(), this.bits(), this.bits(), this.bits()].map((word) => word.toString(16).padStart(8, '0'))
    const digits = hex.join('')
    const variant = '89ab'[this.bits() & 3]
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
  }
}

/** 128 bits of a text: cyrb128, by bryc (public domain). */
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
