import { STEP, type Steps } from '@vitrine/runtime/steps'
import { bitAt } from './bits.ts'
import { type PostingList, seek, toDense, toSortedPositions } from './posting-list.ts'
import { NO_PRODUCT } from './product-variants.ts'

/**
 * The values of an attribute, or the prices: pairs of a product and a value, sorted, each with its variant or without.
 * A pair takes 12 bytes, or 16 with a variant. What has no value takes none.
 */
export class ValueColumn {
  readonly #products: Uint32Array
  readonly #values: Float64Array
  /** The variant of each pair; undefined if the pairs are of products. */
  readonly #variants: Uint32Array | undefined

  private constructor(products: Uint32Array, values: Float64Array, variants: Uint32Array | undefined) {
    this.#products = products
    this.#values = values
    this.#variants = variants
  }

  /** Builds it of the lists of all values, of products, or with the product of each variant, of variants. */
  static *build(lists: readonly ValuePostings[], productOfVariant?: Uint32Array): Steps<ValueColumn> {
    const ascending = lists.toSorted((a, b) => a.value - b.value)
    const positions = ascending.map(({ postings }) => toSortedPositions(postings))
    const count = positions.reduce((sum, { length }) => sum + length, 0)
    const products = new Uint32Array(count)
    const values = new Float64Array(count)
    const variants = productOfVariant && new Uint32Array(count)
    const next = yield* firstOfEachProduct(positions, productOfVariant)
    for (const [index, list] of positions.entries()) {
      const { value } = ascending[index]!
      for (let i = 0; i < list.length; i++) {
        const position = list[i]!
        const product = productOfVariant ? productOfVariant[position]! : position
        const at = next[product]!++
        products[at] = product
        values[at] = value
        if (variants) variants[at] = position
      }
      yield list.length
    }
    return new ValueColumn(products, values, variants)
  }

  /** Memory, in bytes. */
  get bytes(): number {
    return this.#products.byteLength + this.#values.byteLength + (this.#variants?.byteLength ?? 0)
  }

  /**
   * The values of these products (undefined: all). With `variants`, which a column of variants needs, only the values
   * of these variants count. Takes 5 ns a pair of a dense set.
   */
  *valuesOf(products: PostingList | undefined, variants?: PostingList): Steps<ProductValues> {
    const collector = new Collector(this.#values, this.#variants, variants)
    const list = products && 'list' in products ? products.list : undefined
    const bits = products && 'words' in products ? products.words : undefined
    const end = this.#products.length
    let visited = 0
    if (list) {
      for (let i = 0, at = 0; i < list.length && at < end; i++) {
        at = this.#collect(list[i]!, seek(this.#products, list[i]!, at), collector)
        if (++visited % STEP === 0) yield STEP
      }
    } else {
      for (let at = 0; at < end; ) {
        const product = this.#products[at]!
        const isMatch = !bits || (product >>> 5 < bits.length && bitAt(bits, product) === 1)
        at = isMatch ? this.#collect(product, at, collector) : at + 1
        if (++visited % STEP === 0) yield STEP / PAIRS_PER_POSITION
      }
    }
    return collector
  }

  /** Collects the pairs of the product, which begin at `from`, and returns where they end. */
  #collect(product: number, from: number, collector: Collector): number {
    let end = from
    while (this.#products[end] === product) end++
    collector.add(from, end)
    return end
  }
}

/** The products, or variants, that have a value. */
export interface ValuePostings {
  readonly value: number
  readonly postings: PostingList
}

/** The values that products of a set have. */
export interface ProductValues {
  /** The lowest value of each product that has one. */
  readonly lowest: Float64Array
  /** The ends of all values, the higher ones of a product too; infinite if there are none. */
  readonly min: number
  readonly max: number
}

/** Pairs that are visited in the time of visiting a position elsewhere. */
const PAIRS_PER_POSITION = 8

/** By product: the number of pairs of the products before it. */
function* firstOfEachProduct(
  positions: readonly Uint32Array[],
  productOfVariant: Uint32Array | undefined,
): Steps<Uint32Array> {
  const last = positions.reduce((highest, list) => Math.max(highest, list[list.length - 1] ?? 0), 0)
  let extent = productOfVariant ? 0 : last
  for (let variant = 0; productOfVariant && variant <= last; variant++)
    if (productOfVariant[variant] !== NO_PRODUCT) extent = Math.max(extent, productOfVariant[variant]!)
  const first = new Uint32Array(extent + 2)
  for (const list of positions) {
    for (let i = 0; i < list.length; i++) {
      const product = productOfVariant ? productOfVariant[list[i]!]! : list[i]!
      first[product + 1]!++
    }
    yield list.length
  }
  for (let product = 1; product < first.length; product++) first[product]! += first[product - 1]!
  return first
}

class Collector implements ProductValues {
  min = Number.POSITIVE_INFINITY
  max = Number.NEGATIVE_INFINITY
  readonly #values: Float64Array
  readonly #variantOfPair: Uint32Array | undefined
  readonly #variants: Uint32Array
  #lowest = new Float64Array(1024)
  #size = 0

  constructor(values: Float64Array, variantOfPair: Uint32Array | undefined, variants: PostingList | undefined) {
    this.#values = values
    this.#variantOfPair = variantOfPair
    const dense = variants && toDense(variants)
    this.#variants = dense && 'words' in dense ? dense.words : new Uint32Array(0)
  }

  get lowest(): Float64Array {
    return this.#lowest.subarray(0, this.#size)
  }

  /** Adds the pairs of a product, from its lowest value to its highest. */
  add(from: number, end: number): void {
    let [first, last] = [from, end - 1]
    while (first <= last && !this.#counts(first)) first++
    while (first < last && !this.#counts(last)) last--
    if (first > last) return
    if (this.#size === this.#lowest.length) this.#grow()
    this.#lowest[this.#size++] = this.#values[first]!
    this.min = Math.min(this.min, this.#values[first]!)
    this.max = Math.max(this.max, this.#values[last]!)
  }

  #counts(pair: number): boolean {
    if (!this.#variantOfPair) return true
    const variant = this.#variantOfPair[pair]!
    const words = this.#variants
    return variant >>> 5 < words.length && bitAt(words, variant) === 1
  }

  #grow(): void {
    const grown = new Float64Array(this.#lowest.length * 4)
    grown.set(this.#lowest)
    this.#lowest = grown
  }
}
