import { htmlToFlatText } from '../../catalog/html-text.ts'
import { NO_TAX } from '../../catalog/store.ts'
import { parseTimestamp } from '../../catalog/time.ts'
import { fold } from '../../catalog/words.ts'
import type { FormatSample } from '../format.ts'
import { shortSlug } from '../identifiers.ts'
import type { LeftOutReason } from '../left-out.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  categoriesOf,
  filesFrom,
  labelsFrom,
  type NativeFile,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { type CurrentPrice, currentPrice } from '../products/sale-price.ts'
import { slugFromPath } from '../products/slugs.ts'
import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'
import { decimalText, isBetween, stockCount, unescaped, yesOrNo } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { type ProductMapping, rowFormat } from '../rows/row-format.ts'
import { isPluginExport, pluginColumns, withoutPlugins } from './woocommerce-exporters.ts'
import { columnsOfExport, foreignExport, hasEnglishNames, hasType } from './woocommerce-headers.ts'

/** The columns by their English headers. */
const COLUMNS = {
  id: column('ID', 'the id by which variations name their product, and by which the next import finds it'),
  type: column('Type', 'simple, variable and variation are imported; grouped, external and other types are left out'),
  sku: column(
    'SKU',
    'the sku; if blank, one is made from the name and the options',
    'id',
    'variants[].id',
    'variants[].sku',
  ),
  name: column(
    'Name',
    'the name of the product or the variant; the slug is made from it',
    'name',
    'slug',
    'variants[].name',
  ),
  published: column('Published', '1 is imported; 0 (private), -1 (draft) and 2 (pending review) are left out'),
  description: column('Description', 'the description; --html says what becomes of its HTML', 'description'),
  brands: column('Brands', 'the brand, as an option of all variants'),
  shortDescription: column('Short description', 'the description, if there is no other'),
  saleFrom: column('Date sale price starts', 'the first day of the sale'),
  saleTo: column('Date sale price ends', 'the last day of the sale'),
  taxStatus: column('Tax status', 'none, shipping: the tax rate “No tax”, 0 %; otherwise the tax rate of the store'),
  inStock: column('In stock?', 'if 0, the stock is 0 unless a number is given'),
  stock: column('Stock', 'the stock; if blank, it is not tracked'),
  gtin: column('GTIN, UPC, EAN, or ISBN', 'the gtin, if it is one', 'variants[].gtin'),
  salePrice: column('Sale price', 'the price during the sale; the regular price is then the list price'),
  regularPrice: column('Regular price', 'the price; a variant without a price is left out', 'variants[].price'),
  categories: column('Categories', 'labels: each category, below the categories above it', 'labelValues[]'),
  tags: column('Tags', 'a label for each tag'),
  images: column('Images', 'the pictures, in their order', 'files[].file.path', 'variants[].files[].file.path'),
  parent: column('Parent', 'the product of a variation, as id:123 or as a sku'),
  attributeName: column('Attribute N name', 'an option group'),
  attributeValues: column(
    'Attribute N value(s) | Attribute N values | Attribute N value',
    'the options; on a variation, blank means any of them',
  ),
  slug: NO_COLUMN,
  link: NO_COLUMN,
  currency: NO_COLUMN,
  variations: NO_COLUMN,
  imageAlt: NO_COLUMN,
} satisfies Columns<string>

export type WooCommerceColumn = keyof typeof COLUMNS
type Column = WooCommerceColumn

/** How rows become products of WooCommerce. */
export const woocommerceProducts: ProductMapping<Column> = {
  name: 'woocommerce',
  productKeys,
  nameOf: (row) =>
    row.text('sku') || row.text('name') || (row.text('id') && `id:${row.text('id')}`) || row.text('parent'),
  build,
}

/** The product CSV that WooCommerce exports, with headers in any language. */
export const woocommerce = rowFormat<Column>({
  ...woocommerceProducts,
  title: 'WooCommerce product CSV; the headers may be in another language',
  columns: COLUMNS,
  columnsFor: (headers, rows) => pluginColumns(COLUMNS, headers) ?? columnsOfExport(COLUMNS, headers, rows),
  normalised: withoutPlugins,
  required: ['name'],
  recognises: (columns, { table }) =>
    columns.has('name') &&
    (columns.has('regularPrice') || columns.has('published')) &&
    (isPluginExport(table?.header ?? []) || isOwnExport(columns, table)),
  refusal: foreignExport,
})

/**
 * Whether WooCommerce itself wrote the table. One with a status is of another system, whose drafts must not be served. Merchants
 * may leave out the type when they export. Then only the other columns tell.
 */
function isOwnExport(columns: ReadonlySet<Column>, table: FormatSample['table']): boolean {
  if (!table || table.header.some((name) => name.trim().toLowerCase() === 'status')) return false
  if (columns.has('type')) return hasEnglishNames(table.header) || table.rows.some(hasType)
  return columns.has('regularPrice') && OWN_COLUMNS.some((key) => columns.has(key))
}

/** Columns that have such headers only here. */
const OWN_COLUMNS: readonly Column[] = ['inStock', 'taxStatus', 'saleFrom', 'attributeName']

function productKeys(row: Row<Column>): readonly string[] | LeftOutReason {
  const type = typeOf(row)
  if (type === 'variation') return parentKeys(row)
  if (type === 'simple' || type === 'variable') return ownKeys(row)
  return type === 'grouped' || type === 'external' ? type : 'other-type'
}

/** The type without `virtual` and `downloadable`, which concern the delivery. A row with a parent is a variation. */
function typeOf(row: Row<Column>): string {
  const words = listOf(row.text('type').toLowerCase())
  const type = words.filter((word) => word !== 'virtual' && word !== 'downloadable').join(', ')
  return type || (row.text('parent') === '' ? 'simple' : 'variation')
}

function parentKeys(row: Row<Column>): readonly string[] | LeftOutReason {
  const parent = unescaped(row.text('parent'))
  if (parent === '') return 'no-product'
  const id = /^id:\s*(\d+)$/i.exec(parent)?.[1]
  return [id === undefined ? skuKey(parent) : `id:${id}`]
}

function ownKeys(row: Row<Column>): string[] {
  const id = row.text('id')
  const sku = unescaped(row.text('sku'))
  return [...(id === '' ? [] : [`id:${id}`]), ...(sku === '' ? [] : [skuKey(sku)])]
}

function skuKey(sku: string): string {
  return `sku:${sku.toLowerCase()}`
}

function build(rows: readonly Row<Column>[], product: ProductBuilder<Column>): ProductFields<Column> | undefined {
  const variations = rows.filter((row) => typeOf(row) === 'variation')
  const [parent, ...repeated] = rows.filter((row) => typeOf(row) !== 'variation')
  if (!parent) return product.leaveOut(variations, 'no-parent', variations[0])
  product.leaveOut(repeated, 'repeated')
  const reason = whyHidden(parent, product)
  if (reason) return product.leaveOut([parent, ...variations], reason, parent)
  const isVariable = typeOf(parent) === 'variable' || (parent.text('type') === '' && variations.length > 0)
  if (!isVariable) product.leaveOut(variations, 'no-parent', parent)
  for (const row of isVariable ? variations : [parent]) addVariant(row, parent, product)
  const missing = isVariable ? Number(parent.text('variations')) - variations.length : 0
  if (product.variants.length === 0)
    return isVariable
      ? product.leaveOut([parent], variations.length === 0 ? 'no-variations' : 'no-variants')
      : undefined
  if (missing > 0) product.warn(parent, 'variations', `has ${missing} ids whose variations are not in the file`)
  addOtherOptions(parent, product)
  product.addProductOption({ group: 'Brand', option: listOf(parent.text('brands'))[0] ?? '' })
  const [key] = ownKeys(parent)
  const categories = listOf(parent.text('categories')).map(categoriesOf)
  return {
    source: parent,
    id: key && product.id(key),
    name: plainName(parent.text('name')),
    slug: slugFromPath(parent.text('slug')),
    link: parent.text('link'),
    currency: parent.text('currency') || undefined,
    description: withLineBreaks(unescaped(parent.text('description') || parent.text('shortDescription'))),
    files: picturesOf(parent),
    labelValues: labelsFrom([...categories, ...listOf(parent.text('tags'))]),
  }
}

/** WooCommerce writes a line break of a description as the two characters `\n`, and these two as `\\n`. */
function withLineBreaks(text: string): string {
  return text.replace(/\\\\n|\\n/g, (escaped) => (escaped === '\\n' ? '\n' : '\\n'))
}

function whyHidden(row: Row<Column>, product: ProductBuilder<Column>): LeftOutReason | undefined {
  const published = unescaped(row.text('published'))
  if (published === '0') return 'private'
  if (published === '-1' || published === '2') return 'draft'
  if (published !== '' && published !== '1') {
    const right = '1 for public, 0 for private, -1 for a draft, or 2 for a product that is pending review'
    product.problem(row, 'published', `is ${JSON.stringify(published)}`, right)
  }
  return undefined
}

/** Adds a variation of a variable product, or the only variant of a simple product, whose row is the parent itself. */
function addVariant(row: Row<Column>, parent: Row<Column>, product: ProductBuilder<Column>): void {
  const isVariation = row !== parent
  const options = optionsOf(row)
  const { price, listPrice } = priceOf(row, product)
  if (product.leaveOutUnsold(row, price, options, isVariation ? whyHidden(row, product) : undefined)) return
  const parentName = parent.text('name')
  const prefix = unescaped(parent.text('sku')) || shortSlug(plainName(parentName))
  const sku = product.uniqueSku(row, unescaped(row.text('sku')), options, prefix)
  const [key] = ownKeys(parent)
  product.addVariant(row, {
    id: key && product.id(key, 'variant', sku),
    name: plainName(row.text('name')) || variantName(plainName(parentName), options, ', '),
    sku,
    gtin: unescaped(row.text('gtin')),
    price,
    listPrice,
    stock: stockOf(row, parent, product),
    options,
    files: isVariation ? picturesOf(row) : [],
    taxRate: /^(?:none|shipping)$/i.test(row.text('taxStatus') || parent.text('taxStatus')) ? NO_TAX : undefined,
  })
}

/** The attributes with one value. Of several values, none is an option of the variant. */
function optionsOf(row: Row<Column>): VariantOption[] {
  const single = attributesOf(row).filter(({ values }) => values.length === 1)
  return single.map(({ name, values }) => ({ group: name, option: values[0]! }))
}

function attributesOf(row: Row<Column>): { readonly name: string; readonly values: readonly string[] }[] {
  const isVariation = typeOf(row) === 'variation'
  const attributes = row.layout.numbers('attributeName').map((number) => ({
    name: plainName(row.text('attributeName', number)),
    // A variation has one value. Files of other programs do not escape a comma in it.
    values: isVariation ? oneValue(row.text('attributeValues', number)) : listOf(row.text('attributeValues', number)),
  }))
  return attributes.filter(({ name, values }) => name !== '' && values.length > 0)
}

function oneValue(text: string): string[] {
  const value = plainName(unescaped(text).replaceAll('\\,', ','))
  return value === '' ? [] : [value]
}

/** Adds the attributes that some variant leaves open, with all their values, as options of the product as a whole. */
function addOtherOptions(parent: Row<Column>, product: ProductBuilder<Column>): void {
  for (const { name, values } of attributesOf(parent)) {
    const isChosen = product.variants.every(({ productOptions }) =>
      productOptions.some(({ group }) => fold(group) === fold(name)),
    )
    if (!isChosen) for (const option of values) product.addOption({ group: name, option })
  }
}

function priceOf(row: Row<Column>, product: ProductBuilder<Column>): CurrentPrice {
  const priceIn = (column: Column) => decimalText(unescaped(row.text(column)))
  const dates = [row.text('saleFrom'), row.text('saleTo')]
  const isNow = isBetween(product.now.toISOString().slice(0, 10), dates, dayOf)
  const [regularPrice, salePrice] = [priceIn('regularPrice'), priceIn('salePrice')]
  return currentPrice(row, { regularPrice, salePrice, saleColumn: 'salePrice', isNow }, product)
}

/** The day of a date or a timestamp, as 2026-03-14; undefined for anything else. */
function dayOf(text: string): string | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]|$)/.exec(text)
  if (!match) return undefined
  const [, year, month, day] = match
  return parseTimestamp(`${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`)?.slice(0, 10)
}

/** The stock of the row, or of its parent if the row says “parent”. */
function stockOf(row: Row<Column>, parent: Row<Column>, product: ProductBuilder<Column>): number | null {
  const isParents = row !== parent && row.text('stock').toLowerCase() === 'parent'
  const owner = isParents ? parent : row
  const quantity = unescaped(owner.text('stock'))
  if (quantity === '') return yesOrNo(owner.text('inStock')) === false ? 0 : null
  // No warning about an inexact number of the parent: each variation would repeat it.
  const count = isParents ? stockCount(quantity) : undefined
  return count?.stock ?? product.stock(owner, 'stock', quantity)
}

/** The pictures of a row. A comma between two URLs separates them; a comma in a URL does not. */
function picturesOf(row: Row<Column>): NativeFile[] {
  const paths = row.text('images').split(/,\s*(?=https?:|\/)|,\s+/)
  const alts = paths.map((path, index) => [path.trim(), row.name('imageAlt', index + 1)] as const)
  return filesFrom(paths, new Map(alts.filter(([, alt]) => alt !== '')))
}

/** The items of a comma-separated list. A backslash precedes a comma that is part of an item. */
function listOf(text: string): string[] {
  const items = unescaped(text).match(/(?:\\,|[^,])+/g) ?? []
  return items.map((item) => plainName(item.replaceAll('\\,', ','))).filter((name) => name !== '')
}

/** The name as shoppers see it: WordPress exports `&` as `&amp;`. */
function plainName(text: string): string {
  return htmlToFlatText(unescaped(text.trim())).replace(/\s+/g, ' ').trim()
}
