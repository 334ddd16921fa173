import { Random } from './random.ts'
import { capitalize, Vocabulary } from './vocabulary.ts'

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

/** A category and its parent. */
export type Category = { label: Label; parent: Label }

/** The labels, options, brands and tax rates that the products of a catalog share. Lists go from common to rare. */
export type ReferenceData = {
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

/** All sizes of a product come from one of these families. */
const SIZE_FAMILIES = [
  ['M', 'L', 'S', 'XL', 'XS', 'XXL', '3XL', 'XXS'],
  ['40', '39', '41', '38', '42', '37', '36', '43', '44', '45'],
  ['500 ml', '1 l', '250 ml', '2 l'],
  ['30 cm', '60 cm', '90 cm', '120 cm'],
  ['140 × 200 cm', '90 × 200 cm', '180 × 200 cm', '200 × 200 cm'],
]

const BRAND_COUNT = 200
const SETUP_MONTH = Date.UTC(2020, 11, 1)

export function createReferenceData(seed: number): ReferenceData {
  const vocabulary = new Vocabulary(seed)
  const sizes = createOptionGroup(seed, 'Size', 'size', SIZE_FAMILIES.flat())
  return {
    vocabulary,
    categories: new Random(`${seed}/categories`).pickDistinct(createCategories(seed), Number.POSITIVE_INFINITY, 20),
    tags: TAGS.map((name) => createLabel(seed, name)),
    colors: createOptionGroup(seed, 'Color', 'color', COLORS),
    sizes,
    sizeFamilies: SIZE_FAMILIES.map((names) => sizes.options.filter(({ name }) => names.includes(name))),
    brands: createOptionGroup(seed, 'Brands', 'brands', brandNames(vocabulary)),
    taxRates: [
      createTaxRate(seed, 'Standard', 21, true),
      createTaxRate(seed, 'Reduced', 10, false),
      createTaxRate(seed, 'Zero', 0, false),
    ],
  }
}

/** Lower case with hyphens and without accents. Empty if the name has no Latin letter or digit. */
export function toCode(name: string): string {
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

function createCategories(seed: number): Category[] {
  return Object.entries(CATEGORIES).flatMap(([name, children]) => {
    const parent = createLabel(seed, name)
    return children.map((child) => ({ label: createLabel(seed, child, `${parent.code}-${toCode(child)}`), parent }))
  })
}

function brandNames(vocabulary: Vocabulary): string[] {
  const names = new Set<string>()
  for (let number = 0; names.size < BRAND_COUNT; number++)
    names.add(capitalize(vocabulary.inventWord(`brand/${number}`)))
  return [...names]
}

function createLabel(seed: number, name: string, code = toCode(name)): Label {
  return { id: new Random(`${seed}/label/${code}`).uuid(), name, code }
}

function createOptionGroup(seed: number, name: string, code: string, options: string[]): OptionGroup {
  const id = new Random(`${seed}/group/${code}`).uuid()
  return { id, name, code, options: options.map((option) => createOption(seed, code, option)) }
}

function createOption(seed: number, group: string, name: string): Option {
  const code = toCode(name)
  const random = new Random(`${seed}/option/${group}/${code}`)
  return { id: random.uuid(), name, code, ...setupTimes(random) }
}

function createTaxRate(seed: number, name: string, rate: number, isDefault: boolean): TaxRate {
  const random = new Random(`${seed}/tax-rate/${name}`)
  return { id: random.uuid(), name, rate, isDefault, ...setupTimes(random) }
}

/** A random time in the month in which the store was set up. */
function setupTimes(random: Random): { createdAt: string; updatedAt: string } {
  const createdAt = new Date(SETUP_MONTH + random.integer(0, 30 * 24 * 3600 * 1000)).toISOString()
  return { createdAt, updatedAt: createdAt }
}
