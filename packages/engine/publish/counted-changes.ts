import { categoriesAmong } from '@vitrine/catalog/label-kind'
import { parsePrice } from '@vitrine/catalog/money'
import type { Product } from '@vitrine/catalog/product'
import type { Counts } from '../edition/counts.ts'
import type { Draft } from '../edition/draft.ts'
import { BitSet } from '../index/bit-set.ts'
import type { ProductChange } from './product-version.ts'

/** Counts what the changes of a publication do to a store, and to its markets. */
export class CountedChanges {
  readonly store = new PlaceChanges()
  /** By the codes of the markets. */
  readonly markets = new Map<string, PlaceChanges>()

  add({ before, after }: ProductChange): void {
    const { position } = (after ?? before)!
    this.store.add(position, factsOf(before?.product, before?.row.price), factsOf(after?.product, after?.row.price))
    for (const code of new Set([...(before?.views.keys() ?? []), ...(after?.views.keys() ?? [])])) {
      const [old, now] = [before, after].map((version) => version?.views.get(code)?.product)
      const market = this.markets.get(code) ?? new PlaceChanges()
      market.add(position, factsOf(old, lowestPrice(old)), factsOf(now, lowestPrice(now)))
      this.markets.set(code, market)
    }
  }
}

/** Tells the draft of a store, and those of its markets, what they count after the changes. */
export function setCounts(draft: Draft, { store, markets }: CountedChanges): void {
  for (const place of [draft, ...draft.markets]) {
    const changes = place.market ? markets.get(place.market.code) : store
    if (changes) place.limits.setAfter(changes.after(place.limits.before))
  }
}

/** What a changed product may lose. `price`: its lowest price is over five times as high, or under a fifth. */
export const LOSSES = ['pictures', 'categories', 'description', 'stock', 'price'] as const
export type Loss = (typeof LOSSES)[number]

/** What changes do to a store, or to a market. */
export class PlaceChanges {
  /** The products that are removed, and the changed ones that lose something, by their positions. */
  readonly losing: Readonly<Record<Loss | 'products' | 'variants' | 'inStock', BitSet>> = {
    products: new BitSet(),
    variants: new BitSet(),
    pictures: new BitSet(),
    categories: new BitSet(),
    description: new BitSet(),
    stock: new BitSet(),
    price: new BitSet(),
    inStock: new BitSet(),
  }
  readonly #difference = { products: 0, variants: 0, pictures: 0, categories: 0, descriptions: 0, inStock: 0 }
  /** Changed products that have fewer variants than before. */
  shrunk = 0
  /** The sum of the logarithms of how many times as high the changed prices are. */
  priceLevels = 0

  add(position: number, before: Facts | undefined, after: Facts | undefined): void {
    if (before) this.#count(before, -1)
    if (after) this.#count(after, 1)
    if (!before) return
    if (!after) this.losing.products.add(position)
    if (before.variants > (after?.variants ?? 0)) this.losing.variants.add(position)
    if (before.inStock > (after?.inStock ?? 0)) this.losing.inStock.add(position)
    if (!after) return
    if (before.variants > after.variants) this.shrunk++
    for (const loss of CONTENT) if (before[loss] && !after[loss]) this.losing[loss].add(position)
    if (isOtherMagnitude(before.price, after.price)) this.losing.price.add(position)
    if (before.price && after.price) this.priceLevels += Math.log(after.price / before.price)
  }

  /** The counts after the changes. */
  after(before: Counts): Counts {
    const counts = Object.entries(this.#difference).map(([name, count]) => [name, before[name as keyof Counts] + count])
    const remaining = before.products - this.losing.products.size
    const level = remaining > 0 ? before.priceLevel + this.priceLevels / remaining : 0
    return { ...Object.fromEntries(counts), priceLevel: Math.round(level * 1e6) / 1e6 }
  }

  #count({ variants, pictures, categories, description, inStock }: Facts, sign: 1 | -1): void {
    const difference = this.#difference
    difference.products += sign
    difference.variants += sign * variants
    difference.pictures += sign * Number(pictures)
    difference.categories += sign * Number(categories)
    difference.descriptions += sign * Number(description)
    difference.inStock += sign * inStock
  }
}

/** What is counted of a product. */
interface Facts {
  readonly variants: number
  readonly pictures: boolean
  readonly categories: boolean
  readonly description: boolean
  /** Whether a stock is known. */
  readonly stock: boolean
  /** Its variants with a known stock above 0. */
  readonly inStock: number
  /** The lowest price, in cents. */
  readonly price: number | null
}

const CONTENT = ['pictures', 'categories', 'description', 'stock'] as const

function factsOf(product: Product | undefined, price: number | null | undefined): Facts | undefined {
  if (!product) return undefined
  const { files, labelValues, description, variants } = product
  let inStock = 0
  for (const { stock } of variants) if (stock !== null && stock > 0) inStock++
  return {
    variants: variants.length,
    pictures: files.length > 0 || variants.some((variant) => variant.files.length > 0),
    categories: categoriesAmong(labelValues).length > 0,
    description: description !== '',
    stock: variants.some(({ stock }) => stock !== null),
    inStock,
    price: price ?? null,
  }
}

/** In cents. */
function lowestPrice(product: Product | undefined): number | null {
  if (!product || product.variants.length === 0) return null
  return Math.min(...product.variants.map(({ price }) => parsePrice(price)!))
}

/** Whether one price is over five times the other. A sale is at most 80% off, and a lost decimal point is tenfold. */
function isOtherMagnitude(before: number | null, after: number | null): boolean {
  // A price of 0 is that of what was not sold.
  if (before === null || before === 0 || after === null) return false
  return Math.max(before, after) > MAX_FACTOR * Math.min(before, after)
}

const MAX_FACTOR = 5
