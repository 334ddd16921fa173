import type { Edition } from '../edition/edition.ts'
import { listWithin, type Positions } from '../postings/positions.ts'
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
  readonly #masks: Uint32Array
  readonly #wide: Uint32Array

  constructor(options: Carried, families: Families) {
    this.#options = options
    this.#families = families
    this.#masks = new Uint32Array(options.values.length)
    this.#wide = new Uint32Array(this.#placeWide())
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

  /** Counts, by number, the options that each product has on one of these variants. */
  async count(products: Positions, variants: Positions, counts: Uint32Array): Promise<void> {
    const among = asBitsFor(products, variants)
    await inSteps(products, (some) => this.#count(some, among, counts))
  }

  #count(products: Uint32Array, variants: Positions, counts: Uint32Array): void {
    const { starts, values } = this.#options
    const masks = this.#masks
    for (let index = 0; index < products.length; index++) {
      const product = products[index]!
      const size = this.#families.sizeOf(product)
      if (size > WORD) this.#countWide(product, variants, counts)
      else {
        const met = size === 0 ? 0 : this.#families.among(product, 0, size, variants)
        const end = met === 0 ? 0 : starts[product + 1]!
        // 1 where the two have a bit in common, without a branch that nothing could foresee.
        for (let at = starts[product]!; at < end; at++) {
          const common = masks[at]! & met
          counts[values[at]!]! += (common | -common) >>> 31
        }
      }
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
