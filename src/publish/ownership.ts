import type { AcceptedProduct, Problem } from '../catalog/submission.ts'
import type { Draft } from '../edition/draft.ts'
import type { Kind, Term } from '../edition/term.ts'
import { listOf, type Positions } from '../postings/positions.ts'
import { Marks } from './marks.ts'

/** A submitted product that may be taken, with its positions. */
export interface Claim {
  readonly product: AcceptedProduct['product']
  readonly position: number
  /** In the product's order. */
  readonly variantPositions: readonly number[]
}

/** Owns what an earlier product of the import was given: a contest that cannot be won. */
const NEVER = -1

type Problems = readonly [Problem, ...Problem[]]

/** A slug or a variant that belongs to a product of the store that the import has not shown yet. */
interface Contest {
  readonly owner: number
  readonly problem: Problem
}

/**
 * Sees to it that no two products of a store share an id, a slug or a variant. Within an import, what came first is in
 * the right. Against what the store holds it can only be settled at the end, when it is known which products gave up
 * what they had.
 */
export class Ownership {
  readonly #draft: Draft
  readonly #writes: boolean
  readonly #products = new Marks()
  readonly #variants = new Marks()
  /** In a dry run, where no position is given: ids that the store does not have. */
  readonly #strangers: Record<Kind, Set<string>> = { product: new Set(), variant: new Set() }
  readonly #remade = new Set<string>()
  readonly #contests: Contest[] = []
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
  countVariants(marked: Marks): number {
    return marked.common(this.#variants)
  }

  async claim(batch: readonly AcceptedProduct[]): Promise<{ owned: Claim[]; refused: Problems[] }> {
    const { base } = this.#draft
    const positions = await this.#positions(
      'product',
      batch.map(({ product }) => product.id),
    )
    const variantIds = batch.flatMap(({ product }) => product.variants.map(({ id }) => id))
    const variantPositions = await this.#positions('variant', variantIds)
    const variantRows = await base.variants(variantPositions)
    const slugOwners = await base.postings(
      'product',
      batch.map(({ product }) => `slug:${product.slug}` as const),
    )

    const owned: Claim[] = []
    const refused: Problems[] = []
    let from = 0
    for (const [index, submission] of batch.entries()) {
      const to = from + submission.product.variants.length
      const own = variantPositions.slice(from, to)
      const rows = variantRows.slice(from, to)
      from = to
      const position = positions[index]!
      const problems = [...this.#repeatedProduct(submission, position), ...this.#repeatedVariants(submission, own)]
      if (problems.length > 0) {
        refused.push(problems as unknown as Problems)
        continue
      }
      this.#mark(submission, position, own)
      this.#newVariants += rows.filter((row) => row === undefined).length
      rows.forEach((row, number) => {
        if (row && row.product !== position)
          this.#contests.push({ owner: row.product, problem: takenVariant(submission, number) })
      })
      const product = await this.#withFreeSlug(submission, position, slugOwners[index]!)
      owned.push({ product, position, variantPositions: own })
    }
    return { owned, refused }
  }

  /** Problems of products that want what a product of the store keeps. */
  async unsettled(replace: boolean): Promise<Problems[]> {
    const problems = this.#contests
      .filter(({ owner }) => owner === NEVER || (!replace && !this.has(owner)))
      .map(({ problem }) => [problem] as const)
    this.#inConflict = problems.length > 0
    return problems
  }

  /** Positions of ids; in a dry run none are given, and an id that the store does not have gets -1. */
  async #positions(kind: Kind, ids: readonly string[]): Promise<number[]> {
    if (this.#writes) return await this.#draft.positions(kind, ids)
    return (await this.#draft.base.positions(kind, ids)).map((position) => position ?? -1)
  }

  #repeatedProduct({ line, product }: AcceptedProduct, position: number): Problem[] {
    if (!this.#taken('product', product.id, position)) return []
    return [
      {
        line,
        path: 'id',
        wrong: `${product.id} is the id of an earlier product`,
        right: 'an id that no other product of the catalog has',
      },
    ]
  }

  #repeatedVariants({ line, product }: AcceptedProduct, positions: readonly number[]): Problem[] {
    return product.variants.flatMap(({ id }, index) => {
      if (!this.#taken('variant', id, positions[index]!)) return []
      const wrong = `${id} is the id of a variant of an earlier product`
      return [{ line, path: `variants[${index}].id`, wrong, right: 'an id that no other variant of the catalog has' }]
    })
  }

  #taken(kind: Kind, id: string, position: number): boolean {
    if (position < 0) return this.#strangers[kind].has(id)
    return (kind === 'product' ? this.#products : this.#variants).has(position)
  }

  #mark({ product }: AcceptedProduct, position: number, variantPositions: readonly number[]): void {
    if (position < 0) this.#strangers.product.add(product.id)
    else this.#products.add(position)
    product.variants.forEach(({ id }, index) => {
      if (variantPositions[index]! < 0) this.#strangers.variant.add(id)
      else this.#variants.add(variantPositions[index]!)
    })
  }

  /** The product, with another slug where its own was only made from its name and is taken. */
  async #withFreeSlug(submission: AcceptedProduct, position: number, owners: Positions) {
    const { product, slugGiven } = submission
    const owner = listOf(owners).find((other) => other !== position)
    const remade = this.#remade.has(product.slug)
    if (owner === undefined && !remade) return product
    if (slugGiven) {
      this.#contests.push({ owner: remade ? NEVER : owner!, problem: takenSlug(submission) })
      return product
    }
    const slug = await this.#freeSlug(product.slug, position)
    this.#remade.add(slug)
    return { ...product, slug }
  }

  /** The first of `base-2`, `base-3`, … that is the product's own already, or nobody's. */
  async #freeSlug(base: string, position: number): Promise<string> {
    for (let from = 2; ; from += 50) {
      const slugs = Array.from({ length: 50 }, (_, index) => `${base}-${from + index}`)
      const owners = await this.#draft.base.postings(
        'product',
        slugs.map((slug) => `slug:${slug}` as Term),
      )
      const free = slugs.find(
        (slug, index) => !this.#remade.has(slug) && listOf(owners[index]!).every((owner) => owner === position),
      )
      if (free) return free
    }
  }
}

function takenVariant({ line, product }: AcceptedProduct, index: number): Problem {
  return {
    line,
    path: `variants[${index}].id`,
    wrong: `${product.variants[index]!.id} is the id of a variant of another product of the store`,
    right: 'an id of its own, or the other product in the same import, without this variant',
  }
}

function takenSlug({ line, product }: AcceptedProduct): Problem {
  return {
    line,
    path: 'slug',
    wrong: `"${product.slug}" is the slug of another product of the store`,
    right: 'a slug of its own, or the id of the product that has this slug, if it is the same product',
  }
}
