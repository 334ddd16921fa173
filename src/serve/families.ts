import type { Edition } from '../edition/edition.ts'
import { forEach, has, type Positions } from '../postings/positions.ts'

/** The variants of an edition by the product that they are of. */
export class Families {
  readonly #owners: Uint32Array
  /** All variants, those of one product together; undefined when their positions are in that order of themselves. */
  readonly #grouped: Uint32Array | undefined

  constructor(owners: Uint32Array) {
    this.#owners = owners
    this.#grouped = isRising(owners) ? undefined : grouped(owners)
  }

  get bytes(): number {
    return this.#grouped?.byteLength ?? 0
  }

  /** Calls `visit` with each variant of a set and its product: those of one product one after another. */
  forEach(variants: Positions, visit: (variant: number, owner: number) => void): void {
    const owners = this.#owners
    if (!this.#grouped) forEach(variants, (variant) => visit(variant, owners[variant]!))
    else if ('list' in variants) for (const variant of this.#sorted(variants.list)) visit(variant, owners[variant]!)
    else for (const variant of this.#grouped) if (has(variants, variant)) visit(variant, owners[variant]!)
  }

  #sorted(variants: Uint32Array): Float64Array {
    const keys = Float64Array.from(variants, (variant) => this.#owners[variant]! * POSITIONS + variant)
    return keys.sort().map((key) => key % POSITIONS)
  }
}

const POSITIONS = 2 ** 32

/** Marks a position that no variant of the edition has. */
const NO_OWNER = 0xffffffff

export async function familiesOf(edition: Edition): Promise<Families> {
  const make = async () => new Families(await edition.owners())
  return await edition.remembered('families', make, ({ bytes }) => bytes)
}

/** Products are loaded with their variants, so the owners rise until a product that was loaded before gets another variant. */
function isRising(owners: Uint32Array): boolean {
  let highest = 0
  for (const owner of owners) {
    if (owner < highest) return false
    if (owner !== NO_OWNER) highest = owner
  }
  return true
}

function grouped(owners: Uint32Array): Uint32Array {
  const starts = new Uint32Array(
    owners.reduce((most, owner) => (owner === NO_OWNER ? most : Math.max(most, owner)), 0) + 2,
  )
  for (const owner of owners) if (owner !== NO_OWNER) starts[owner + 1]!++
  for (let owner = 1; owner < starts.length; owner++) starts[owner]! += starts[owner - 1]!
  const variants = new Uint32Array(starts[starts.length - 1]!)
  for (const [variant, owner] of owners.entries()) if (owner !== NO_OWNER) variants[starts[owner]!++] = variant
  return variants
}
