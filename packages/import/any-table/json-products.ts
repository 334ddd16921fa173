import { isObject } from '../fields.ts'
import { isMoney } from './cell-content.ts'
import { OTHER_THINGS, phraseOf, roleOfHeader } from './header-words.ts'
import { readMoney } from './money.ts'
import { sizeIn } from './prices-of-sizes.ts'
import { PRICES, type Role } from './roles.ts'

/** The fields of an object. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * The products in a record: itself, unless it is no product and has products in objects within it, at most
 * `MAX_SECTION_DEPTH` deep, as a menu has. These get the
 * field `section` with what is around them: names, or the keys of lists that stand beside each other. Objects that have
 * a price and no name are named by their keys: `{"Apple": {"price": 1}, "Pear": {"price": 2}}`.
 */
export function productsOfRecord(record: Fields): readonly Fields[] {
  if (pricesIn(record).length > 0 || variantsOf(record)) return [record]
  const products = productsAt(record, 0).map(({ product, sections }) =>
    sections.length === 0 ? product : { ...product, section: sections.join(' > ') },
  )
  return products.length > 0 ? products : [record]
}

/**
 * The variants of a product, and the field that has them: a list, or objects by their names. A list with the
 * name of an option, such as `sizes`, holds variants if each of its objects has a price, or a stock and its product a
 * price. A price below half of the product's is a surcharge.
 */
export function variantsOf(
  product: Fields,
): { readonly key: string; readonly variants: readonly Fields[] } | undefined {
  for (const [key, value] of Object.entries(product)) {
    const isNamed = VARIANTS.includes(key)
    if (isListOfObjects(value) && (isNamed || areSoldOptions(key, value, product))) return { key, variants: value }
    if (isNamed && isObject(value) && isListOfObjects(Object.values(value)))
      return { key, variants: Object.entries(value).map(([title, variant]) => ({ title, ...(variant as Fields) })) }
  }
  return undefined
}

/** The fields that hold the variants of a product. Each variant becomes a row. */
export const VARIANTS = ['variants', 'variations', 'skus', 'offers']

export function isListOfObjects(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

function areSoldOptions(key: string, list: readonly Fields[], product: Fields): boolean {
  if (!OPTIONS.has(roleOf(key))) return false
  const [price = 0] = pricesIn(product).map(amountOf)
  const isSold = (option: Fields) => {
    const prices = pricesIn(option).map(amountOf)
    // Much lower prices are surcharges.
    return prices.length > 0 ? prices.some((own) => own >= price / 2) : hasStock(option) && price > 0
  }
  return list.every(isSold)
}

function hasStock(object: Fields): boolean {
  return Object.keys(object).some((key) => roleOf(key) === 'stock')
}

const OPTIONS: ReadonlySet<Role | undefined> = new Set<Role>(['option', 'options'])

function amountOf(price: unknown): number {
  return Number(readMoney(String(price)).amount)
}

/** The values of the fields that are called prices. */
function pricesIn(object: Fields): readonly unknown[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const role = roleOf(key)
    const isPrice = (role !== undefined && PRICES.has(role)) || (sizeIn(key) !== undefined && isMoney(String(value)))
    return isPrice && value !== null && value !== '' ? [value] : []
  })
}

function nameOf(object: Fields): string | undefined {
  const key = Object.keys(object).find((key) => NAMES.has(roleOf(key)) && typeof object[key] === 'string')
  return key === undefined ? undefined : String(object[key])
}

const NAMES: ReadonlySet<Role | undefined> = new Set<Role>(['name', 'product name', 'category'])

/** The role of a field. Roles are cached, because many objects have the same fields. */
function roleOf(field: string): Role | undefined {
  if (!ROLES.has(field)) {
    if (ROLES.size >= MAX_FIELDS) ROLES.clear()
    ROLES.set(field, roleOfHeader(field)?.role)
  }
  return ROLES.get(field)
}

const ROLES = new Map<string, Role | undefined>()
const MAX_FIELDS = 10_000

/** A product with the sections that it stands in, the outermost first. */
interface Found {
  readonly product: Fields
  readonly sections: readonly string[]
}

/** Objects within objects that are searched. */
const MAX_SECTION_DEPTH = 6

function productsBelow(object: Fields, depth: number): readonly Found[] {
  if (depth > MAX_SECTION_DEPTH) return []
  const unnamed = Object.entries(object).filter(([, value]) => isObject(value) && isUnnamed(value))
  if (unnamed.length > 1 && nameOf(object) === undefined)
    return unnamed.map(([name, value]) => ({ product: { name, ...(value as Fields) }, sections: [] }))
  const groups = Object.entries(object).flatMap(([key, value]) => {
    const found = OTHER_THINGS.has(phraseOf(key)) ? [] : productsAt(value, depth)
    return found.length === 0 ? [] : [{ key, isProduct: found[0]!.product === value, found }]
  })
  if (groups.length < 2) return groups.flatMap(({ found }) => found)
  return groups.flatMap(({ key, isProduct, found }) =>
    found.map((each) => (isProduct ? withKey(key, each) : within(key, each))),
  )
}

function productsAt(value: unknown, depth: number): readonly Found[] {
  if (isListOfObjects(value)) return value.flatMap((item) => productsAt(item, depth))
  if (!isObject(value)) return []
  if (isProduct(value)) return [{ product: value, sections: [] }]
  if (pricesIn(value).length > 0) return []
  return productsBelow(value, depth + 1).map((found) => within(nameOf(value), found))
}

/** The key as the handle, if it may be a slug. Another key, such as 1001, is dropped. */
function withKey(key: string, { product, sections }: Found): Found {
  return { product: SLUG.test(key) ? { handle: key, ...product } : product, sections }
}

const SLUG = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/

function within(section: string | undefined, { product, sections }: Found): Found {
  return { product, sections: section === undefined ? sections : [section, ...sections] }
}

function isProduct(object: Fields): boolean {
  return nameOf(object) !== undefined && (pricesIn(object).length > 0 || variantsOf(object) !== undefined)
}

function isUnnamed(object: Fields): boolean {
  return nameOf(object) === undefined && pricesIn(object).length > 0
}
