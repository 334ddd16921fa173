import type { Product, Submitted } from '../catalog/product.ts'
import type { AcceptedProduct, Problem } from '../catalog/submission.ts'
import type { Draft } from '../edition/draft.ts'
import type { ProductRow, VariantRow } from '../edition/rows.ts'
import type { Kind } from '../edition/term.ts'
import { BitSet } from '../index/bit-set.ts'
import type { Positioned } from './product-version.ts'
import { type Conflict, SlugAssignment } from './slug-assignment.ts'

/** A submitted product that may be published, with the row that it has in the store. */
export interface Reservation extends Positioned<Submitted<Product>> {
  readonly row: ProductRow | undefined
}

type Problems = readonly [Problem, ...Problem[]]

export interface Reservations {
  readonly reserved: readonly Reservation[]
  /** The problems of each of the other products. */
  readonly refused: readonly Problems[]
}

/** The position of an id that the store does not have, in a dry run, which allocates no positions. */
const UNASSIGNED = -1

/**
 * Ensures that no two products of a store share an id, a slug or a variant. Within an import, the first product wins.
 * Conflicts with products of the store are settled at the end, when it is known which of them gave up what they had.
 */
export class Uniqueness {
  /** The positions of products and variants of the import. */
  readonly reserved: Readonly<Record<Kind, BitSet>> = { product: new BitSet(), variant: new BitSet() }
  /** The number of variants that the store did not have. */
  newVariants = 0
  readonly #draft: Draft
  readonly #dryRun: boolean
  readonly #slugs: SlugAssignment
  /** In a dry run, the ids of the import that the store does not have. */
  readonly #unknownIds: Readonly<Record<Kind, Set<string>>> = { product: new Set(), variant: new Set() }
  readonly #conflicts: Conflict[] = []

  constructor(draft: Draft, dryRun: boolean) {
    this.#draft = draft
    this.#dryRun = dryRun
    this.#slugs = new SlugAssignment(draft.base)
  }

  async reserve(batch: readonly AcceptedProduct[]): Promise<Reservations> {
    const { base } = this.#draft
    const positions = await this.#positions(
      'product',
      batch.map(({ product }) => product.id),
    )
    const rows = await base.productRows(positions)
    const { products, conflicts } = await this.#slugs.assign(batch, positions, rows)
    this.#conflicts.push(...conflicts)
    const variantIds = products.flatMap(({ variants }) => variants.map(({ id }) => id))
    const variantPositions = await this.#positions('variant', variantIds)
    const variantRows = await base.variantRows(variantPositions)

    const reserved: Reservation[] = []
    const refused: Problems[] = []
    let from = 0
    for (const [index, product] of products.entries()) {
      const { line } = batch[index]!
      const to = from + product.variants.length
      const own = variantPositions.slice(from, to)
      const reservation = { product, position: positions[index]!, variantPositions: own, row: rows[index] }
      const [problem, ...others] = this.#repeatedIds(line, reservation)
      if (problem) refused.push([problem, ...others])
      else {
        this.#reserve(reservation)
        this.#checkVariants(line, reservation, variantRows.slice(from, to))
        reserved.push(reservation)
      }
      from = to
    }
    return { reserved, refused }
  }

  /** The problems of products that need what a product of the store keeps. `isRemoved` tells which products it loses. */
  unresolvedProblems(isRemoved: (position: number) => boolean): Problem[] {
    const isKept = (owner: number) => !isRemoved(owner) && !this.reserved.product.has(owner)
    return this.#conflicts.filter(({ owner }) => owner === undefined || isKept(owner)).map(({ problem }) => problem)
  }

  async #positions(kind: Kind, ids: readonly string[]): Promise<number[]> {
    if (!this.#dryRun) return await this.#draft.allocatePositions(kind, ids)
    return (await this.#draft.base.positionsById(kind, ids)).map((position) => position ?? UNASSIGNED)
  }

  /** A problem for each id that an earlier product of the import has. */
  #repeatedIds(line: number, reservation: Positioned<Submitted<Product>>): Problem[] {
    return idsOf(reservation)
      .filter(({ kind, id, position }) =>
        position === UNASSIGNED ? this.#unknownIds[kind].has(id) : this.reserved[kind].has(position),
      )
      .map(({ kind, id, path }) => ({
        line,
        path,
        wrong: `${id} is the id of ${kind === 'product' ? 'an earlier product' : 'a variant of an earlier product'}`,
        right: `an id that no other ${kind} of the catalog has`,
      }))
  }

  #reserve(reservation: Reservation): void {
    for (const { kind, id, position } of idsOf(reservation)) {
      if (position === UNASSIGNED) this.#unknownIds[kind].add(id)
      else this.reserved[kind].add(position)
    }
  }

  /** Counts the variants that the store does not have, and notes the conflicts of those that another product has. */
  #checkVariants(line: number, { product, position }: Reservation, rows: readonly (VariantRow | undefined)[]): void {
    for (const [index, row] of rows.entries()) {
      if (!row) this.newVariants++
      else if (row.product !== position)
        this.#conflicts.push({ owner: row.product, problem: takenVariant(line, product, index) })
    }
  }
}

/** The ids of a product and of its variants, with their positions, and their paths in the product. */
function idsOf({ product, position, variantPositions }: Positioned<Submitted<Product>>) {
  const variants = product.variants.map(({ id }, index) => {
    return { kind: 'variant' as Kind, id, position: variantPositions[index]!, path: `variants[${index}].id` }
  })
  return [{ kind: 'product' as Kind, id: product.id, position, path: 'id' }, ...variants]
}

function takenVariant(line: number, product: Submitted<Product>, index: number): Problem {
  return {
    line,
    path: `variants[${index}].id`,
    wrong: `${product.variants[index]!.id} is the id of a variant of another product of the store`,
    right: 'another id, or the other product without this variant in the same import',
  }
}
