import { parsePrice } from '../catalog/money.ts'
import type { Product, Variant } from '../catalog/product.ts'
import { visibleText, wordsOf } from '../catalog/words.ts'
import { priceTerms } from '../edition/price-term.ts'
import { IN_STOCK, type Term } from '../edition/term.ts'
import { type Field, wordTerm } from '../edition/word-term.ts'

/** The posting lists that one product belongs to, and each of its variants. */
export interface Terms {
  readonly product: ReadonlySet<Term>
  /** In the product's order. */
  readonly variants: readonly ReadonlySet<Term>[]
}

/** Which posting lists a product belongs to. `edition/term.ts` says what each means. */
export function termsOf(product: Product): Terms {
  const terms = new Set<Term>()
  for (const label of product.labelValues) terms.add(`label:${label.code}`)
  for (const group of product.optionGroups) {
    terms.add(`group:${group.code}`)
    for (const option of group.options) addOption(terms, group.code, option.code)
  }
  addWords(terms, 'name', product.name)
  addWords(terms, 'text', visibleText(product.description))
  for (const variant of product.variants) addOffer(terms, variant)
  return { product: terms, variants: variantTerms(product) }
}

/**
 * The options that can meet on a variant: its own, and those of groups that none of the product's variants choose from
 * (a brand that is said of the product as a whole), which all its variants share.
 */
function variantTerms(product: Product): Set<Term>[] {
  const groupOf = new Map(
    product.optionGroups.flatMap((group) => group.options.map((option) => [option.id, group.code])),
  )
  const chosen = new Set(
    product.variants.flatMap((variant) => variant.productOptions.map((option) => groupOf.get(option.id))),
  )
  const shared = product.optionGroups.filter((group) => !chosen.has(group.code))
  return product.variants.map((variant) => {
    const terms = new Set<Term>()
    for (const option of variant.productOptions) addOption(terms, groupOf.get(option.id)!, option.code)
    for (const group of shared) for (const option of group.options) addOption(terms, group.code, option.code)
    for (const label of variant.labelValues) terms.add(`label:${label.code}`)
    addWords(terms, 'name', variant.name)
    addWords(terms, 'text', variant.sku)
    addOffer(terms, variant)
    return terms
  })
}

function addOption(terms: Set<Term>, group: string, option: string): void {
  terms.add(`option:${group}:${option}`)
  terms.add(`option:${option}`)
}

function addWords(terms: Set<Term>, field: Field, text: string): void {
  for (const word of wordsOf(text)) terms.add(wordTerm(field, word))
}

/** What a variant costs, and whether it can be had. */
function addOffer(terms: Set<Term>, { price, stock }: Variant): void {
  for (const term of priceTerms(parsePrice(price)!)) terms.add(term)
  if (stock === null || stock > 0) terms.add(IN_STOCK)
}
