import type { Edition } from '../edition/edition.ts'
import { intersect, listWithin, NOTHING, type Positions, positionsOf, subtract } from '../postings/positions.ts'
import { type Carried, carriedBy } from './carried.ts'
import { asBitsFor, type Families, familiesOf } from './families.ts'
import { type NumberedList, numberedLists } from './lists.ts'
import { inSteps, step } from './steps.ts'

/**
 * Which variants of each product have each of its options. Beside every option of `options` stands a bit for each variant,
 * the product's first the lowest:
 *
 *     options.values  … red  blue  s    m    | …
 *     masks           … 0011 1100  0101 1010 | …
 *
 * So one look at an option of a product tells for all variants, and an option counts once however many have it.
 */
export class Choices {
  readonly #options: Carried
  readonly #families: Families
  /** Of a product with more variants than a word has bits: where its words begin in `#wide`, as many as it needs. */
  readonly #masks: Uint8Array | Uint16Array | Uint32Array
  readonly #wide: Uint32Array
  /** By number: how many variants, of the products that have the option, lack it. */
  #lacking = new Float64Array(0)
  /** Products with an option that none of their variants has. */
  #idle: Positions = NOTHING

  constructor(options: Carried, families: Families) {
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
  async note(lists: readonly NumberedList[], owners: Uint32Array): Promise<void> {
    for (let from = 0; from < owners.length; from += AT_ONCE)
      for (const { number, positions } of lists) {
        const variants = listWithin(positions, from, scratch)
        this.#note(number, variants, owners)
        await step(variants.length)
      }
    await this.#noteLacking(lists)
  }

  /** Whether there is a product of which only some variants have this option. */
  divides(option: number): boolean {
    return this.#lacking[option] !== 0
  }

  /** Whether there is a product with an option that none of its variants has. */
  get hasIdleOptions(): boolean {
    return this.#idle.size > 0
  }

  async #noteLacking(lists: readonly NumberedList[]): Promise<void> {
    const { starts, values } = this.#options
    const lacking = new Float64Array(lists.reduce((most, { number }) => Math.max(most, number + 1), 0))
    const idle: number[] = []
    for (let from = 0; from + 1 < starts.length; from += AT_ONCE) {
      const to = Math.min(starts.length - 1, from + AT_ONCE)
      for (let product = from; product < to; product++) {
        const size = this.#families.sizeOf(product)
        for (let at = starts[product]!; at < starts[product + 1]!; at++) {
          lacking[values[at]!]! += size
          if (this.#isIdle(at, size) && idle.at(-1) !== product) idle.push(product)
        }
      }
      await step(to - from)
    }
    for (const { number, positions } of lists) lacking[number]! -= positions.size
    this.#lacking = lacking
    this.#idle = positionsOf(idle)
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
    const place = this.#families.placeOf(product, variant)
    if (this.#families.sizeOf(product) <= WORD) this.#masks[at]! |= 1 << place
    else this.#wide[this.#masks[at]! + (place >>> 5)]! |= 1 << (place & 31)
  }

  /**
   * Counts, by number, the options that each product has on one of these variants. Where `whole` is given, a bit for each
   * product, those all of whose variants are met are noted there instead: they have all of their options on one of them.
   */
  async count(products: Positions, variants: Positions, counts: Uint32Array, whole?: Uint32Array): Promise<void> {
    const among = asBitsFor(products, variants)
    const apart = whole ? intersect(products, this.#idle) : NOTHING
    await inSteps(apart, (some) => this.#countMet(some, among, counts))
    await inSteps(subtract(products, apart), (some) => this.#countMet(some, among, counts, whole))
  }

  #countMet(products: Uint32Array, variants: Positions, counts: Uint32Array, whole?: Uint32Array): void {
    const met = this.#families.meeting(products, variants)
    if (this.#families.largest > WORD) this.#takeWide(products, met, variants, counts)
    this.#count(whole ? this.#families.takeWhole(products, met, whole) : products, met, counts)
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
  #takeWide(products: Uint32Array, met: Uint32Array, variants: Positions, counts: Uint32Array): void {
    for (let index = 0; index < products.length; index++) {
      const product = products[index]!
      if (this.#families.sizeOf(product) <= WORD) continue
      if (met[index] !== 0) this.#countWide(product, variants, counts)
      met[index] = 0
    }
  }

  #countWide(product: number, variants: Positions, counts: Uint32Array): void {
    const { starts, values } = this.#options
    const size = this.#families.sizeOf(product)
    const met: number[] = []
    for (let from = 0; from < size; from += WORD)
      met.push(this.#families.among(product, from, Math.min(WORD, size - from), variants))
    const end = starts[product + 1] ?? 0
    for (let at = starts[product]!; at < end; at++)
      if (met.some((word, index) => (this.#wide[this.#masks[at]! + index]! & word) !== 0)) counts[values[at]!]!++
  }

  /** Gives each option of a product with many variants its words; returns how many words there are in all. */
  #placeWide(): number {
    const { starts } = this.#options
    let words = 0
    for (let product = 0; product + 1 < starts.length; product++) {
      const size = this.#families.sizeOf(product)
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
export function choicesOf(edition: Edition): Promise<Choices> {
  return edition.remembered(
    'choices',
    () => gather(edition),
    ({ bytes }) => bytes,
  )
}

async function gather(edition: Edition): Promise<Choices> {
  const [options, families, owners] = await Promise.all([
    carriedBy(edition, 'option'),
    familiesOf(edition),
    edition.owners(),
  ])
  const lists: NumberedList[] = []
  for await (const some of numberedLists(edition, 'variant', 'option')) lists.push(...some)
  const choices = new Choices(options, families)
  await choices.note(lists, owners)
  return choices
}
