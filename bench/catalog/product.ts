import { Random } from './random.ts'
import {
  type Label,
  type Option,
  type OptionGroup,
  type ReferenceData,
  type TaxRate,
  toCode,
} from './reference-data.ts'
import { capitalize } from './vocabulary.ts'

/** A product in the native catalog format, with all fields filled in but some files. */
export type NativeProduct = {
  id: string
  name: string
  description: string
  slug: string
  createdAt: string
  updatedAt: string
  files: ProductFile[]
  optionGroups: { id: string; name: string; code: string; options: Label[] }[]
  labelValues: Label[]
  variants: NativeVariant[]
}

export type NativeVariant = {
  id: string
  name: string
  sku: string
  /** Decimal with two digits. */
  price: string
  stock: number | null
  createdAt: string
  updatedAt: string
  productOptions: Option[]
  files: VariantFile[]
  labelValues: Label[]
  taxRate: TaxRate
}

type ProductFile = { id: string; priority: number; file: { path: string; mimeType: string } }

type VariantFile = {
  id: string
  createdAt: string
  updatedAt: string
  priority: number
  file: {
    id: string
    createdAt: string
    updatedAt: string
    originalName: string
    fileName: string
    mimeType: string
    fileSize: number
    path: string
  }
}

const DAY = 24 * 3600 * 1000
const MAX_DESCRIPTION_WORDS = 80

/** 1 to 8 variants a product, 4 on average. */
const VARIANT_COUNTS = [1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 8]

const NAME_TEMPLATES = [
  '{adjective} {noun}',
  '{name} {noun}',
  '{adjective} {material} {noun}',
  '{name} {adjective} {noun}',
  '{name} {material} {noun}',
  '{name} {adjective} {material} {noun}',
  '{adjective} {noun} with {noun}',
  '{material} {noun} and {noun} {name}',
  '{name} {adjective} {material} {noun} for {noun}',
]

/** At most twelve words each. */
const SENTENCE_TEMPLATES = [
  'Made of {material} and {material}, with a {adjective} {noun}.',
  'A {adjective}, {adjective} {noun} that you will {verb} every day.',
  'Use it to {verb}, {verb} and {verb} at home or outside.',
  'The {adjective} {noun} goes well with any {noun} or {noun}.',
  'Designed by {name} for people who like to {verb}.',
  'The {material} is {adjective} and easy to {verb}.',
  'Comes with a {noun}, a {noun} and a {adjective} {material} {noun}.',
  'Our {adjective} {material} comes from a family workshop in {name}.',
  'It looks {adjective}, feels {adjective} and stays {adjective} for years.',
  '{name} is the new name for a {adjective} {noun}.',
  'Please {verb} it by hand and do not {verb} it.',
  'Fits every {noun}, whether {adjective} or {adjective}.',
  'You can {verb} the {noun} and {verb} the {noun} at once.',
  'Small enough for a {noun}, large enough for a whole {noun}.',
  'Each {noun} is checked twice before it leaves the {material} workshop.',
  'Our guests often ask where we found such {adjective} {noun}.',
  'Ships within two days, packed in {material} without plastic.',
  'Pairs nicely with the {adjective} {noun} of the {name} collection.',
  'Inspired by {adjective} gardens, {adjective} kitchens and old {noun} shops.',
  'A thoughtful present for friends who {verb}, {verb} or collect {noun}.',
  'Sides, base and {noun} were cut from {adjective} {material}.',
  'This season we chose {material} instead of {material}.',
  'Since {name}, nothing has looked this {adjective}.',
  'Parents love the {noun}, children want to {verb} it.',
  'Wipe with warm water; never {verb} near fire.',
  'Two years of warranty cover {noun}, {noun} and {material} parts.',
]

const IMAGE_TYPES = [
  { ending: 'jpg', mimeType: 'image/jpeg' },
  { ending: 'webp', mimeType: 'image/webp' },
  { ending: 'png', mimeType: 'image/png' },
]

/** The product with this index. Its content depends on nothing but the arguments. Times are milliseconds since 1970. */
export function createProduct(
  data: ReferenceData,
  seed: number,
  index: number,
  created: number,
  now: number,
): NativeProduct {
  const random = new Random(`${seed}/product/${index}`)
  const id = random.uuid()
  const name = createName(data, random)
  const slug = [toCode(name) || 'product', index.toString(36)].join('-')
  const labelValues = pickLabels(data, random)
  const times = randomTimes(random, created, now)
  const variants = createVariants(data, random, { name, slug, created, now })
  return {
    id,
    name,
    description: createDescription(data, random),
    slug,
    ...times,
    files: Array.from({ length: random.integer(1, 3) }, (_, priority) => createProductFile(random, slug, priority)),
    optionGroups: usedOptionGroups([data.colors, data.sizes, data.brands], variants),
    labelValues,
    variants,
  }
}

function createName(data: ReferenceData, random: Random): string {
  return data.vocabulary.fillTemplate(random.pick(NAME_TEMPLATES), random).split(' ').map(capitalize).join(' ')
}

/** 30 to 80 words. */
function createDescription(data: ReferenceData, random: Random): string {
  const targetWords = random.integer(30, MAX_DESCRIPTION_WORDS - 12)
  const sentences: string[] = []
  for (let words = 0; words < targetWords; ) {
    const template = random.pick(SENTENCE_TEMPLATES)
    sentences.push(capitalize(data.vocabulary.fillTemplate(template, random)))
    words += template.split(' ').length
  }
  return sentences.join(' ')
}

/** A category, often with its parent, and up to three tags. */
function pickLabels(data: ReferenceData, random: Random): Label[] {
  const category = random.pickSkewed(data.categories, 8)
  const path = random.chance(0.75) ? [category.parent, category.label] : [category.label]
  const tags = random.pickDistinct(data.tags, random.pick([0, 0, 1, 1, 2, 3]), 4)
  return [...path, ...tags]
}

type VariantContext = { name: string; slug: string; created: number; now: number }

function createVariants(data: ReferenceData, random: Random, parent: VariantContext): NativeVariant[] {
  const brand = random.pickSkewed(data.brands.options, 20)
  const taxRate = random.pickSkewed(data.taxRates, 0.3)
  const price = randomPrice(random)
  const combinations = pickOptionCombinations(data, random, random.pick(VARIANT_COUNTS))
  return combinations.map((options, index) => ({
    id: random.uuid(),
    name: random.chance(0.8) ? parent.name : [parent.name, ...options.map(({ name }) => name)].join(' '),
    sku: `${parent.slug.slice(0, 3)}-${random.integer(1000, 9999)}-${index + 1}`.toUpperCase(),
    price: formatPrice(random.chance(0.7) ? price : price * (0.8 + 0.1 * index)),
    stock: randomStock(random),
    ...randomTimes(random, parent.created + index, parent.now),
    productOptions: [...options, brand],
    files: createVariantFiles(random, parent, index),
    labelValues: random.chance(0.1) ? [random.pickSkewed(data.tags, 4)] : [],
    taxRate,
  }))
}

/**
 * `count` distinct option combinations: colors, sizes, or pairs of both. As in real shops, the pairs are only part of all
 * possible ones.
 */
function pickOptionCombinations(data: ReferenceData, random: Random, count: number): Option[][] {
  if (count === 1) return [random.chance(0.5) ? random.pickDistinct(data.colors.options, 1, 5) : []]
  const kind = random.pick(['colors', 'sizes', 'sizes', 'pairs', 'pairs', 'pairs', 'pairs'])
  if (kind === 'colors') return random.pickDistinct(data.colors.options, count, 5).map((color) => [color])
  if (kind === 'sizes') return pickSizes(data, random, count).map((size) => [size])
  const side = Math.max(2, Math.ceil(count / 2))
  const sizes = pickSizes(data, random, side)
  const pairs = random.pickDistinct(data.colors.options, side, 5).flatMap((color) => sizes.map((size) => [color, size]))
  return Array.from({ length: count }, (_, step) => pairs[Math.floor((step * pairs.length) / count)]!)
}

function pickSizes(data: ReferenceData, random: Random, count: number): Option[] {
  const families = data.sizeFamilies.filter(({ length }) => length >= count)
  return random.pickDistinct(random.pickSkewed(families, 1.5), count, 5)
}

/** The option groups and options that the variants use. */
function usedOptionGroups(
  groups: readonly OptionGroup[],
  variants: readonly NativeVariant[],
): NativeProduct['optionGroups'] {
  const used = new Set(variants.flatMap(({ productOptions }) => productOptions))
  return groups.flatMap(({ id, name, code, options }) => {
    const usedOptions = options.filter((option) => used.has(option))
    return usedOptions.length === 0
      ? []
      : [{ id, name, code, options: usedOptions.map(({ id, name, code }) => ({ id, name, code })) }]
  })
}

/** Log-normal: most prices are between 10 and 120, a few far above. */
function randomPrice(random: Random): number {
  return Math.min(4999, Math.max(1, 35 * Math.exp(random.normal())))
}

function formatPrice(price: number): string {
  const whole = Math.floor(price)
  const ending = ['99', '90', '00', '50', '95'][(whole * 7) % 5]
  return `${whole}.${ending}`
}

function randomStock(random: Random): number | null {
  if (random.chance(0.1)) return null
  if (random.chance(0.15)) return 0
  return Math.min(random.rank(25) + 1, 9999)
}

function randomTimes(random: Random, created: number, now: number): { createdAt: string; updatedAt: string } {
  const updated = created + Math.floor((now - created) * random.fraction() * random.fraction())
  return { createdAt: new Date(created).toISOString(), updatedAt: new Date(updated).toISOString() }
}

function createProductFile(random: Random, slug: string, priority: number): ProductFile {
  const { ending, mimeType } = random.pickSkewed(IMAGE_TYPES, 1)
  return { id: random.uuid(), priority, file: { path: imageUrl(`${slug}-${priority + 1}.${ending}`), mimeType } }
}

function createVariantFiles(random: Random, parent: VariantContext, variant: number): VariantFile[] {
  return Array.from({ length: random.pick([0, 1, 1, 1, 1, 2]) }, (_, priority) => {
    const { ending, mimeType } = random.pickSkewed(IMAGE_TYPES, 1)
    const fileName = `${parent.slug}-v${variant + 1}-${priority + 1}.${ending}`
    const times = randomTimes(random, parent.created + variant, Math.min(parent.now, parent.created + 30 * DAY))
    const file = {
      id: random.uuid(),
      ...times,
      originalName: `IMG_${random.integer(1000, 9999)}.${ending.toUpperCase()}`,
      fileName,
      mimeType,
      fileSize: random.integer(20_000, 400_000),
      path: imageUrl(fileName),
    }
    return { id: random.uuid(), ...times, priority, file }
  })
}

function imageUrl(fileName: string): string {
  return `https://images.example.com/catalog/${fileName}`
}
