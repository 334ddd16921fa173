import { LABEL_KINDS, type LabelKind } from '@vitrine/catalog/label-kind'
import fc from 'fast-check'
import {
  ATTRIBUTES,
  type CodedGroup,
  type CodedName,
  DESCRIPTION_TEMPLATES,
  EXTERNAL_IDS,
  GROUPS,
  GTINS,
  LABELS,
  MOMENTS,
  MPNS,
  type NamedDifferently,
  PICTURE_DETAILS,
  PRICES,
  SKUS,
  WORDS,
} from './vocabulary.ts'

/** The random properties of a product. Names, slugs and ids that depend on other products are added later. */
export interface RandomProduct {
  /** Identifies the product: the same key in two imports means the same product. */
  readonly key: number
  /** A slug that several products may have. */
  readonly slug: string
  readonly name: string
  readonly description: string | undefined
  readonly formerSlugs: readonly string[] | undefined
  readonly stamps: RandomTimestamps
  readonly labels: readonly CodedName[]
  /** For each label, a number that chooses its parent among the labels before it, or none. */
  readonly labelParents: readonly number[]
  /** The kind of each label. */
  readonly labelKinds: readonly (LabelKind | undefined)[]
  /** Undefined: the service infers the groups from the variants. */
  readonly groups: readonly CodedGroup[] | undefined
  readonly notation: Notation
  readonly files: readonly RandomFile[]
  readonly variants: readonly RandomVariant[]
  readonly attributes: readonly RandomAttribute[]
  readonly externalId: RandomExternalId
  readonly popularity: number | string | undefined
  /** Omits every optional property in the file. */
  readonly terse: boolean
}

export interface RandomVariant {
  readonly id: string | undefined
  readonly sku: string
  readonly name: string | undefined
  readonly gtin: (typeof GTINS)[number] | undefined
  readonly mpn: (typeof MPNS)[number] | undefined
  readonly externalId: RandomExternalId
  readonly price: (typeof PRICES)[number]
  /** Counts only if it is above the price. */
  readonly listPrice: (typeof PRICES)[number] | undefined
  readonly stock: number | null | undefined
  /** One number per option group, which selects an option of it or none. */
  readonly choices: readonly number[]
  readonly labels: readonly CodedName[]
  readonly taxRate: RandomTaxRate | undefined
  readonly files: readonly RandomFile[]
  readonly attributes: readonly RandomAttribute[]
  readonly stamps: RandomTimestamps
}

type RandomExternalId = (typeof EXTERNAL_IDS)[number] | undefined
type RandomAttribute = (typeof ATTRIBUTES)[number]

/** How variants name their options: codes by group, option ids, or codes with the group in each option. */
export type Notation = 'map' | 'ids' | 'grouped'

export interface RandomTimestamps {
  readonly createdAt: Moment
  readonly updatedAt: Moment
}
type Moment = (typeof MOMENTS)[number] | undefined

export interface RandomFile {
  readonly path: string
  readonly mimeType: string
  readonly priority: number | undefined
  readonly details: (typeof PICTURE_DETAILS)[number]
}

export interface RandomTaxRate {
  readonly name: string
  readonly rate: number
}

/** The number of different products. */
export const PRODUCT_KEYS = 12

const externalId: fc.Arbitrary<RandomExternalId> = fc.option(fc.constantFrom(...EXTERNAL_IDS), {
  nil: undefined,
  freq: 1,
})
const moment = fc.option(fc.constantFrom(...MOMENTS), { nil: undefined })
const stamps = fc.record({ createdAt: moment, updatedAt: fc.option(moment, { nil: undefined, freq: 2 }) })
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((list) => list.join(' '))
const description = fc.tuple(fc.constantFrom(...DESCRIPTION_TEMPLATES), words).map(([template, text]) => template(text))
const labels = fc.uniqueArray(fc.constantFrom(...LABELS.flatMap(namings)), {
  selector: ({ code }) => code,
  maxLength: 3,
})

const FILES = [
  { path: 'https://images.example/front.jpg', mimeType: 'image/jpeg' },
  { path: '/pictures/back.png', mimeType: 'image/png' },
  { path: '/pictures/drawing', mimeType: 'application/octet-stream' },
  { path: '/pictures/Z%C3%A9bra_rubashki-800x600.jpg', mimeType: 'image/jpeg' },
]
const placed = fc.record({
  priority: fc.option(fc.nat(2), { nil: undefined }),
  details: fc.constantFrom(...PICTURE_DETAILS),
})
const files = fc
  .tuple(fc.shuffledSubarray(FILES, { maxLength: 2 }), fc.array(placed, ofLength(2)))
  .map(([chosen, places]) => chosen.map((file, index) => ({ ...file, ...places[index]! })))

/** At most one of each code. Most products and variants have none. */
const attributes = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  fc.uniqueArray(fc.constantFrom(...ATTRIBUTES), { selector: codeOfAttribute, minLength: 1, maxLength: 4 }),
)

const variant: fc.Arbitrary<RandomVariant> = fc.record({
  id: fc
    .option(fc.nat(5), { nil: undefined })
    .map((n) => (n === undefined ? undefined : `f0000000-0000-4000-8000-00000000000${n}`)),
  sku: fc.constantFrom(...SKUS),
  name: fc.option(words, { nil: undefined }),
  gtin: fc.option(fc.constantFrom(...GTINS), { nil: undefined }),
  mpn: fc.option(fc.constantFrom(...MPNS), { nil: undefined }),
  externalId,
  price: fc.constantFrom(...PRICES),
  listPrice: fc.option(fc.constantFrom(...PRICES), { nil: undefined }),
  stock: fc.constantFrom(undefined, null, 0, 0, 0, 1, 12, 12, 100),
  choices: fc.array(fc.nat(4), ofLength(GROUPS.length)),
  labels,
  taxRate: fc.option(fc.constantFrom({ name: 'VAT', rate: 20 }, { name: 'VAT', rate: 5.5 }), {
    nil: undefined,
    freq: 2,
  }),
  files,
  attributes,
  stamps,
})

const group = fc
  .tuple(
    fc.constantFrom(...GROUPS),
    fc.nat(11),
    fc.array(fc.option(fc.nat(11), { nil: undefined, freq: 1 }), ofLength(3)),
  )
  .map(([{ options, ...chosen }, naming, optionNamings]) => ({
    ...nthNaming(chosen, naming),
    options: options.flatMap((option, index) =>
      optionNamings[index] === undefined ? [] : nthNaming(option, optionNamings[index]),
    ),
  }))
const groups = fc.uniqueArray(group, { selector: ({ code }) => code, maxLength: GROUPS.length })

/** Some are slugs of products. */
export const FORMER_SLUGS = ['one', 'two', 'own-1', 'of-4', 'long-gone', 'once:upon']

const product: fc.Arbitrary<RandomProduct> = fc.record({
  key: fc.nat(PRODUCT_KEYS - 1),
  slug: fc.constantFrom('one', 'two', 'three', 'four', 'five'),
  name: words,
  description: fc.option(description, { nil: undefined }),
  formerSlugs: fc.option(fc.uniqueArray(fc.constantFrom(...FORMER_SLUGS), { maxLength: 3 }), {
    nil: undefined,
    freq: 1,
  }),
  stamps,
  labels,
  labelParents: fc.array(fc.nat(3), ofLength(3)),
  labelKinds: fc.array(fc.constantFrom(undefined, undefined, ...LABEL_KINDS), ofLength(3)),
  groups: fc.option(groups, { nil: undefined, freq: 3 }),
  notation: fc.constantFrom('map', 'ids', 'grouped'),
  files,
  variants: fc.uniqueArray(variant, { selector: ({ sku }) => sku, maxLength: 5 }),
  attributes,
  externalId,
  popularity: fc.constantFrom(undefined, undefined, undefined, 0, 1, 3, '3', Number.MAX_SAFE_INTEGER),
  terse: fc.boolean(),
})

/** The products of one catalog file. */
export const randomProducts = fc.uniqueArray(product, { selector: ({ key }) => key, maxLength: PRODUCT_KEYS })

/** Every name that a code has in the catalogs. */
function namings({ elsewhere = [], ...coded }: NamedDifferently): CodedName[] {
  return [coded, ...elsewhere.map((other) => ({ ...other, code: coded.code }))]
}

function nthNaming(value: NamedDifferently, number: number): CodedName {
  const all = namings(value)
  return all[number % all.length]!
}

function codeOfAttribute([written]: RandomAttribute): string {
  const { code, name } = written as { readonly code?: string; readonly name: string }
  return code ?? name
}

function ofLength(length: number) {
  return { minLength: length, maxLength: length }
}
