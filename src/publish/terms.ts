import { htmlToFlatText } from '../catalog/html-text.ts'
import { parsePrice } from '../catalog/money.ts'
import type { Product, Submitted, Variant } from '../catalog/product.ts'
import { tokenize } from '../catalog/words.ts'
import { priceTerms } from '../edition/price-term.ts'
import { IN_STOCK, type Term } from '../edition/term.ts'
import { type Field, wordTerm } from '../edition/word-term.ts'

/** The posting lists that one product belongs to, and each of its variants; some again and again. */
export interface Terms {
  readonly product: readonly Term[]
  /** In the product's order. */
  readonly variants: readonly (readonly Term[])[]
}

/** Which posting lists a product belongs to. `edition/term.ts` says what each means. */
export function termsOf(product: Submitted<Product>): Terms {
  const options = optionTerms(product)
  const offers = product.variants.map(offerTerms)
  const terms: Term[] = []
  for (const label of product.labelValues) terms.push(`label:${label.code}`)
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

/** What an option says, by its id. Made once for all that have it, so that a map knows its hash already. */
type OptionTerms = ReadonlyMap<string, readonly Term[]>

function optionTerms({ optionGroups }: Submitted<Product>): OptionTerms {
  const terms = new Map<string, readonly Term[]>()
  for (const group of optionGroups) {
    for (const { id, code } of group.options) terms.set(id, [`option:${group.code}:${code}`, `option:${code}`])
  }
  return terms
}

/**
 * The options of groups that none of the product's variants choose from (a brand that is said of the product as a whole),
 * which all its variants share: with its own, what can meet on a variant.
 */
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
  const terms: Term[] = []
  for (const option of variant.productOptions) terms.push(...options.get(option.id)!)
  terms.push(...shared)
  for (const label of variant.labelValues) terms.push(`label:${label.code}`)
  addWords(terms, 'name', variant.name)
  addWords(terms, 'text', variant.sku)
  terms.push(...offer)
  return terms
}

/** What a variant costs, and whether it can be had. */
function offerTerms({ price, stock }: Submitted<Variant>): Term[] {
  const terms = priceTerms(parsePrice(price)!)
  if (stock === null || stock > 0) terms.push(IN_STOCK)
  return terms
}

function addWords(terms: Term[], field: Field, text: string): void {
  for (const word of tokenize(text)) terms.push(wordTerm(field, word))
}
