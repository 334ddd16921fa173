import { Catalog, type CatalogOptions, type NativeProduct } from './catalog.ts'
import { Random } from './random.ts'

/**
 * What a load generator may ask of a catalog, drawn from products taken at random: so every answer has
 * something in it, and common labels, options and words are asked for as often as they occur.
 */
export class Sample {
  readonly #catalog: Catalog
  readonly #random: Random

  /** Another `key` draws others. */
  constructor(options: CatalogOptions, key: string) {
    this.#catalog = new Catalog(options)
    this.#random = new Random(`${options.seed}/sample/${key}`)
  }

  productId(): string {
    return this.#product().id
  }

  variantId(): string {
    return this.#random.pick(this.#product().variants).id
  }

  labelCode(): string {
    return this.#random.pick(this.#product().labelValues).code
  }

  option(): { group: string; option: string } {
    return this.#optionOf(this.#product())
  }

  /** Both of one product. */
  labelAndOption(): { label: string; group: string; option: string } {
    const product = this.#product()
    return { label: this.#random.pick(product.labelValues).code, ...this.#optionOf(product) }
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

  page(pages: number): number {
    return this.#random.whole(1, pages)
  }

  #product(): NativeProduct {
    return this.#catalog.product(this.#random.whole(0, this.#catalog.products - 1))
  }

  #optionOf(product: NativeProduct): { group: string; option: string } {
    const group = this.#random.pick(product.optionGroups)
    return { group: group.code, option: this.#random.pick(group.options).code }
  }
}

/** Whole words of three letters or more. Words of scripts without spaces are left to the service to divide. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]{3,}/gu) ?? []
}
