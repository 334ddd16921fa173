import type { Steps } from '@vitrine/runtime/steps'
import type { ForwardIndex } from './forward-index.ts'
import { PRODUCT_BLOCK } from './kernels.ts'
import { MaskColumns } from './mask-columns.ts'
import {
  contains,
  type DensePostings,
  memoryBytes,
  NO_POSTINGS,
  type PostingList,
  positionsInRange,
  toDense,
} from './posting-list.ts'
import { forLookups, type VariantsByProduct, WORD } from './product-variants.ts'
import { intersect } from './set-algebra.ts'
import { chunksOf, rangesUpTo, type Workspace } from './steps.ts'

type Masks = Uint8Array | Uint16Array | Uint32Array

/**
 * The variants of each product that have each of its options. Next to each option in `options.values` is a mask with a
 * bit for each variant of the product; the first variant is the lowest bit:
 *
 *     options.values  … red  blue  s    m    | …
 *     masks           … 0011 1100  0101 1010 | …
 *
 * One AND with a mask of matching variants tells whether an option counts, and it counts once per product.
 */
export class VariantOptionMasks {
  readonly #options: ForwardIndex
  readonly #variants: VariantsByProduct
  /** For a product with more than 32 variants, the index of the first of its words in `#wideMasks` instead. */
  readonly #masks: Masks
  readonly #wideMasks: Uint32Array
  /** The masks of partial options of most products, for counting many products. */
  #columns!: MaskColumns
  /** The products that are not in the columns. */
  #outsideBlocks = NO_POSTINGS
  /** By option: how many variants lack it, of the products that have it. */
  #lackingVariants = new Float64Array(0)
  /** Whether some product has an option that none of its variants has. */
  hasUnassignedOptions = false

  private constructor(options: ForwardIndex, variants: VariantsByProduct) {
    this.#options = options
    this.#variants = variants
    this.#masks = new (masksFor(variants.maxVariants))(options.values.length)
    this.#wideMasks = new Uint32Array(variants.maxVariants > WORD ? this.#placeWideMasks() : 0)
  }

  /**
   * Builds the masks of `postings[o]`, the variants with the option o. Goes through all lists in parallel, some
   * variants at a time: the data of these variants and of their products then stays in the processor's cache.
   */
  static *build(
    options: ForwardIndex,
    variants: VariantsByProduct,
    postings: readonly PostingList[],
    productOfVariant: Uint32Array,
  ): Steps<VariantOptionMasks> {
    const built = new VariantOptionMasks(options, variants)
    const used = [...postings.entries()].filter(([, { size }]) => size > 0)
    const buffer = new Uint32Array(VARIANTS_PER_PASS)
    for (let from = 0; from < productOfVariant.length; from += VARIANTS_PER_PASS)
      for (const [option, list] of used) {
        const chunk = positionsInRange(list, from, buffer)
        built.#setMasks(option, chunk, productOfVariant)
        yield chunk.length
      }
    yield* built.#findGaps(postings)
    built.#outsideBlocks = yield* variants.outsideBlocks()
    built.#columns = yield* MaskColumns.build({
      options,
      masks: built.#masks,
      isIncluded: Uint8Array.from(postings, (_, option) => +built.isPartial(option)),
      includes: (product) => built.#outsideBlocks.size === 0 || !contains(built.#outsideBlocks, product),
    })
    return built
  }

  /** Memory, in bytes, without the two structures that it is built of. */
  get bytes(): number {
    return this.#columns.bytes + memoryBytes(this.#outsideBlocks) + this.#masks.byteLength + this.#wideMasks.byteLength
  }

  /** Whether some product has the option on some of its variants only. */
  isPartial(option: number): boolean {
    return this.#lackingVariants[option] !== 0
  }

  /**
   * By option, the number of products that have it on one of these variants. Counts these options, which must be
   * partial; the counts of others mean nothing.
   */
  *count(
    products: PostingList,
    variants: PostingList,
    options: readonly number[],
    workspace: Workspace,
  ): Steps<Uint32Array> {
    const counts = new Uint32Array(this.#lackingVariants.length)
    const lookup = forLookups(variants, products.size)
    const areMany = products.size >= MIN_MATCHES && products.size * MAX_PRODUCTS_PER_MATCH >= this.#options.extent
    const usesColumns = areMany && 'words' in lookup
    if (usesColumns) yield* this.#countByColumns(toDense(products) as DensePostings, lookup, options, counts)
    const oneByOne = usesColumns ? intersect(products, this.#outsideBlocks) : products
    yield* this.#countByProduct(oneByOne, lookup, counts, workspace)
    return counts
  }

  *#countByColumns(
    products: DensePostings,
    variants: DensePostings,
    options: readonly number[],
    counts: Uint32Array,
  ): Steps<void> {
    const end = Math.min(products.words.length * WORD, this.#options.extent)
    for (const [from] of rangesUpTo(end, PRODUCT_BLOCK)) {
      const block = from / PRODUCT_BLOCK
      const matched = this.#variants.matchBlock(block, products.words, variants.words)
      this.#columns.count(block, matched, options, counts)
      yield PRODUCT_BLOCK / PRODUCTS_PER_POSITION
    }
  }

  *#countByProduct(
    products: PostingList,
    variants: PostingList,
    counts: Uint32Array,
    { chunk: buffer, masks }: Workspace,
  ): Steps<void> {
    for (const chunk of chunksOf(products, buffer)) {
      this.#variants.matchMasks(chunk, variants, masks)
      if (this.#variants.maxVariants > WORD) this.#countWide(chunk, masks, variants, counts)
      this.#countChunk(chunk, masks, counts)
      yield chunk.length
    }
  }

  #countChunk(products: Uint32Array, matchMasks: Uint32Array, counts: Uint32Array): void {
    const { starts, values } = this.#options
    const masks = this.#masks
    for (let index = 0; index < products.length; index++) {
      const product = products[index]!
      const matchMask = matchMasks[index]!
      if (matchMask !== 0) countMatches(values, masks, starts[product]!, starts[product + 1]!, matchMask, counts)
    }
  }

  /** Counts the products with more variants than a word has bits, and clears their match masks. */
  #countWide(products: Uint32Array, matchMasks: Uint32Array, variants: PostingList, counts: Uint32Array): void {
    for (let index = 0; index < products.length; index++) {
      const product = products[index]!
      if (this.#variants.variantCount(product) <= WORD) continue
      if (matchMasks[index] !== 0) this.#countWideProduct(product, variants, counts)
      matchMasks[index] = 0
    }
  }

  #countWideProduct(product: number, variants: PostingList, counts: Uint32Array): void {
    const { starts, values } = this.#options
    const count = this.#variants.variantCount(product)
    const matchMasks: number[] = []
    for (let from = 0; from < count; from += WORD)
      matchMasks.push(this.#variants.maskOf(product, from, Math.min(WORD, count - from), variants))
    const end = starts[product + 1] ?? 0
    for (let at = starts[product]!; at < end; at++)
      if (matchMasks.some((mask, index) => (this.#wideMasks[this.#masks[at]! + index]! & mask) !== 0))
        counts[values[at]!]!++
  }

  /**
   * Gives each option of a product with more than 32 variants its words, and returns how many words there are in all.
   */
  #placeWideMasks(): number {
    const { starts } = this.#options
    let words = 0
    for (let product = 0; product + 1 < starts.length; product++) {
      const count = this.#variants.variantCount(product)
      if (count <= WORD) continue
      for (let at = starts[product]!; at < starts[product + 1]!; at++) {
        this.#masks[at] = words
        words += Math.ceil(count / WORD)
      }
    }
    return words
  }

  #setMasks(option: number, variants: Uint32Array, productOfVariant: Uint32Array): void {
    for (let index = 0; index < variants.length; ) {
      const product = productOfVariant[variants[index]!]!
      const at = this.#options.indexOf(product, option)
      // Variants of one product are mostly neighbours.
      do this.#setBit(at, product, variants[index]!)
      while (++index < variants.length && productOfVariant[variants[index]!] === product)
    }
  }

  #setBit(at: number, product: number, variant: number): void {
    const ordinal = this.#variants.ordinalOf(product, variant)
    if (this.#variants.variantCount(product) <= WORD) this.#masks[at]! |= 1 << ordinal
    else this.#wideMasks[this.#masks[at]! + (ordinal >>> 5)]! |= 1 << (ordinal & 31)
  }

  /** Finds the options that variants of their products lack. */
  *#findGaps(postings: readonly PostingList[]): Steps<void> {
    const variantsOfProducts = new Float64Array(postings.length)
    for (const [from, to] of rangesUpTo(this.#options.extent)) {
      this.#addGaps(from, to, variantsOfProducts)
      yield to - from
    }
    this.#lackingVariants = variantsOfProducts.map((count, option) => count - postings[option]!.size)
  }

  /** Adds to each option the variants of its products. */
  #addGaps(from: number, to: number, variantsOfProducts: Float64Array): void {
    const { starts, values } = this.#options
    for (let product = from; product < to; product++) {
      const count = this.#variants.variantCount(product)
      for (let at = starts[product]!; at < starts[product + 1]!; at++) {
        variantsOfProducts[values[at]!]! += count
        this.hasUnassignedOptions ||= this.#isUnassigned(at, count)
      }
    }
  }

  /** Whether none of the `count` variants of a product has its option. */
  #isUnassigned(at: number, count: number): boolean {
    const mask = this.#masks[at]!
    if (count <= WORD) return mask === 0
    return this.#wideMasks.subarray(mask, mask + Math.ceil(count / WORD)).every((word) => word === 0)
  }
}

/** The smallest numbers with a bit for each variant of a product. */
function masksFor(maxVariants: number) {
  if (maxVariants <= 8) return Uint8Array
  return maxVariants <= 16 ? Uint16Array : Uint32Array
}

/**
 * Columns count a set faster if it has at least this many products, and at least one product in
 * `MAX_PRODUCTS_PER_MATCH`.
 */
const MIN_MATCHES = 1024
const MAX_PRODUCTS_PER_MATCH = 32

/** Products that kernels match and count in the time that it takes to visit a position. */
const PRODUCTS_PER_POSITION = 4

/** Variants whose bits are set together, for all options. */
const VARIANTS_PER_PASS = 32_768

/** A function of its own, so that V8 soon compiles the loop. */
function countMatches(
  values: Uint16Array | Uint32Array,
  masks: Masks,
  from: number,
  to: number,
  matchMask: number,
  counts: Uint32Array,
): void {
  for (let at = from; at < to; at++) {
    // 1 if the masks have a bit in common, without a branch that the processor cannot predict.
    const common = masks[at]! & matchMask
    counts[values[at]!]! += (common | -common) >>> 31
  }
}
