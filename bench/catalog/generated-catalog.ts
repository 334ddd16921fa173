import { makeProduct, type NativeProduct } from './product.ts'
import { Random } from './random.ts'
import { openShop, type Shop } from './shop.ts'

export type { NativeProduct } from './product.ts'

export type CatalogOptions = {
  products: number
  seed: number
  /** In no particular order; newest first otherwise. The products are the same. */
  shuffled?: boolean
}

const NOW = Date.UTC(2026, 0, 1)
const FIVE_YEARS = NOW - Date.UTC(2021, 0, 1)

/** An invented catalog of any size, one product at a time. The same options give the same products. */
export function* generateCatalog(options: CatalogOptions): Generator<NativeProduct> {
  const catalog = new Catalog(options)
  const order = options.shuffled ? shuffledIndexes(options) : undefined
  for (let place = 0; place < options.products; place++) yield catalog.product(order?.[place] ?? place)
}

/** The same catalog by number, for whoever has to know what is in it without reading a file. */
export class Catalog {
  readonly products: number
  readonly #seed: number
  readonly #shop: Shop

  constructor({ products, seed }: CatalogOptions) {
    this.products = products
    this.#seed = seed
    this.#shop = openShop(seed)
  }

  /** Number 0 is the newest. */
  product(index: number): NativeProduct {
    const place = index + new Random(`${this.#seed}/created/${index}`).fraction()
    const created = Math.floor(NOW - (place * FIVE_YEARS) / this.products)
    return makeProduct(this.#shop, this.#seed, index, created, NOW)
  }
}

function shuffledIndexes({ products, seed }: CatalogOptions): Uint32Array {
  const random = new Random(`${seed}/order`)
  const indexes = Uint32Array.from({ length: products }, (_, index) => index)
  for (let last = products - 1; last > 0; last--) {
    const other = random.whole(0, last)
    const kept = indexes[last]!
    indexes[last] = indexes[other]!
    indexes[other] = kept
  }
  return indexes
}
