import { type Edition, NO_PRODUCT } from '../edition/edition.ts'
import {
  contains,
  fromBits,
  highestPosition,
  maskInRange,
  NO_POSTINGS,
  type PostingList,
  read32Bits,
  toDense,
} from '../index/set-algebra.ts'
import { CHUNK_POSITIONS, forEachChunk, yieldIfDue } from './steps.ts'

/**
 * The variants of each product of an edition: owners read the other way. Most products were loaded with all of their variants,
 * which are then neighbours, and need not be kept one by one:
 *
 *     spans      … first variant, how many | where in `scattered`, how many and SCATTERED | …
 */
export class VariantsByProduct {
  readonly #spans: Uint32Array
  /** The variants of products whose variants are no neighbours. */
  readonly #scattered: Uint32Array
  /** The most variants that a product has. */
  readonly largest: number
  /** Whether there are products whose variants are no neighbours, or more than a word has bits. */
  readonly #irregular: boolean

  constructor(spans: Uint32Array, scattered: Uint32Array) {
    this.#spans = spans
    this.#scattered = scattered
    let largest = 0
    for (let at = 1; at < spans.length; at += 2) largest = Math.max(largest, spans[at]! & SIZE)
    this.largest = largest
    this.#irregular = largest >= WORD || scattered.length > 0
  }

  get bytes(): number {
    return this.#spans.byteLength + this.#scattered.byteLength
  }

  variantCount(product: number): number {
    return product * 2 < this.#spans.length ? this.#spans[product * 2 + 1]! & SIZE : 0
  }

  /** Which of its product's variants one is, from 0 on. */
  ordinalOf(product: number, variant: number): number {
    const first = this.#spans[product * 2]!
    const size = this.#spans[product * 2 + 1]!
    return size <= SIZE ? variant - first : this.#scattered.subarray(first, first + (size & SIZE)).indexOf(variant)
  }

  /** The products of a set that have any of these variants. */
  async productsWithAny(variants: PostingList, products: PostingList): Promise<PostingList> {
    if (products.size === 0) return NO_POSTINGS
    const among = denseIfMany(products, variants)
    const words = new Uint32Array((highestPosition(products) >>> 5) + 1)
    await forEachChunk(products, (some) => {
      this.matchMasks(some, among)
      for (let index = 0; index < some.length; index++) {
        const product = some[index]!
        words[product >>> 5]! |= +(met[index] !== 0) << (product & 31)
      }
    })
    return fromBits(words)
  }

  /**
   * Which variants of each of these products are in a set: a bit each, the first the lowest. Of a product with more than 32 all
   * bits are set, if it has any of them. Good until it is asked again.
   */
  matchMasks(products: Uint32Array, variants: PostingList): Uint32Array {
    if (met.length < products.length) met = new Uint32Array(products.length)
    const known = 'words' in variants
    if (known) this.#meetRuns(products, variants.words)
    if (known && !this.#irregular) return met
    for (let index = 0; index < products.length; index++) {
      const product = products[index]!
      if (!known || this.#spans[product * 2 + 1]! >= WORD) met[index] = this.#meet(product, variants)
    }
    return met
  }

  /** As if the variants of each were neighbours, and fewer than 32: so there is no branch to foresee. */
  #meetRuns(products: Uint32Array, words: Uint32Array): void {
    const spans = this.#spans
    const found = met
    for (let index = 0; index < products.length; index++) {
      const at = products[index]! << 1
      found[index] = read32Bits(words, spans[at]!) & ((1 << spans[at + 1]!) - 1)
    }
  }

  /**
   * Notes which of these products are met wholly, a bit each. Gives those that are in part, and brings what is met of them to
   * their places.
   */
  splitFullMatches(products: Uint32Array, met: Uint32Array, whole: Uint32Array): Uint32Array {
    const spans = this.#spans
    if (inPart.length < products.length) inPart = new Uint32Array(products.length)
    const some = inPart
    let size = 0
    for (let index = 0; index < products.length; index++) {
      const product = products[index]! | 0
      const bits = met[index]! | 0
      const any = +(bits !== 0)
      const all = any & +(bits === (1 << spans[(product << 1) + 1]!) - 1)
      whole[product >>> 5]! |= all << (product & 31)
      // Written in any case, and passed over if it is in part: which are cannot be foreseen.
      some[size] = product
      met[size] = bits
      size += any - all
    }
    return inPart.subarray(0, size)
  }

  #meet(product: number, variants: PostingList): number {
    const size = this.variantCount(product)
    if (size <= WORD) return size === 0 ? 0 : this.maskOf(product, 0, size, variants)
    for (let from = 0; from < size; from += WORD)
      if (this.maskOf(product, from, Math.min(WORD, size - from), variants) !== 0) return ALL
    return 0
  }

  /** Which of `count` variants of a product, 32 at most, from the one at `from` on, are in a set: a bit each. */
  maskOf(product: number, from: number, count: number, set: PostingList): number {
    const first = this.#spans[product * 2]! + from
    if (this.#spans[product * 2 + 1]! <= SIZE) return maskInRange(set, first, count)
    let bits = 0
    for (let at = 0; at < count; at++) if (contains(set, this.#scattered[first + at]!)) bits |= 1 << at
    return bits
  }
}

/** Bits of a word, and all of them. */
const WORD = 32
const ALL = 0xffffffff

/** What is met of each product of a step, and those that are met in part: done with before the next step of anyone begins. */
let met = new Uint32Array(0)
let inPart = new Uint32Array(0)

/** Marks, in a number of variants, those that are no neighbours; the number itself. */
const SCATTERED = 0x80000000
const SIZE = SCATTERED - 1

/** The variants as they are quickest to ask for each product. */
export function denseIfMany(products: PostingList, variants: PostingList): PostingList {
  return products.size > FEW ? toDense(variants) : variants
}

/** For so few products a list is not worth turning into bits. */
const FEW = 1000

/** Made once an edition, in steps that let others through. */
export async function variantsByProductOf(edition: Edition): Promise<VariantsByProduct> {
  const make = async () => groupByProduct(await edition.productOfVariant())
  return await edition.memoize('families', make, ({ bytes }) => bytes)
}

/** The variants of each owner, in the order of their positions. */
export async function groupByProduct(owners: Uint32Array): Promise<VariantsByProduct> {
  let last = -1
  await eachVariant(owners, (owner) => {
    if (owner > last) last = owner
  })
  const spans = new Uint32Array(last * 2 + 2)
  let scattered = false
  await eachVariant(owners, (owner, variant) => {
    const size = spans[owner * 2 + 1]!
    if (size === 0) spans[owner * 2] = variant
    const follows = size <= SIZE && spans[owner * 2]! + size === variant
    spans[owner * 2 + 1] = follows ? size + 1 : (size | SCATTERED) + 1
    if (!follows) scattered = true
  })
  return new VariantsByProduct(spans, scattered ? await scatteredOf(spans, owners) : new Uint32Array(0))
}

/** The variants that are no neighbours, those of a product together; notes where they are. */
async function scatteredOf(spans: Uint32Array, owners: Uint32Array): Promise<Uint32Array> {
  let total = 0
  for (let at = 0; at < spans.length; at += 2)
    if (spans[at + 1]! > SIZE) {
      spans[at] = total
      total += spans[at + 1]! & SIZE
    }
  const scattered = new Uint32Array(total)
  await eachVariant(owners, (owner, variant) => {
    if (spans[owner * 2 + 1]! > SIZE) scattered[spans[owner * 2]!++] = variant
  })
  // Where the variants of each begin has become where they end.
  for (let at = 0; at < spans.length; at += 2) if (spans[at + 1]! > SIZE) spans[at]! -= spans[at + 1]! & SIZE
  return scattered
}

async function eachVariant(owners: Uint32Array, visit: (owner: number, variant: number) => void): Promise<void> {
  for (let from = 0; from < owners.length; from += CHUNK_POSITIONS) {
    const to = Math.min(owners.length, from + CHUNK_POSITIONS)
    for (let variant = from; variant < to; variant++)
      if (owners[variant] !== NO_PRODUCT) visit(owners[variant]!, variant)
    await yieldIfDue(to - from)
  }
}
