import type { FormatSample } from '../format.ts'
import { filesFrom, type NativeFile, seoFrom } from '../products/product-fields.ts'
import { attributesIn, withAttributeColumns } from '../rows/attribute-columns.ts'
import { unescaped } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { WOOCOMMERCE_COLUMNS, type WooCommerceColumn } from './woocommerce-columns.ts'
import { isPluginExport, pluginColumns, withoutPlugins } from './woocommerce-exporters.ts'
import { columnsOfExport, foreignExport, hasEnglishNames, hasType } from './woocommerce-headers.ts'
import { woocommerceMeasure } from './woocommerce-measures.ts'
import { plainName, type WooCommerceItem, woocommerceKeys, woocommerceProduct } from './woocommerce-product.ts'
import { WPML_TRANSLATIONS } from './woocommerce-wpml.ts'

/** The product CSV that WooCommerce exports, with headers in any language. */
export const woocommerce = rowFormat<Column>({
  name: 'woocommerce',
  title: 'WooCommerce product CSV; the headers may be in another language',
  columns: WOOCOMMERCE_COLUMNS,
  columnsFor: (headers, rows) =>
    withAttributeColumns(
      pluginColumns(WOOCOMMERCE_COLUMNS, headers) ?? columnsOfExport(WOOCOMMERCE_COLUMNS, headers, rows),
      ['measure'],
      headers,
      (_, index) => woocommerceMeasure(headers, index),
    ),
  normalised: withoutPlugins,
  required: ['name'],
  recognises: (columns, { table }) =>
    columns.has('name') &&
    (columns.has('regularPrice') || columns.has('published')) &&
    (isPluginExport(table?.header ?? []) || isOwnExport(columns, table)),
  refusal: foreignExport,
  productKeys: (row) => woocommerceKeys(itemOf(row)),
  nameOf,
  build: (rows, product) => woocommerceProduct(withAttributeNames(rows.map(itemOf)), product),
  translations: WPML_TRANSLATIONS,
})

type Column = WooCommerceColumn

/**
 * Whether WooCommerce itself wrote the table. One with a status is of another system, whose drafts must not be served.
 * Merchants may leave out the type when they export. Then only the other columns tell.
 */
function isOwnExport(columns: ReadonlySet<Column>, table: FormatSample['table']): boolean {
  if (!table || table.header.some((name) => name.trim().toLowerCase() === 'status')) return false
  if (columns.has('type')) return hasEnglishNames(table.header) || table.rows.some(hasType)
  return columns.has('regularPrice') && OWN_COLUMNS.some((key) => columns.has(key))
}

/** Columns that have such headers only here. */
const OWN_COLUMNS: readonly Column[] = ['inStock', 'taxStatus', 'saleFrom', 'attributeName']

function nameOf(row: Row<Column>): string {
  return row.text('sku') || row.text('name') || (row.text('id') && `id:${row.text('id')}`) || row.text('parent')
}

function itemOf(row: Row<Column>): WooCommerceItem {
  const textOf = (key: Column) => unescaped(row.text(key))
  const type = typeOf(row)
  return {
    source: row,
    id: row.text('id'),
    hasType: row.text('type') !== '',
    type,
    parent: textOf('parent'),
    sku: textOf('sku'),
    name: plainName(row.text('name')),
    slug: row.text('slug'),
    link: row.text('link'),
    published: textOf('published'),
    description: withLineBreaks(unescaped(row.text('description') || row.text('shortDescription'))),
    brand: listOf(row.text('brands'))[0] ?? '',
    saleDates: [row.text('saleFrom'), row.text('saleTo')],
    taxStatus: row.text('taxStatus'),
    inStock: row.text('inStock'),
    stock: textOf('stock'),
    gtin: textOf('gtin'),
    mpn: row.text('mpn'),
    salePrice: textOf('salePrice'),
    regularPrice: textOf('regularPrice'),
    currency: row.text('currency'),
    categories: listOf(row.text('categories')),
    tags: listOf(row.text('tags')),
    files: filesIn(row),
    attributes: attributesOf(row, type),
    variationCount: Number(row.text('variations')),
    seo: seoFrom(unescaped(row.name('seoTitle')), unescaped(row.name('seoDescription'))),
    measures: attributesIn(row, 'variant'),
    popularity: row.text('popularity'),
  }
}

/** The type without `virtual` and `downloadable`, which concern the delivery. A row with a parent is a variation. */
function typeOf(row: Row<Column>): string {
  const words = listOf(row.text('type').toLowerCase())
  const type = words.filter((word) => word !== 'virtual' && word !== 'downloadable').join(', ')
  return type || (row.text('parent') === '' ? 'simple' : 'variation')
}

/** WooCommerce writes a line break of a description as the two characters `\n`, and these two as `\\n`. */
function withLineBreaks(text: string): string {
  return text.replace(/\\\\n|\\n/g, (escaped) => (escaped === '\\n' ? '\n' : '\\n'))
}

function attributesOf(row: Row<Column>, type: string): WooCommerceItem['attributes'] {
  // A variation has one value. Files of other programs do not escape a comma in it.
  const valuesOf = type === 'variation' ? oneValue : listOf
  return row.layout.numbers('attributeName').map((number) => ({
    name: plainName(row.text('attributeName', number)),
    values: valuesOf(row.text('attributeValues', number)),
  }))
}

/** The items, with the names of the parent's attributes for values of the same columns that have no name. */
function withAttributeNames(items: readonly WooCommerceItem[]): readonly WooCommerceItem[] {
  const parent = items.find(({ type }) => type !== 'variation')
  const named = (attributes: WooCommerceItem['attributes']) =>
    attributes.map(({ name, values }, index) => ({ name: name || (parent?.attributes[index]?.name ?? ''), values }))
  return items.map((item) => (item.type === 'variation' ? { ...item, attributes: named(item.attributes) } : item))
}

function oneValue(text: string): string[] {
  const value = plainName(unescaped(text).replaceAll('\\,', ','))
  return value === '' ? [] : [value]
}

/** The pictures of a row. A comma between two URLs separates them; a comma in a URL does not. */
function filesIn(row: Row<Column>): NativeFile[] {
  const paths = row.text('images').split(/,\s*(?=https?:|\/)|,\s+/)
  const alts = paths.map((path, index) => [path.trim(), row.name('imageAlt', index + 1)] as const)
  return filesFrom(paths, alts)
}

/** The items of a comma-separated list. A backslash precedes a comma that is part of an item. */
function listOf(text: string): string[] {
  const items = unescaped(text).match(/(?:\\,|[^,])+/g) ?? []
  return items.map((item) => plainName(item.replaceAll('\\,', ','))).filter((name) => name !== '')
}
