import { DigestMap } from '@vitrine/catalog/digest-map'
import type { Product, Submitted } from '@vitrine/catalog/product'
import { type AcceptedProduct, findingPlace, type Problem } from '@vitrine/catalog/submission'
import { derivedVariantId } from '@vitrine/catalog/uuid'
import type { Edition } from '../edition/edition.ts'
import type { ProductRow } from '../edition/rows.ts'
import type { IdentifiedProduct } from './identified-product.ts'

/** Gives each product of an import a slug of its own. A generated slug gets a number if another product has it. */
export class SlugAssignment {
  readonly #base: Edition
  readonly #conflicts: Conflict[]
  readonly #assigned = new DigestMap()

  /** Adds the conflicts of slugs that the catalog states to `conflicts`. */
  constructor(base: Edition, conflicts: Conflict[]) {
    this.#base = base
    this.#conflicts = conflicts
  }

  /** Returns the products, in order. `rows` are the rows that they have in the store. */
  async assign(
    batch: readonly IdentifiedProduct[],
    positions: readonly number[],
    rows: readonly (ProductRow | undefined)[],
  ): Promise<Submitted<Product>[]> {
    const products: Submitted<Product>[] = []
    for (const [index, { submission, owner: ownerOfSlug }] of batch.entries()) {
      const { line, product, hasSlug } = submission
      const position = positions[index]!
      const owner = ownerOfSlug === position ? undefined : ownerOfSlug
      if (hasSlug) this.#checkGivenSlug(submission, owner)
      const assigned = hasSlug ? product : await this.#withGeneratedSlug(product, position, rows[index], owner)
      this.#assigned.claim(assigned.slug, line)
      products.push(assigned)
    }
    return products
  }

  #checkGivenSlug(submission: AcceptedProduct, owner: number | undefined): void {
    const { slug } = submission.product
    const place = findingPlace(submission)
    if (this.#assigned.has(slug)) {
      const wrong = `"${slug}" was generated for an earlier product, which has no slug of its own`
      const right = 'another slug, or a slug in the earlier product too'
      this.#conflicts.push({ owner: undefined, problem: { ...place, path: 'slug', wrong, right } })
    } else if (owner !== undefined) {
      const wrong = `"${slug}" is the slug of another product of the store`
      const right = 'another slug, or the id of the product that has this slug if it is the same product'
      this.#conflicts.push({ owner, problem: { ...place, path: 'slug', wrong, right } })
    }
  }

  async #withGeneratedSlug(
    product: Submitted<Product>,
    position: number,
    row: ProductRow | undefined,
    owner: number | undefined,
  ): Promise<Submitted<Product>> {
    const { slug } = product
    // A product keeps the slug that was generated from the same name: `red-2` for `red`.
    if (row && !this.#assigned.has(row.slug) && withoutNumber(row.slug) === withoutNumber(slug))
      return this.#rename(product, row.slug)
    if (owner === undefined && !this.#assigned.has(slug)) return product
    return this.#rename(product, await this.#numbered(slug, position))
  }

  /** The first of `slug-2`, `slug-3`, … that no other product has. */
  async #numbered(slug: string, position: number): Promise<string> {
    for (let from = 2; ; from += NUMBER_BATCH) {
      const slugs = Array.from({ length: NUMBER_BATCH }, (_, index) => `${slug}-${from + index}`)
      const owners = await this.#base.productsBySlug(slugs)
      const free = slugs.find(
        (slug, index) => !this.#assigned.has(slug) && (owners[index] === undefined || owners[index] === position),
      )
      if (free) return free
    }
  }

  /** Derives the ids of variants from the new slug, where they were derived from the old one. */
  #rename(product: Submitted<Product>, slug: string): Submitted<Product> {
    if (slug === product.slug) return product
    const store = this.#base.store.id
    const variants = product.variants.map((variant) => {
      const isDerived = variant.id === derivedVariantId(store, product.slug, variant.sku)
      return isDerived ? { ...variant, id: derivedVariantId(store, slug, variant.sku) } : variant
    })
    return { ...product, slug, variants }
  }
}

/** A slug or a variant that another product has. */
export interface Conflict {
  /** The product of the store that has it, which may give it up; undefined for an earlier product of the import. */
  readonly owner: number | undefined
  readonly problem: Problem
}

/** Numbers that are tried together for a generated slug. */
const NUMBER_BATCH = 50

function withoutNumber(slug: string): string {
  return slug.replace(/-\d+$/, '')
}
