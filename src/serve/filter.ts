import type { Edition } from '../edition/edition.ts'
import type { Kind } from '../edition/term.ts'
import { fromBits, intersect, type PostingList, toPostingList, unionAll } from '../index/set-algebra.ts'
import { type Clause, type Clauses, type PriceClause, STOCK_CLAUSE, type VariantClause } from './clauses.ts'
import { peekPriceColumn } from './price-column.ts'
import { CHUNK_POSITIONS, yieldIfDue } from './steps.ts'

/** What satisfies clauses. Each clause is looked up once, however many questions it is part of. */
export class Filter {
  readonly #edition: Edition
  readonly #known: Record<Kind, Map<Clause, Promise<PostingList>>> = { product: new Map(), variant: new Map() }

  constructor(edition: Edition) {
    this.#edition = edition
  }

  /** The products that satisfy all clauses; undefined when there are none, which leaves all. */
  async products({ product, labels, variant }: Clauses): Promise<PostingList | undefined> {
    const sets = [...product, ...labels].map((clause) => this.satisfying('product', clause))
    if (variant.length > 0) sets.push(this.#withVariant(variant))
    return intersectAny(await Promise.all(sets))
  }

  /** The variants that satisfy all clauses; undefined when there are none. */
  async variants(clauses: readonly Clause[]): Promise<PostingList | undefined> {
    return intersectAny(await Promise.all(clauses.map((clause) => this.satisfying('variant', clause))))
  }

  /**
   * The same, for who has no other use for the variants within a range of prices: their lists are some MB in a large edition.
   * Where the other clauses leave few, the price of each is looked at instead.
   */
  async fewVariants(clauses: readonly Clause[]): Promise<PostingList | undefined> {
    const priced = clauses.find(isPriced)
    const others = clauses.filter((clause) => clause !== priced)
    const prices = priced && others.some(leavesFew) ? peekPriceColumn(this.#edition) : undefined
    if (!prices) return await this.variants(clauses)
    const found = (await this.variants(others))!
    if (found.size * FEW > this.#edition.variantCount) return await this.variants(clauses)
    return prices.within(found, priced!.price)
  }

  satisfying(kind: Kind, clause: Clause): Promise<PostingList> {
    const known = this.#known[kind].get(clause)
    if (known) return known
    const made = this.#lookUp(kind, clause)
    this.#known[kind].set(clause, made)
    return made
  }

  /** The products that satisfy each of these clauses, if not with one and the same variant. */
  async eachOf(clauses: readonly VariantClause[]): Promise<PostingList> {
    const [first, ...rest] = await Promise.all(clauses.map(({ has }) => this.satisfying('product', has)))
    return intersect(first!, ...rest)
  }

  /**
   * One clause is asked of products, whose lists tell. Several must meet on one variant, so they are asked of variants: no
   * product is found as "red, M" that has only red in S and blue in M.
   */
  async #withVariant(clauses: readonly VariantClause[]): Promise<PostingList> {
    if (clauses.length === 1) return await this.eachOf(clauses)
    const [variants] = await Promise.all([
      this.fewVariants(clauses.map(({ has }) => has)),
      this.#edition.productOfVariant(),
    ])
    return await productsOfVariants(this.#edition, variants!)
  }

  async #lookUp(kind: Kind, clause: Clause): Promise<PostingList> {
    const edition = this.#edition
    if ('terms' in clause) {
      const sets = await edition.postings(kind, clause.terms)
      if (sets.length > 1) await yieldIfDue(sets.reduce((sum, { size }) => sum + size, 0))
      return unionAll(sets)
    }
    if ('ids' in clause) return known(await edition.positionsById(kind, clause.ids))
    if ('slugs' in clause) return known(await edition.productsBySlug(clause.slugs))
    return await edition.positionsBySku(kind, clause.skus)
  }
}

/** One of so many variants is the most whose prices are looked at one by one: it takes 20 ns each. */
const FEW = 64

function isPriced(clause: Clause): clause is PriceClause {
  return 'price' in clause
}

/** Whether a clause may leave few variants: most are in stock. */
function leavesFew(clause: Clause): boolean {
  return clause !== STOCK_CLAUSE.has
}

function intersectAny([first, ...rest]: readonly PostingList[]): PostingList | undefined {
  return first && intersect(first, ...rest)
}

function known(positions: readonly (number | undefined)[]): PostingList {
  return toPostingList(positions.filter((position) => position !== undefined))
}

/** The products that have any of these variants. */
export async function productsOfVariants(edition: Edition, variants: PostingList): Promise<PostingList> {
  const owners = await edition.productOfVariant()
  if ('list' in variants) return toPostingList(await ownersOf(variants.list, owners))
  const { words, size } = variants
  let found: Uint32Array = new Uint32Array((edition.productCount + 31) >>> 5)
  for (let from = 0; from < words.length; from += WORDS_AT_ONCE) {
    const some = words.subarray(from, from + WORDS_AT_ONCE)
    found = setOwners(found, owners.subarray(from * 32), some)
    await yieldIfDue((size / words.length) * some.length)
  }
  return fromBits(found)
}

/** Words of bits that are gone through between two turns of the event loop, if most of these are set. */
const WORDS_AT_ONCE = 1024

/** What owns these variants; once where those of one product follow one another, as they mostly do. */
async function ownersOf(variants: Uint32Array, owners: Uint32Array): Promise<Uint32Array> {
  const found = new Uint32Array(variants.length)
  let size = 0
  for (let from = 0; from < variants.length; from += CHUNK_POSITIONS) {
    const some = variants.subarray(from, from + CHUNK_POSITIONS)
    size = noteOwners(some, owners, found, size)
    await yieldIfDue(some.length)
  }
  return found.subarray(0, size)
}

/** Notes what owns these variants after what was `found`; gives the number of all of them. */
function noteOwners(variants: Uint32Array, owners: Uint32Array, found: Uint32Array, before: number): number {
  let size = before
  let last = size > 0 ? found[size - 1]! : -1
  for (let index = 0; index < variants.length; index++) {
    const owner = owners[variants[index]!]!
    // Written in any case, and passed over if it is another: a branch that cannot be foreseen takes longer.
    found[size] = owner
    size += +(owner !== last)
    last = owner
  }
  return size
}

/** Sets the bits of what owns these variants; gives longer words where positions go beyond them, as they do after removals. */
function setOwners(found: Uint32Array, owners: Uint32Array, variants: Uint32Array): Uint32Array {
  let set = found
  for (let index = 0; index < variants.length; index++)
    for (let word = variants[index]!; word !== 0; word &= word - 1) {
      const owner = owners[index * 32 + 31 - Math.clz32(word & -word)]!
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
