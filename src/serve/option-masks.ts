import type { Edition } from '../edition/edition.ts'
import {
  intersect,
  NO_POSTINGS,
  type PostingList,
  positionsInRange,
  subtract,
  toPostingList,
} from '../index/set-algebra.ts'
import { type OrdinalPostings, scanFacetPostings } from './facet-postings.ts'
import { type ForwardIndex, forwardIndexOf } from './forward-index.ts'
import { denseIfMany, type VariantsByProduct, variantsByProductOf } from './product-variants.ts'
import { forEachChunk, yieldIfDue } from './steps.ts'

/**
 * Which variants of each product have each of its options. Beside every option of `options` stands a bit for each variant,
 * the product's first the lowest:
 *
 *     options.values  … red  blue  s    m    | …
 *     masks           … 0011 1100  0101 1010 | …
 *
 * So one look at an option of a product tells for all variants, and an option counts once however many have it.
 */
export class VariantOptionMasks {
  readonly #options: ForwardIndex
  readonly #families: VariantsByProduct
  /** Of a product with more variants than a word has bits: where its words begin in `#wide`, as many as it needs. */
  readonly #masks: Uint8Array | Uint16Array | Uint32Array
  readonly #wide: Uint32Array
  /** By number: how many variants, of the products that have the option, lack it. */
  #lacking = new Float64Array(0)
  /** Products with an option that none of their variants has. */
  #idle: PostingList = NO_POSTINGS

  constructor(options: ForwardIndex, families: VariantsByProduct) {
    this.#options = options
    this.#families = families
    this.#masks = new (masksFor(families.largest))(options.values.length)
    this.#wide = new Uint32Array(families.largest > WORD ? this.#placeWide() : 0)
  }

  /** Memory that it takes beside what it is made of. */
  get bytes(): number {
    return this.#masks.byteLength + this.#wide.byteLength
  }

  /**
   * Notes which variants have each option. All lists are gone through side by side, some variants at a time: what is known of
   * these and of their products is then near the processor, which otherwise waits for memory most of the time.
   */
  async note(lists: readonly OrdinalPostings[], owners: Uint32Array): Promise<void> {
    for (let from = 0; from < owners.length; from += AT_ONCE)
      for (const { ordinal, postings } of lists) {
        const variants = positionsInRange(postings, from, scratch)
        this.#note(ordinal, variants, owners)
        await yieldIfDue(variants.length)
      }
    await this.#noteLacking(lists)
  }

  /** Whether there is a product of which only some variants have this option. */
  isPartial(option: number): boolean {
    return this.#lacking[option] !== 0
  }

  /** Whether there is a product with an option that none of its variants has. */
  get hasUnassignedOptions(): boolean {
    return this.#idle.size > 0
  }

  async #noteLacking(lists: readonly OrdinalPostings[]): Promise<void> {
    const { starts, values } = this.#options
    const lacking = new Float64Array(lists.reduce((most, { ordinal }) => Math.max(most, ordinal + 1), 0))
    const idle: number[] = []
    for (let from = 0; from + 1 < starts.length; from += AT_ONCE) {
      const to = Math.min(starts.length - 1, from + AT_ONCE)
      for (let product = from; product < to; product++) {
        const size = this.#families.variantCount(product)
        for (let at = starts[product]!; at < starts[product + 1]!; at++) {
          lacking[values[at]!]! += size
          if (this.#isIdle(at, size) && idle.at(-1) !== product) idle.push(product)
        }
      }
      await yieldIfDue(to - from)
    }
    for (const { ordinal, postings } of lists) lacking[ordinal]! -= postings.size
    this.#lacking = lacking
    this.#idle = toPostingList(idle)
  }

  /** Whether none of the variants of a product, so many, has one of its options. */
  #isIdle(at: number, size: number): boolean {
    const mask = this.#masks[at]!
    if (size <= WORD) return mask === 0
    return this.#wide.subarray(mask, mask + Math.ceil(size / WORD)).every((word) => word === 0)
  }

  #note(number: number, variants: Uint32Array, owners: Uint32Array): void {
    for (let index = 0; index < variants.length; ) {
      const product = owners[variants[index]!]!
      const at = this.#options.indexOf(product, number)
      // Those of one product mostly follow one another.
      do this.#noteAt(at, product, variants[index]!)
      while (++index < variants.length && owners[variants[index]!] === product)
    }
  }

  #noteAt(at: number, product: number, variant: number): void {
    const place = this.#families.ordinalOf(product, variant)
    if (this.#families.variantCount(product) <= WORD) this.#masks[at]! |= 1 << place
    else this.#wide[this.#masks[at]! + (place >>> 5)]! |= 1 << (place & 31)
  }

  /**
   * Counts, by number, the options that each product has on one of these variants. Where `whole` is given, a bit for each
   * product, those all of whose variants are met are noted there instead: they have all of their options on one of them.
   */
  async count(products: PostingList, variants: PostingList, counts: Uint32Array, whole?: Uint32Array): Promise<void> {
    const among = denseIfMany(products, variants)
    const apart = whole ? intersect(products, this.#idle) : NO_POSTINGS
    await forEachChunk(apart, (some) => this.#countMet(some, among, counts))
    await forEachChunk(subtract(products, apart), (some) => this.#countMet(some, among, counts, whole))
  }

  #countMet(products: Uint32Array, variants: PostingList, counts: Uint32Array, whole?: Uint32Array): void {
    const met = this.#families.matchMasks(products, variants)
    if (this.#families.largest > WORD) this.#takeWide(products, met, variants, counts)
    this.#count(whole ? this.#families.splitFullMatches(products, met, whole) : products, met, counts)
  }

  #count(products: Uint32Array, met: Uint32Array, counts: Uint32Array): void {
    const { starts, values } = this.#options
    const masks = this.#masks
    for (let index = 0; index < products.length; index++) {
      const product = products[index]!
      const bits = met[index]!
      if (bits !== 0) countMet(values, masks, starts[product]!, starts[product + 1]!, bits, counts)
    }
  }

  /** Counts products with more variants than a word has bits, and leaves nothing of them to be counted. */
  #takeWide(products: Uint32Array, met: Uint32Array, variants: PostingList, counts: Uint32Array): void {
    for (let index = 0; index < products.length; index++) {
      const product = products[index]!
      if (this.#families.variantCount(product) <= WORD) continue
      if (met[index] !== 0) this.#countWide(product, variants, counts)
      met[index] = 0
    }
  }

  #countWide(product: number, variants: PostingList, counts: Uint32Array): void {
    const { starts, values } = this.#options
    const size = this.#families.variantCount(product)
    const met: number[] = []
    for (let from = 0; from < size; from += WORD)
      met.push(this.#families.maskOf(product, from, Math.min(WORD, size - from), variants))
    const end = starts[product + 1] ?? 0
    for (let at = starts[product]!; at < end; at++)
      if (met.some((word, index) => (this.#wide[this.#masks[at]! + index]! & word) !== 0)) counts[values[at]!]!++
  }

  /** Gives each option of a product with many variants its words; returns how many words there are in all. */
  #placeWide(): number {
    const { starts } = this.#options
    let words = 0
    for (let product = 0; product + 1 < starts.length; product++) {
      const size = this.#families.variantCount(product)
      if (size <= WORD) continue
      for (let at = starts[product]!; at < starts[product + 1]!; at++) {
        this.#masks[at] = words
        words += Math.ceil(size / WORD)
      }
    }
    return words
  }
}

/** Bits of a word. */
const WORD = 32

/** Numbers with a bit for each variant of a product. */
function masksFor(variants: number) {
  if (variants <= 8) return Uint8Array
  return variants <= 16 ? Uint16Array : Uint32Array
}

/** A loop of its own, so that it is soon compiled as a whole. */
function countMet(
  values: Uint16Array | Uint32Array,
  masks: Uint8Array | Uint16Array | Uint32Array,
  from: number,
  to: number,
  bits: number,
  counts: Uint32Array,
): void {
  for (let at = from; at < to; at++) {
    // 1 where the two have a bit in common, without a branch that nothing could foresee.
    const common = masks[at]! & bits
    counts[values[at]!]! += (common | -common) >>> 31
  }
}

/** Variants that are noted at once, and where their positions are written: nothing else runs until they are. */
const AT_ONCE = 32_768
const scratch = new Uint32Array(AT_ONCE)

/** Made once an edition, in steps that let others through. */
export function optionMasksOf(edition: Edition): Promise<VariantOptionMasks> {
  return edition.memoize(
    'choices',
    () => gather(edition),
    ({ bytes }) => bytes,
  )
}

async function gather(edition: Edition): Promise<VariantOptionMasks> {
  const [options, families, owners] = await Promise.all([
    forwardIndexOf(edition, 'option'),
    variantsByProductOf(edition),
    edition.productOfVariant(),
  ])
  const lists: OrdinalPostings[] = []
  for await (const some of scanFacetPostings(edition, 'variant', 'option')) lists.push(...some)
  const choices = new VariantOptionMasks(options, families)
  await choices.note(lists, owners)
  return choices
}
