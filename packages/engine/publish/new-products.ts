import { nameKey } from '@vitrine/catalog/code-book'
import type { Product, Submitted } from '@vitrine/catalog/product'
import type { Edition } from '../edition/edition.ts'
import type { BitSet } from '../index/bit-set.ts'
import { Deferred } from './deferred.ts'
import type { IdentifiedProduct } from './identified-product.ts'
import { batchesOf, positionBatches, readProducts } from './read-products.ts'

/**
 * The products of an import that nothing connects with the store. One of them may be a product of the store without
 * skus that stay, under another slug: both have the same name or the same picture, and the same prices, and no other
 * product has come with these or is gone with these.
 *
 * They are held back, since the end of the file tells what is gone. Beyond 50 MB all of them are new.
 */
export class NewProducts {
  readonly #base: Edition
  readonly #maxGone: number
  readonly #held = new Deferred<IdentifiedProduct>()
  #isFull = false

  /** `replace`: the products that are not in the file are removed. Otherwise it has to have nearly all of them. */
  constructor(base: Edition, replace: boolean) {
    this.#base = base
    this.#maxGone = replace ? MAX_GONE : Math.min(MAX_GONE, Math.max(10, base.productCount / 10))
  }

  /** Holds a product back. If there are too many, returns all, and holds none any more. */
  hold(product: IdentifiedProduct): readonly IdentifiedProduct[] {
    if (!this.#isFull && this.#held.add(product)) return []
    this.#isFull = true
    return [...this.#held.takeAll(), product]
  }

  /** In batches, with the product of the store that each may be. `present` are the positions that the file has. */
  async *matched(present: BitSet): AsyncGenerator<readonly MatchedProduct[]> {
    if (this.#held.size === 0) return
    const gone = await this.#gone(present)
    const holders = new Map<string, Holders>()
    const holdersOf = (key: string) => {
      if (!holders.has(key)) holders.set(key, { gone: [], come: 0 })
      return holders.get(key)!
    }
    for (const one of gone) for (const key of keysOf(one.product)) holdersOf(key).gone.push(one)
    if (gone.length > 0)
      for (const batch of this.#held.batches())
        for (const { submission } of batch)
          for (const key of keysOf(submission.product)) if (holders.has(key)) holdersOf(key).come++
    for (const batch of this.#held.batches())
      yield batch.map((product) => {
        const shared = keysOf(product.submission.product).flatMap((key) => holders.get(key) ?? [])
        const [first, ...others] = new Set(shared.flatMap((one) => one.gone))
        const isAlone = first && others.length === 0 && shared.every(({ come }) => come === 1)
        return { product, stored: isAlone ? first : undefined }
      })
  }

  async #gone(present: BitSet): Promise<StoredProduct[]> {
    if (this.#base.productCount - present.size > this.#maxGone) return []
    const positions: number[] = []
    for await (const batch of positionBatches(this.#base, 10_000))
      positions.push(...batch.filter((position) => !present.has(position)))
    const gone: StoredProduct[] = []
    for (const batch of batchesOf(positions)) {
      const products = await readProducts(this.#base, batch)
      gone.push(...products.map((product, index) => ({ position: batch[index]!, product })))
    }
    return gone
  }
}

export interface MatchedProduct {
  readonly product: IdentifiedProduct
  /** The product of the store that it may be. */
  readonly stored: StoredProduct | undefined
}

interface StoredProduct {
  readonly position: number
  readonly product: Product
}

interface Holders {
  /** Products of the store that the file does not have. */
  readonly gone: StoredProduct[]
  /** How many products of the file. */
  come: number
}

/** What two versions of a product have in common: a name or a picture, each with the prices. */
function keysOf({ name, files, variants }: Submitted<Product>): string[] {
  const prices = variants.map(({ price }) => price).sort()
  const picture = files[0]?.file.path ?? variants.flatMap((variant) => variant.files)[0]?.file.path
  return [
    JSON.stringify(['name', nameKey(name), prices]),
    ...(picture === undefined ? [] : [JSON.stringify(['picture', picture, prices])]),
  ]
}

/** The most products that are read to find one among them. A store that loses more gets another catalog. */
const MAX_GONE = 10_000
