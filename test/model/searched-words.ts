import { htmlToFlatText } from '@vitrine/catalog/html-text'
import type { Option, Product, Variant } from '@vitrine/catalog/product'
import type { MatchedField } from '@vitrine/catalog/store'
import { searchableWords, tokenize } from '@vitrine/catalog/words'
import type { NaiveStore } from './naive.ts'
import { optionsOfProduct, optionsOfVariant } from './naive-filter.ts'

/** A variant and its product. */
export interface VariantOfProduct {
  readonly variant: Variant
  readonly product: Product
}

/** The words of a product or variant. */
export interface SearchedWords {
  /** Its fields, in the order in which an answer names them. Only the last step looks in `slugOrPicture`. */
  readonly fields: ReadonlyMap<MatchedField, ReadonlySet<string>>
  /** The words of its name, in order. */
  readonly name: readonly string[]
  /** The words of the skus and of the options of each variant of a product. A variant has none. */
  readonly variants?: readonly { readonly sku: readonly string[]; readonly options: ReadonlySet<string> }[]
}

/** All products, or all variants, of a store. */
export interface Searched<Item> {
  readonly items: ReadonlyMap<Item, SearchedWords>
  /** All words of each field. Labels and options have those of all products, whatever variants have. */
  readonly vocabulary: ReadonlyMap<MatchedField, readonly string[]>
}

export function searchedProducts(store: NaiveStore): Searched<Product> {
  const names = valueNames(store)
  const items = new Map(store.products.map((product) => [product, wordsOfProduct(product, names)]))
  return { items, vocabulary: vocabularyOf([...items.values()], names) }
}

export function searchedVariants(store: NaiveStore): Searched<VariantOfProduct> {
  const names = valueNames(store)
  const all = store.products.flatMap((product) => product.variants.map((variant) => ({ variant, product })))
  const items = new Map(all.map((each) => [each, wordsOfVariant(each, names)]))
  return { items, vocabulary: vocabularyOf([...items.values()], names) }
}

/** The words of a product's name and of the visible text of its description. */
export function textWords({ name, description }: Product) {
  return { name: searchableWords(name), text: searchableWords(htmlToFlatText(description)) }
}

/** The words in the name of each label and option of the store: those of the product that was loaded first. */
interface ValueNames {
  readonly label: ReadonlyMap<string, readonly string[]>
  /** By group and code. */
  readonly option: ReadonlyMap<string, readonly string[]>
}

function valueNames(store: NaiveStore): ValueNames {
  const oldestFirst = store.products.toSorted((a, b) => store.loadOrder(a.id) - store.loadOrder(b.id))
  const named = (values: readonly Option[], keyOf: (value: Option) => string) =>
    values.map((value) => [keyOf(value), searchableWords(value.name)] as const).reverse()
  const options = oldestFirst.flatMap(({ optionGroups }) =>
    optionGroups.flatMap((group) =>
      group.options.map((option) => ({ ...option, code: `${group.code}:${option.code}` })),
    ),
  )
  return {
    label: new Map(
      named(
        oldestFirst.flatMap(({ labelValues }) => labelValues),
        ({ code }) => code,
      ),
    ),
    option: new Map(named(options, ({ code }) => code)),
  }
}

function wordsOfProduct(product: Product, names: ValueNames): SearchedWords {
  const { name, text } = cachedTextWords(product)
  return {
    fields: new Map([
      ['name', new Set(name)],
      ['label', wordsOf(product.labelValues, names.label)],
      ['option', wordsOf(qualified(optionsOfProduct(product)), names.option)],
      ['description', new Set(text)],
      ['slugOrPicture', slugOrPictureWords(product)],
    ]),
    name: tokenize(product.name),
    variants: product.variants.map((variant) => ({
      sku: tokenize(variant.sku),
      options: wordsOf(qualified(optionsOfVariant(product, variant)), names.option),
    })),
  }
}

function wordsOfVariant({ variant, product }: VariantOfProduct, names: ValueNames): SearchedWords {
  return {
    fields: new Map([
      ['name', new Set(searchableWords(variant.name))],
      ['label', wordsOf(variant.labelValues, names.label)],
      ['option', wordsOf(qualified(optionsOfVariant(product, variant)), names.option)],
      ['sku', new Set(searchableWords(variant.sku))],
    ]),
    name: tokenize(variant.name),
  }
}

/** The words without digits of the slug, of the names of picture files and of alt texts that no field has. */
export function slugOrPictureWords(product: Product): Set<string> {
  const { name, description, slug, labelValues, optionGroups, variants } = product
  const values = [...labelValues, ...optionGroups.flatMap(({ options }) => options)].map(({ name }) => name)
  const texts = [name, htmlToFlatText(description), ...values]
  const known = new Set(texts.flatMap(searchableWords))
  const pictures = [...product.files, ...variants.flatMap(({ files }) => files)].map(({ file }) => file)
  const ofVariants = variants.flatMap(({ files }) => files.map(({ file }) => file.originalName))
  const paths = [...pictures.map(({ path }) => path), ...ofVariants]
  const names = paths.map((path) => decodeURIComponent(path.split('/').at(-1)!.split('.')[0]!))
  const words = [slug, ...names, ...pictures.map(({ alt }) => alt ?? '')].flatMap(searchableWords)
  return new Set(words.filter((word) => !known.has(word) && !/\d/.test(word)))
}

interface Coded {
  readonly code: string
}

function qualified(options: readonly (Coded & { readonly group: string })[]): Coded[] {
  return options.map(({ group, code }) => ({ code: `${group}:${code}` }))
}

function wordsOf(values: readonly Coded[], names: ReadonlyMap<string, readonly string[]>): Set<string> {
  return new Set(values.flatMap(({ code }) => names.get(code) ?? []))
}

function vocabularyOf(items: readonly SearchedWords[], names: ValueNames): Searched<unknown>['vocabulary'] {
  const wordsIn = (field: MatchedField) => items.flatMap(({ fields }) => [...(fields.get(field) ?? [])])
  const unique = (words: Iterable<string>) => [...new Set(words)]
  return new Map([
    ['name', unique(wordsIn('name'))],
    ['label', unique([...names.label.values()].flat())],
    ['option', unique([...names.option.values()].flat())],
    ['sku', unique(wordsIn('sku'))],
    ['description', unique(wordsIn('description'))],
    ['slugOrPicture', unique(wordsIn('slugOrPicture'))],
  ])
}

/** Cached because finding words is most of the work of a search. Products never change. */
const TEXT_WORDS = new WeakMap<Product, ReturnType<typeof textWords>>()

function cachedTextWords(product: Product): ReturnType<typeof textWords> {
  const words = TEXT_WORDS.get(product) ?? textWords(product)
  TEXT_WORDS.set(product, words)
  return words
}
