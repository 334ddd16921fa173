import type { Product } from '@vitrine/catalog/product'
import { type AcceptedProduct, type FindingPlace, findingPlace } from '@vitrine/catalog/submission'
import { derivedProductId, derivedVariantId, type Uuid } from '@vitrine/catalog/uuid'
import type { Edition } from '../edition/edition.ts'
import { BitSet } from '../index/bit-set.ts'
import { Deferred } from './deferred.ts'
import { type DerivedKey, keyOfDerivedId, MAX_KEY_NUMBER } from './derived-key.ts'
import type { IdentifiedProduct } from './identified-product.ts'
import { type MatchedProduct, NewProducts } from './new-products.ts'
import { readProducts } from './read-products.ts'

/**
 * Finds the products of the store that come without an id under another slug. The id of such a product is derived from
 * its first slug, and stays.
 *
 * A product whose slug is new may be the one product of the store that has its skus. That is known at the end of the
 * file, so such products are deferred until then. See docs/catalog-format.md for the rule.
 */
export class RenamedProducts {
  readonly #base: Edition
  readonly #replace: boolean
  readonly #onRenamed: RenamingCallbacks['onRenamed']
  readonly #onMaybeRenamed: RenamingCallbacks['onMaybeRenamed']
  readonly #new: NewProducts
  /** Products of the store whose slug, or whose id, the file has. */
  readonly #present = new BitSet()
  readonly #deferred = new Deferred<DeferredProduct>()
  /** How many of the deferred products may be the one at a position. */
  readonly #claims = new Map<number, number>()
  /** Skus of several products of the store, not necessarily all. */
  readonly #commonSkus = new Set<string>()

  /** `replace`: the products that are not in the file are removed. */
  constructor(base: Edition, replace: boolean, { onRenamed, onMaybeRenamed }: RenamingCallbacks) {
    this.#base = base
    this.#replace = replace
    this.#onRenamed = onRenamed
    this.#onMaybeRenamed = onMaybeRenamed
    this.#new = new NewProducts(base, replace)
  }

  /** The products of a batch, in order, with the ids that they have in the store, but for those that are deferred. */
  async identify(batch: readonly AcceptedProduct[]): Promise<readonly IdentifiedProduct[]> {
    const base = this.#base
    const [owners, positions] = await Promise.all([
      base.productsBySlug(batch.map(({ product }) => product.slug)),
      base.positionsById(
        'product',
        batch.map(({ product }) => product.id),
      ),
    ])
    const identified = batch.map((submission, index): IdentifiedProduct | undefined => {
      return { submission, owner: owners[index], position: positions[index] }
    })
    const unheld = base.productCount > 0 ? await this.#identifyDoubtful(identified) : []
    return [...unheld, ...identified.filter((product) => product !== undefined)]
  }

  /**
   * The products that were deferred, in batches, after the others. `isComplete` is false if a product of the file was
   * refused, so that nobody knows its slug. Then no product keeps an id by its skus.
   */
  async *deferredBatches(isComplete: boolean): AsyncGenerator<readonly IdentifiedProduct[]> {
    for (const batch of this.#deferred.batches()) {
      const identified: IdentifiedProduct[] = []
      for (const { product, predecessor, isIdTaken } of batch) {
        const { submission } = product
        const { position, slug: from, key, sku } = predecessor
        const isAlone = this.#claims.get(position) === 1 && !this.#present.has(position)
        if (isComplete && isAlone) {
          identified.push({ ...product, submission: this.#withKey(submission, key), position })
          this.#present.add(position)
          this.#onRenamed?.({ ...findingPlace(submission), from, to: submission.product.slug, sku })
        } else identified.push(isIdTaken ? await this.#withNewId(product) : product)
      }
      yield identified
    }
    for await (const batch of this.#new.matched(this.#present))
      yield batch.map((matched) => (isComplete ? this.#succeeding(matched) : matched.product))
  }

  /** The product with the id of the one of the store that it succeeds, if it does. */
  #succeeding({ product, stored }: MatchedProduct): IdentifiedProduct {
    const key = stored && this.#keyOf(stored.product)
    if (!stored || !key) return product
    const { submission } = product
    const renamed = { ...findingPlace(submission), from: stored.product.slug, to: submission.product.slug }
    if (this.#replace) this.#onRenamed!(renamed)
    else this.#onMaybeRenamed?.(renamed)
    if (!this.#replace) return product
    return { ...product, submission: this.#withKey(submission, key), position: stored.position }
  }

  /**
   * Mends the ids of a batch. Leaves the places of products that are deferred empty. Returns those that were deferred
   * before and are not any more.
   */
  async #identifyDoubtful(identified: (IdentifiedProduct | undefined)[]): Promise<readonly IdentifiedProduct[]> {
    const doubtful = identified.flatMap((product, index) =>
      this.#isDoubtful(product!) ? [{ ...product!, index }] : [],
    )
    if (doubtful.length === 0) return []
    const stored = await this.#read(doubtful.flatMap(({ owner, position }) => [owner, position]))
    const unknown: (IdentifiedProduct & { readonly index: number; readonly isIdTaken: boolean })[] = []
    for (const product of doubtful) {
      const { index, submission, owner, position } = product
      const key = owner === undefined ? undefined : this.#keyOf(stored.get(owner)!)
      const other = position === undefined ? undefined : stored.get(position)!
      const isIdTaken = other?.formerSlugs?.includes(submission.product.slug) === true
      const isKnown = other !== undefined && !isIdTaken
      if (key && !isKnown) identified[index] = { submission: this.#withKey(submission, key), owner, position: owner }
      else if (!isKnown && this.#onRenamed) unknown.push({ ...product, isIdTaken })
      else if (position !== undefined) this.#present.add(position)
    }
    const predecessors = await this.#findBySkus(unknown.map(({ submission }) => submission))
    const unheld: IdentifiedProduct[] = []
    for (const [number, { index, isIdTaken, ...product }] of unknown.entries()) {
      const predecessor = predecessors[number]
      if (predecessor && this.#defer(product, predecessor, isIdTaken)) identified[index] = undefined
      else if (isIdTaken) identified[index] = await this.#withNewId(product)
      else if (!predecessor) {
        identified[index] = undefined
        unheld.push(...this.#new.hold(product))
      }
    }
    return unheld
  }

  /** Whether a derived id is not that of the product with the slug. Notes which products the file has. */
  #isDoubtful({ submission: { product }, owner, position }: IdentifiedProduct): boolean {
    if (owner !== undefined) this.#present.add(owner)
    const isSame = position !== undefined && position === owner
    if (!isSame && product.id === derivedProductId(this.#base.store.id, product.slug)) return true
    if (position !== undefined) this.#present.add(position)
    return false
  }

  /** Returns false if too many products are deferred already. */
  #defer(product: IdentifiedProduct, predecessor: Predecessor, isIdTaken: boolean): boolean {
    if (!this.#deferred.add({ product, predecessor, isIdTaken })) return false
    this.#claims.set(predecessor.position, (this.#claims.get(predecessor.position) ?? 0) + 1)
    return true
  }

  /**
   * For each product, the one of the store that alone has one of its skus, and has a derived id. Undefined if there is
   * none, or if several products of the store have skus of it alone.
   */
  async #findBySkus(submissions: readonly AcceptedProduct[]): Promise<(Predecessor | undefined)[]> {
    const skus = new Set(submissions.flatMap(({ product }) => product.variants.map(({ sku }) => sku)))
    const holders = await this.#base.productsBySku([...skus].filter((sku) => !this.#commonSkus.has(sku)))
    for (const [sku, positions] of holders) if (positions.size > 1) this.#commonSkus.add(sku)
    if (this.#commonSkus.size > MAX_COMMON_SKUS) this.#commonSkus.clear()
    const found = submissions.map(({ product }) => {
      const alone = product.variants.flatMap(({ sku }) => {
        const [position, ...others] = holders.get(sku) ?? []
        return position === undefined || others.length > 0 ? [] : [{ sku, position }]
      })
      return new Set(alone.map(({ position }) => position)).size === 1 ? alone[0] : undefined
    })
    const stored = await this.#read(found.map((each) => each?.position))
    return found.map((each) => {
      if (!each) return undefined
      const product = stored.get(each.position)!
      const key = this.#keyOf(product)
      return key && { position: each.position, slug: product.slug, key, sku: each.sku }
    })
  }

  async #read(positions: readonly (number | undefined)[]): Promise<ReadonlyMap<number, Product>> {
    const different = [...new Set(positions)].filter((position) => position !== undefined)
    const products = await readProducts(this.#base, different)
    return new Map(different.map((position, index) => [position, products[index]!]))
  }

  #keyOf({ id, slug, formerSlugs = [] }: Product): DerivedKey | undefined {
    return keyOfDerivedId(this.#base.store.id, id, [slug, ...formerSlugs])
  }

  /** Derives the ids that are derived from the slug from the key instead. */
  #withKey(submission: AcceptedProduct, key: DerivedKey): AcceptedProduct {
    const { product } = submission
    const store = this.#base.store.id
    const variants = product.variants.map((variant) => {
      const isDerived = variant.id === derivedVariantId(store, product.slug, variant.sku)
      return isDerived ? { ...variant, id: derivedVariantId(store, key.slug, variant.sku, key.number) } : variant
    })
    return { ...submission, product: { ...product, id: derivedProductId(store, key.slug, key.number), variants } }
  }

  /** Another id, for a product whose slug is the first one of a product that has another slug now. */
  async #withNewId(product: IdentifiedProduct): Promise<IdentifiedProduct> {
    const { slug } = product.submission.product
    const keys = Array.from({ length: MAX_KEY_NUMBER - 1 }, (_, index) => ({ slug, number: index + 2 }))
    const ids = keys.map(({ number }): Uuid => derivedProductId(this.#base.store.id, slug, number))
    const positions = await this.#base.positionsById('product', ids)
    const free = keys.find((_, index) => positions[index] === undefined)
    return free ? { ...product, submission: this.#withKey(product.submission, free), position: undefined } : product
  }
}

/** A product that has kept its id under a new slug. */
export interface RenamedProduct extends FindingPlace {
  readonly from: string
  readonly to: string
  /** The sku that it has kept. Without one, it has kept its prices and its name or its picture. */
  readonly sku?: string
}

export interface RenamingCallbacks {
  /** Without it, only products whose id has stayed before are found. */
  readonly onRenamed?: ((renamed: RenamedProduct) => void) | undefined
  /** Called with each product that would have kept its id if the import removed the other one. */
  readonly onMaybeRenamed?: ((renamed: RenamedProduct) => void) | undefined
}

/** The product of the store that a product may be under its new slug. */
interface Predecessor {
  readonly position: number
  readonly slug: string
  readonly key: DerivedKey
  readonly sku: string
}

interface DeferredProduct {
  readonly product: IdentifiedProduct
  readonly predecessor: Predecessor
  /** Whether another product of the store has its id. */
  readonly isIdTaken: boolean
}

const MAX_COMMON_SKUS = 10_000
