import type { Steps } from '@vitrine/runtime/steps'
import { read32Bits } from './bits.ts'
import { MAX_BLOCK_VARIANTS, MAX_MASK_BITS, MatchedBlock, PRODUCT_BLOCK } from './kernels.ts'
import {
  contains,
  fromBits,
  highestPosition,
  maskInRange,
  NO_POSTINGS,
  type PostingList,
  toDense,
} from './posting-list.ts'
import { chunksOf, rangesUpTo, type Workspace } from './steps.ts'

/** The product of a position that no variant has, in an array of the product of each variant. */
export const NO_PRODUCT = 0xffffffff

/** Bits of a word. */
export const WORD = 32
const ALL_BITS = 0xffffffff

/** A flag in the number of a product's variants: they are not consecutive. */
const SCATTERED = 0x80000000
const COUNT = SCATTERED - 1

/**
 * The variants of each product: the parent–child join. Most products were loaded with all of their variants, which then
 * have consecutive positions and are stored as a range:
 *
 *     ranges     … first variant, count | index in `scattered`, count and SCATTERED | …
 *     scattered  the variants of the other products, product by product
 */
export class VariantsByProduct {
  readonly #ranges: Uint32Array
  readonly #scattered: Uint32Array
  /** By block: the first variant of the products that kernels match, rounded down to a word. */
  readonly #firstOfBlocks: Uint32Array
  /** The most variants of any product. */
  readonly maxVariants: number
  /** Whether all products have consecutive variants, and fewer than a word has bits. */
  readonly #isSimple: boolean

  constructor(ranges: Uint32Array, scattered: Uint32Array) {
    this.#ranges = ranges
    this.#scattered = scattered
    let maxVariants = 0
    for (let at = 1; at < ranges.length; at += 2) maxVariants = Math.max(maxVariants, ranges[at]! & COUNT)
    this.#firstOfBlocks = firstOfBlocks(ranges)
    this.maxVariants = maxVariants
    this.#isSimple = maxVariants < WORD && scattered.length === 0
  }

  /** Memory, in bytes. */
  get bytes(): number {
    return this.#ranges.byteLength + this.#scattered.byteLength
  }

  variantCount(product: number): number {
    return product * 2 < this.#ranges.length ? this.#ranges[product * 2 + 1]! & COUNT : 0
  }

  /** The index of a variant among those of its product, from 0 on. */
  ordinalOf(product: number, variant: number): number {
    const first = this.#ranges[product * 2]!
    const count = this.#ranges[product * 2 + 1]!
    return count <= COUNT ? variant - first : this.#scattered.subarray(first, first + (count & COUNT)).indexOf(variant)
  }

  /** The products of a set that have any of these variants. */
  *productsWithAny(variants: PostingList, products: PostingList, workspace: Workspace): Steps<PostingList> {
    if (products.size === 0) return NO_POSTINGS
    const lookup = forLookups(variants, products.size)
    const { masks } = workspace
    const words = new Uint32Array((highestPosition(products) >>> 5) + 1)
    for (const chunk of chunksOf(products, workspace.chunk)) {
      this.matchMasks(chunk, lookup, masks)
      for (let index = 0; index < chunk.length; index++)
        words[chunk[index]! >>> 5]! |= +(masks[index] !== 0) << (chunk[index]! & 31)
      yield chunk.length
    }
    return fromBits(words)
  }

  /**
   * Writes a mask for each of these products: a bit for each variant, set if the set has it; the first variant is the
   * lowest bit. If a product has more than 32 variants, all bits are set if the set has any of them.
   */
  matchMasks(products: Uint32Array, variants: PostingList, masks: Uint32Array): void {
    const isDense = 'words' in variants
    if (isDense) this.#simpleMasks(products, variants.words, masks)
    if (isDense && this.#isSimple) return
    for (let index = 0; index < products.length; index++) {
      const product = products[index]!
      if (!isDense || this.#ranges[product * 2 + 1]! >= WORD) masks[index] = this.#matchMask(product, variants)
    }
  }

  /** Treats all products as if they had consecutive variants, fewer than 32: so there is no branch to predict. */
  #simpleMasks(products: Uint32Array, words: Uint32Array, masks: Uint32Array): void {
    const ranges = this.#ranges
    for (let index = 0; index < products.length; index++) {
      const at = products[index]! << 1
      masks[index] = read32Bits(words, ranges[at]!) & ((1 << ranges[at + 1]!) - 1)
    }
  }

  /**
   * Matches a block of products with kernels. The masks of the products that `outsideBlocks` returns mean nothing.
   * Keeps the bits of both sets for as long as the result is used.
   */
  matchBlock(block: number, products: Uint32Array, variants: Uint32Array): MatchedBlock {
    const from = block * PRODUCT_BLOCK
    const first = this.#firstOfBlocks[block]!
    return new MatchedBlock({
      ranges: this.#ranges.subarray(from * 2, (from + PRODUCT_BLOCK) * 2),
      products: products.subarray(from >>> 5, (from + PRODUCT_BLOCK) >>> 5),
      variants: variants.subarray(first >>> 5, (first + MAX_BLOCK_VARIANTS) >>> 5),
      first,
    })
  }

  /**
   * The products that `matchBlock` cannot match: with scattered variants, more than 8, or variants far from those of
   * the block.
   */
  *outsideBlocks(): Steps<PostingList> {
    const words = new Uint32Array((this.#ranges.length + 63) >>> 6)
    for (const [from, to] of rangesUpTo(this.#ranges.length / 2)) {
      for (let product = from; product < to; product++)
        if (!this.#isInBlock(product)) words[product >>> 5]! |= 1 << (product & 31)
      yield to - from
    }
    return fromBits(words)
  }

  #isInBlock(product: number): boolean {
    const count = this.#ranges[product * 2 + 1]!
    if (count === 0) return true
    const end = this.#ranges[product * 2]! - this.#firstOfBlocks[Math.floor(product / PRODUCT_BLOCK)]! + count
    return count <= MAX_MASK_BITS && end <= MAX_BLOCK_VARIANTS
  }

  #matchMask(product: number, variants: PostingList): number {
    const count = this.variantCount(product)
    if (count <= WORD) return count === 0 ? 0 : this.maskOf(product, 0, count, variants)
    for (let from = 0; from < count; from += WORD)
      if (this.maskOf(product, from, Math.min(WORD, count - from), variants) !== 0) return ALL_BITS
    return 0
  }

  /**
   * A bit for each of `count` variants of a product, at most 32, from the one with ordinal `from` on: set if the set
   * has it.
   */
  maskOf(product: number, from: number, count: number, set: PostingList): number {
    const first = this.#ranges[product * 2]! + from
    if (this.#ranges[product * 2 + 1]! <= COUNT) return maskInRange(set, first, count)
    let bits = 0
    for (let at = 0; at < count; at++) if (contains(set, this.#scattered[first + at]!)) bits |= 1 << at
    return bits
  }
}

function firstOfBlocks(ranges: Uint32Array): Uint32Array {
  const first = new Uint32Array(Math.ceil(ranges.length / 2 / PRODUCT_BLOCK)).fill(NO_PRODUCT)
  for (let product = 0; product * 2 < ranges.length; product++) {
    const count = ranges[product * 2 + 1]!
    const block = Math.floor(product / PRODUCT_BLOCK)
    if (count > 0 && count <= MAX_MASK_BITS) first[block] = Math.min(first[block]!, ranges[product * 2]!)
  }
  return first.map((variant) => variant & -WORD)
}

/** The set as a bit set, if that is worth it for so many look-ups. */
export function forLookups(set: PostingList, lookups: number): PostingList {
  return lookups > MAX_LOOKUPS_IN_LIST ? toDense(set) : set
}

const MAX_LOOKUPS_IN_LIST = 1000

/** Groups variants by their product: `productOfVariant[v]` is the product of the variant v, or `NO_PRODUCT`. */
export function* groupByProduct(productOfVariant: Uint32Array): Steps<VariantsByProduct> {
  let last = -1
  yield* forEachVariant(productOfVariant, (product) => {
    if (product > last) last = product
  })
  const ranges = new Uint32Array(last * 2 + 2)
  let hasScattered = false
  yield* forEachVariant(productOfVariant, (product, variant) => {
    const count = ranges[product * 2 + 1]!
    if (count === 0) ranges[product * 2] = variant
    const isNext = count <= COUNT && ranges[product * 2]! + count === variant
    ranges[product * 2 + 1] = isNext ? count + 1 : (count | SCATTERED) + 1
    if (!isNext) hasScattered = true
  })
  return new VariantsByProduct(ranges, hasScattered ? yield* fillScattered(ranges, productOfVariant) : NO_VARIANTS)
}

const NO_VARIANTS = new Uint32Array(0)

/** The variants of products with scattered variants, product by product. Sets the indexes in `ranges`. */
function* fillScattered(ranges: Uint32Array, productOfVariant: Uint32Array): Steps<Uint32Array> {
  let total = 0
  for (let at = 0; at < ranges.length; at += 2)
    if (ranges[at + 1]! > COUNT) {
      ranges[at] = total
      total += ranges[at + 1]! & COUNT
    }
  const scattered = new Uint32Array(total)
  yield* forEachVariant(productOfVariant, (product, variant) => {
    if (ranges[product * 2 + 1]! > COUNT) scattered[ranges[product * 2]!++] = variant
  })
  // Filling has moved the index of each product to the end of its variants.
  for (let at = 0; at < ranges.length; at += 2) if (ranges[at + 1]! > COUNT) ranges[at]! -= ranges[at + 1]! & COUNT
  return scattered
}

function* forEachVariant(
  productOfVariant: Uint32Array,
  visit: (product: number, variant: number) => void,
): Steps<void> {
  for (const [from, to] of rangesUpTo(productOfVariant.length)) {
    for (let variant = from; variant < to; variant++)
      if (productOfVariant[variant] !== NO_PRODUCT) visit(productOfVariant[variant]!, variant)
    yield to - from
  }
}
