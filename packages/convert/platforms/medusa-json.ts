import { currencyCode, minorUnits } from '@vitrine/catalog/currency'
import { decodeEntities } from '@vitrine/catalog/html-text'
import { isObject } from '@vitrine/catalog/native/fields'
import { type DocumentSource, documentFormat } from '../documents/document-format.ts'
import { hasFields, type JsonObject, nameIn, objectsIn, textIn } from '../documents/json-values.ts'
import type { VariantOption } from '../products/product-fields.ts'
import { column, sameColumns } from '../rows/columns.ts'
import { decimalAmount, roundedPrice } from '../rows/parse-cells.ts'
import { MEDUSA_COLUMNS, type MedusaColumn } from './medusa-columns.ts'
import {
  type MedusaAmount,
  type MedusaProduct,
  type MedusaVariant,
  medusaKeys,
  medusaProduct,
} from './medusa-product.ts'

/** The fields by the columns of the product CSV that mean the same. */
const FIELDS = sameColumns<MedusaColumn>(MEDUSA_COLUMNS, {
  id: 'id',
  handle: column('handle', 'the slug', 'slug'),
  title: 'title',
  description: 'description',
  status: column('status', 'if draft, proposed or rejected, the product is left out'),
  deleted: 'deleted_at',
  thumbnail: 'thumbnail',
  image: 'images[N].url | images',
  collection: column('collection.title', 'a label', 'labelValues[]'),
  type: column('type.value', 'a label'),
  category: column(
    'categories[N].name | categories[].id | categories[].parent_category | categories[].parent_category_id | categories[].is_active | categories[].is_internal',
    'a label for each category, below the categories above it; internal and inactive ones are not used',
  ),
  tag: column('tags[N].value | tags', 'a label for each tag'),
  material: 'material',
  variantId: 'variants[].id',
  variantTitle: 'variants[].title',
  variantDeleted: 'variants[].deleted_at',
  sku: 'variants[].sku',
  ean: 'variants[].ean',
  upc: 'variants[].upc',
  barcode: 'variants[].barcode',
  manage: column('variants[].manage_inventory', 'if false, the stock is not tracked'),
  quantity: column('variants[].inventory_quantity', 'the stock, if the file has it'),
  backorder: column('variants[].allow_backorder', 'if true, a stock of 0 is not tracked instead'),
  price: column(
    'variants[].prices | variants[].calculated_price | variants[].original_price',
    'the price, in the currency of the store; a higher original price is the list price',
    'variants[].price',
    'variants[].listPrice',
    'currency',
  ),
  optionName: 'options[N].title | options[].id | options[].values',
  optionValue: 'variants[].options[N].value | variants[].options',
  variantThumbnail: 'variants[].thumbnail',
  variantImage: 'variants[].images[N].url | variants[].images',
})

/** Products of the store API or the admin API of Medusa, of version 1 or 2, and those of a file for `medusa seed`. */
export const medusaJson = documentFormat<MedusaColumn, MedusaPart>({
  name: 'medusa',
  title: 'Medusa JSON: products of the store API or the admin API, of version 1 or 2',
  columns: FIELDS,
  isProduct,
  keysOf: ({ id, handle, title }) => medusaKeys({ id: textIn(id), handle: textIn(handle), title: textIn(title) }),
  partsOf,
  // Products without an id are those of a file for `medusa seed`.
  pages: { isCounted: ({ id }) => textIn(id) !== '', most: 100, usual: [50] },
  build: (parts, product) => medusaProduct(parts[0]!.main, parts, product),
})

/** A variant with its product. */
interface MedusaPart extends MedusaVariant {
  readonly main: MedusaProduct
}

/** A variant has several prices, or one that was calculated for a region. */
function isProduct(product: JsonObject): boolean {
  const isVariant = (variant: unknown) =>
    isObject(variant) &&
    (Array.isArray(variant.prices) ||
      hasFields(variant, 'calculated_price') ||
      hasFields(variant, 'manage_inventory', 'allow_backorder'))
  const { variants } = product
  if (!hasFields(product, 'title', 'handle') || !Array.isArray(variants)) return false
  return variants.length === 0 ? hasFields(product, 'is_giftcard') : variants.every(isVariant)
}

/** The variants. A product without variants has a blank one. */
function partsOf(product: JsonObject, source: DocumentSource<MedusaColumn>): readonly MedusaPart[] {
  const [first = {}, ...others] = objectsIn(product.variants)
  const title = textIn(product.title)
  const handle = textIn(product.handle)
  const firstSource = source.named(textIn(first.sku) || title || handle)
  const main = mainOf(product, firstSource)
  return [
    { main, ...variantOf(first, product, firstSource) },
    ...others.map((variant) => ({
      main,
      ...variantOf(variant, product, source.named(textIn(variant.sku) || handle)),
    })),
  ]
}

function mainOf(product: JsonObject, source: DocumentSource<MedusaColumn>): MedusaProduct {
  const { collection, type } = product
  return {
    source,
    id: textIn(product.id),
    handle: textIn(product.handle),
    title: textIn(product.title),
    description: textIn(product.description),
    status: textIn(product.status),
    deletedAt: textIn(product.deleted_at),
    material: nameIn(product.material),
    pictures: [textIn(product.thumbnail), ...namesIn(product.images, 'url')],
    labels: {
      collection: isObject(collection) ? [nameIn(collection.title)] : [],
      category: [isObject(type) ? nameIn(type.value) : '', ...categoryPaths(objectsIn(product.categories))],
      tag: namesIn(product.tags, 'value'),
    },
  }
}

/** The names of each category from the top down. Shoppers do not see internal and inactive ones. */
function categoryPaths(categories: readonly JsonObject[]): string[][] {
  const shown = categories.filter(({ is_active, is_internal }) => is_active !== false && is_internal !== true)
  return shown.map((category) => {
    const names: string[] = []
    const seen = new Set<unknown>()
    for (let next: JsonObject | undefined = category; next && !seen.has(next); next = parentOf(next, categories)) {
      seen.add(next)
      names.unshift(nameIn(next.name))
    }
    return names
  })
}

/** The category above another one, which the file has with it or beside it. */
function parentOf(category: JsonObject, categories: readonly JsonObject[]): JsonObject | undefined {
  const { parent_category: parent, parent_category_id: parentId } = category
  if (isObject(parent) && hasFields(parent, 'name')) return parent
  return categories.find(({ id }) => id === parentId && id !== undefined)
}

/** The names in a list, or in a field of each of its objects. */
function namesIn(list: unknown, field: string): string[] {
  return Array.isArray(list) ? list.map((item) => nameIn(isObject(item) ? item[field] : item)) : []
}

function variantOf(variant: JsonObject, product: JsonObject, source: DocumentSource<MedusaColumn>): MedusaVariant {
  return {
    source,
    id: textIn(variant.id),
    title: nameIn(variant.title),
    deletedAt: textIn(variant.deleted_at),
    sku: textIn(variant.sku),
    gtin: textIn(variant.ean) || textIn(variant.upc) || textIn(variant.barcode),
    isManaged: textIn(variant.manage_inventory),
    quantity: textIn(variant.inventory_quantity),
    allowsBackorder: textIn(variant.allow_backorder),
    amounts: amountsOf(variant, product),
    options: optionsOf(variant, objectsIn(product.options)),
    pictures: [textIn(variant.thumbnail), ...namesIn(variant.images, 'url')],
  }
}

/** The options in the order of the product's groups, which the variant names by id, by title or not at all. */
function optionsOf({ options }: JsonObject, groups: readonly JsonObject[]): VariantOption[] {
  const titles = groups.map(({ title }) => textIn(title))
  const chosen: (readonly [title: string, value: unknown])[] = isObject(options)
    ? Object.entries(options).map(([title, value]) => [title.trim(), value])
    : objectsIn(options).map((option, index) => [groupOf(option, groups) ?? titles[index] ?? '', option.value])
  const inOrder: VariantOption[] = []
  for (const [index, [title, value]] of chosen.entries()) {
    const position = titles.indexOf(title)
    const place = position === -1 ? titles.length + index : position
    inOrder[place] = { group: decodeEntities(title) || `Option ${place + 1}`, option: nameIn(value) }
  }
  // Skips groups from which the variant has no option.
  return inOrder.filter(({ option }) => option !== '')
}

function groupOf({ id, option, option_id }: JsonObject, groups: readonly JsonObject[]): string | undefined {
  const hasValue = ({ values }: JsonObject) => id !== undefined && objectsIn(values).some((value) => value.id === id)
  const group =
    isObject(option) && hasFields(option, 'title')
      ? option
      : (groups.find((one) => one.id === option_id && option_id !== undefined) ?? groups.find(hasValue))
  return group && textIn(group.title)
}

/** The first price of each currency. Prices of a region count if there are no others. */
function amountsOf(variant: JsonObject, product: JsonObject): ReadonlyMap<string, MedusaAmount> {
  const isMinor = !isVersion2(variant) && isVersion1(variant, product)
  const amounts = new Map<string, MedusaAmount>()
  for (const { currency, price, original } of pricesOf(variant)) {
    const code = currencyCode(textIn(currency)) ?? ''
    const text = (value: unknown) => textOfAmount(textIn(value).replaceAll(/\s/g, ''), code, isMinor)
    if (textIn(price) === '' || amounts.has(code)) continue
    const listPrice = Number(textIn(original)) > Number(textIn(price)) ? text(original) : ''
    amounts.set(code, { column: 'price', price: text(price), listPrice })
  }
  return amounts
}

/** A price as it is in the file, and the one before a reduction. */
interface Price {
  readonly currency: unknown
  readonly price: unknown
  readonly original?: unknown
}

function pricesOf({ calculated_price: calculated, original_price: original, ...variant }: JsonObject): Price[] {
  if (isObject(calculated)) {
    const { currency_code: currency, calculated_amount: price, original_amount } = calculated
    return [{ currency, price, original: original_amount }]
  }
  const prices = objectsIn(variant.prices).filter((price) => !isConditional(price))
  if (typeof calculated === 'number') {
    const base = prices.find((price) => price.amount === original) ?? prices[0]
    return [{ currency: base?.currency_code, price: calculated, original }]
  }
  return [...prices.filter((price) => !isRegional(price)), ...prices.filter(isRegional)].map(
    ({ currency_code: currency, amount: price }) => ({ currency, price }),
  )
}

/** Whether a price counts only in a price list, for some customers or for several pieces. */
function isConditional({ price_list_id, min_quantity, rules, price_rules }: JsonObject): boolean {
  const attributes = isObject(rules) ? Object.keys(rules) : objectsIn(price_rules).map((rule) => textIn(rule.attribute))
  return (
    (price_list_id ?? null) !== null ||
    Number(min_quantity ?? 0) > 1 ||
    attributes.some((attribute) => attribute !== 'region_id')
  )
}

/** Whether a price is for one region. */
function isRegional({ region_id, rules, price_rules }: JsonObject): boolean {
  const isRuled = isObject(rules) ? hasFields(rules, 'region_id') : objectsIn(price_rules).length > 0
  return isRuled || (region_id ?? null) !== null
}

/** Medusa 1 divides amounts by 100, unless the currency has no decimals. */
function textOfAmount(text: string, currency: string, isMinor: boolean): string {
  // Of three decimals, `roundedPrice` cannot know whether they are thousands. JSON has no separators of thousands.
  if (!isMinor) return roundedPrice(text.replace(/\.\d{3}$/, '$&0'))
  return currency !== '' && minorUnits(currency) === 0 ? text : decimalAmount(text, 2)
}

/** Version 2 calculates prices as objects, has rules of prices, and names options by their titles. */
function isVersion2({ calculated_price, options, prices }: JsonObject): boolean {
  const signs = ['raw_amount', 'price_set_id', 'rules', 'rules_count', 'price_rules']
  return (
    isObject(calculated_price) ||
    isObject(options) ||
    objectsIn(prices).some((price) => signs.some((sign) => hasFields(price, sign)))
  )
}

/** Version 1, whose amounts are in the smallest unit of their currency, has options without their groups in seeds. */
function isVersion1(variant: JsonObject, product: JsonObject): boolean {
  const options = objectsIn(variant.options)
  return (
    hasFields(product, 'profile_id') ||
    hasFields(variant, 'original_price') ||
    objectsIn(variant.prices).some((price) => hasFields(price, 'region_id')) ||
    options.some(
      (option) => hasFields(option, 'variant_id') || !(hasFields(option, 'option_id') || hasFields(option, 'option')),
    )
  )
}
