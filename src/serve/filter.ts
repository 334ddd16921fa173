import type { Edition } from '../edition/edition.ts'
import type { Kind } from '../edition/term.ts'
import { fromWords, intersect, listOf, type Positions, positionsOf, uniteAll } from '../postings/positions.ts'
import type { Clause, Clauses, VariantClause } from './clauses.ts'
import { inSteps, step } from './steps.ts'

/** What satisfies clauses. Each clause is looked up once, however many questions it is part of. */
export class Filter {
  readonly #edition: Edition
  readonly #known: Record<Kind, Map<Clause, Promise<Positions>>> = { product: new Map(), variant: new Map() }

  constructor(edition: Edition) {
    this.#edition = edition
  }

  /** The products that satisfy all clauses; undefined when there are none, which leaves all. */
  async products({ product, labels, variant }: Clauses): Promise<Positions | undefined> {
    const sets = [...product, ...labels].map((clause) => this.satisfying('product', clause))
    if (variant.length > 0) sets.push(this.#withVariant(variant))
    return intersectAny(await Promise.all(sets))
  }

  /** The variants that satisfy all clauses; undefined when there are none. */
  async variants(clauses: readonly Clause[]): Promise<Positions | undefined> {
    return intersectAny(await Promise.all(clauses.map((clause) => this.satisfying('variant', clause))))
  }

  satisfying(kind: Kind, clause: Clause): Promise<Positions> {
    const known = this.#known[kind].get(clause)
    if (known) return known
    const made = this.#lookUp(kind, clause)
    this.#known[kind].set(clause, made)
    return made
  }

  /** The products that satisfy each of these clauses, if not with one and the same variant. */
  async eachOf(clauses: readonly VariantClause[]): Promise<Positions> {
    const [first, ...rest] = await Promise.all(clauses.map(({ has }) => this.satisfying('product', has)))
    return intersect(first!, ...rest)
  }

  /**
   * One clause is asked of products, whose lists tell. Several must meet on one variant, so they are asked of variants: no
   * product is found as "red, M" that has only red in S and blue in M.
   */
  async #withVariant(clauses: readonly VariantClause[]): Promise<Positions> {
    if (clauses.length === 1) return await this.eachOf(clauses)
    const [variants, owners] = await Promise.all([this.variants(clauses.map(({ has }) => has)), this.#edition.owners()])
    return await owning(variants!, owners, this.#edition.productCount)
  }

  async #lookUp(kind: Kind, clause: Clause): Promise<Positions> {
    const edition = this.#edition
    if ('terms' in clause) {
      const sets = await edition.postings(kind, clause.terms)
      if (sets.length > 1) await step(sets.reduce((sum, { size }) => sum + size, 0))
      return uniteAll(sets)
    }
    if ('ids' in clause) return known(await edition.positions(kind, clause.ids))
    if ('slugs' in clause) return known(await edition.bySlug(clause.slugs))
    return await edition.bySku(kind, clause.skus)
  }
}

function intersectAny([first, ...rest]: readonly Positions[]): Positions | undefined {
  return first && intersect(first, ...rest)
}

function known(positions: readonly (number | undefined)[]): Positions {
  return positionsOf(positions.filter((position) => position !== undefined))
}

/** The products that have any of these variants. */
async function owning(variants: Positions, owners: Uint32Array, products: number): Promise<Positions> {
  if (variants.size * 32 < products) return positionsOf(listOf(variants).map((variant) => owners[variant]!))
  let words: Uint32Array = new Uint32Array((products + 31) >>> 5)
  await inSteps(variants, (some) => {
    words = setOwners(words, owners, some)
  })
  return fromWords(words)
}

/** Sets the bits of what owns these variants; gives longer words where positions go beyond them, as they do after removals. */
function setOwners(words: Uint32Array, owners: Uint32Array, variants: Uint32Array): Uint32Array {
  let set = words
  for (let index = 0; index < variants.length; index++) {
    const owner = owners[variants[index]!]!
    if (owner >>> 5 >= set.length) set = longer(set, owner)
    set[owner >>> 5]! |= 1 << (owner & 31)
  }
  return set
}

function longer(words: Uint32Array, position: number): Uint32Array {
  const more = new Uint32Array(Math.max(words.length * 2, (position >>> 5) + 1))
  more.set(words)
  return more
}
