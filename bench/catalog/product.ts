import { Random } from './random.ts'
import { codeOf, type Label, type Option, type OptionGroup, type Shop, type TaxRate } from './shop.ts'
import { capitalized } from './vocabulary.ts'

/** A product as a line of a catalog file says it, with nothing left out but some files. */
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
  /** Decimal, two digits. */
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

/** One to eight, four on average. */
const VARIANT_COUNTS = [1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7, 8, 8]

const NAMES = [
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

/** None longer than twelve words. */
const SENTENCES = [
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

/** Product number `index` of the shop. Everything about it follows from the seed, the index and its time. */
export function makeProduct(shop: Shop, seed: number, index: number, created: number, now: number): NativeProduct {
  const random = new Random(`${seed}/product/${index}`)
  const id = random.uuid()
  const name = nameOf(shop, random)
  const slug = [codeOf(name) || 'product', index.toString(36)].join('-')
  const labelValues = labelsOf(shop, random)
  const times = timesOf(random, created, now)
  const variants = makeVariants(shop, random, { name, slug, created, now })
  return {
    id,
    name,
    description: descriptionOf(shop, random),
    slug,
    ...times,
    files: Array.from({ length: random.whole(1, 3) }, (_, priority) => productFile(random, slug, priority)),
    optionGroups: groupsOf([shop.colors, shop.sizes, shop.brands], variants),
    labelValues,
    variants,
  }
}

function nameOf(shop: Shop, random: Random): string {
  return shop.vocabulary.fill(random.pick(NAMES), random).split(' ').map(capitalized).join(' ')
}

/** Thirty words or more, eighty or less. */
function descriptionOf(shop: Shop, random: Random): string {
  const enough = random.whole(30, MAX_DESCRIPTION_WORDS - 12)
  const sentences: string[] = []
  for (let words = 0; words < enough; ) {
    const pattern = random.pick(SENTENCES)
    sentences.push(capitalized(shop.vocabulary.fill(pattern, random)))
    words += pattern.split(' ').length
  }
  return sentences.join(' ')
}

/** A category, often the one above it, and up to three tags. */
function labelsOf(shop: Shop, random: Random): Label[] {
  const category = random.pickSkewed(shop.categories, 8)
  const path = random.chance(0.75) ? [category.parent, category.label] : [category.label]
  const tags = random.pickSome(shop.tags, random.pick([0, 0, 1, 1, 2, 3]), 4)
  return [...path, ...tags]
}

type Parent = { name: string; slug: string; created: number; now: number }

function makeVariants(shop: Shop, random: Random, parent: Parent): NativeVariant[] {
  const brand = random.pickSkewed(shop.brands.options, 20)
  const taxRate = random.pickSkewed(shop.taxRates, 0.3)
  const price = typicalPrice(random)
  const combinations = optionCombinations(shop, random, random.pick(VARIANT_COUNTS))
  return combinations.map((options, index) => ({
    id: random.uuid(),
    name: random.chance(0.8) ? parent.name : [parent.name, ...options.map(({ name }) => name)].join(' '),
    sku: `${parent.slug.slice(0, 3)}-${random.whole(1000, 9999)}-${index + 1}`.toUpperCase(),
    price: priceText(random.chance(0.7) ? price : price * (0.8 + 0.1 * index)),
    stock: stockOf(random),
    ...timesOf(random, parent.created + index, parent.now),
    productOptions: [...options, brand],
    files: variantFiles(random, parent, index),
    labelValues: random.chance(0.1) ? [random.pickSkewed(shop.tags, 4)] : [],
    taxRate,
  }))
}

/** So many different pairs of a color and a size, or one of both: some of all the pairs, as in real shops. */
function optionCombinations(shop: Shop, random: Random, count: number): Option[][] {
  if (count === 1) return [random.chance(0.5) ? random.pickSome(shop.colors.options, 1, 5) : []]
  const kind = random.pick(['colors', 'sizes', 'sizes', 'pairs', 'pairs', 'pairs', 'pairs'])
  if (kind === 'colors') return random.pickSome(shop.colors.options, count, 5).map((color) => [color])
  if (kind === 'sizes') return sizesOf(shop, random, count).map((size) => [size])
  const side = Math.max(2, Math.ceil(count / 2))
  const sizes = sizesOf(shop, random, side)
  const pairs = random.pickSome(shop.colors.options, side, 5).flatMap((color) => sizes.map((size) => [color, size]))
  return Array.from({ length: count }, (_, step) => pairs[Math.floor((step * pairs.length) / count)]!)
}

function sizesOf(shop: Shop, random: Random, count: number): Option[] {
  const families = shop.sizeFamilies.filter(({ length }) => length >= count)
  return random.pickSome(random.pickSkewed(families, 1.5), count, 5)
}

/** The groups that the variants use, each with the options that they use. */
function groupsOf(groups: readonly OptionGroup[], variants: readonly NativeVariant[]): NativeProduct['optionGroups'] {
  const used = new Set(variants.flatMap(({ productOptions }) => productOptions))
  return groups.flatMap(({ id, name, code, options }) => {
    const own = options.filter((option) => used.has(option))
    return own.length === 0 ? [] : [{ id, name, code, options: own.map(({ id, name, code }) => ({ id, name, code })) }]
  })
}

/** Most between 10 and 120, a few far above. */
function typicalPrice(random: Random): number {
  return Math.min(4999, Math.max(1, 35 * Math.exp(random.bell())))
}

function priceText(price: number): string {
  const whole = Math.floor(price)
  const ending = ['99', '90', '00', '50', '95'][(whole * 7) % 5]
  return `${whole}.${ending}`
}

function stockOf(random: Random): number | null {
  if (random.chance(0.1)) return null
  if (random.chance(0.15)) return 0
  return Math.min(random.rank(25) + 1, 9999)
}

function timesOf(random: Random, created: number, now: number): { createdAt: string; updatedAt: string } {
  const updated = created + Math.floor((now - created) * random.fraction() * random.fraction())
  return { createdAt: new Date(created).toISOString(), updatedAt: new Date(updated).toISOString() }
}

function productFile(random: Random, slug: string, priority: number): ProductFile {
  const { ending, mimeType } = random.pickSkewed(IMAGE_TYPES, 1)
  return { id: random.uuid(), priority, file: { path: imagePath(`${slug}-${priority + 1}.${ending}`), mimeType } }
}

function variantFiles(random: Random, parent: Parent, variant: number): VariantFile[] {
  return Array.from({ length: random.pick([0, 1, 1, 1, 1, 2]) }, (_, priority) => {
    const { ending, mimeType } = random.pickSkewed(IMAGE_TYPES, 1)
    const fileName = `${parent.slug}-v${variant + 1}-${priority + 1}.${ending}`
    const times = timesOf(random, parent.created + variant, Math.min(parent.now, parent.created + 30 * DAY))
    const file = {
      id: random.uuid(),
      ...times,
      originalName: `IMG_${random.whole(1000, 9999)}.${ending.toUpperCase()}`,
      fileName,
      mimeType,
      fileSize: random.whole(20_000, 400_000),
      path: imagePath(fileName),
    }
    return { id: random.uuid(), ...times, priority, file }
  })
}

function imagePath(fileName: string): string {
  return `https://images.example.com/catalog/${fileName}`
}
