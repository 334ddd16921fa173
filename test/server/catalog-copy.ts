import assert from 'node:assert/strict'
import { createVitrine, type FullProduct, RequestError, type Vitrine, type VitrineOptions } from '@vitrine/client'

/** A complete copy of a catalog, as of a publication. */
export interface CatalogCopy {
  /** The name of the publication; null if there was none. */
  readonly publication: string | null
  readonly settings: object
  /** The products in full, by id. */
  readonly products: ReadonlyMap<string, FullProduct>
}

/** Reads copies of a catalog, and follows what changed as docs/api.md says, with the client. */
export class CatalogReader {
  readonly #shop: Vitrine

  constructor(options: VitrineOptions) {
    this.#shop = createVitrine({ ...options, timeout: 60_000 })
  }

  async readAll(): Promise<CatalogCopy> {
    const publication = (await this.#shop.changes.list()).meta.to
    const settings = await this.#shop.store()
    return { publication, settings, products: await this.#readProducts({}) }
  }

  /**
   * Brings a copy up to date by what changed, and returns how many products did. Throws if it then differs from `fresh`,
   * which was read now, or if the changes say what is not so. Returns undefined if the changes are no longer known.
   */
  async follow(copy: CatalogCopy, fresh: CatalogCopy, limit: number): Promise<number | undefined> {
    const products = new Map(copy.products)
    let count = 0
    try {
      for await (const { data, meta } of this.#shop.changes.pages({ since: copy.publication!, limit })) {
        assert.deepEqual([meta.from, meta.to], [copy.publication, fresh.publication])
        if (!meta.also.includes('settings')) assert.deepEqual(fresh.settings, copy.settings)
        const ids = data.filter(({ change }) => change !== 'removed').map(({ id }) => id)
        const read = ids.length > 0 ? await this.#readProducts({ id: ids }) : new Map<string, FullProduct>()
        for (const change of data) apply(change, products, read.get(change.id))
        count += data.length
        if (meta.currentPage >= meta.totalPages) assert.equal(count, meta.totalItems)
      }
    } catch (error) {
      if (!(error instanceof RequestError && error.code === 'publication-gone')) throw error
      assert.equal(error.status, 410)
      return undefined
    }
    assert.deepEqual(products, fresh.products)
    return count
  }

  async #readProducts(query: { readonly id?: readonly string[] }): Promise<Map<string, FullProduct>> {
    const products = new Map<string, FullProduct>()
    for await (const product of this.#shop.products.each({ ...query, limit: 100, form: 'full' }))
      products.set(product.id, product)
    return products
  }
}

interface Change {
  readonly id: string
  readonly change: 'created' | 'changed' | 'removed'
  readonly what: readonly string[]
}

/** Applies a change to the products of a copy, of which one is now `after`. Throws if it was another change. */
function apply({ id, change, what }: Change, products: Map<string, FullProduct>, after: FullProduct | undefined): void {
  const before = products.get(id)
  const expected = before ? (after ? 'changed' : 'removed') : after ? 'created' : 'nothing'
  assert.equal(change, expected, id)
  assert.equal(what.length > 0, change === 'changed', id)
  if (before && after)
    for (const part of ['texts', 'price', 'stock'] as const)
      if (!what.includes(part)) assert.deepEqual(partOf(after, part), partOf(before, part), `${part} of ${id}`)
  if (after) products.set(id, after)
  else products.delete(id)
}

/** What a part of a product is, in the variants that it may share with an earlier state. */
function partOf({ name, description, slug, variants }: FullProduct, part: 'texts' | 'price' | 'stock'): unknown {
  if (part === 'texts') return [name, description, slug]
  return variants.map(({ id, price, listPrice, taxRate, stock }) =>
    part === 'stock' ? [id, stock] : [id, price, listPrice, taxRate],
  )
}
