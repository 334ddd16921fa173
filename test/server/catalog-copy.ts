import assert from 'node:assert/strict'
import { createVitrine, type FullProduct, RequestError, type Vitrine } from '@vitrine/client'

/** A copy of a catalog that follows it as docs/api.md says, with the client. */
export class CatalogCopy {
  /** The products in full, by id. */
  readonly products = new Map<string, FullProduct>()
  readonly #shop: Vitrine
  readonly #limit: number
  #since: string | null = null
  #settings: object | undefined

  constructor(url: string, store: string, limit = 100) {
    this.#shop = createVitrine({ url, store, timeout: 60_000 })
    this.#limit = limit
  }

  /**
   * Brings the copy up to date. Returns how many products changed, or undefined if it read everything. Throws if the
   * changes say of a product what is not so.
   */
  async update(): Promise<number | undefined> {
    if (this.#since !== null)
      try {
        return await this.#follow(this.#since)
      } catch (error) {
        if (!(error instanceof RequestError && error.code === 'publication-gone')) throw error
        assert.equal(error.status, 410)
      }
    this.#since = (await this.#shop.changes.list()).meta.to
    this.#settings = await this.#shop.store()
    this.products.clear()
    for await (const product of this.#shop.products.each({ form: 'full' })) this.products.set(product.id, product)
    return undefined
  }

  async #follow(since: string): Promise<number> {
    let count = 0
    for await (const { data, meta } of this.#shop.changes.pages({ since, limit: this.#limit })) {
      const ids = data.filter(({ change }) => change !== 'removed').map(({ id }) => id)
      const read = new Map<string, FullProduct>()
      if (ids.length > 0)
        for await (const product of this.#shop.products.each({ id: ids, form: 'full' })) read.set(product.id, product)
      for (const { id, change, what } of data) {
        const [before, after] = [this.products.get(id), read.get(id)]
        const expected = before ? (after ? 'changed' : 'removed') : after ? 'created' : 'nothing'
        assert.equal(change, expected, id)
        assert.equal(what.length > 0, change === 'changed', id)
        if (before && after)
          for (const part of ['texts', 'price', 'stock'] as const)
            if (!what.includes(part)) assert.deepEqual(partOf(after, part), partOf(before, part), `${part} of ${id}`)
        if (after) this.products.set(id, after)
        else this.products.delete(id)
      }
      count += data.length
      if (meta.currentPage >= meta.totalPages) assert.equal(count, meta.totalItems)
      if (!meta.also.includes('settings')) assert.deepEqual(await this.#shop.store(), this.#settings)
      else this.#settings = await this.#shop.store()
      this.#since = meta.to
    }
    return count
  }
}

/** What a part of a product is, in the variants that it may share with an earlier state. */
function partOf({ name, description, slug, variants }: FullProduct, part: 'texts' | 'price' | 'stock'): unknown {
  if (part === 'texts') return [name, description, slug]
  return variants.map(({ id, price, listPrice, taxRate, stock }) =>
    part === 'stock' ? [id, stock] : [id, price, listPrice, taxRate],
  )
}
