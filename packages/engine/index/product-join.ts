import type { Steps } from '@vitrine/runtime/steps'
import { popcount } from './bits.ts'
import { fromBits, NO_POSTINGS, type PostingList, toPostingList } from './posting-list.ts'
import { NO_PRODUCT, WORD } from './product-variants.ts'
import { chunksOf, rangesUpTo } from './steps.ts'

/**
 * The join of variants to their products. Most variants of a product have consecutive positions, and so do most
 * products. So two numbers describe 32 variants: the first product, and a bit for the last variant of each product.
 *
 *     variant   0 1 2 3 4 5 6 7 …
 *     product   7 7 7 8 9 9 9 9 …    first product 7, ends at the variants 2, 3, 7 …
 *
 * The product of a variant is the first product plus the number of ends before the variant. Four million variants take
 * 1 MB, which stays in the processor's cache; a number for each variant takes 16.
 */
export class ProductJoin {
  /**
   * For each word: the ends, and the first product, or for a scattered word the index of its products in `scattered`.
   */
  readonly #words: Uint32Array
  readonly #scattered: Uint32Array
  /** One more than the highest product. */
  readonly #extent: number

  private constructor(words: Uint32Array, scattered: Uint32Array, extent: number) {
    this.#words = words
    this.#scattered = scattered
    this.#extent = extent
  }

  /** Builds it of the product of each variant, or `NO_PRODUCT`. */
  static *build(productOfVariant: Uint32Array): Steps<ProductJoin> {
    const words = new Uint32Array(2 * Math.ceil(productOfVariant.length / WORD))
    const scattered: number[] = []
    let extent = 0
    for (const [from, to] of rangesUpTo(words.length / 2, WORDS_PER_STEP)) {
      for (let word = from; word < to; word++) {
        const first = firstProduct(productOfVariant, word * WORD)
        const ends = endsOf(productOfVariant, word * WORD, first)
        words[word * 2] = ends
        words[word * 2 + 1] = ends === SCATTERED ? scattered.length : first
        if (ends === SCATTERED) scattered.push(...productOfVariant.subarray(word * WORD, (word + 1) * WORD))
      }
      extent = Math.max(extent, extentOf(productOfVariant.subarray(from * WORD, to * WORD)))
      yield (to - from) * WORD
    }
    return new ProductJoin(words, Uint32Array.from(scattered), extent)
  }

  /** Memory, in bytes. */
  get bytes(): number {
    return this.#words.byteLength + this.#scattered.byteLength
  }

  /** The products that have any of these variants. */
  *productsOf(variants: PostingList): Steps<PostingList> {
    if (variants.size === 0) return NO_POSTINGS
    if ('list' in variants) {
      const products = new Uint32Array(variants.size)
      let size = 0
      for (const chunk of chunksOf(variants)) {
        size = this.#addProducts(chunk, products, size)
        yield chunk.length
      }
      return toPostingList(products.subarray(0, size))
    }
    // The bits of the last word may be written to the word after it.
    const products = new Uint32Array((this.#extent >>> 5) + 2)
    for (const [from, to] of rangesUpTo(variants.words.length, WORDS_PER_STEP)) {
      this.#setProducts(variants.words, from, to, products)
      yield ((to - from) * WORD) / VARIANTS_PER_POSITION
    }
    return fromBits(products)
  }

  /**
   * Appends the products of these variants to the first `size` products, and returns how many there are then. Variants
   * of one product are mostly neighbours: an immediate repeat is left out.
   */
  #addProducts(variants: Uint32Array, products: Uint32Array, size: number): number {
    let end = size
    let last = end > 0 ? products[end - 1]! : -1
    for (let index = 0; index < variants.length; index++) {
      const variant = variants[index]!
      const at = (variant >>> 5) << 1
      const ends = this.#words[at]!
      const before = (1 << (variant & 31)) - 1
      const product =
        ends === SCATTERED
          ? this.#scattered[this.#words[at + 1]! + (variant & 31)]!
          : this.#words[at + 1]! + popcount(ends & before)
      // Always written, then kept or overwritten: a branch that the processor cannot predict takes longer.
      products[end] = product
      end += +(product !== last)
      last = product
    }
    return end
  }

  /** Sets the bits of the products of the variants in the words from `from` to before `to`. */
  #setProducts(variants: Uint32Array, from: number, to: number, products: Uint32Array): void {
    for (let word = from; word < to; word++) {
      const bits = variants[word]! | 0
      const ends = this.#words[word * 2]! | 0
      if (bits === 0) continue
      if (ends === SCATTERED) this.#setScattered(bits, this.#words[word * 2 + 1]!, products)
      else {
        // Adding ones below each end carries into the end if any bit below it is set.
        const atEnds = (((bits & ~ends) + ~ends) | bits) & ends
        const first = this.#words[word * 2 + 1]!
        const gathered = gatherBits(atEnds, ends)
        const at = first >>> 5
        products[at] = products[at]! | (gathered << (first & 31))
        products[at + 1] = products[at + 1]! | ((gathered >>> 1) >>> (31 - (first & 31)))
      }
    }
  }

  #setScattered(variants: number, start: number, products: Uint32Array): void {
    for (let bits = variants; bits !== 0; bits &= bits - 1) {
      const product = this.#scattered[start + 31 - Math.clz32(bits & -bits)]!
      products[product >>> 5] = products[product >>> 5]! | (1 << (product & 31))
    }
  }
}

/** The ends of a word whose products are not consecutive. Other words end a product at their last bit. */
const SCATTERED = 0

const LAST_BIT = 0x80000000

/** Words of a step. */
const WORDS_PER_STEP = 1024

/** Variants of a dense set that are joined in the time that it takes to visit a position. */
const VARIANTS_PER_POSITION = 64

/** The first product of the word that begins at this variant; 0 if it has none. */
function firstProduct(productOfVariant: Uint32Array, start: number): number {
  const end = Math.min(start + WORD, productOfVariant.length)
  for (let variant = start; variant < end; variant++)
    if (productOfVariant[variant] !== NO_PRODUCT) return productOfVariant[variant]!
  return 0
}

/**
 * A bit for the last variant of each product of the word; its last product ends at bit 31. `SCATTERED` if they are not
 * consecutive.
 */
function endsOf(productOfVariant: Uint32Array, start: number, first: number): number {
  const end = Math.min(start + WORD, productOfVariant.length)
  let ends = LAST_BIT
  let last = first
  for (let variant = start; variant < end; variant++) {
    const product = productOfVariant[variant]!
    if (product === last || product === NO_PRODUCT) continue
    if (product !== last + 1) return SCATTERED
    ends |= 1 << (variant - 1)
    last = product
  }
  return ends
}

/** One more than the highest product. */
function extentOf(productOfVariant: Uint32Array): number {
  let extent = 0
  for (let variant = 0; variant < productOfVariant.length; variant++) {
    const product = productOfVariant[variant]!
    if (product !== NO_PRODUCT && product >= extent) extent = product + 1
  }
  return extent
}

/**
 * The bits of `bits` at the bits that are set in `mask`, moved together: `pext` of x86 processors, a byte at a time.
 */
function gatherBits(bits: number, mask: number): number {
  const [byte0, byte1, byte2, byte3] = [mask & 255, (mask >>> 8) & 255, (mask >>> 16) & 255, mask >>> 24]
  const before1 = BIT_COUNT[byte0]!
  const before2 = before1 + BIT_COUNT[byte1]!
  const before3 = before2 + BIT_COUNT[byte2]!
  return (
    GATHERED[(byte0 << 8) | (bits & 255)]! |
    (GATHERED[(byte1 << 8) | ((bits >>> 8) & 255)]! << before1) |
    (GATHERED[(byte2 << 8) | ((bits >>> 16) & 255)]! << before2) |
    (GATHERED[(byte3 << 8) | (bits >>> 24)]! << before3)
  )
}

/** The bits set in a byte. */
const BIT_COUNT = Uint8Array.from({ length: 256 }, (_, byte) => popcount(byte))

/** The bits of the lower byte of an index at the bits that are set in its upper byte. */
const GATHERED = new Uint8Array(65_536)
for (let mask = 1; mask < 256; mask++) {
  const lowest = mask & -mask
  const otherBits = (mask ^ lowest) << 8
  for (let bits = 0; bits < 256; bits++)
    GATHERED[(mask << 8) | bits] = (GATHERED[otherBits | bits]! << 1) | +((bits & lowest) !== 0)
}
