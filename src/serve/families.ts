import { type Edition, NO_OWNER } from '../edition/edition.ts'
import { asBits, bitsOfRun, fromWords, has, type Positions, positionsOf } from '../postings/positions.ts'
import { inSteps, step } from './steps.ts'

/** The variants of each product of an edition: owners read the other way. */
export class Families {
  /** The variants of the product at `p` are `variants` from `starts[p]` to before `starts[p + 1]`, in increasing order. */
  readonly starts: Uint32Array
  readonly variants: Uint32Array

  constructor(starts: Uint32Array, variants: Uint32Array) {
    this.starts = starts
    this.variants = variants
  }

  get bytes(): number {
    return this.starts.byteLength + this.variants.byteLength
  }

  sizeOf(product: number): number {
    return product + 1 < this.starts.length ? this.starts[product + 1]! - this.starts[product]! : 0
  }

  /** Which of its product's variants one is, from 0 on. */
  placeOf(product: number, variant: number): number {
    const start = this.starts[product]!
    // Most variants were loaded together with the others of their product.
    const guess = variant - this.variants[start]!
    if (this.variants[start + guess] === variant) return guess
    return this.variants.subarray(start, this.starts[product + 1]).indexOf(variant)
  }

  /** The products of a set that have any of these variants. */
  async having(variants: Positions, products: Positions): Promise<Positions> {
    const among = asBitsFor(products, variants)
    if ('list' in products) return positionsOf(products.list.filter((product) => this.#hasAny(product, among)))
    const words = new Uint32Array(products.words.length)
    await inSteps(products, (some) => {
      for (let index = 0; index < some.length; index++) {
        const product = some[index]!
        if (this.#hasAny(product, among)) words[product >>> 5]! |= 1 << (product & 31)
      }
    })
    return fromWords(words)
  }

  #hasAny(product: number, variants: Positions): boolean {
    const size = this.sizeOf(product)
    for (let from = 0; from < size; from += 32)
      if (this.among(product, from, Math.min(32, size - from), variants) !== 0) return true
    return false
  }

  /** Which of `count` variants of a product, 32 at most, from the one at `from` on, are in a set: a bit each. */
  among(product: number, from: number, count: number, set: Positions): number {
    const first = this.starts[product]! + from
    const lowest = this.variants[first]!
    if (this.variants[first + count - 1]! - lowest === count - 1) return bitsOfRun(set, lowest, count)
    let bits = 0
    for (let at = 0; at < count; at++) if (has(set, this.variants[first + at]!)) bits |= 1 << at
    return bits
  }
}

/** The variants as they are quickest to ask for each product. */
export function asBitsFor(products: Positions, variants: Positions): Positions {
  return products.size > FEW ? asBits(variants) : variants
}

/** For so few products a list is not worth turning into bits. */
const FEW = 1000

/** Made once an edition, in steps that let others through. */
export async function familiesOf(edition: Edition): Promise<Families> {
  const make = async () => gathered(await edition.owners())
  return await edition.remembered('families', make, ({ bytes }) => bytes)
}

/** Variants that are gone through between two turns of the event loop. */
const AT_ONCE = 200_000

/** The variants of each owner, in the order of their positions. */
export async function gathered(owners: Uint32Array): Promise<Families> {
  let last = 0
  await eachVariant(owners, (owner) => {
    if (owner > last) last = owner
  })
  // As in `carried.ts`: a count stands two places on, a start one place on, and an end, once it is filled, in its own.
  const starts = new Uint32Array(last + 3)
  await eachVariant(owners, (owner) => starts[owner + 2]!++)
  for (let at = 2; at < starts.length; at++) starts[at]! += starts[at - 1]!
  const variants = new Uint32Array(starts[starts.length - 1]!)
  await eachVariant(owners, (owner, variant) => {
    variants[starts[owner + 1]!++] = variant
  })
  return new Families(starts.subarray(0, -1), variants)
}

async function eachVariant(owners: Uint32Array, visit: (owner: number, variant: number) => void): Promise<void> {
  for (let from = 0; from < owners.length; from += AT_ONCE) {
    const to = Math.min(owners.length, from + AT_ONCE)
    for (let variant = from; variant < to; variant++) if (owners[variant] !== NO_OWNER) visit(owners[variant]!, variant)
    await step(to - from)
  }
}
