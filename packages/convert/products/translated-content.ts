import type { MarketAttribute, Product, Submitted } from '@vitrine/catalog/product'
import type { NativeAttribute } from './attribute-values.ts'
import type { FileSource } from './file-source.ts'
import type { ProductBuilder } from './product-builder.ts'
import { labelsFrom, type NativeFile, type NativeLabel, type ProductFields } from './product-fields.ts'

/** What a product differs in by language. Labels, options and attributes are matched by their order. */
export function translatedContent<Key extends string>(
  product: Submitted<Product>,
  pair: TranslationPair<Key>,
): TranslatedContent {
  const { own, translated } = pair
  const variants = variantPairs(pair)
  const unmatched: string[] = []
  const { fields } = translated
  const content = {
    name: changed(own.fields.name, fields.name),
    description: changed(own.fields.description, fields.description),
    slug: changed(own.fields.slug, fields.slug),
    seo: {
      title: changed(own.fields.seo?.title, fields.seo?.title),
      description: changed(own.fields.seo?.description, fields.seo?.description),
    },
    labelValues: labelNames(product, pair, () => unmatched.push('labelValues[0]')),
    optionGroups: groupNames(product, pair, variants, () => unmatched.push('optionGroups[0].name')),
    attributes: attributeTexts(product, pair, variants),
    files: altTexts([
      [own.fields.files, fields.files],
      ...variants.map(({ one, other }) => [one.files, other.files] as const),
    ]),
    variants: Object.fromEntries(
      variants.map(({ index, one, other, source }) => {
        const isOfProduct = one.name === own.fields.name && other.name === fields.name
        const { price, listPrice } = other
        const prices = pair.hasPrice(source) ? { price, listPrice } : {}
        return [
          product.variants[index]!.sku,
          { name: isOfProduct ? undefined : changed(one.name, other.name), ...prices },
        ]
      }),
    ),
  }
  return { content, unmatched }
}

/** A product as a format builds it: from its own rows, or from these in another language. */
export interface BuiltProduct<Key extends string> {
  readonly fields: ProductFields<Key>
  readonly builder: ProductBuilder<Key>
}

/** How the two are to be compared. */
export interface TranslationPair<Key extends string> {
  readonly own: BuiltProduct<Key>
  readonly translated: BuiltProduct<Key>
  /** Where the product has what is translated here. */
  originalOf(source: FileSource<Key>): FileSource<Key>
  /** Whether the price of a variant is that of the market. */
  hasPrice(source: FileSource<Key>): boolean
}

export interface TranslatedContent {
  /** What differs, as `markets` of the native format has it. */
  readonly content: Readonly<Record<string, unknown>>
  /** The native fields whose names cannot be matched, since there are more or fewer of them. */
  readonly unmatched: readonly string[]
}

type BuiltVariant = ProductBuilder<string>['variants'][number]

/** A variant of the product, at its index, and what it is in the other language. */
interface VariantPair<Key extends string> {
  readonly index: number
  readonly one: BuiltVariant
  readonly other: BuiltVariant
  readonly source: FileSource<Key>
}

function variantPairs<Key extends string>({ own, translated, originalOf }: TranslationPair<Key>): VariantPair<Key>[] {
  const indexes = new Map(own.builder.variantSources.map((source, index) => [source, index]))
  return translated.builder.variantSources.flatMap((source, nth) => {
    const index = indexes.get(originalOf(source))
    if (index === undefined) return []
    return [{ index, one: own.builder.variants[index]!, other: translated.builder.variants[nth]!, source }]
  })
}

/** The other text, if it is one and differs. */
function changed(text: string | undefined, other: string | undefined): string | undefined {
  return other === '' || other === text ? undefined : other
}

/** The names of labels by their codes. Calls `onUnmatched` if there are more or fewer, or if they are below others. */
function labelNames<Key extends string>(
  product: Submitted<Product>,
  { own, translated }: TranslationPair<Key>,
  onUnmatched: () => void,
): Record<string, string | undefined> {
  const [labels, others] = [labelsFrom(own.fields.labels), labelsFrom(translated.fields.labels)]
  const shapeOf = (list: readonly NativeLabel[]) =>
    list.map((label) => `${label.kind} ${'path' in label ? label.path.length : 0}`).join()
  const nameOf = (label: NativeLabel) => ('path' in label ? label.path.at(-1)! : label.name)
  if (labels.length !== product.labelValues.length || shapeOf(labels) !== shapeOf(others)) {
    onUnmatched()
    return {}
  }
  return Object.fromEntries(
    labels.map((label, index) => [product.labelValues[index]!.code, changed(nameOf(label), nameOf(others[index]!))]),
  )
}

/** The names of option groups and of options, by their codes. Calls `onUnmatched` if some have none. */
function groupNames<Key extends string>(
  product: Submitted<Product>,
  { own, translated }: TranslationPair<Key>,
  variants: readonly VariantPair<Key>[],
  onUnmatched: () => void,
) {
  const [groups, others] = [own.builder.optionGroups, translated.builder.optionGroups]
  const chosen = namesOfVariants(variants)
  const inOrder = (list: readonly Named[], otherList: readonly Named[] | undefined, index: number) =>
    list.length === otherList?.length ? otherList[index]!.name : undefined
  let isMatched = true
  const entries = groups.map((group, index) => {
    const name = chosen.get(group.name) ?? inOrder(groups, others, index)
    const other = others.find((each) => each.name === name)
    const options = group.options.map((option, nth) => {
      const optionName = chosen.get(`${group.name}\0${option.name}`) ?? inOrder(group.options, other?.options, nth)
      isMatched &&= optionName !== undefined
      return [product.optionGroups[index]?.options[nth]?.code ?? '', changed(option.name, optionName)] as const
    })
    return [
      product.optionGroups[index]?.code ?? '',
      { name: changed(group.name, name), options: Object.fromEntries(options) },
    ] as const
  })
  // The options of variants that are not served in the language have no names in it.
  if (!isMatched && variants.length === own.builder.variants.length) onUnmatched()
  return Object.fromEntries(entries)
}

/** The names in the other language of the groups and options of variants, by `group` and by `group\0option`. */
function namesOfVariants<Key extends string>(variants: readonly VariantPair<Key>[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const { one, other } of variants) {
    if (one.productOptions.length !== other.productOptions.length) continue
    for (const [index, { group, name }] of one.productOptions.entries()) {
      names.set(group, other.productOptions[index]!.group)
      names.set(`${group}\0${name}`, other.productOptions[index]!.name)
    }
  }
  return names
}

/** The names and the texts of attributes, by their codes. */
function attributeTexts<Key extends string>(
  product: Submitted<Product>,
  { own, translated }: TranslationPair<Key>,
  variants: readonly VariantPair<Key>[],
): Record<string, MarketAttribute> {
  const codes = new Map(
    [product, ...product.variants].flatMap((owner) => (owner.attributes ?? []).map(({ name, code }) => [name, code])),
  )
  const lists = [
    [own.fields.attributes, translated.fields.attributes] as const,
    ...variants.map(({ one, other }) => [one.attributes, other.attributes] as const),
  ]
  const entries = lists.flatMap(([list = [], others = []]) =>
    list.length === others.length ? list.map((attribute, index) => [attribute, others[index]!] as const) : [],
  )
  return Object.fromEntries(
    entries.flatMap(([attribute, other]) => {
      const code = codes.get(attribute.name)
      return code === undefined ? [] : [[code, textsOf(attribute, other)]]
    }),
  )
}

function textsOf({ name, value }: NativeAttribute, other: NativeAttribute): MarketAttribute {
  const otherName = changed(name, other.name)
  const isText = typeof other.value === 'string' && other.type === 'text'
  return {
    ...(otherName !== undefined && { name: otherName }),
    ...(isText && other.value !== value && { value: String(other.value) }),
  }
}

type FileLists = readonly (readonly [readonly NativeFile[], readonly NativeFile[]])[]

/** The alt texts of pictures, by their paths. */
function altTexts(lists: FileLists): Record<string, { readonly alt: string | undefined }> {
  return Object.fromEntries(
    lists.flatMap(([files, others]) => {
      const alts = new Map(files.map(({ file }) => [file.path, file.alt]))
      return others.flatMap(({ file: { path, alt } }) =>
        alts.has(path) ? [[path, { alt: changed(alts.get(path), alt) }] as const] : [],
      )
    }),
  )
}

interface Named {
  readonly name: string
}
