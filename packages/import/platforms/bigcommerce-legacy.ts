import { formatPrice, parsePrice } from '@vitrine/catalog/money'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  type NativeFile,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { type CurrentPrice, currentPrice } from '../products/sale-price.ts'
import { slugFromPath } from '../products/slugs.ts'
import { type Columns, column } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { gtinIn, priceUnlessZero, roundedPrice, yesOrNo } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { categoryPaths } from './bigcommerce.ts'

const COLUMNS = {
  item: column(
    'Item Type',
    'Product, SKU or Rule. SKUs and rules belong to the product above them. Without this column, each row is a product',
  ),
  id: column('Product ID', 'the id, by which the next import finds the product'),
  name: column('Product Name | Name', 'the name of a product; the options of a SKU or of a rule', 'name'),
  sku: column(
    'Product Code/SKU | Product SKU | Code',
    'the sku; if blank, one is made from the name and the options',
    'variants[].sku',
  ),
  brand: column('Brand Name | Brand', 'an option of the group “Brand”, for the product as a whole'),
  description: column('Product Description | Description', 'the description', 'description'),
  price: column(
    'Price',
    'the price; of a rule, what it adds to the price: [ADD]5, [REMOVE]5, [FIXED]5',
    'variants[].price',
  ),
  calculatedPrice: column('Calculated Price', 'the price, if there is no other. It is the sale price, if there is one'),
  salePrice: column('Sale Price', 'the price, if it is not 0; the price is then the list price'),
  retailPrice: column('Retail Price', 'the list price, if it is above the price', 'variants[].listPrice'),
  purchasable: column('Allow Purchases? | Allow Purchases', 'if N, the stock is 0'),
  visible: column('Product Visible? | Product Visible', 'if N, the product is left out'),
  tracking: column('Track Inventory', 'none: the stock is not tracked; by product: the variants share the stock'),
  inventoried: column('Product Inventoried', 'if Y and there is no other, the stock of the product is tracked'),
  stock: column('Current Stock Level | Stock Level', 'the stock, if it is tracked'),
  categories: column('Category | Category String', 'labels: each category, below those above it', 'labelValues[]'),
  categoryDetails: column('Category Details', 'labels: the paths of the categories, if there are no others'),
  images: column('Images', 'the pictures, if there are no others'),
  singleImage: column('Product Image URL', 'a picture'),
  imageUrl: column('Product Image URL - N', 'a picture', 'files[].file.path', 'variants[].files[].file.path'),
  imageFile: column('Product Image File - N | Product Image Path - N', 'a picture, if there is no URL'),
  imageAlt: column('Product Image Description - N', 'the alt text of the picture', 'files[].file.alt'),
  thumbnail: column('Product Image Is Thumbnail - N', 'if Y, the picture is the first one'),
  imageSort: column('Product Image Sort - N', 'the order of the pictures'),
  gtin: column(
    'Product UPC/EAN | GPS Global Trade Item Number | Global Trade Item Number',
    'the gtin, if it is one',
    'variants[].gtin',
  ),
  mpn: column('Manufacturer Part Number | GPS Manufacturer Part Number', 'the mpn', 'variants[].mpn'),
  url: column('Product URL', 'the slug', 'slug'),
  stops: column('Stop Processing Rules', 'if Y, no later rule counts for the variants of this rule'),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS
type Builder = ProductBuilder<Column>

/** The product CSV of the older export of BigCommerce, with the columns of its template “Bulk Edit” or “Default”. */
export const bigcommerceLegacy = rowFormat<Column>({
  name: 'bigcommerce-legacy',
  title: 'BigCommerce product CSV of the legacy export (Bulk Edit or Default)',
  columns: COLUMNS,
  required: ['name'],
  recognises: (columns) =>
    columns.has('name') &&
    columns.has('sku') &&
    (columns.has('price') || columns.has('calculatedPrice')) &&
    (columns.has('item') || (columns.has('categoryDetails') && columns.has('visible'))),
  continues: (row) => itemOf(row) !== 'product',
  productKeys: (row) => {
    const item = itemOf(row)
    if (item === 'product') return [`line ${row.line}`]
    return item === 'sku' || item === 'rule' ? [] : 'other-type'
  },
  nameOf: (row) => row.text('sku') || row.text('name'),
  build,
})

function itemOf(row: Row<Column>): string {
  return row.layout.keys.has('item') ? row.text('item').toLowerCase() : 'product'
}

function build(rows: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const main = rows[0]!
  if (!flag(main, 'visible', product, true)) return product.leaveOut(rows, 'unpublished', main)
  const id = product.id(main.text('id') || main.text('sku') || main.text('name'))
  const skus = rows.filter((row) => itemOf(row) === 'sku')
  const rules = rulesOf(rows, product)
  for (const row of skus.length === 0 ? [main] : skus) addVariant(row, { main, id, rules }, product)
  if (product.variants.length === 0) return skus.length === 0 ? undefined : product.leaveOut([main], 'no-variants')
  for (const rule of rules)
    if (!rule.isUsed) product.warn(rule.row, 'name', 'has a rule for no sku of the product, and is not used')
  product.addProductOption({ group: 'Brand', option: main.name('brand') })
  return {
    source: main,
    id,
    name: main.name('name'),
    slug: slugFromPath(main.text('url')),
    mayChangeSlug: true,
    description: main.text('description'),
    files: picturesOf(main),
    labels: { category: categoryPaths(main.name('categories') || pathsIn(main.name('categoryDetails')).join(';')) },
  }
}

/** The paths in `Category Name: Linen, Category Path: Shirts/Linen|Category Name: …`. */
function pathsIn(details: string): string[] {
  return details.split('|').flatMap((part) => /Category Path:\s*(.*)$/s.exec(part)?.[1] ?? [])
}

interface Owner {
  readonly main: Row<Column>
  readonly id: string
  readonly rules: readonly Rule[]
}

/** Adds a variant, or the product itself as its only variant. */
function addVariant(row: Row<Column>, { main, id, rules }: Owner, product: Builder): void {
  const options = row === main ? [] : optionsOf(row)
  const matches = matchingRules(rules, row.text('sku'), options)
  const { price, listPrice } = priceOf(row, main, matches, product)
  if (product.leaveOutUnsold(row, price, options)) return
  const name = main.name('name')
  const sku = product.uniqueSku(row, row.text('sku'), options, main.text('sku') || name)
  const isForSale = [main, ...matches.map((rule) => rule.row)].every(
    (owner) => yesOrNo(owner.text('purchasable')) !== false,
  )
  product.addVariant(row, {
    id: product.id(id, sku),
    name: variantName(name, options, ', '),
    sku,
    gtin: gtinIn(row.texts('gtin')),
    mpn: row.text('mpn'),
    price,
    listPrice,
    stock: isForSale ? stockOf(row, main, product) : 0,
    options,
    files: matches.flatMap((rule) => picturesOf(rule.row)).slice(0, 1),
  })
}

/**
 * The options in `[RT]Size=M,[CS]Color=Red:#ff0000`. A swatch has a color or a picture after the option. A rule may
 * name several options of a group: `[RT]Size=M,Size=L`.
 */
function optionsOf(row: Row<Column>): VariantOption[] {
  const parts = row.name('name').split(/,\s*(?=\[\w+\])/)
  return parts.flatMap((part) => {
    const [, type, name, values] = /^\s*\[(\w+)\]([^=]*)=([\s\S]*)$/.exec(part) ?? []
    const group = name?.trim() ?? ''
    const choices = group === '' ? [] : values!.split(`,${group}=`)
    return choices.map((choice) => ({
      group,
      option: (type === 'CS' ? choice.split(/:(?=#|https?:)/, 1)[0]! : choice).trim(),
    }))
  })
}

/** A rule for the variants with a sku, or else for those with some options. */
interface Rule {
  readonly row: Row<Column>
  readonly sku: string
  readonly options: readonly VariantOption[]
  /** What it does to a price in hundredths. */
  readonly change: (price: number) => number
  /** Whether it is for some variant. */
  isUsed: boolean
}

function rulesOf(rows: readonly Row<Column>[], product: Builder): Rule[] {
  const ruleRows = rows.filter((row) => itemOf(row) === 'rule')
  return ruleRows.map((row) => ({
    row,
    sku: row.text('sku'),
    options: optionsOf(row),
    change: changeOf(row, product),
    isUsed: false,
  }))
}

function changeOf(row: Row<Column>, product: Builder): Rule['change'] {
  const text = row.text('price')
  const [, kind, number] = /^\[(ADD|REMOVE|FIXED)\]\s*(\S+)$/i.exec(text) ?? []
  const amount = number === undefined ? undefined : parsePrice(roundedPrice(number))
  if (amount === undefined && !/^0*(?:\.0*)?$/.test(text))
    product.problem(row, 'price', `is ${JSON.stringify(text)}`, 'a rule such as [ADD]5.00, [REMOVE]5.00 or [FIXED]5.00')
  if (amount === undefined) return (price) => price
  if (kind!.toUpperCase() === 'FIXED') return () => amount
  return (price) => Math.max(0, kind!.toUpperCase() === 'ADD' ? price + amount : price - amount)
}

function matchingRules(rules: readonly Rule[], sku: string, options: readonly VariantOption[]): Rule[] {
  const matches = rules.filter((rule) => (rule.sku === '' ? hasOptions(rule, options) : rule.sku === sku))
  for (const rule of matches) rule.isUsed = true
  const last = matches.findIndex(({ row }) => /^[y1]/i.test(row.text('stops')))
  return last === -1 ? matches : matches.slice(0, last + 1)
}

/** Whether the options have one of the rule's options of each group. */
function hasOptions(rule: Rule, options: readonly VariantOption[]): boolean {
  const byGroup = Map.groupBy(rule.options, ({ group }) => group)
  const matches = [...byGroup].filter(([group, choices]) =>
    options.some((option) => option.group === group && choices.some((choice) => choice.option === option.option)),
  )
  return byGroup.size > 0 && matches.length === byGroup.size
}

/** The prices of the sku, or else of the product, as the rules change them. An export writes 0 for no price. */
function priceOf(row: Row<Column>, main: Row<Column>, rules: readonly Rule[], product: Builder): CurrentPrice {
  const owner = priceUnlessZero(row.text('price')) === '' ? main : row
  const isCalculated = main.text('price') === ''
  const sale = {
    regularPrice:
      priceUnlessZero(row.text('price')) || roundedPrice(main.text('price') || main.text('calculatedPrice')),
    salePrice: isCalculated ? '' : priceUnlessZero(owner.text('salePrice')),
    saleColumn: 'salePrice',
    isNow: true,
  } as const
  const { price, listPrice } = currentPrice(owner, sale, product)
  const changed = (text: string) => {
    const amount = parsePrice(text)
    return amount === undefined ? text : formatPrice(rules.reduce((sum, rule) => rule.change(sum), amount))
  }
  return {
    price: changed(price),
    listPrice: listPrice ? changed(listPrice) : priceUnlessZero(owner.text('retailPrice')) || undefined,
  }
}

function stockOf(row: Row<Column>, main: Row<Column>, product: Builder): number | null {
  const isInventoried = yesOrNo(main.text('inventoried')) === true
  const tracking = main.text('tracking').toLowerCase().replace(/^by /, '') || (isInventoried ? 'product' : '')
  if (tracking === 'none' || tracking === '') return null
  if (!['product', 'option', 'options'].includes(tracking))
    product.problem(main, 'tracking', `is ${JSON.stringify(tracking)}`, 'none, by product or by option')
  const owner = tracking === 'product' ? main : row
  return product.stock(owner, 'stock', owner.text('stock'))
}

/** The pictures of a row, the thumbnail first. */
function picturesOf(row: Row<Column>): NativeFile[] {
  const numbers = new Set([...row.layout.numbers('imageUrl'), ...row.layout.numbers('imageFile')])
  const pictures = [...numbers].map((number) => ({
    path: row.text('imageUrl', number) || row.text('imageFile', number),
    alt: row.name('imageAlt', number),
    position: /^[y1]/i.test(row.text('thumbnail', number)) ? -1 : Number(row.text('imageSort', number)) || 0,
  }))
  const alts = pictures.map(({ path, alt }) => [path, alt] as const)
  const sorted = pictures.toSorted((a, b) => a.position - b.position).map(({ path }) => path)
  const listed = sorted.some((path) => path !== '')
    ? sorted
    : [row.text('singleImage'), ...addressesIn(row.text('images'))]
  return filesFrom(listed, alts)
}

/** The addresses in `Product Image File: a.jpg, Product Image URL: https://…/a.jpg|Product Image File: …`. */
function addressesIn(images: string): string[] {
  return images.split('|').flatMap((part) => /Product Image URL:\s*([^\s,]+)/.exec(part)?.[1] ?? [])
}
