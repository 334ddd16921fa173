import { isObject } from '@vitrine/catalog/native/fields'
import type { JsonObject } from '../documents/json-values.ts'
import { isMoney, isNoPrice } from './cell-content.ts'
import { isLanguage } from './header-language.ts'
import { headerPhrase } from './header-phrase.ts'
import { CHOICES, isPrivate, LIST_FIELDS, OTHER_THINGS, roleOfHeader, VARIANTS } from './header-words.ts'
import { readMoney } from './money.ts'
import { isSize, sizeIn } from './prices-of-sizes.ts'
import { PRICES, type Role } from './roles.ts'

/**
 * The products in a record: itself, unless it is no product and has products in objects within it, at most
 * `MAX_SECTION_DEPTH` deep, as a menu has. These get the field `section` with what is around them: names, or the keys
 * of lists that stand beside each other. Objects that have a price and no name are named by their keys: `{"Apple":
 * {"price": 1}, "Pear": {"price": 2}}`.
 */
export function productsOfRecord(record: JsonObject): readonly JsonObject[] {
  if (isPriced(record)) return [record]
  const found = productsIn(record, 0)
  if (found.length === 0) return [record]
  const counts = Map.groupBy(found, ({ key }) => key)
  return found.map(({ product, key, sections }) => ({
    // A key that several products have is none of theirs.
    ...(key !== undefined && SLUG.test(key) && counts.get(key)!.length === 1 && { handle: key }),
    ...(sections.length > 0 && { section: sections.join(' > ') }),
    ...product,
  }))
}

/**
 * The variants of a product, and the field that has them: a list, or objects by their names. One with the name of an
 * option, such as `sizes`, holds variants if each of its objects has a price, and the product none or the lowest of
 * them; or if each has a stock, and the product a price. `group` is then that option, and each variant has it.
 */
export function variantsOf(product: JsonObject): VariantsInJson | undefined {
  for (const key of VARIANTS) {
    const variants = objectsIn(product[key])
    if (variants) return { key, variants }
  }
  const [found, ...others] = Object.entries(product).flatMap(([key, value]) => {
    const variants = OPTIONS.has(roleOf(key)) ? objectsIn(value) : undefined
    return variants && areSold(variants, product) ? [{ key, variants }] : []
  })
  if (!found && others.length === 0) return choicesOf(product)
  // Of colors and sizes, each combination would have its own price and stock.
  if (!found || others.length > 0) return undefined
  const { key, variants } = found
  return { key, group: key, variants: variants.map((variant) => withOption(variant, key)) }
}

/**
 * The only list of prices in a product that has none itself: `"price": null, "choices": […]`. Without the null, each
 * must be that of a size: `"prices": [{"label": "1 h", "price": 80}]`.
 */
function choicesOf(product: JsonObject): VariantsInJson | undefined {
  const keys = Object.keys(product)
  if (!keys.some(isOptionName)) return undefined
  const isNull = lacksPrice(product)
  // A price in words is one too: “from 9.50”.
  if (!isNull && keys.some((key) => PRICES.has(roleOf(key)) && !isListOfObjects(product[key]))) return undefined
  // A section may have the prices of its products.
  if (!isNull && keys.some((key) => isListOfObjects(product[key]) && isOfLists(key))) return undefined
  const lists = Object.entries(product).flatMap(([key, value]) => {
    if (!isListOfObjects(value) || hasOtherPrices(key)) return []
    if (isNull) return value.every(isProduct) ? [{ key, variants: value }] : []
    const sizes = isChoices(key) || roleOf(key) === 'price' ? value.map(priceOfSize) : [undefined]
    return sizes.every((size) => size !== undefined) ? [{ key, variants: sizes }] : []
  })
  const [list, ...others] = lists
  if (!list || others.length > 0) return undefined
  return { ...list, group: 'variant', variants: list.variants.map((variant) => withOption(variant, 'variant')) }
}

/** An object with the price of a size, such as `{"size": "S", "value": 8}` or `{"label": "1 h", "price": 80}`. */
function priceOfSize(object: JsonObject): JsonObject | undefined {
  const { value, ...others } = object
  const price = pricesIn(object).length > 0 ? object : isMoneyValue(value) ? { ...others, price: value } : undefined
  const label = Object.entries(object).find(
    ([key]) => key !== 'value' && (isOptionName(key) || roleOf(key) === 'option'),
  )
  return isText(label?.[1]) && isSize(String(label[1])) ? price : undefined
}

/** Whether a field has what shoppers choose from: `options`. */
function isChoices(key: string): boolean {
  return CHOICES.has(headerPhrase(key))
}

/** Whether the prices in a list are perhaps not for shoppers, or of something else: `suppliers`, `toppings`. */
function hasOtherPrices(key: string): boolean {
  return isPrivate(key) || [key, key.replace(/s$/, '')].some(isBesideProducts) || PARTS.has(key)
}

/** Whether an object is a product that has no price, such as one on request. */
function lacksPrice(object: JsonObject): boolean {
  return Object.entries(object).some(([key, value]) => value === null && roleOf(key) === 'price')
}

/** Whether a field has something beside the products: `seller`. */
function isBesideProducts(key: string): boolean {
  return OTHER_THINGS.has(headerPhrase(key))
}

/** The objects of a list, or those that an object has by their titles, unless they have names of their own. */
function objectsIn(value: unknown): readonly JsonObject[] | undefined {
  if (isListOfObjects(value)) return value
  if (!isObject(value) || !isListOfObjects(Object.values(value))) return undefined
  return Object.entries(value as Record<string, JsonObject>).map(([title, object]) =>
    Object.keys(object).some(isOptionName) ? object : { title, ...object },
  )
}

interface VariantsInJson {
  readonly key: string
  readonly group?: string
  readonly variants: readonly JsonObject[]
}

/** The variant with its name as an option of the group: `"size": [{"title": "M", "price": 9}]`. */
function withOption(variant: JsonObject, group: string): JsonObject {
  const entries = Object.entries(variant)
  const named = entries.find(([key]) => isOptionName(key))
  return Object.fromEntries(entries.map(([key, value]) => [key === named?.[0] ? group : key, value]))
}

function isOptionName(key: string): boolean {
  return OPTION_NAMES.has(key.toLowerCase()) || roleOf(key) === 'name'
}

const OPTION_NAMES = new Set(['label', 'value', 'type'])

export function isListOfObjects(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

function areSold(list: readonly JsonObject[], product: JsonObject): boolean {
  const [own] = pricesIn(product).map(amountOf)
  const amounts = list.flatMap((option) => pricesIn(option).slice(0, 1).map(amountOf))
  if (amounts.length === 0) return own !== undefined && list.every(hasStock) && !list.some(hasUnknownNumber)
  // Other prices are perhaps surcharges.
  return amounts.length === list.length && !amounts.includes(0) && (own === undefined || Math.min(...amounts) === own)
}

/** Whether an object has a number of which nothing says what it is. In an option, it is perhaps a surcharge. */
function hasUnknownNumber(object: JsonObject): boolean {
  return Object.entries(object).some(
    ([key, value]) => roleOf(key) === undefined && !isOptionName(key) && isMoneyValue(value),
  )
}

function isMoneyValue(value: unknown): boolean {
  return isText(value) && isMoney(String(value))
}

function hasStock(object: JsonObject): boolean {
  return Object.keys(object).some((key) => roleOf(key) === 'stock')
}

const OPTIONS: ReadonlySet<Role | undefined> = new Set<Role>(['option', 'options'])

function amountOf(price: unknown): number {
  return isText(price) ? Number(readMoney(String(price)).amount) : Number.NaN
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}

/** The prices of an object: amounts, words for a price on request, or objects with the amount. */
export function pricesIn(object: JsonObject): readonly unknown[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const role = roleOf(key)
    const isOfSize = role === 'price of'
    if (!isOfSize && !PRICES.has(role)) return []
    const isAmount = isText(value) && isMoney(String(value))
    return isAmount || (!isOfSize && isOtherPrice(value)) ? [value] : []
  })
}

/** Whether a price is an object with the amount, or on request. */
function isOtherPrice(value: unknown): boolean {
  return isObject(value) || (typeof value === 'string' && isNoPrice(value))
}

/** Whether an object, or its variants, have a price. */
export function isPriced(object: JsonObject): boolean {
  return pricesIn(object).length > 0 || variantsOf(object) !== undefined
}

/** The name of a product or a section, at most `MAX_SECTION_NAME` characters. */
export function nameOfObject(object: JsonObject): string | undefined {
  const keys = Object.keys(object).filter((key) => textIn(object[key]) !== undefined)
  // A list of bicycles may call the name the model.
  const key = keys.find((key) => NAMES.has(roleOf(key))) ?? keys.find((key) => /^model$/i.test(key))
  return key === undefined ? undefined : textIn(object[key])!.slice(0, MAX_SECTION_NAME)
}

/** The text of a value, or its first one by languages: `{"de": "Tee", "en": "Tea"}`. */
function textIn(value: unknown): string | undefined {
  if (isText(value)) return String(value)
  if (!isObject(value)) return undefined
  const [first] = Object.values(value)
  return isText(first) && Object.keys(value).every(isLanguage) ? String(first) : undefined
}

const NAMES: ReadonlySet<Role | undefined> = new Set<Role>(['name', 'product name', 'category'])

/** Characters of the name of a section. Each of its products has it. */
const MAX_SECTION_NAME = 200

/** The role of a field, also as the price of a size. Roles are cached, because many objects have the same fields. */
export function roleOf(field: string): Role | undefined {
  if (!ROLES.has(field)) {
    if (ROLES.size >= MAX_FIELDS) ROLES.clear()
    ROLES.set(field, roleOfHeader(field)?.role ?? (sizeIn(field) === undefined ? undefined : 'price of'))
  }
  return ROLES.get(field)
}

const ROLES = new Map<string, Role | undefined>()
const MAX_FIELDS = 10_000

/** A product with its key, if it has one, and the sections that it stands in, the outermost first. */
interface Found {
  readonly product: JsonObject
  readonly key?: string
  readonly sections: readonly string[]
}

/** What was found in a field, with its key unless that is the key of the product. */
interface Group {
  readonly key: string | undefined
  readonly found: readonly Found[]
}

/** Objects within objects that are searched. */
const MAX_SECTION_DEPTH = 6

/** The products in an object that is none itself, in the section of its name. */
function productsIn(object: JsonObject, depth: number): readonly Found[] {
  if (depth > MAX_SECTION_DEPTH || isOtherProduct(object)) return []
  // Options beside a number are perhaps extras, and the number the price.
  const fields = Object.entries(withPricesOfSection(object)).filter(
    ([key]) => !OPTIONS.has(roleOf(key)) && !(isChoices(key) && hasUnknownNumber(object)),
  )
  const name = nameOfObject(object)
  const found = productsInFields(
    fields.filter(([key]) => !isBesideProducts(key)),
    name,
    depth,
  )
  // Services are beside the products of a shop, but a salon sells them.
  if (found.length > 0 || fields.some(([key, value]) => isOfLists(key) && isListOfObjects(value))) return found
  const services = fields.filter(([key, value]) => SERVICES.test(key) && Array.isArray(value) && value.some(isProduct))
  return productsInFields(services, name, depth)
}

const SERVICES = /^servic(?:es|ios)$/i

function productsInFields(
  entries: readonly (readonly [string, unknown])[],
  name: string | undefined,
  depth: number,
): readonly Found[] {
  const areNamedByKeys = name === undefined && entries.filter(([, value]) => isUnnamed(value)).length > 1
  const groups = entries.flatMap(([key, value]): readonly Group[] => {
    if (isProduct(value)) return [{ key: undefined, found: [{ product: value, key, sections: [] }] }]
    if (areNamedByKeys && isUnnamed(value))
      return [{ key: undefined, found: [{ product: { name: key, ...value }, sections: [] }] }]
    const found = Array.isArray(value)
      ? productsInList(value, depth)
      : isObject(value)
        ? productsIn(value, depth + 1)
        : []
    return found.length === 0 ? [] : [{ key, found }]
  })
  const all = groups.flatMap(({ key, found }) =>
    groups.length > 1 && key !== undefined && !isOfLists(key) ? found.map((each) => within(key, each)) : found,
  )
  return all.map((each) => within(name, each))
}

/**
 * The section with its prices in its products, which have none: `{"prices": [{"name": "Large", "price": 9}], "items":
 * [{"name": "Margherita"}]}`.
 */
function withPricesOfSection(section: JsonObject): JsonObject {
  const entries = Object.entries(section)
  const prices = entries.find(
    ([key, value]) => roleOf(key) === 'price' && isListOfObjects(value) && value.every(isPriced),
  )
  if (!prices) return section
  const variants = (prices[1] as readonly JsonObject[]).map((price) => withOption(price, 'size'))
  const isOnRequest = (value: JsonObject) =>
    Object.values(value).some((text) => typeof text === 'string' && isNoPrice(text))
  const lacks = (value: unknown) =>
    isObject(value) && nameOfObject(value) !== undefined && !isPriced(value) && !isOnRequest(value)
  const others = entries.filter((entry) => entry !== prices)
  const isOfProducts = (key: string, value: unknown): value is readonly JsonObject[] =>
    isOfLists(key) && isListOfObjects(value)
  const items = others.flatMap(([key, value]) => (isOfProducts(key, value) ? value : []))
  if (!items.some(lacks) || items.some(isPriced)) return section
  return Object.fromEntries(
    others.map(([key, value]) => [
      key,
      isOfProducts(key, value) ? value.map((item) => (lacks(item) ? { ...item, variants } : item)) : value,
    ]),
  )
}

/** Whether the key of a list says only that it has sections or products: `categories`, `items`. */
function isOfLists(key: string): boolean {
  return (
    LIST_FIELDS.has(headerPhrase(key)) || roleOf(key) === 'category' || roleOf(key.replace(/s$/, '')) === 'category'
  )
}

/** The products of a list. Beside products, an object without a price is one too, and is left out with the reason. */
function productsInList(list: readonly unknown[], depth: number): readonly Found[] {
  const objects = list.filter(isObject)
  const hasProducts = objects.some(isProduct)
  return objects.flatMap((object) => {
    const found = isPriced(object) ? [] : productsIn(object, depth + 1)
    const isFound = isProduct(object) || (hasProducts && found.length === 0)
    return isFound ? [{ product: object, sections: [] }] : found
  })
}

function within(section: string | undefined, found: Found): Found {
  return section === undefined ? found : { ...found, sections: [section, ...found.sections] }
}

function isProduct(value: unknown): value is JsonObject {
  return isObject(value) && nameOfObject(value) !== undefined && isPriced(value)
}

function isUnnamed(value: unknown): value is JsonObject {
  return isObject(value) && nameOfObject(value) === undefined && isPriced(value)
}

/**
 * Whether an object without a price is a product all the same: it has what sections do not have. A list of several
 * products may stand below the name of their brand.
 */
function isOtherProduct(object: JsonObject): boolean {
  const hasList = Object.entries(object).some(
    ([key, value]) => !PARTS.has(headerPhrase(key)) && isListOfObjects(value) && value.filter(isProduct).length > 1,
  )
  const saysPrice = Object.entries(object).some(([key, value]) => roleOf(key) === 'price' && typeof value === 'string')
  if ((lacksPrice(object) || saysPrice) && !Object.keys(object).some(isOfLists)) return true
  if (hasList && Object.keys(object).every((key) => !OF_PRODUCTS.has(roleOf(key)) || roleOf(key) === 'brand'))
    return false
  return Object.entries(object).some(
    ([key, value]) => OF_PRODUCTS.has(roleOf(key)) && !isProduct(value) && !/^_?(?:id|code|no|nr|number)$/i.test(key),
  )
}

/** Lists of what a product is made of. */
const PARTS = new Set('parts|spare parts|components|included|accessories|sides|side dishes|dips|sauces'.split('|'))

const OF_PRODUCTS: ReadonlySet<Role | undefined> = new Set<Role>(['sku', 'gtin', 'mpn', 'stock', 'in stock', 'brand'])

/** How the key of a product looks if it is its slug. */
const SLUG = /^[a-z][a-z\d]*(?:-[a-z\d]+)*$/
