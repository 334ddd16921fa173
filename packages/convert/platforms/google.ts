import { currencyCode } from '@vitrine/catalog/currency'
import { decodeEntities } from '@vitrine/catalog/html-text'
import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { parseTimestamp } from '@vitrine/catalog/time'
import { fold } from '@vitrine/catalog/words'
import { inStock } from '../any-table/cell-content.ts'
import { readMoney } from '../any-table/money.ts'
import { type FormatSample, headersOf } from '../format.ts'
import { attributeOf, type NativeAttribute } from '../products/attribute-values.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  categoriesOf,
  filesFrom,
  type LabelMentions,
  type NativeFile,
  type ProductFields,
  unitPriceFrom,
  type VariantOption,
} from '../products/product-fields.ts'
import { type CurrentPrice, currentPrice } from '../products/sale-price.ts'
import { slugFromLinks } from '../products/slugs.ts'
import { type Columns, column, mapHeaders } from '../rows/columns.ts'
import { commonTitle, type VariantTitle } from '../rows/common-title.ts'
import { isBetween, priceUnlessZero, unescaped, withoutCurrency, withoutEnd } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { readSubAttributes } from '../rows/sub-attributes.ts'

/** The columns of a table, and the elements of a feed without their prefix `g:`. */
const COLUMNS = {
  id: column('id', 'the sku', 'id', 'variants[].id', 'variants[].sku'),
  group: column('item_group_id', 'the product; items with the same group are its variants'),
  groupTitle: column('item_group_title', "the product's name"),
  title: column(
    'title',
    "the variant's name; without an item_group_title, the product's name is what the titles of its variants share",
    'name',
    'variants[].name',
  ),
  description: column('description | summary', 'the description', 'description'),
  richDescription: column('rich_text_description', 'the description, in HTML, instead of the plain one'),
  link: column('link', 'the slug, from the last part of the path, if all items of the product share it', 'slug'),
  image: column('image_link', 'the first picture', 'files[].file.path', 'variants[].files[].file.path'),
  moreImages: column('additional_image_link', 'the other pictures'),
  price: column('price', 'the price, and its currency', 'variants[].price', 'currency'),
  salePrice: column('sale_price', 'the price during the sale; the price is then the list price'),
  saleDates: column('sale_price_effective_date', 'the start and the end of the sale'),
  gtin: column('gtin', 'the gtin, if it is one', 'variants[].gtin'),
  mpn: column('mpn', 'the mpn', 'variants[].mpn'),
  availability: column('availability', 'out_of_stock: the stock 0; otherwise the stock is not tracked'),
  quantity: column('quantity_to_sell_on_facebook | inventory', 'the stock, unless it is 0 by the availability'),
  status: column('status', 'if archived, the item is left out'),
  visibility: column('visibility', 'if hidden or staging, the item is left out'),
  type: column('product_type', 'labels: the category, below the categories above it', 'labelValues[]'),
  category: column(
    'google_product_category',
    'labels in the same way, if there is no product_type; a number is not used',
  ),
  metaCategory: column('fb_product_category', 'labels in the same way, if there is no other category'),
  brand: column('brand', 'an option of the group “Brand”, for the product as a whole'),
  color: column('color | colour', 'an option of the group “Color”'),
  size: column('size', 'an option of the group “Size”'),
  material: column('material', 'an option of the group “Material”'),
  pattern: column('pattern', 'an option of the group “Pattern”'),
  ageGroup: column('age_group', 'an option of the group “Age group”'),
  gender: column('gender', 'an option of the group “Gender”'),
  variantOption: column(
    'variant_option | variant_option(name:value) | additional_variant_attribute | additional_variant_attribute(label:value)',
    'an option of the group with this name; it counts instead of a column that says the same',
  ),
  contents: column('unit_pricing_measure', 'what the variant contains, for the unit price', 'variants[].unitPrice'),
  unitAmount: column('unit_pricing_base_measure', 'the amount that the unit price is for'),
  detail: column(
    'product_detail | product_detail(section_name:attribute_name:attribute_value)',
    'an attribute of the variant for each',
  ),
  weight: column('product_weight', 'the attribute `weight`'),
  length: column('product_length', 'the attribute `length`'),
  width: column('product_width', 'the attribute `width`'),
  height: column('product_height', 'the attribute `height`'),
  customLabel: column('custom_label_N', 'a label'),
  productTag: column('product_tags[N]', 'a label'),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS
type Builder = ProductBuilder<Column>

/** The columns in which variants differ, and their option groups. */
const OPTION_GROUPS: readonly (readonly [Column, string])[] = [
  ['color', 'Color'],
  ['size', 'Size'],
  ['material', 'Material'],
  ['pattern', 'Pattern'],
  ['ageGroup', 'Age group'],
  ['gender', 'Gender'],
]

/** A product feed for Google Merchant Center, or for a catalog of Meta. One item is one variant. */
export const google = rowFormat<Column>({
  name: 'google',
  title: 'Google Merchant product feed, or catalog of Meta (Facebook, Instagram): RSS or Atom XML, TSV, CSV',
  columns: COLUMNS,
  columnsFor,
  required: ['id', 'title', 'price'],
  feeds: true,
  recognises: (columns, sample) => (sample.table ? isTable(columns) : isFeed(sample.text) && !isLocalInventory(sample)),
  refusal: (sample) => (isLocalInventory(sample) ? LOCAL_INVENTORY : undefined),
  productKeys: (row) => (row.text('group') || row.text('id') ? [productKey(row)] : 'no-product'),
  nameOf: (row) => row.text('id') || row.text('title'),
  build,
})

/** A table may have the prefixes of a feed: `g:id`. */
function columnsFor(headers: readonly string[]): Columns<Column> {
  if (!headers.some((header) => /^g:/i.test(header.trim()))) return COLUMNS
  return mapHeaders<Column>(COLUMNS, (names) => names.flatMap((name) => [name, `g:${name}`]))
}

function isTable(columns: ReadonlySet<Column>): boolean {
  const hasItems = columns.has('id') && columns.has('title') && columns.has('price')
  return hasItems && (columns.has('link') || columns.has('availability'))
}

function isFeed(text: string): boolean {
  const elements = text.replace(/<!--[\s\S]*?(?:-->|$)|<[?!][^>]*(?:>|$)/g, ' ')
  return /^[^<]*<(?:rss|feed|rdf:RDF|channel)\b/i.test(elements) || isProductList(elements)
}

/** Whether the XML is a list of products, of which the first has the elements that an item of a feed needs. */
function isProductList(elements: string): boolean {
  const start = elements.search(/<(?:\w+:)?(?:product|item)\b/)
  const length = start === -1 ? -1 : elements.slice(start).search(/<\/(?:\w+:)?(?:product|item)>/)
  const product = elements.slice(start, start + length)
  return length > 0 && NEEDED.every((name) => new RegExp(`<(?:\\w+:)?${name}>`).test(product))
}

const NEEDED = ['id', 'title', 'link', 'price']

/** Whether the file says what single stores have. Its items have no titles. */
function isLocalInventory(sample: FormatSample): boolean {
  const headers = headersOf(sample)
  if (sample.table) return (headers.has('store_code') || headers.has('store code')) && !headers.has('title')
  return (
    /<(?:\w+:)?store_code>/.test(sample.text) && !/<(?:item|entry|product)\b[\s\S]*<(?:\w+:)?title\b/.test(sample.text)
  )
}

const LOCAL_INVENTORY =
  'The file looks like a local inventory feed for Google Merchant Center: ' +
  'it has the stock of single stores, and no titles. Import the feed of the products.'

function productKey(row: Row<Column>): string {
  const group = groupOf(row)
  return group === '' ? `id:${row.text('id')}` : `group:${group}`
}

/** '' for an item without a color, a size or another option, which is a product of its own. */
function groupOf(row: Row<Column>): string {
  const hasOptions = attributesOf(row).length > 0 || variantOptionsOf(row).length > 0
  return hasOptions ? row.text('group') : ''
}

function build(rows: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const items = soldItems(rows, product)
  const [first] = items
  if (!first) return undefined
  const id = product.id(productKey(first))
  const group = first.text('group')
  const allOptions = optionsOf(items)
  for (const [index, item] of items.entries()) {
    const options = allOptions[index]!
    warnOfSameOptions(item, options, product)
    const sku = product.uniqueSku(item, unescaped(item.text('id')), options, group)
    product.addVariant(item, {
      id: product.id(id, sku),
      name: item.name('title'),
      sku,
      gtin: unescaped(item.text('gtin')),
      mpn: unescaped(item.text('mpn')),
      ...priceOf(item, product),
      unitPrice: unitPriceFrom(item.text('contents'), item.text('unitAmount')),
      stock: stockOf(item, product),
      options,
      attributes: factsOf(item),
      // The pictures of a single item are those of the product.
      files: items.length === 1 ? [] : picturesOf(item),
    })
  }
  const brands = items.map((item) => item.name('brand'))
  if (!areNamed(items.map(variantOptionsOf), brands)) product.addProductOption({ group: 'Brand', option: brands[0]! })
  return {
    source: first,
    id,
    name: groupOf(first) === '' ? first.name('title') : first.name('groupTitle') || commonTitle(items.map(titleOf)),
    slug: slugFromLinks(items.map((item) => item.text('link'))),
    mayChangeSlug: true,
    description: first.text('richDescription') || first.text('description'),
    currency: currencyOf(items, product),
    link: first.text('link'),
    files: picturesOf(first),
    labels: items.map(labelsOf),
  }
}

function soldItems(rows: readonly Row<Column>[], product: Builder): Row<Column>[] {
  const ids = new Set<string>()
  const currency = product.currency ?? rows.flatMap(currenciesOf)[0]
  // A feed for several countries may have an item once for each currency.
  const inCurrency = rows.filter((row) => {
    const isOther = currenciesOf(row).some((code) => code !== currency)
    if (isOther) product.leaveOut([row], 'other-currency')
    return !isOther
  })
  return inCurrency.filter((row) => {
    const hidden = whyHidden(row, product)
    const reason = hidden ?? whyNotSold(row, ids)
    if (!hidden) ids.add(row.text('id'))
    if (reason) product.leaveOut([row], reason)
    return reason === undefined
  })
}

/** Why Meta does not show the item. */
function whyHidden(row: Row<Column>, product: Builder): LeftOutReason | undefined {
  const [status, visibility] = [row.text('status').toLowerCase(), row.text('visibility').toLowerCase()]
  if (status === 'archived' || status === 'draft') return status
  if (visibility === 'hidden' || visibility === 'staging') return 'unpublished'
  if (status !== '' && status !== 'active')
    product.warn(row, 'status', `is ${JSON.stringify(status)}, which is unknown, and counts as active`)
  return undefined
}

function whyNotSold(row: Row<Column>, ids: ReadonlySet<string>): LeftOutReason | undefined {
  // Shops write 0 for what has no price. Google accepts no such item.
  if (priceUnlessZero(withoutCurrency(priceIn(row, 'price'))) === '') return 'no-price'
  return row.text('id') !== '' && ids.has(row.text('id')) ? 'repeated' : undefined
}

/** The price of an item, with the code of its currency in upper case: “15.00 usd” is “15.00 USD”. */
function priceIn(row: Row<Column>, key: Column): string {
  return row.text(key).replace(/^[a-z]{3}(?=\s*\d)|(?<=\d\s*)[a-z]{3}$/i, (code) => code.toUpperCase())
}

/** The codes of currencies that the prices of an item name: “15.00 USD”, “USD 15.00” or “€15.00”. */
function currenciesOf(row: Row<Column>): string[] {
  return [priceIn(row, 'price'), priceIn(row, 'salePrice')].flatMap(
    (price) => /^[A-Z]{3}(?=\s*\d)|(?<=\d\s*)[A-Z]{3}$/.exec(price)?.[0] ?? readMoney(price).currency ?? [],
  )
}

/** The currency of the prices; undefined if it is no more in use, such as HRK. */
function currencyOf(items: readonly Row<Column>[], product: Builder): string | undefined {
  const item = items.find((row) => currenciesOf(row).length > 0)
  const code = item && currenciesOf(item)[0]!
  if (!code || currencyCode(code) !== undefined || !Intl.supportedValuesOf('currency').includes(code)) return code
  product.warn(item, 'price', `names ${code}, a currency that is no more in use: the store gets no currency from it`)
  return undefined
}

/** The options of each item of a product. */
function optionsOf(items: readonly Row<Column>[]): VariantOption[][] {
  const attributes = items.map(attributesOf)
  const named = items.map(variantOptionsOf)
  const isNamed = (group: string) => {
    const values = attributes.map((options) => optionIn(options, group))
    return areNamed(named, values)
  }
  const repeated = new Set(OPTION_GROUPS.map(([, group]) => group).filter(isNamed))
  return named.map((options, index) => [
    ...attributes[index]!.filter(({ group }) => !repeated.has(group) && optionIn(options, group) === undefined),
    ...options,
  ])
}

/** Whether the variant options of one name say the same of every item as these values. */
function areNamed(named: readonly VariantOption[][], values: readonly (string | undefined)[]): boolean {
  const isSame = (value: string | undefined, index: number, name: string) =>
    value === undefined || fold(optionIn(named[index]!, name) ?? '') === fold(value)
  return named[0]!.some(({ group }) => values.every((value, index) => isSame(value, index, group)))
}

function optionIn(options: readonly VariantOption[], group: string): string | undefined {
  return options.find((each) => fold(each.group) === fold(group))?.option
}

function attributesOf(row: Row<Column>): VariantOption[] {
  const options = OPTION_GROUPS.map(([key, group]) => ({ group, option: row.name(key) }))
  return options.filter(({ option }) => option !== '')
}

function variantOptionsOf(row: Row<Column>): VariantOption[] {
  const pairs = row.texts('variantOption').flatMap(readSubAttributes)
  // A colon of a value may lack its backslash.
  return pairs.flatMap(([group = '', ...parts]) => {
    const option = parts.join(':')
    return group === '' || option === '' ? [] : [{ group: decodeEntities(group), option: decodeEntities(option) }]
  })
}

const MEASURES = { weight: 'Weight', length: 'Length', width: 'Width', height: 'Height' } as const

/** The measures of an item, and its details: each a section, a name and a value, or without the section. */
function factsOf(row: Row<Column>): NativeAttribute[] {
  const measures = (Object.keys(MEASURES) as (keyof typeof MEASURES)[]).map((code) =>
    attributeOf({ code, name: MEASURES[code] }, row.text(code)),
  )
  const details = row
    .texts('detail')
    .flatMap(readSubAttributes)
    .map((parts) => {
      const [name = '', value = ''] = parts.length > 2 ? [parts[1], parts.slice(2).join(':')] : parts
      return name === '' ? undefined : attributeOf({ name: decodeEntities(name) }, decodeEntities(value))
    })
  return [...measures, ...details].filter((attribute) => attribute !== undefined)
}

function warnOfSameOptions(item: Row<Column>, options: readonly VariantOption[], product: Builder): void {
  const other = product.sourceWithOptions(options)
  if (other)
    product.warn(
      item,
      'group',
      `is the same as ${other.where}, and so are the options: shoppers cannot tell these variants apart`,
    )
}

function priceOf(row: Row<Column>, product: Builder): CurrentPrice {
  const dates = row.text('saleDates')
  const times = dates === '' ? ['', ''] : dates.split('/')
  const [start, end] = times.map((time) => time.trim())
  const period = [start!, DAY.test(end ?? '') ? `${end}T23:59:59.999` : end!]
  const isNow = times.length === 2 ? isBetween(product.now.toISOString(), period, parseTimestamp) : undefined
  const [regularPrice, salePrice] = [withoutCurrency(priceIn(row, 'price')), withoutCurrency(priceIn(row, 'salePrice'))]
  return currentPrice(row, { regularPrice, salePrice, saleColumn: 'salePrice', isNow }, product)
}

/** A time without a time of day. A sale lasts to the end of its last day. */
const DAY = /^\d{4}-\d\d-\d\d$/

/** The stock, if the feed says how many there are; otherwise 0 or null. */
function stockOf(row: Row<Column>, product: Builder): number | null {
  const availability = row.text('availability')
  const isAvailable = inStock(availability)
  if (isAvailable === false) return 0
  if (isAvailable === undefined && availability !== '')
    product.warn(row, 'availability', `is ${JSON.stringify(availability)}, which is unknown, and counts as in stock`)
  return product.stock(row, 'quantity', row.text('quantity'))
}

function titleOf(row: Row<Column>): VariantTitle {
  const options = [...attributesOf(row), ...variantOptionsOf(row)]
  return { title: row.name('title'), options: options.map(({ option }) => option) }
}

function picturesOf(row: Row<Column>): NativeFile[] {
  return filesFrom([
    row.text('image'),
    ...row
      .texts('moreImages')
      .flatMap((text) => text.split(/(?<=[,;|\s])(?=https?:)/).map((url) => withoutEnd(url, ',;| \r\n\t'))),
  ])
}

function labelsOf(row: Row<Column>): LabelMentions {
  const types = row.texts('type')
  // The number of a Google category means nothing to a shopper.
  const named = (key: Column) => row.texts(key).filter((path) => !/^\d+$/.test(path))
  const categories = named('category').length > 0 ? named('category') : named('metaCategory')
  const paths = types.length > 0 ? types : categories
  const others = [...row.numberedNames('customLabel'), ...row.numberedNames('productTag')]
  return { category: paths.map(decodeEntities).map(categoriesOf), tag: others }
}
