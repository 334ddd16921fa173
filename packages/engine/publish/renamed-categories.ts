import type { AcceptedProduct } from '@vitrine/catalog/submission'
import type { Edition } from '../edition/edition.ts'
import { toSortedPositions } from '../index/posting-list.ts'
import { Deferred } from './deferred.ts'
import type { StoreCodes } from './store-codes.ts'

/**
 * Finds the categories that have another path than in the store, because something above them has another name. Such a
 * category keeps its code: it has the last name and most of the products of a category that no product has any more.
 *
 * That is known at the end of the file, so the products of categories that may be such ones are deferred until then.
 */
export class RenamedCategories {
  readonly #base: Edition
  readonly #codes: StoreCodes
  readonly #replace: boolean
  /** The codes of all labels in the file. */
  readonly #present = new Set<string>()
  /** The codes of new paths that products have which were not deferred. They stay. */
  readonly #settled = new Set<string>()
  readonly #deferred = new Deferred<AcceptedProduct>()

  /** `replace`: the products that are not in the file are removed. */
  constructor(base: Edition, codes: StoreCodes, replace: boolean) {
    this.#base = base
    this.#codes = codes
    this.#replace = replace
  }

  /** The products whose categories are certain. */
  keepCertain(batch: readonly AcceptedProduct[]): readonly AcceptedProduct[] {
    return batch.filter((submission) => {
      const { labelValues } = submission.product
      for (const { code } of labelValues) this.#present.add(code)
      const doubtful = labelValues.filter(({ code }) => this.#codes.rivalsOf(code).length > 0)
      if (doubtful.length > 0 && this.#deferred.add(submission)) return false
      for (const { code } of doubtful) this.#settled.add(code)
      return true
    })
  }

  /** The products that were deferred, in batches, after the others. */
  async *deferredBatches(): AsyncGenerator<readonly AcceptedProduct[]> {
    if (this.#deferred.size === 0) return
    const moved = await this.#movedCodes()
    for (const [code, former] of moved) this.#codes.move(code, former)
    for (const batch of this.#deferred.batches()) yield batch.map((each) => this.#codes.withLabels(each, moved))
  }

  /** The codes of renamed categories, by the codes that they have got in this import. */
  async #movedCodes(): Promise<ReadonlyMap<string, string>> {
    const counts = new Map<string, { readonly code: string; readonly former: string; common: number }>()
    const positions = new Map<string, ReadonlySet<number>>()
    for (const batch of this.#deferred.batches()) {
      const products = batch.map(({ product }) => product)
      const stored = await this.#positionsOf(products)
      for (const [index, { labelValues }] of products.entries())
        for (const { code } of labelValues)
          for (const former of this.#codes.rivalsOf(code).filter((rival) => !this.#present.has(rival))) {
            if (!positions.has(former)) positions.set(former, await this.#productsOf(former))
            const key = JSON.stringify([code, former])
            const pair = counts.get(key) ?? { code, former, common: 0 }
            if (positions.get(former)!.has(stored[index] ?? -1)) pair.common++
            counts.set(key, pair)
          }
    }
    const moved = new Map<string, string>()
    for (const { code, former, common } of [...counts.values()].sort((a, b) => b.common - a.common)) {
      const all = positions.get(former)!.size
      const isSame = this.#replace ? common > all / 2 : common > 0 && common === all
      if (isSame && !this.#settled.has(code) && !moved.has(code) && ![...moved.values()].includes(former))
        moved.set(code, former)
    }
    return moved
  }

  /** The position in the store of each product, by its slug or else by its id. */
  async #positionsOf(products: readonly AcceptedProduct['product'][]): Promise<(number | undefined)[]> {
    const [bySlug, byId] = await Promise.all([
      this.#base.productsBySlug(products.map(({ slug }) => slug)),
      this.#base.positionsById(
        'product',
        products.map(({ id }) => id),
      ),
    ])
    return products.map((_, index) => bySlug[index] ?? byId[index])
  }

  async #productsOf(code: string): Promise<ReadonlySet<number>> {
    const [postings] = await this.#base.postings('product', [`label:${code}`])
    return new Set(toSortedPositions(postings!))
  }
}
