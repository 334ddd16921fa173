import { htmlToFlatText } from '@vitrine/catalog/html-text'
import type { Product, Submitted } from '@vitrine/catalog/product'
import { recognizeLanguage } from '@vitrine/catalog/recognize-language'

/** Some of the products of an import, evenly spread, from which the language of the store is recognised. */
export class LanguageSample {
  #products: Pick<Product, 'name' | 'description'>[] = []
  #seen = 0
  #stride = 1

  add({ name, description }: Submitted<Product>): void {
    if (this.#seen++ % this.#stride !== 0) return
    this.#products.push({ name, description: description.slice(0, MAX_HTML) })
    if (this.#products.length < MAX_PRODUCTS) return
    this.#products = this.#products.filter((_, index) => index % 2 === 0)
    this.#stride *= 2
  }

  /**
   * The BCP 47 tag of the language; undefined unless it is clear. Letters with accents are enough for a store without a
   * language (`byAccents`), but not to refuse a file. Descriptions weigh more than names, which may be foreign words.
   */
  async recognize(byAccents = true): Promise<string | undefined> {
    const descriptions = this.#products.map(({ description }) => htmlToFlatText(description).slice(0, MAX_TEXT))
    const names = this.#products.map(({ name }) => name)
    const ofDescriptions = await recognizeLanguage(descriptions, STOP_WORDS_OF_DESCRIPTIONS, byAccents)
    if (ofDescriptions !== undefined) return ofDescriptions
    const ofNames = await recognizeLanguage(names, STOP_WORDS_OF_NAMES, byAccents)
    // Descriptions such as “Sofa, grey, 198x99 cm” have as few stop words as names.
    return ofNames && ((await recognizeLanguage(descriptions, STOP_WORDS_OF_NAMES, false)) ?? ofNames)
  }
}

/** The most products that the sample holds. */
const MAX_PRODUCTS = 64

/** Characters of a description in the sample, with its HTML and without. */
const MAX_HTML = 1000
const MAX_TEXT = 300

/** Running text in a language has at least this share of stop words. Names have few. */
const STOP_WORDS_OF_DESCRIPTIONS = 0.15
const STOP_WORDS_OF_NAMES = 0.01
