import { Random } from './random.ts'
import { capitalized, Vocabulary } from './vocabulary.ts'

export type Label = { id: string; name: string; code: string }
export type Option = { id: string; name: string; code: string; createdAt: string; updatedAt: string }
export type OptionGroup = { id: string; name: string; code: string; options: readonly Option[] }
export type TaxRate = {
  id: string
  name: string
  rate: number
  isDefault: boolean
  createdAt: string
  updatedAt: string
}

/** A category with the one above it. */
export type Category = { label: Label; parent: Label }

/** What the products of a catalog have in common. Lists go from common to rare. */
export type Shop = {
  vocabulary: Vocabulary
  categories: readonly Category[]
  tags: readonly Label[]
  colors: OptionGroup
  sizes: OptionGroup
  sizeFamilies: readonly (readonly Option[])[]
  brands: OptionGroup
  taxRates: readonly TaxRate[]
}

const CATEGORIES = {
  Clothing: ['Shirts', 'Dresses', 'Trousers', 'Jackets', 'Underwear'],
  Home: ['Furniture', 'Lighting', 'Bedding', 'Decoration', 'Storage'],
  Kitchen: ['Cookware', 'Tableware', 'Appliances', 'Knives', 'Coffee and tea'],
  Accessories: ['Bags', 'Jewellery', 'Watches', 'Hats', 'Belts'],
  Outdoor: ['Camping', 'Cycling', 'Garden', 'Water sports', 'Climbing'],
  Electronics: ['Audio', 'Cameras', 'Computers', 'Chargers', 'Smart home'],
  Children: ['Toys', 'Books', 'School', 'Nursery', 'Costumes'],
}

const TAGS = [
  ...['New', 'Sale', 'Bestseller', 'Organic', 'Gift idea', 'Handmade', 'Limited edition', 'Recycled', 'Vegan'],
  ...['Last pieces', 'Local', 'Premium', 'Outlet', 'Fair trade', 'Seasonal', 'Staff pick', 'Refurbished', 'Pre-order'],
]

const COLORS = [
  ...['Black', 'White', 'Grey', 'Blue', 'Red', 'Green', 'Beige', 'Brown', 'Navy', 'Pink', 'Yellow', 'Orange'],
  ...['Purple', 'Turquoise', 'Olive', 'Burgundy', 'Cream', 'Silver', 'Gold', 'Copper', 'Mint', 'Lilac', 'Écru', 'Rosé'],
]

/** A product comes in sizes of one family. */
const SIZES = [
  ['M', 'L', 'S', 'XL', 'XS', 'XXL', '3XL', 'XXS'],
  ['40', '39', '41', '38', '42', '37', '36', '43', '44', '45'],
  ['500 ml', '1 l', '250 ml', '2 l'],
  ['30 cm', '60 cm', '90 cm', '120 cm'],
  ['140 × 200 cm', '90 × 200 cm', '180 × 200 cm', '200 × 200 cm'],
]

const BRANDS = 200
const OPENED = Date.UTC(2020, 11, 1)

export function openShop(seed: number): Shop {
  const vocabulary = new Vocabulary(seed)
  const sizes = group(seed, 'Size', 'size', SIZES.flat())
  return {
    vocabulary,
    categories: new Random(`${seed}/categories`).pickSome(categories(seed), Number.POSITIVE_INFINITY, 20),
    tags: TAGS.map((name) => label(seed, name)),
    colors: group(seed, 'Color', 'color', COLORS),
    sizes,
    sizeFamilies: SIZES.map((names) => sizes.options.filter(({ name }) => names.includes(name))),
    brands: group(seed, 'Brands', 'brands', brandNames(vocabulary)),
    taxRates: [
      taxRate(seed, 'Standard', 21, true),
      taxRate(seed, 'Reduced', 10, false),
      taxRate(seed, 'Zero', 0, false),
    ],
  }
}

/** Lower case, hyphens, no accents; empty where nothing Latin is left. */
export function codeOf(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

function categories(seed: number): Category[] {
  return Object.entries(CATEGORIES).flatMap(([name, children]) => {
    const parent = label(seed, name)
    return children.map((child) => ({ label: label(seed, child, `${parent.code}-${codeOf(child)}`), parent }))
  })
}

function brandNames(vocabulary: Vocabulary): string[] {
  const names = new Set<string>()
  for (let number = 0; names.size < BRANDS; number++) names.add(capitalized(vocabulary.madeUp(`brand/${number}`)))
  return [...names]
}

function label(seed: number, name: string, code = codeOf(name)): Label {
  return { id: new Random(`${seed}/label/${code}`).uuid(), name, code }
}

function group(seed: number, name: string, code: string, options: string[]): OptionGroup {
  const id = new Random(`${seed}/group/${code}`).uuid()
  return { id, name, code, options: options.map((option) => optionOf(seed, code, option)) }
}

function optionOf(seed: number, group: string, name: string): Option {
  const code = codeOf(name)
  const random = new Random(`${seed}/option/${group}/${code}`)
  return { id: random.uuid(), name, code, ...openingTimes(random) }
}

function taxRate(seed: number, name: string, rate: number, isDefault: boolean): TaxRate {
  const random = new Random(`${seed}/tax-rate/${name}`)
  return { id: random.uuid(), name, rate, isDefault, ...openingTimes(random) }
}

/** Some moment of the month in which the shop was set up. */
function openingTimes(random: Random): { createdAt: string; updatedAt: string } {
  const createdAt = new Date(OPENED + random.whole(0, 30 * 24 * 3600 * 1000)).toISOString()
  return { createdAt, updatedAt: createdAt }
}
