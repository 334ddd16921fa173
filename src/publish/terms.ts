import { htmlToFlatText } from '../catalog/html-text.ts'
import { parsePrice } from '../catalog/money.ts'
import type { Product, Submitted, Variant } from '../catalog/product.ts'
import { tokenize } from '../catalog/words.ts'
import { priceTerms } from '../edition/price-term.ts'
import { IN_STOCK, type Term } from '../edition/term.ts'
import { type Field, wordTerm } from '../edition/word-term.ts'

/** The terms of one product and of each of its variants. They may repeat. */
export interface Terms {
  readonly product: readonly Term[]
  /** In the product's order. */
  readonly variants: readonly (readonly Term[])[]
}

/** The terms that find a product and its variants. `edition/term.ts` explains each. */
export function termsOf(product: Submitted<Product>): Terms {
  const options = optionTerms(product)
  const offers = product.variants.map(offerTerms)
  const terms: Term[] = []
  for (const { code, parent } of product.labelValues) {
    terms.push(`label:${code}`)
    if (parent !== undefined) terms.push(`parent:${code}:${parent}`)
  }
  for (const group of product.optionGroups) {
    terms.push(`group:${group.code}`)
    for (const option of group.options) terms.push(...options.get(option.id)!)
  }
  addWords(terms, 'name', product.name)
  addWords(terms, 'text', htmlToFlatText(product.description))
  for (const offer of offers) terms.push(...offer)
  const shared = sharedTerms(product, options)
  const variants = product.variants.map((variant, index) => variantTerms(variant, options, shared, offers[index]!))
  return { product: terms, variants }
}

/** The terms of each option, by its id. The variants share the strings, so that a map has cached their hashes. */
type OptionTerms = ReadonlyMap<string, readonly Term[]>

function optionTerms({ optionGroups }: Submitted<Product>): OptionTerms {
  const terms = new Map<string, readonly Term[]>()
  for (const group of optionGroups) {
    for (const { id, code } of group.options) terms.set(id, [`option:${group.code}:${code}`, `option:${code}`])
  }
  return terms
}

/** All variants share the options of a group that no variant chooses from, such as the brand of the product. */
function sharedTerms({ optionGroups, variants }: Submitted<Product>, options: OptionTerms): Term[] {
  const chosen = new Set(variants.flatMap(({ productOptions }) => productOptions.map(({ id }) => id)))
  const shared = optionGroups.filter((group) => !group.options.some(({ id }) => chosen.has(id)))
  return shared.flatMap((group) => group.options.flatMap(({ id }) => options.get(id)!))
}

function variantTerms(
  variant: Submitted<Variant>,
  options: OptionTerms,
  shared: readonly Term[],
  offer: readonly Term[],
): Term[] {
  const terms = [...variant.productOptions.flatMap(({ id }) => options.get(id)!), ...shared]
  for (const label of variant.labelValues) terms.push(`label:${label.code}`)
  addWords(terms, 'name', variant.name)
  addWords(terms, 'text', variant.sku)
  terms.push(...offer)
  return terms
}

function offerTerms({ price, stock }: Submitted<Variant>): Term[] {
  const isInStock = stock === null || stock > 0
  return isInStock ? [...priceTerms(parsePrice(price)!), IN_STOCK] : priceTerms(parsePrice(price)!)
}

function addWords(terms: Term[], field: Field, text: string): void {
  for (const word of tokenize(text)) terms.push(wordTerm(field, word))
}
