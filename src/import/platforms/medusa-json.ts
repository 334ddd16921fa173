import { currencyCode, minorUnits } from '../../catalog/currency.ts'
import { isObject } from '../fields.ts'
import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'
import { jsonFormat } from '../rows/json-format.ts'
import { hasFields, type JsonObject, objectsIn, textIn } from '../rows/json-values.ts'
import { decimalAmount, roundedPrice } from '../rows/parse-cells.ts'
import type { JsonCells } from '../rows/read-json.ts'
import { type MedusaColumn, medusaProducts } from './medusa.ts'

/** The fields by the columns of the product CSV. */
const COLUMNS: Columns<MedusaColumn> = {
  id: column('id', 'the id by which the next import finds the product', 'id'),
  handle: column('handle', 'the slug', 'slug'),
  title: column('title', 'the name', 'name'),
  description: column('description', 'the description', 'description'),
  status: column('status', 'if draft, proposed or rejected, the product is left out'),
  deleted: column('deleted_at', 'if it has a value, the product is left out'),
  thumbnail: column('thumbnail', 'the first picture', 'files[].file.path'),
  image: column('images[N].url | images', 'the other pictures, in their order'),
  collection: column('collection.title', 'a label', 'labelValues[]'),
  type: column('type.value', 'a label'),
  category: column(
    'categories[N].name | categories[].id | categories[].parent_category | categories[].parent_category_id | categories[].is_active | categories[].is_internal',
    'a label for each category, below the categories above it; internal and inactive ones are not used',
  ),
  tag: column('tags[N].value | tags', 'a label for each tag'),
  tags: NO_COLUMN,
  material: column('material', 'an option of the group “Material”, for the product as a whole'),
  variantId: column('variants[].id', 'the id by which the next import finds the variant', 'variants[].id'),
  variantTitle: column('variants[].title', 'the end of the name of the variant', 'variants[].name'),
  variantDeleted: column('variants[].deleted_at', 'if it has a value, the variant is left out'),
  sku: column('variants[].sku', 'the sku; if blank, one is made from the slug and the options', 'variants[].sku'),
  ean: column('variants[].ean', 'the gtin, if it is one'),
  upc: column('variants[].upc', 'the gtin, if there is no EAN'),
  barcode: column('variants[].barcode', 'the gtin, if there is neither', 'variants[].gtin'),
  manage: column('variants[].manage_inventory', 'if false, the stock is not tracked'),
  quantity: column('variants[].inventory_quantity', 'the stock, if the file has it'),
  backorder: column('variants[].allow_backorder', 'if true, a stock of 0 is not tracked instead'),
  price: NO_COLUMN,
  amounts: column(
    'variants[].prices | variants[].calculated_price | variants[].original_price',
    'the price, in the currency of the store; a higher original price is the list price',
    'variants[].price',
    'variants[].listPrice',
    'currency',
  ),
  optionName: column('options[N].title | options[].id | options[].values', 'an option group', 'optionGroups[].name'),
  optionValue: column('variants[].options[N].value | variants[].options', "the variant's option in that group"),
  variantThumbnail: column('variants[].thumbnail', 'the first picture of the variant'),
  variantImage: column(
    'variants[].images[N].url | variants[].images',
    'the pictures of the variant',
    'variants[].files[].file.path',
  ),
}

/** Products of the store API or the admin API of Medusa, of version 1 or 2, and those of a file for `medusa seed`. */
export const medusaJson = jsonFormat<MedusaColumn>({
  ...medusaProducts,
  title: 'Medusa JSON: products of the store API or the admin API, of version 1 or 2',
  columns: COLUMNS,
  isProduct,
  rowsOf,
})

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

/** A row for each variant, of which the first one has the fields of the product. */
function rowsOf(product: JsonObject): readonly JsonCells<MedusaColumn>[] {
  const keys = { id: textIn(product.id), handle: textIn(product.handle) }
  const [first, ...others] = objectsIn(product.variants).map((variant) => variantCells(variant, product))
  return [{ ...keys, ...productCells(product), ...first }, ...others.map((cells) => ({ ...keys, ...cells }))]
}

function productCells(product: JsonObject): JsonCells<MedusaColumn> {
  const { collection, type } = product
  return {
    title: textIn(product.title),
    description: textIn(product.description),
    status: textIn(product.status),
    deleted: textIn(product.deleted_at),
    thumbnail: textIn(product.thumbnail),
    collection: isObject(collection) ? textIn(collection.title) : '',
    type: isObject(type) ? textIn(type.value) : '',
    material: textIn(product.material),
    ...numbered('image', textsIn(product.images, 'url')),
    ...numbered('category', categoryPaths(objectsIn(product.categories))),
    ...numbered('tag', textsIn(product.tags, 'value')),
  }
}

/** The names of each category from the top down, on lines. Shoppers do not see internal and inactive ones. */
function categoryPaths(categories: readonly JsonObject[]): string[] {
  const shown = categories.filter(({ is_active, is_internal }) => is_active !== false && is_internal !== true)
  return shown.map((category) => {
    const names: string[] = []
    const seen = new Set<unknown>()
    for (let next: JsonObject | undefined = category; next && !seen.has(next); next = parentOf(next, categories)) {
      seen.add(next)
      names.unshift(textIn(next.name))
    }
    return names.filter((name) => name !== '').join('\n')
  })
}

/** The category above another one, which the file has with it or beside it. */
function parentOf(category: JsonObject, categories: readonly JsonObject[]): JsonObject | undefined {
  const { parent_category: parent, parent_category_id: parentId } = category
  if (isObject(parent) && hasFields(parent, 'name')) return parent
  return categories.find(({ id }) => id === parentId && id !== undefined)
}

/** The texts of a list, or a field of each of its objects. */
function textsIn(list: unknown, field: string): string[] {
  return Array.isArray(list) ? list.map((item) => textIn(isObject(item) ? item[field] : item)) : []
}

function numbered(key: MedusaColumn, texts: readonly string[]): JsonCells<MedusaColumn> {
  return Object.fromEntries(texts.map((text, index) => [`${key} ${index + 1}`, text]))
}

function variantCells(variant: JsonObject, product: JsonObject): JsonCells<MedusaColumn> {
  return {
    variantId: textIn(variant.id),
    variantTitle: textIn(variant.title),
    variantDeleted: textIn(variant.deleted_at),
    sku: textIn(variant.sku),
    ean: textIn(variant.ean),
    upc: textIn(variant.upc),
    barcode: textIn(variant.barcode),
    manage: textIn(variant.manage_inventory),
    quantity: textIn(variant.inventory_quantity),
    backorder: textIn(variant.allow_backorder),
    amounts: amountsOf(variant, product).join('\n'),
    variantThumbnail: textIn(variant.thumbnail),
    ...numbered('variantImage', textsIn(variant.images, 'url')),
    ...optionCells(variant, objectsIn(product.options)),
  }
}

/** The options in the order of the product's groups, which the variant names by id, by title or not at all. */
function optionCells({ options }: JsonObject, groups: readonly JsonObject[]): JsonCells<MedusaColumn> {
  const titles = groups.map(({ title }) => textIn(title))
  const chosen = isObject(options)
    ? Object.entries(options).map(([title, value]) => [title, textIn(value)] as const)
    : objectsIn(options).map((option, index) => [groupOf(option, groups) ?? titles[index] ?? '', textIn(option.value)])
  const cells = chosen.flatMap(([title, value], index) => {
    const position = titles.indexOf(title!)
    const number = position === -1 ? titles.length + index + 1 : position + 1
    return [[`optionName ${number}`, title] as const, [`optionValue ${number}`, value] as const]
  })
  return Object.fromEntries(cells)
}

function groupOf({ id, option, option_id }: JsonObject, groups: readonly JsonObject[]): string | undefined {
  const hasValue = ({ values }: JsonObject) => id !== undefined && objectsIn(values).some((value) => value.id === id)
  const group =
    isObject(option) && hasFields(option, 'title')
      ? option
      : (groups.find((one) => one.id === option_id && option_id !== undefined) ?? groups.find(hasValue))
  return group && textIn(group.title)
}

/** The prices of a variant, each as `EUR 19.90`, or as `EUR 15.00 19.90` with its original price. */
function amountsOf(variant: JsonObject, product: JsonObject): string[] {
  const isMinor = !isVersion2(variant) && isVersion1(variant, product)
  const { calculated_price: calculated, original_price: original } = variant
  const prices = objectsIn(variant.prices).filter((price) => !isConditional(price))
  if (isObject(calculated)) {
    const { currency_code, calculated_amount, original_amount } = calculated
    return amount(currency_code, calculated_amount, original_amount, isMinor)
  }
  if (typeof calculated === 'number') {
    const base = prices.find((price) => price.amount === original) ?? prices[0]
    return amount(base?.currency_code, calculated, original, isMinor)
  }
  return [...prices.filter((price) => !isRegional(price)), ...prices.filter(isRegional)].flatMap((price) =>
    amount(price.currency_code, price.amount, undefined, isMinor),
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

function amount(currency: unknown, price: unknown, original: unknown, isMinor: boolean): string[] {
  const code = currencyCode(textIn(currency)) ?? ''
  const text = (value: unknown) => textOfAmount(textIn(value).replaceAll(/\s/g, ''), code, isMinor)
  if (textIn(price) === '') return []
  const isReduced = Number(textIn(original)) > Number(textIn(price))
  return [`${code} ${text(price)}${isReduced ? ` ${text(original)}` : ''}`]
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
