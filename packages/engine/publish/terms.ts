import { attributesOfVariant, scaledValue } from '@vitrine/catalog/attribute'
import type { Alternate } from '@vitrine/catalog/derived-fields'
import { htmlToFlatText } from '@vitrine/catalog/html-text'
import { parsePrice } from '@vitrine/catalog/money'
import type { Attribute, ProductLabel } from '@vitrine/catalog/product'
import { searchableWords } from '@vitrine/catalog/words'
import { attributeTerms } from '../edition/attribute-term.ts'
import { priceTerms } from '../edition/price-term.ts'
import { externalIdTerm, gtinTerm, HAS_EXTERNAL_IDS, IN_STOCK, mpnTerm, ON_SALE, type Term } from '../edition/term.ts'
import { SLUG_OR_PICTURE, type WordField, wordTerm } from '../edition/word-term.ts'
import { type PicturedProduct, slugOrPictureText, slugOrPictureWords } from './slug-or-picture-words.ts'

/** The terms of one product and of each of its variants. */
export interface Terms {
  readonly product: TermGroups
  /** In the product's order. */
  readonly variants: readonly TermGroups[]
}

/** What the terms of a product follow from. */
export interface IndexedProduct {
  readonly name: string
  readonly description: string
  readonly externalId?: string | undefined
  readonly formerSlugs?: readonly string[] | undefined
  readonly slugOrPictureText: string
  readonly labelValues: readonly Pick<ProductLabel, 'code' | 'name' | 'parent' | 'kind'>[]
  readonly optionGroups: readonly { readonly code: string; readonly options: readonly IndexedOption[] }[]
  readonly attributes?: readonly Attribute[]
  readonly variants: readonly IndexedVariant[]
}

interface IndexedOption {
  readonly id: string
  readonly name: string
  readonly code: string
}

interface IndexedVariant {
  readonly name: string
  readonly sku: string
  readonly gtin?: string | undefined
  readonly mpn?: string | undefined
  readonly externalId?: string | undefined
  readonly price: string
  readonly listPrice?: string | undefined
  readonly stock: number | null
  readonly productOptions: readonly { readonly id: string }[]
  readonly labelValues: readonly { readonly code: string }[]
  readonly attributes?: readonly Attribute[]
}

/** What takes a fifth of the space of a product. */
export function indexedProduct(
  product: Omit<IndexedProduct, 'slugOrPictureText'> & PicturedProduct,
  alternates: readonly Alternate[] = [],
): IndexedProduct {
  const { name, description, externalId, formerSlugs, labelValues, optionGroups, attributes, variants } = product
  const marketSlugs = alternates.map(({ slug }) => slug).filter((slug) => slug !== product.slug)
  return {
    name,
    description,
    externalId,
    formerSlugs: marketSlugs.length > 0 ? [...new Set([...(formerSlugs ?? []), ...marketSlugs])] : formerSlugs,
    slugOrPictureText: slugOrPictureText(product),
    labelValues: labelValues.map(({ code, name, parent, kind }) => ({
      code,
      name,
      ...(parent && { parent }),
      ...(kind && { kind }),
    })),
    optionGroups: optionGroups.map(({ code, options }) => ({
      code,
      options: options.map(({ id, name, code }) => ({ id, name, code })),
    })),
    ...(attributes && { attributes }),
    variants: variants.map((variant) => ({
      name: variant.name,
      sku: variant.sku,
      gtin: variant.gtin,
      mpn: variant.mpn,
      externalId: variant.externalId,
      price: variant.price,
      listPrice: variant.listPrice,
      stock: variant.stock,
      productOptions: variant.productOptions.map(({ id }) => ({ id })),
      labelValues: variant.labelValues.map(({ code }) => ({ code })),
      ...(variant.attributes && { attributes: variant.attributes }),
    })),
  }
}

/** Terms in groups. A product and its variants share the groups that they have in common. Terms may repeat. */
export type TermGroups = readonly (readonly Term[])[]

/** The terms that find a product and its variants. `edition/term.ts` explains each. */
export function termsOf(product: IndexedProduct): Terms {
  const options = optionTerms(product)
  const namesOf = memoized((name) => wordTerms('name', name))
  const pricesOf = memoized((price) => priceTerms(parsePrice(price)!))
  const shared = sharedTerms(product, options)
  const attributes = attributeGroups(product)
  const offers = product.variants.map(({ price, listPrice, stock, gtin, mpn, externalId }, index) => [
    pricesOf(price),
    ...(stock === null || stock > 0 ? [STOCK_TERMS] : []),
    ...(listPrice === undefined ? [] : [SALE_TERMS]),
    gtinTerm(gtin ?? '') ?? [],
    mpnTerm(mpn ?? '') ?? [],
    externalId === undefined ? [] : [externalIdTerm(externalId)],
    ...(attributes?.[index] ?? []),
  ])
  const ids = externalIdsOf(product)
  const variants = product.variants.map((variant, index) => [
    ...variant.productOptions.map(({ id }) => options.get(id)!),
    ...shared,
    variant.labelValues.map(({ code }): Term => `label:${code}`),
    namesOf(variant.name),
    wordTerms('text', variant.sku),
    ...offers[index]!,
    ...ids.ofVariants,
  ])
  const text = wordTerms('text', htmlToFlatText(product.description))
  const own = [
    labelTerms(product),
    product.optionGroups.map(({ code }): Term => `group:${code}`),
    ...options.values(),
    namesOf(product.name),
    text,
    slugOrPictureTerms(product, [...namesOf(product.name), ...text]),
    (product.formerSlugs ?? []).map((slug): Term => `former:${slug}`),
    ids.ofProduct,
  ]
  return { product: [...own, ...new Set(offers.flat())], variants }
}

/** The terms of the external id of a product, and of the fact that its variants have some. */
function externalIdsOf({ externalId, variants }: IndexedProduct): {
  readonly ofProduct: readonly Term[]
  readonly ofVariants: TermGroups
} {
  const hasIds: Term[] = variants.some((variant) => variant.externalId !== undefined) ? [HAS_EXTERNAL_IDS] : []
  if (externalId === undefined) return { ofProduct: hasIds, ofVariants: [] }
  const term = externalIdTerm(externalId)
  return { ofProduct: [term, ...hasIds], ofVariants: [[`of${term}`]] }
}

const STOCK_TERMS: readonly Term[] = [IN_STOCK]
const SALE_TERMS: readonly Term[] = [ON_SALE]

function labelTerms({ labelValues }: IndexedProduct): Term[] {
  const parents = new Set(labelValues.map(({ parent }) => parent))
  return labelValues.flatMap(({ code, parent, kind }) => {
    const terms: Term[] = [`label:${code}`]
    if (parent !== undefined) terms.push(`parent:${code}:${parent}`)
    // What is in the tree is a category.
    const known = parent !== undefined || parents.has(code) ? 'category' : kind
    if (known) terms.push(`kind:${known}:${code}`)
    return terms
  })
}

/** The terms of each option, by its id. */
type OptionTerms = ReadonlyMap<string, readonly Term[]>

function optionTerms({ optionGroups }: IndexedProduct): OptionTerms {
  const terms = new Map<string, readonly Term[]>()
  for (const group of optionGroups)
    for (const { id, code } of group.options) terms.set(id, [`option:${group.code}:${code}`, `option:${code}`])
  return terms
}

/** All variants share the options of a group that no variant chooses from, such as the brand of the product. */
function sharedTerms({ optionGroups, variants }: IndexedProduct, options: OptionTerms): TermGroups {
  const chosen = new Set(variants.flatMap(({ productOptions }) => productOptions.map(({ id }) => id)))
  const shared = optionGroups.filter((group) => !group.options.some(({ id }) => chosen.has(id)))
  return shared.flatMap((group) => group.options.map(({ id }) => options.get(id)!))
}

/**
 * The terms of the attributes of each variant: its own ones, and those of the product that have none of these codes.
 * undefined if there are none.
 */
function attributeGroups({ attributes, variants }: IndexedProduct): TermGroups[] | undefined {
  if (!attributes && variants.every((variant) => !variant.attributes)) return undefined
  const ofProduct = new Map(attributes?.map((attribute) => [attribute, termsOfAttribute(attribute)]))
  return variants.map(({ attributes: own }) =>
    attributesOfVariant(attributes, own).map((each) => ofProduct.get(each) ?? termsOfAttribute(each)),
  )
}

/** None of text, which no filter finds. */
function termsOfAttribute(attribute: Attribute): readonly Term[] {
  const scaled = scaledValue(attribute)
  return scaled ? attributeTerms(attribute.code, scaled) : []
}

/**
 * The terms of words that are in no name, label, option or description of the product. `terms`: those of its name and
 * its description.
 */
function slugOrPictureTerms(product: IndexedProduct, terms: readonly Term[]): Term[] {
  const isInText = (word: string) => terms.includes(wordTerm('name', word)) || terms.includes(wordTerm('text', word))
  const words = slugOrPictureWords(product.slugOrPictureText).filter((word) => !isInText(word))
  if (words.length === 0) return []
  const options = product.optionGroups.flatMap((group) => group.options)
  const values = [...product.labelValues, ...options].flatMap(({ name }) => searchableWords(name))
  return words.filter((word) => !values.includes(word)).map((word) => wordTerm(SLUG_OR_PICTURE, word))
}

function wordTerms(field: WordField, text: string): Term[] {
  return searchableWords(text).map((word) => wordTerm(field, word))
}

/** The variants of a product have few different names and prices. */
function memoized(termsOfText: (text: string) => readonly Term[]): (text: string) => readonly Term[] {
  const known = new Map<string, readonly Term[]>()
  return (text) => {
    const terms = known.get(text) ?? termsOfText(text)
    known.set(text, terms)
    return terms
  }
}
