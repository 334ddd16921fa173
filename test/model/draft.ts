import fc from 'fast-check'
import {
  type Coded,
  type CodedGroup,
  GROUPS,
  LABELS,
  MOMENTS,
  PRICES,
  type Renamed,
  SKUS,
  SURROUNDINGS,
  WORDS,
} from './vocabulary.ts'

/** What is drawn at random of a product, before it is known which names, slugs and ids stand beside it. */
export interface ProductDraft {
  /** Which product it is: imports that have the same number speak of the same product. */
  readonly key: number
  /** How the catalog names it. */
  readonly slug: string
  readonly name: string
  readonly description: string | undefined
  readonly stamps: StampsDraft
  readonly labels: readonly Coded[]
  /** Undefined: the product leaves its groups to be gathered from the variants. */
  readonly groups: readonly CodedGroup[] | undefined
  readonly notation: Notation
  readonly files: readonly FileDraft[]
  readonly variants: readonly VariantDraft[]
  /** Leaves out whatever can be left out. */
  readonly terse: boolean
}

export interface VariantDraft {
  readonly id: string | undefined
  readonly sku: string
  readonly name: string | undefined
  readonly price: (typeof PRICES)[number]
  readonly stock: number | null | undefined
  /** Per option group a number that chooses an option, or none. */
  readonly choices: readonly number[]
  readonly labels: readonly Coded[]
  readonly taxRate: TaxRateDraft | undefined
  readonly files: readonly FileDraft[]
  readonly stamps: StampsDraft
}

/** How variants say which options they have: by code in an object, by id, or by code with the name of the group. */
export type Notation = 'map' | 'ids' | 'grouped'

export interface StampsDraft {
  readonly createdAt: Moment
  readonly updatedAt: Moment
}
type Moment = (typeof MOMENTS)[number] | undefined

export interface FileDraft {
  readonly path: string
  readonly mimeType: string
  readonly priority: number | undefined
}

export interface TaxRateDraft {
  readonly name: string
  readonly rate: number
}

/** How many different products there are. */
export const KEYS = 12

const moment = fc.option(fc.constantFrom(...MOMENTS), { nil: undefined })
const stamps = fc.record({ createdAt: moment, updatedAt: fc.option(moment, { nil: undefined, freq: 2 }) })
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((some) => some.join(' '))
const description = fc.tuple(fc.constantFrom(...SURROUNDINGS), words).map(([around, some]) => around(some))
const labels = fc.uniqueArray(fc.constantFrom(...LABELS.flatMap(namings)), {
  selector: ({ code }) => code,
  maxLength: 3,
})

const FILES = [
  { path: 'https://images.example/front.jpg', mimeType: 'image/jpeg' },
  { path: '/pictures/back.png', mimeType: 'image/png' },
  { path: '/pictures/drawing', mimeType: 'application/octet-stream' },
]
const files = fc
  .tuple(fc.shuffledSubarray(FILES, { maxLength: 2 }), fc.array(fc.option(fc.nat(2), { nil: undefined }), FEW(2)))
  .map(([some, priorities]) => some.map((file, index) => ({ ...file, priority: priorities[index] })))

const variant: fc.Arbitrary<VariantDraft> = fc.record({
  id: fc
    .option(fc.nat(5), { nil: undefined })
    .map((n) => (n === undefined ? undefined : `f0000000-0000-4000-8000-00000000000${n}`)),
  sku: fc.constantFrom(...SKUS),
  name: fc.option(words, { nil: undefined }),
  price: fc.constantFrom(...PRICES),
  stock: fc.constantFrom(undefined, null, 0, 0, 0, 1, 12, 12, 100),
  choices: fc.array(fc.nat(3), FEW(GROUPS.length)),
  labels,
  taxRate: fc.option(fc.constantFrom({ name: 'VAT', rate: 20 }, { name: 'VAT', rate: 5.5 }), {
    nil: undefined,
    freq: 2,
  }),
  files,
  stamps,
})

const group = fc
  .tuple(fc.constantFrom(...GROUPS), fc.nat(11), fc.array(fc.option(fc.nat(11), { nil: undefined, freq: 1 }), FEW(3)))
  .map(([{ options, ...chosen }, naming, kept]) => ({
    ...nthNaming(chosen, naming),
    options: options.flatMap((option, index) => (kept[index] === undefined ? [] : nthNaming(option, kept[index]))),
  }))
const groups = fc.uniqueArray(group, { selector: ({ code }) => code, maxLength: GROUPS.length })

const product: fc.Arbitrary<ProductDraft> = fc.record({
  key: fc.nat(KEYS - 1),
  slug: fc.constantFrom('one', 'two', 'three', 'four', 'five'),
  name: words,
  description: fc.option(description, { nil: undefined }),
  stamps,
  labels,
  groups: fc.option(groups, { nil: undefined, freq: 3 }),
  notation: fc.constantFrom('map', 'ids', 'grouped'),
  files,
  variants: fc.uniqueArray(variant, { selector: ({ sku }) => sku, maxLength: 5 }),
  terse: fc.boolean(),
})

/** The products of one catalog file. */
export const productDrafts = fc.uniqueArray(product, { selector: ({ key }) => key, maxLength: KEYS })

/** All that a thing is called. */
function namings({ elsewhere = [], ...coded }: Renamed): Coded[] {
  return [coded, ...elsewhere.map((other) => ({ ...other, code: coded.code }))]
}

function nthNaming(thing: Renamed, number: number): Coded {
  const all = namings(thing)
  return all[number % all.length]!
}

function FEW(length: number) {
  return { minLength: length, maxLength: length }
}
