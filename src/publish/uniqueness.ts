import type { AcceptedProduct, Problem } from '../catalog/submission.ts'
import { derivedVariantId } from '../catalog/uuid.ts'
import type { Draft } from '../edition/draft.ts'
import type { VariantRow } from '../edition/rows.ts'
import type { Kind } from '../edition/term.ts'
import { BitSet } from '../index/bit-set.ts'
import { DigestMap } from '../index/digest-map.ts'

/** A submitted product that may be taken, with its positions. */
export interface Reservation {
  readonly product: AcceptedProduct['product']
  readonly position: number
  /** In the product's order. */
  readonly variantPositions: readonly number[]
}

/** A position that nothing has: it has no documents, and a contest with it cannot be won. */
const UNASSIGNED = -1

type Problems = readonly [Problem, ...Problem[]]

/** What came of the products of a batch: those that may be taken, and the problems of each of the others. */
export interface Reservations {
  readonly owned: readonly Reservation[]
  readonly refused: readonly Problems[]
}

/** A slug or a variant that belongs to a product of the store that the import has not shown yet. */
interface Conflict {
  readonly owner: number
  readonly problem: Problem
}

/**
 * Sees to it that no two products of a store share an id, a slug or a variant. Within an import, what came first is in
 * the right. Against what the store holds it can only be settled at the end, when it is known which products gave up
 * what they had.
 */
export class Uniqueness {
  readonly #draft: Draft
  readonly #writes: boolean
  readonly #products = new BitSet()
  readonly #variants = new BitSet()
  /** In a dry run, where no position is given: ids that the store does not have. */
  readonly #strangers: Record<Kind, Set<string>> = { product: new Set(), variant: new Set() }
  /** The slugs of the import so far. */
  readonly #slugs = new DigestMap()
  readonly #contests: Conflict[] = []
  #newVariants = 0
  #inConflict = false

  constructor(draft: Draft, writes: boolean) {
    this.#draft = draft
    this.#writes = writes
  }

  /** How many variants of the import the store did not have. */
  get newVariants(): number {
    return this.#newVariants
  }

  /** Whether products that were taken turned out, at the end, to be in conflict with others. */
  get inConflict(): boolean {
    return this.#inConflict
  }

  /** Whether the import has the product at this position. */
  has(position: number): boolean {
    return this.#products.has(position)
  }

  hasVariant(position: number): boolean {
    return this.#variants.has(position)
  }

  /** How many of the variants marked the import has. */
  countVariants(marked: BitSet): number {
    return marked.intersectionSize(this.#variants)
  }

  async reserve(batch: readonly AcceptedProduct[]): Promise<Reservations> {
    const ids = batch.map(({ product }) => product.id)
    const published = await this.#draft.base.positionsById('product', ids)
    const products = await this.#withFreeSlugs(
      batch,
      published.map((position) => position ?? UNASSIGNED),
    )
    const variantIds = products.flatMap(({ variants }) => variants.map(({ id }) => id))
    const [positions, variantPositions] = await Promise.all([
      this.#positions('product', ids),
      this.#positions('variant', variantIds),
    ])
    const variantRows = await this.#draft.base.variantRows(variantPositions)

    const owned: Reservation[] = []
    const refused: Problems[] = []
    let from = 0
    for (const [index, product] of products.entries()) {
      const { line } = batch[index]!
      const to = from + product.variants.length
      const claim = { product, position: positions[index]!, variantPositions: variantPositions.slice(from, to) }
      const problems = this.#repetitions(line, claim)
      if (problems.length > 0) refused.push(problems as unknown as Problems)
      else {
        this.#mark(claim)
        this.#contest(line, claim, variantRows.slice(from, to))
        owned.push(claim)
      }
      from = to
    }
    return { owned, refused }
  }

  /** Problems of products that want what a product of the store keeps; `goes` tells those that will not be there. */
  unsettled(goes: (position: number) => boolean): Problems[] {
    const problems = this.#contests
      .filter(({ owner }) => owner === UNASSIGNED || !(goes(owner) || this.has(owner)))
      .map(({ problem }) => [problem] as const)
    this.#inConflict = problems.length > 0
    return problems
  }

  /** Positions of ids; in a dry run none are given, and an id that the store does not have gets -1. */
  async #positions(kind: Kind, ids: readonly string[]): Promise<number[]> {
    if (this.#writes) return await this.#draft.allocatePositions(kind, ids)
    return (await this.#draft.base.positionsById(kind, ids)).map((position) => position ?? -1)
  }

  /** What an earlier product of the import has already. */
  #repetitions(line: number, { product, position, variantPositions }: Reservation): Problem[] {
    const repeated = (path: string, id: string, kind: string): Problem => ({
      line,
      path,
      wrong: `${id} is the id of ${kind === 'product' ? 'an earlier product' : 'a variant of an earlier product'}`,
      right: `an id that no other ${kind} of the catalog has`,
    })
    const problems = this.#taken('product', product.id, position) ? [repeated('id', product.id, 'product')] : []
    for (const [index, { id }] of product.variants.entries()) {
      if (!this.#taken('variant', id, variantPositions[index]!)) continue
      problems.push(repeated(`variants[${index}].id`, id, 'variant'))
    }
    return problems
  }

  #taken(kind: Kind, id: string, position: number): boolean {
    if (position < 0) return this.#strangers[kind].has(id)
    return (kind === 'product' ? this.#products : this.#variants).has(position)
  }

  #mark({ product, position, variantPositions }: Reservation): void {
    if (position < 0) this.#strangers.product.add(product.id)
    else this.#products.add(position)
    for (const [index, { id }] of product.variants.entries()) {
      if (variantPositions[index]! < 0) this.#strangers.variant.add(id)
      else this.#variants.add(variantPositions[index]!)
    }
  }

  /** Counts the variants that are new to the store, and notes those that another product has there. */
  #contest(line: number, { product, position }: Reservation, rows: readonly (VariantRow | undefined)[]): void {
    for (const [index, row] of rows.entries()) {
      if (!row) this.#newVariants++
      else if (row.product !== position) {
        this.#contests.push({ owner: row.product, problem: takenVariant(line, product, index) })
      }
    }
  }

  /** The products of a batch, each with a slug that is its own; a slug that was only made from a name gives way. */
  async #withFreeSlugs(
    batch: readonly AcceptedProduct[],
    positions: readonly number[],
  ): Promise<Reservation['product'][]> {
    const { base } = this.#draft
    const owners = await base.productsBySlug(batch.map(({ product }) => product.slug))
    // What a product is called now matters only where a slug was made, and is not what the product has already.
    const renames = batch.map(({ slugGiven }, index) => !slugGiven && owners[index] !== positions[index])
    const stored = await base.documents(
      'summary',
      renames.map((asked, index) => (asked ? positions[index]! : UNASSIGNED)),
    )
    const products: Reservation['product'][] = []
    for (const [index, { line, product, slugGiven }] of batch.entries()) {
      const position = positions[index]!
      const owner = owners[index] === position ? undefined : owners[index]
      if (slugGiven) {
        if (this.#slugs.has(product.slug)) this.#contests.push({ owner: UNASSIGNED, problem: madeSlug(line, product) })
        else if (owner !== undefined) this.#contests.push({ owner, problem: takenSlug(line, product) })
        products.push(product)
      } else {
        const before = stored[index] ? (JSON.parse(stored[index]) as Reservation['product']).slug : undefined
        const free = owner === undefined && !this.#slugs.has(product.slug)
        const slug =
          this.#kept(before, product.slug) ?? (free ? product.slug : await this.#freeSlug(product.slug, position))
        products.push(slug === product.slug ? product : this.#renamed(product, slug))
      }
      this.#slugs.claim(products[index]!.slug, line)
    }
    return products
  }

  /** The slug that a product has, if it was made from the same name: `red-2` for `red`. */
  #kept(before: string | undefined, made: string): string | undefined {
    if (before === undefined || this.#slugs.has(before)) return undefined
    return unnumbered(before) === unnumbered(made) ? before : undefined
  }

  /** The product with another slug, and with the variant ids that follow from it. */
  #renamed(product: Reservation['product'], slug: string): Reservation['product'] {
    const store = this.#draft.base.store.id
    const variants = product.variants.map((variant) => {
      const derived = variant.id === derivedVariantId(store, product.slug, variant.sku)
      return derived ? { ...variant, id: derivedVariantId(store, slug, variant.sku) } : variant
    })
    return { ...product, slug, variants }
  }

  /** The first of `base-2`, `base-3`, … that is the product's own already, or nobody's. */
  async #freeSlug(base: string, position: number): Promise<string> {
    for (let from = 2; ; from += 50) {
      const slugs = Array.from({ length: 50 }, (_, index) => `${base}-${from + index}`)
      const owners = await this.#draft.base.productsBySlug(slugs)
      const free = slugs.find(
        (slug, index) => !this.#slugs.has(slug) && (owners[index] === undefined || owners[index] === position),
      )
      if (free) return free
    }
  }
}

function unnumbered(slug: string): string {
  return slug.replace(/-\d+$/, '')
}

function madeSlug(line: number, product: Reservation['product']): Problem {
  return {
    line,
    path: 'slug',
    wrong: `"${product.slug}" was made for an earlier product of the file, which gives none`,
    right: 'another slug, or a slug given by the earlier product too',
  }
}

function takenVariant(line: number, product: Reservation['product'], index: number): Problem {
  return {
    line,
    path: `variants[${index}].id`,
    wrong: `${product.variants[index]!.id} is the id of a variant of another product of the store`,
    right: 'an id of its own, or the other product in the same import, without this variant',
  }
}

function takenSlug(line: number, product: Reservation['product']): Problem {
  return {
    line,
    path: 'slug',
    wrong: `"${product.slug}" is the slug of another product of the store`,
    right: 'a slug of its own, or the id of the product that has this slug, if it is the same product',
  }
}
