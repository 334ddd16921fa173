import { loadLanguage } from '@vitrine/catalog/language'
import { type CatalogOptions, GeneratedCatalog } from './generated-catalog.ts'
import { innerParts, misspellByOneEdit, misspellByTwoEdits } from './misspelling.ts'
import type { NativeProduct, NativeVariant } from './product.ts'
import { Random } from './random.ts'

/** No word is corrected into one that says nothing. */
const ENGLISH = await loadLanguage('en')

/** The codes of an option and its group. */
export type OptionCodes = { group: string; option: string }

/** Decimals with two digits. */
export type PriceRange = { minPrice: string; maxPrice: string }

/**
 * Draws request parameters from random products of a generated catalog. So every request has matches, and common labels,
 * options and words occur as often as in the catalog. The values of one draw all come from one product, and values of a
 * variant from one variant.
 */
export class Sample {
  readonly #catalog: GeneratedCatalog
  readonly #random: Random
  #first = 0
  #count: number

  /** Each `key` gives another sequence of draws. */
  constructor(options: CatalogOptions, key: string) {
    this.#catalog = new GeneratedCatalog(options)
    this.#random = new Random(`${options.seed}/sample/${key}`)
    this.#count = options.products
  }

  /** Limits the following draws to `count` products from index `first` on. */
  within(first: number, count: number): this {
    this.#first = first
    this.#count = count
    return this
  }

  productId(): string {
    return this.#product().id
  }

  productIds(count: number): string[] {
    return Array.from({ length: count }, () => this.productId())
  }

  variantId(): string {
    return this.#random.pick(this.#product().variants).id
  }

  /** A few skus belong to more than one variant. */
  skus(count: number): string[] {
    return Array.from({ length: count }, () => this.#random.pick(this.#product().variants).sku)
  }

  labelCode(): string {
    return this.#labelOf(this.#product())
  }

  labelAndOption(): { label: string } & OptionCodes {
    const product = this.#product()
    const label = this.#labelOf(product)
    const group = this.#random.pick(product.optionGroups)
    return { label, group: group.code, option: this.#random.pick(group.options).code }
  }

  labelAndWord(): { label: string; search: string } {
    const product = this.#productWhere(({ name }) => splitWords(name).length > 0)
    return { label: this.#labelOf(product), search: this.#random.pick(splitWords(product.name)) }
  }

  /** `color:red` and `size:m` of one variant. */
  colorAndSize(): string[] {
    const [product, variant] = this.#variantWhere(hasColorAndSize)
    return colorAndSizeOf(product, variant)
  }

  /** A range around the price of a variant. */
  priceRange(): PriceRange {
    const [, variant] = this.#variantWhere(() => true)
    return this.#rangeAround(variant)
  }

  optionAndPriceRange(): { option: string } & PriceRange {
    const [product, variant] = this.#variantWhere(() => true)
    return { option: this.#random.pick(optionsOf(product, variant)), ...this.#rangeAround(variant) }
  }

  /** An option of a variant in stock, as `group:option`. */
  optionInStock(): string {
    const [product, variant] = this.#variantWhere(isInStock)
    return this.#random.pick(optionsOf(product, variant))
  }

  /** The name of an option of a variant, such as “dark red”. */
  optionName(): string {
    const [product, variant] = this.#variantWhere(() => true)
    return this.#random.pick(optionsOf(product, variant)).replace(/^.*:/, '').replaceAll('-', ' ')
  }

  /** A word, a label, a color, a size and a price range that all match one variant in stock. */
  allFilters(): { search: string; label: string; option: string[] } & PriceRange {
    const [product, variant] = this.#variantWhere(
      (variant, product) =>
        isInStock(variant) && hasColorAndSize(variant, product) && splitWords(product.name).length > 0,
    )
    return {
      search: this.#random.pick(splitWords(product.name)),
      label: this.#labelOf(product),
      option: colorAndSizeOf(product, variant),
      ...this.#rangeAround(variant),
    }
  }

  /** `count` distinct words of one product in lower case: words of its name first, then of its description. */
  words(count: number): string[] {
    for (;;) {
      const { name, description } = this.#product()
      const words = [...new Set([...splitWords(name), ...splitWords(description)])]
      const nameWords = new Set(splitWords(name)).size
      if (words.length < count) continue
      const from = this.#random.integer(0, Math.max(0, nameWords - count))
      return words.slice(from, from + count)
    }
  }

  /** A word of a product's name. The names of its variants contain it too. */
  nameWord(): string {
    return this.labelAndWord().search
  }

  /** The first letters of a longer word. */
  prefix(letters: number): string {
    return this.#latinWordWhere(({ length }) => length > letters).slice(0, letters)
  }

  /** A word of 4 to 7 letters with one edit, or of 8 or more letters with two edits. */
  misspelling(edits: 1 | 2): string {
    const [least, most] = edits === 1 ? [4, 7] : [8, Number.POSITIVE_INFINITY]
    const word = this.#latinWordWhere(
      (text) => text.length >= least && text.length <= most && !ENGLISH.isStopWord(text),
    )
    return (edits === 1 ? misspellByOneEdit : misspellByTwoEdits)(word, this.#random)
  }

  /** Letters that occur only inside words. */
  partOfWord(): string {
    return this.#random.pick(innerParts(this.#latinWordWhere((word) => innerParts(word).length > 0)))
  }

  page(pages: number): number {
    return this.#random.integer(1, pages)
  }

  /** A page in the middle third. */
  middlePage(pages: number): number {
    return this.#random.integer(Math.ceil(pages / 3), Math.ceil((2 * pages) / 3))
  }

  pick<T>(list: readonly T[]): T {
    return this.#random.pick(list)
  }

  #product(): NativeProduct {
    return this.#catalog.product(this.#first + this.#random.integer(0, this.#count - 1))
  }

  #productWhere(matches: (product: NativeProduct) => boolean): NativeProduct {
    for (;;) {
      const product = this.#product()
      if (matches(product)) return product
    }
  }

  #variantWhere(
    matches: (variant: NativeVariant, product: NativeProduct) => boolean,
  ): [product: NativeProduct, variant: NativeVariant] {
    const variantsOf = (product: NativeProduct) => product.variants.filter((variant) => matches(variant, product))
    const product = this.#productWhere((product) => variantsOf(product).length > 0)
    return [product, this.#random.pick(variantsOf(product))]
  }

  #latinWordWhere(matches: (word: string) => boolean): string {
    const wordsOf = ({ name, description }: NativeProduct) =>
      splitWords(`${name} ${description}`).filter((word) => LATIN.test(word) && matches(word))
    return this.#random.pick(wordsOf(this.#productWhere((product) => wordsOf(product).length > 0)))
  }

  #labelOf(product: NativeProduct): string {
    return this.#random.pick(product.labelValues).code
  }

  #rangeAround({ price }: NativeVariant): PriceRange {
    const lower = Number(price) * (0.5 + this.#random.fraction() / 2)
    const upper = Number(price) * (1 + this.#random.fraction())
    return { minPrice: lower.toFixed(2), maxPrice: upper.toFixed(2) }
  }
}

const LATIN = /^[a-z]+$/

/** Runs of three or more letters. Scripts without spaces are not split; the service does that. */
function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? []
}

function isInStock({ stock }: NativeVariant): boolean {
  return stock === null || stock > 0
}

function hasColorAndSize(variant: NativeVariant, product: NativeProduct): boolean {
  return colorAndSizeOf(product, variant).length === 2
}

function colorAndSizeOf(product: NativeProduct, variant: NativeVariant): string[] {
  return optionsOf(product, variant).filter((option) => /^(color|size):/.test(option))
}

/** The options of a variant, each as `group:option`. */
function optionsOf({ optionGroups }: NativeProduct, { productOptions }: NativeVariant): string[] {
  const ids = new Set(productOptions.map(({ id }) => id))
  return optionGroups.flatMap(({ code, options }) =>
    options.filter(({ id }) => ids.has(id)).map((option) => `${code}:${option.code}`),
  )
}
