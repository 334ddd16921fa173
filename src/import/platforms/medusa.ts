import { currencyCode } from '../../catalog/currency.ts'
import { fold } from '../../catalog/words.ts'
import { shortSlug } from '../identifiers.ts'
import type { LeftOutReason } from '../left-out.ts'
import { servedPrice } from '../native/price.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  labelsFrom,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { slugFromHandle } from '../products/slugs.ts'
import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { numberedOptions } from '../rows/numbered-options.ts'
import { decimalText, unescaped } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { type ProductMapping, rowFormat } from '../rows/row-format.ts'

/** The headers of Medusa 2, and those of Medusa 1 where they differ. */
const COLUMNS = {
  id: column('Product Id', 'the id by which the next import finds the product', 'id'),
  handle: column('Product Handle', 'the slug; rows with the same handle are one product', 'slug'),
  title: column('Product Title', 'the name', 'name'),
  description: column('Product Description', 'the description', 'description'),
  status: column('Product Status', 'draft, proposed, rejected: the product is left out; blank means published'),
  deleted: column('Product Deleted At', 'if it has a value, the product is left out'),
  thumbnail: column('Product Thumbnail', 'the first picture', 'files[].file.path'),
  image: column('Product Image N | Product Image N Url | Image N Url', 'the other pictures, in their order'),
  collection: column('Product Collection Title', 'a label', 'labelValues[]'),
  type: column('Product Type', 'a label'),
  category: column('Product Category N Name', 'a label'),
  tag: column('Product Tag N', 'a label'),
  tags: column('Product Tags', 'a label for each tag'),
  material: column('Product Material', 'an option of the group “Material”, for the product as a whole'),
  variantId: column('Variant Id', 'the id by which the next import finds the variant', 'variants[].id'),
  variantTitle: column('Variant Title', 'the end of the name of the variant', 'variants[].name'),
  variantDeleted: column('Variant Deleted At', 'if it has a value, the variant is left out'),
  sku: column('Variant SKU', 'the sku; if blank, one is made from the slug and the options', 'variants[].sku'),
  ean: column('Variant EAN', 'the gtin, if it is one'),
  upc: column('Variant UPC', 'the gtin, if there is no EAN'),
  barcode: column('Variant Barcode', 'the gtin, if there is neither', 'variants[].gtin'),
  manage: column('Variant Manage Inventory', 'if FALSE, the stock is not tracked'),
  quantity: column('Variant Inventory Quantity', 'the stock; Medusa 2 does not export it'),
  backorder: column('Variant Allow Backorder', 'if TRUE, a stock of 0 is not tracked instead'),
  price: column('Variant Price CURRENCY | Price CURRENCY', 'the price, in the currency of the store', 'currency'),
  amounts: NO_COLUMN,
  optionName: column('Variant Option N Name | Option N Name', 'an option group', 'optionGroups[].name'),
  optionValue: column('Variant Option N Value | Option N Value', "the variant's option in that group"),
  variantThumbnail: column('Variant Thumbnail', 'the first picture of the variant'),
  variantImage: column('Variant Image N', 'the pictures of the variant', 'variants[].files[].file.path'),
} satisfies Columns<string>

type PriceColumn = `price ${string}`
export type MedusaColumn = keyof typeof COLUMNS | PriceColumn

/** How the rows of a file of Medusa, in whatever form, become products. */
export const medusaProducts: ProductMapping<MedusaColumn> = {
  name: 'medusa',
  productKeys: (row) => {
    const key = row.text('handle') || row.text('id') || row.text('title')
    return key === '' ? 'no-product' : [key]
  },
  nameOf: (row) => row.text('sku') || row.text('title') || row.text('handle'),
  build,
}

/** The product CSV that Medusa exports, of version 1 or 2. */
export const medusa = rowFormat<MedusaColumn>({
  ...medusaProducts,
  title: 'Medusa product CSV, of version 1 or 2',
  columns: COLUMNS,
  columnsFor,
  required: ['title'],
  recognises: (columns) => columns.has('handle') && columns.has('title') && columns.has('variantTitle'),
})

/**
 * Adds a column for each currency, such as `price EUR`. Prices of regions, `Variant Price Europe [EUR]`, are used only if
 * the file has no others in their currency.
 */
function columnsFor(headers: readonly string[]): Columns<MedusaColumn> {
  const plain = pricesIn(headers, /^(?:variant )?price ([a-z]{3})$/i)
  const regional = pricesIn(headers, /^(?:variant )?price .*\[([a-z]{3})\]$/i)
  const prices = [...regional, ...plain].map(([currency, headers]) => {
    return [`price ${currency}`, { ...COLUMNS.price, headers }] as const
  })
  return { ...COLUMNS, ...Object.fromEntries(prices) }
}

/** The headers of prices by their currencies. */
function pricesIn(headers: readonly string[], pattern: RegExp): Map<string, readonly string[]> {
  const prices = new Map<string, readonly string[]>()
  for (const header of headers) {
    const currency = currencyCode(pattern.exec(header.trim())?.[1] ?? '')
    if (currency !== undefined) prices.set(currency, [...(prices.get(currency) ?? []), header])
  }
  return prices
}

function build(
  rows: readonly Row<MedusaColumn>[],
  product: ProductBuilder<MedusaColumn>,
): ProductFields<MedusaColumn> | undefined {
  const main = rows.find((row) => row.text('title') !== '')
  if (!main) return product.leaveOut(rows, 'no-title')
  const hidden = whyHidden(main, product)
  if (hidden) return product.leaveOut(rows, hidden, main)
  const currency = currencyOf(rows, product)
  for (const row of rows) addVariant(row, main, currency, product)
  if (product.variants.length === 0) return undefined
  product.addProductOption({ group: 'Material', option: main.name('material') })
  return {
    source: main,
    id: product.id(main.text('id') || main.text('handle') || main.text('title')),
    name: main.name('title'),
    slug: slugFromHandle(main.text('handle')),
    description: main.text('description'),
    currency: currency || undefined,
    files: filesFrom([main.text('thumbnail'), ...numberedTexts(main, 'image')]),
    labelValues: labelsFrom([
      ...[main.name('collection'), main.name('type')],
      ...numberedTexts(main, 'category').map((path) => path.split('\n')),
      ...numberedTexts(main, 'tag'),
      ...main.name('tags').split(','),
    ]),
  }
}

function numberedTexts(row: Row<MedusaColumn>, key: MedusaColumn): string[] {
  return row.layout.numbers(key).map((number) => row.name(key, number))
}

/** Why a product of a status is left out. Other statuses are wrong. */
const STATUSES: ReadonlyMap<string, LeftOutReason | undefined> = new Map([
  ['', undefined],
  ['published', undefined],
  ['draft', 'draft'],
  ['proposed', 'unpublished'],
  ['rejected', 'unpublished'],
])

function whyHidden(main: Row<MedusaColumn>, product: ProductBuilder<MedusaColumn>): LeftOutReason | undefined {
  const status = main.text('status').toLowerCase()
  if (main.text('deleted') !== '') return 'archived'
  if (!STATUSES.has(status))
    product.problem(main, 'status', `is ${JSON.stringify(status)}`, 'published, draft, proposed, rejected, or blank')
  return STATUSES.get(status)
}

/** The price of a variant in one currency, as text of the file. */
interface Amount {
  readonly column: MedusaColumn
  readonly price: string
  /** The price before a reduction; '' if there is none. */
  readonly listPrice: string
}

/** The prices of a variant by their currencies; '' is an unknown one. */
function amountsOf(row: Row<MedusaColumn>): ReadonlyMap<string, Amount> {
  const amounts = new Map<string, Amount>()
  for (const column of row.layout.keys) {
    const price = isPriceColumn(column) ? row.text(column) : ''
    if (price !== '') amounts.set(column.slice('price '.length), { column, price, listPrice: '' })
  }
  for (const line of row.text('amounts').split('\n').filter(Boolean)) {
    const [currency = '', price = '', listPrice = ''] = line.split(' ')
    if (!amounts.has(currency)) amounts.set(currency, { column: 'amounts', price, listPrice })
  }
  return amounts
}

function isPriceColumn(key: MedusaColumn): key is PriceColumn {
  return key.startsWith('price ')
}

/** The currency of the store, or else the first one in which all variants with a price have one. Warns about the others. */
function currencyOf(rows: readonly Row<MedusaColumn>[], product: ProductBuilder<MedusaColumn>): string | undefined {
  if (product.currency !== undefined) return product.currency
  const priced = rows.map(amountsOf).filter((amounts) => amounts.size > 0)
  const currencies = [...new Set(priced.flatMap((amounts) => [...amounts.keys()]))]
  const chosen = currencies.find((currency) => priced.every((amounts) => amounts.has(currency))) ?? currencies[0]
  for (const other of currencies.filter((currency) => currency !== chosen)) {
    const row = rows.find((row) => amountsOf(row).has(other))!
    const message = `has prices in ${other}, which do not count: the store has no currency, and ${chosen} comes first`
    product.warn(row, amountsOf(row).get(other)!.column, message)
  }
  return chosen
}

function addVariant(
  row: Row<MedusaColumn>,
  main: Row<MedusaColumn>,
  currency: string | undefined,
  product: ProductBuilder<MedusaColumn>,
): void {
  const options = optionsOf(row, main)
  const amounts = amountsOf(row)
  const amount = amounts.get(currency ?? '') ?? amounts.get('')
  const price = amount && priceOf(row, amount, product)
  if (amount && price === undefined) return
  const reason =
    row.text('variantDeleted') !== '' ? 'archived' : !amount && amounts.size > 0 ? 'other-currency' : undefined
  if (product.leaveOutUnsold(row, price ?? '', options, reason)) return
  const title = main.name('title')
  const variantId = row.text('variantId')
  const prefix = slugFromHandle(main.text('handle')) ?? shortSlug(title)
  const variant = { group: '', option: row.name('variantTitle') }
  product.addVariant(row, {
    id: variantId === '' ? undefined : product.id('variant', variantId),
    name: options.length === 0 ? title : variantName(title, variant.option === '' ? options : [variant], ' / '),
    sku: product.uniqueSku(row, unescaped(row.text('sku')), options, prefix),
    gtin: unescaped(row.text('ean') || row.text('upc') || row.text('barcode')),
    price: price!,
    listPrice: amount!.listPrice || undefined,
    stock: stockOf(row, product),
    options,
    files: filesFrom([row.text('variantThumbnail'), ...numberedTexts(row, 'variantImage')]),
  })
}

/** The option that Medusa 2 gives a product without options, and the one that Shopify gives it. */
const DEFAULT_OPTIONS = new Set(['default option value', 'default title'])

function optionsOf(row: Row<MedusaColumn>, main: Row<MedusaColumn>): VariantOption[] {
  const options = numberedOptions(row, main, { names: 'optionName', values: 'optionValue' })
  return options.filter(({ option }) => !DEFAULT_OPTIONS.has(fold(option)))
}

/** undefined after a problem. */
function priceOf(
  row: Row<MedusaColumn>,
  { column, price: text }: Amount,
  product: ProductBuilder<MedusaColumn>,
): string | undefined {
  const price = decimalText(text)
  if (servedPrice(price) === undefined) {
    product.problem(row, column, `is ${JSON.stringify(text)}`, 'a price of 0 or more with at most two decimals: 19.90')
    return undefined
  }
  // Early releases of Medusa 1 exported the amount in the smallest unit, later ones do not.
  if (/^price/i.test(row.layout.header(column)) && /^\d{3,}$/.test(text))
    product.warn(row, column, `is ${text} and counts as ${text}.00; early releases of Medusa 1 exported cents`)
  return price
}

/** null if the file does not say how many there are. */
function stockOf(row: Row<MedusaColumn>, product: ProductBuilder<MedusaColumn>): number | null {
  if (!flag(row, 'manage', product, true)) return null
  const stock = product.stock(row, 'quantity', row.text('quantity'))
  return stock === 0 && flag(row, 'backorder', product, false) ? null : stock
}
