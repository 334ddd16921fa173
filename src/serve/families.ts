import { setImmediate as turn } from 'node:timers/promises'
import { type Edition, NO_OWNER } from '../edition/edition.ts'
import { asBits, has, listOf, type Positions } from '../postings/positions.ts'

/** The variants of each product of an edition: owners read the other way. */
export class Families {
  readonly #starts: Uint32Array
  readonly #variants: Uint32Array

  /** Those of the product at `p` are `variants` from `starts[p]` to before `starts[p + 1]`. */
  constructor(starts: Uint32Array, variants: Uint32Array) {
    this.#starts = starts
    this.#variants = variants
  }

  get bytes(): number {
    return this.#starts.byteLength + this.#variants.byteLength
  }

  /** Calls `visit` with each variant of `products` that is in a set, those of one product together. */
  async forEach(products: Positions, set: Positions, visit: (variant: number, product: number) => void): Promise<void> {
    const bits = products.size > FEW ? asBits(set) : set
    const list = listOf(products)
    for (let from = 0; from < list.length; from += PRODUCTS_AT_ONCE) {
      if (from > 0) await turn()
      const to = Math.min(list.length, from + PRODUCTS_AT_ONCE)
      for (let index = from; index < to; index++) {
        const product = list[index]!
        const end = this.#starts[product + 1] ?? 0
        for (let at = this.#starts[product]!; at < end; at++)
          if (has(bits, this.#variants[at]!)) visit(this.#variants[at]!, product)
      }
    }
  }
}

/** Made once an edition, in steps that let others through. */
export async function familiesOf(edition: Edition): Promise<Families> {
  const make = async () => gathered(await edition.owners())
  return await edition.remembered('families', make, ({ bytes }) => bytes)
}

/** Products that are gone through between two turns of the event loop. */
const PRODUCTS_AT_ONCE = 100_000

/** For so few products a list is not worth turning into bits. */
const FEW = 1000

/** Variants that are gone through between two turns of the event loop. */
const AT_ONCE = 500_000

/** The variants of each owner, in the order of their positions. */
export async function gathered(owners: Uint32Array): Promise<Families> {
  let last = 0
  for (const owner of owners) if (owner !== NO_OWNER && owner > last) last = owner
  // As in `carried.ts`: a count stands two places on, a start one place on, and an end, once it is filled, in its own.
  const starts = new Uint32Array(last + 3)
  await inSteps(owners, (owner) => starts[owner + 2]!++)
  for (let at = 2; at < starts.length; at++) starts[at]! += starts[at - 1]!
  const variants = new Uint32Array(starts[starts.length - 1]!)
  await inSteps(owners, (owner, variant) => {
    variants[starts[owner + 1]!++] = variant
  })
  return new Families(starts.subarray(0, -1), variants)
}

async function inSteps(owners: Uint32Array, visit: (owner: number, variant: number) => void): Promise<void> {
  for (let from = 0; from < owners.length; from += AT_ONCE) {
    const to = Math.min(owners.length, from + AT_ONCE)
    for (let variant = from; variant < to; variant++) if (owners[variant] !== NO_OWNER) visit(owners[variant]!, variant)
    if (to < owners.length) await turn()
  }
}
