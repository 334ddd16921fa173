import { Catalog, type CatalogOptions, type NativeProduct } from './catalog.ts'
import { oneEdit, partsOf, twoEdits } from './misspelling.ts'
import type { NativeVariant } from './product.ts'
import { Random } from './random.ts'

/** Codes, the option's group among them. */
export type OptionCodes = { group: string; option: string }

/** Decimals with two digits, as parameters of a request. */
export type PriceRange = { minPrice: string; maxPrice: string }

/**
 * What a load generator may ask of a catalog, drawn from products taken at random: so every answer has
 * something in it, and common labels, options and words are asked for as often as they occur. What one method gives
 * is all true of one product, and what it says of variants of one variant.
 */
export class Sample {
  readonly #catalog: Catalog
  readonly #random: Random
  #first = 0
  #count: number

  /** Another `key` draws others. */
  constructor(options: CatalogOptions, key: string) {
    this.#catalog = new Catalog(options)
    this.#random = new Random(`${options.seed}/sample/${key}`)
    this.#count = options.products
  }

  /** From now on draws from these products only: the first of them, and how many. */
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

  /** A few other variants may have the same ones. */
  skus(count: number): string[] {
    return Array.from({ length: count }, () => this.#random.pick(this.#product().variants).sku)
  }

  labelCode(): string {
    return this.#labelOf(this.#product())
  }

  option(): OptionCodes {
    return this.#optionOf(this.#product())
  }

  labelAndOption(): { label: string } & OptionCodes {
    const product = this.#product()
    return { label: this.#labelOf(product), ...this.#optionOf(product) }
  }

  labelAndWord(): { label: string; search: string } {
    const product = this.#productWith(({ name }) => wordsOf(name).length > 0)
    return { label: this.#labelOf(product), search: this.#random.pick(wordsOf(product.name)) }
  }

  /** `color:red` and `size:m` of one variant. */
  colorAndSize(): string[] {
    const [product, variant] = this.#variant(hasColorAndSize)
    return colorAndSizeOf(product, variant)
  }

  /** Around the price of a variant. */
  priceRange(): PriceRange {
    const [, variant] = this.#variant(() => true)
    return this.#rangeAround(variant)
  }

  optionAndPriceRange(): { option: string } & PriceRange {
    const [product, variant] = this.#variant(() => true)
    return { option: this.#random.pick(optionsOf(product, variant)), ...this.#rangeAround(variant) }
  }

  /** An option, as `group:option`, of a variant that is in stock. */
  optionInStock(): string {
    const [product, variant] = this.#variant(isInStock)
    return this.#random.pick(optionsOf(product, variant))
  }

  /** A word, a label, a color and a size, and a price range: all that a variant in stock has. */
  everything(): { search: string; label: string; option: string[] } & PriceRange {
    const [product, variant] = this.#variant(
      (variant, product) => isInStock(variant) && hasColorAndSize(variant, product) && wordsOf(product.name).length > 0,
    )
    return {
      search: this.#random.pick(wordsOf(product.name)),
      label: this.#labelOf(product),
      option: colorAndSizeOf(product, variant),
      ...this.#rangeAround(variant),
    }
  }

  /** So many different words of one product, lower case: of its name first, then of its description. */
  words(count: number): string[] {
    for (;;) {
      const { name, description } = this.#product()
      const words = [...new Set([...wordsOf(name), ...wordsOf(description)])]
      const ownName = new Set(wordsOf(name)).size
      if (words.length < count) continue
      const from = this.#random.whole(0, Math.max(0, ownName - count))
      return words.slice(from, from + count)
    }
  }

  /** A word of a product's name, which is in the names of its variants too. */
  nameWord(): string {
    return this.labelAndWord().search
  }

  /** The first letters of a longer word. */
  prefix(letters: number): string {
    return this.#latinWord(({ length }) => length > letters).slice(0, letters)
  }

  /** A word of four to seven letters one edit away from one that there is, or of eight and more two edits away. */
  misspelt(edits: 1 | 2): string {
    if (edits === 2)
      return twoEdits(
        this.#latinWord(({ length }) => length >= 8),
        this.#random,
      )
    return oneEdit(
      this.#latinWord(({ length }) => length >= 4 && length <= 7),
      this.#random,
    )
  }

  /** Letters that are found inside words only. */
  partOfWord(): string {
    return this.#random.pick(partsOf(this.#latinWord((word) => partsOf(word).length > 0)))
  }

  page(pages: number): number {
    return this.#random.whole(1, pages)
  }

  /** A page of the middle third. */
  middlePage(pages: number): number {
    return this.#random.whole(Math.ceil(pages / 3), Math.ceil((2 * pages) / 3))
  }

  pick<T>(list: readonly T[]): T {
    return this.#random.pick(list)
  }

  #product(): NativeProduct {
    return this.#catalog.product(this.#first + this.#random.whole(0, this.#count - 1))
  }

  #productWith(suits: (product: NativeProduct) => boolean): NativeProduct {
    for (;;) {
      const product = this.#product()
      if (suits(product)) return product
    }
  }

  #variant(suits: (variant: NativeVariant, product: NativeProduct) => boolean): [NativeProduct, NativeVariant] {
    const suitable = (product: NativeProduct) => product.variants.filter((variant) => suits(variant, product))
    const product = this.#productWith((product) => suitable(product).length > 0)
    return [product, this.#random.pick(suitable(product))]
  }

  #latinWord(suits: (word: string) => boolean): string {
    const suitable = ({ name, description }: NativeProduct) =>
      wordsOf(`${name} ${description}`).filter((word) => LATIN.test(word) && suits(word))
    return this.#random.pick(suitable(this.#productWith((product) => suitable(product).length > 0)))
  }

  #labelOf(product: NativeProduct): string {
    return this.#random.pick(product.labelValues).code
  }

  #optionOf(product: NativeProduct): OptionCodes {
    const group = this.#random.pick(product.optionGroups)
    return { group: group.code, option: this.#random.pick(group.options).code }
  }

  #rangeAround({ price }: NativeVariant): PriceRange {
    const lower = Number(price) * (0.5 + this.#random.fraction() / 2)
    const upper = Number(price) * (1 + this.#random.fraction())
    return { minPrice: lower.toFixed(2), maxPrice: upper.toFixed(2) }
  }
}

const LATIN = /^[a-z]+$/

/** Whole words of three letters or more. Words of scripts without spaces are left to the service to divide. */
function wordsOf(text: string): string[] {
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
  const own = new Set(productOptions.map(({ id }) => id))
  return optionGroups.flatMap(({ code, options }) =>
    options.filter(({ id }) => own.has(id)).map((option) => `${code}:${option.code}`),
  )
}
