import type { Product, Submitted } from '@vitrine/catalog/product'
import { type AcceptedProduct, type FindingPlace, findingPlace, type Problem } from '@vitrine/catalog/submission'
import type { Draft } from '../edition/draft.ts'
import type { ProductRow, VariantRow } from '../edition/rows.ts'
import type { Kind } from '../edition/term.ts'
import { BitSet } from '../index/bit-set.ts'
import type { IdentifiedProduct } from './identified-product.ts'
import type { Positioned } from './product-version.ts'
import { type Conflict, SlugAssignment } from './slug-assignment.ts'

/**
 * Ensures that no two products of a store share an id, a slug or a variant. Within an import, the first product wins.
 * Conflicts with products of the store are settled at the end: only then is it clear which of these products gave up a
 * slug or a variant.
 */
export class Uniqueness {
  /** The positions of products and variants of the import. */
  readonly reserved: Readonly<Record<Kind, BitSet>> = { product: new BitSet(), variant: new BitSet() }
  /** The number of variants that the store did not have. */
  newVariants = 0
  readonly #draft: Draft
  readonly #dryRun: boolean
  readonly #conflicts: Conflict[] = []
  readonly #slugs: SlugAssignment
  /** In a dry run, the ids of the import that the store does not have. */
  readonly #unknownIds: Readonly<Record<Kind, Set<string>>> = { product: new Set(), variant: new Set() }

  constructor(draft: Draft, dryRun: boolean) {
    this.#draft = draft
    this.#dryRun = dryRun
    this.#slugs = new SlugAssignment(draft.base, this.#conflicts)
  }

  async reserve(batch: readonly IdentifiedProduct[]): Promise<Reservations> {
    const { base } = this.#draft
    const positions = await this.#positionsOfProducts(batch)
    const rows = await base.productRows(positions)
    const products = await this.#slugs.assign(batch, positions, rows)
    const variantIds = products.flatMap(({ variants }) => variants.map(({ id }) => id))
    const variantPositions = await this.#positionsOfVariants(variantIds)
    const variantRows = await base.variantRows(variantPositions)

    const reserved: Reservation[] = []
    const refused: Problem[][] = []
    let from = 0
    for (const [index, product] of products.entries()) {
      const place = findingPlace(batch[index]!.submission)
      const to = from + product.variants.length
      const own = variantPositions.slice(from, to)
      const { hasAllMarkets } = batch[index]!.submission
      const reservation = {
        product,
        place,
        hasAllMarkets,
        position: positions[index]!,
        variantPositions: own,
        row: rows[index],
      }
      const problems = this.#reserveIds(place, reservation)
      if (problems.length > 0) refused.push(problems)
      else {
        this.#checkVariants(place, reservation, variantRows.slice(from, to))
        reserved.push(reservation)
      }
      from = to
    }
    return { reserved, refused }
  }

  /**
   * The problems of products that need a slug or a variant of a product that stays in the store. `isRemoved`: whether
   * the import removes the product.
   */
  unresolvedProblems(isRemoved: (position: number) => boolean): Problem[] {
    const isRetained = (owner: number) => !isRemoved(owner) && !this.reserved.product.has(owner)
    return this.#conflicts.filter(({ owner }) => owner === undefined || isRetained(owner)).map(({ problem }) => problem)
  }

  async #positionsOfProducts(batch: readonly IdentifiedProduct[]): Promise<number[]> {
    if (this.#dryRun) return batch.map(({ position = UNASSIGNED }) => position)
    const created = batch.filter(({ position }) => position === undefined)
    const ids = created.map(({ submission }) => submission.product.id)
    const allocated = created.length === 0 ? [] : await this.#draft.allocatePositions('product', ids)
    const next = allocated.values()
    return batch.map(({ position }) => position ?? next.next().value!)
  }

  async #positionsOfVariants(ids: readonly string[]): Promise<number[]> {
    if (!this.#dryRun) return await this.#draft.allocatePositions('variant', ids)
    return (await this.#draft.base.positionsById('variant', ids)).map((position) => position ?? UNASSIGNED)
  }

  /** Reserves the ids of a product and of its variants, or returns a problem for each that an earlier product has. */
  #reserveIds(place: FindingPlace, { product, position, variantPositions }: Positioned<Submitted<Product>>): Problem[] {
    const entries = [{ kind: 'product' as Kind, id: product.id, position, path: 'id' }]
    for (const [index, { id }] of product.variants.entries())
      entries.push({ kind: 'variant', id, position: variantPositions[index]!, path: `variants[${index}].id` })

    const problems = entries
      .filter(({ kind, id, position }) =>
        position === UNASSIGNED ? this.#unknownIds[kind].has(id) : this.reserved[kind].has(position),
      )
      .map(({ kind, id, path }) => ({
        ...place,
        path,
        wrong: `${id} is the id of ${kind === 'product' ? 'an earlier product' : 'a variant of an earlier product'}`,
        right: `an id that no other ${kind} of the catalog has`,
      }))
    if (problems.length > 0) return problems
    for (const { kind, id, position } of entries) {
      if (position === UNASSIGNED) this.#unknownIds[kind].add(id)
      else this.reserved[kind].add(position)
    }
    return []
  }

  /** Counts the variants that the store does not have, and notes those that another product has there. */
  #checkVariants(
    place: FindingPlace,
    { product, position }: Reservation,
    rows: readonly (VariantRow | undefined)[],
  ): void {
    for (const [index, row] of rows.entries()) {
      if (!row) this.newVariants++
      else if (row.product !== position) {
        const wrong = `${product.variants[index]!.id} is the id of a variant of another product of the store`
        const right = 'another id, or the other product without this variant in the same import'
        const problem = { ...place, path: `variants[${index}].id`, wrong, right }
        this.#conflicts.push({ owner: row.product, problem })
      }
    }
  }
}

/** A submitted product that may be published, with the row that it has in the store. */
interface Reservation extends Positioned<Submitted<Product>>, Pick<AcceptedProduct, 'hasAllMarkets'> {
  readonly place: FindingPlace
  readonly row: ProductRow | undefined
}

export interface Reservations {
  readonly reserved: readonly Reservation[]
  /** The problems of each of the other products. */
  readonly refused: readonly (readonly Problem[])[]
}

/** The position of an id that the store does not have, in a dry run, which allocates no positions. */
const UNASSIGNED = -1
