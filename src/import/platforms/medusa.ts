import { currencyCode } from '../../catalog/currency.ts'
import { fold } from '../../catalog/words.ts'
import { CatalogFileError } from '../file-error.ts'
import { shortSlug } from '../identifiers.ts'
import type { LeftOutReason } from '../left-out.ts'
import { servedPrice } from '../native/price.ts'
import { type Columns, column } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { numberedOptions } from '../rows/numbered-options.ts'
import { decimalText, unescaped } from '../rows/parse-cells.ts'
import {
  filesFrom,
  labelsFrom,
  type NativeFile,
  type ProductBuilder,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../rows/product-builder.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { slugFromHandle } from '../rows/slugs.ts'

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
  ean: column('Variant EAN', 'the gtin, if it is one', 'variants[].gtin'),
  upc: column('Variant UPC', 'the gtin, if there is no EAN'),
  barcode: column('Variant Barcode', 'the gtin, if there is neither'),
  manage: column('Variant Manage Inventory', 'if FALSE, the stock is not tracked'),
  quantity: column('Variant Inventory Quantity', 'the stock; Medusa 2 does not export it'),
  backorder: column('Variant Allow Backorder', 'if TRUE, a stock of 0 is not tracked instead'),
  price: column('Variant Price CURRENCY | Price CURRENCY', 'the price, in the currency of the store', 'currency'),
  optionName: column('Variant Option N Name | Option N Name', 'an option group', 'optionGroups[].name'),
  optionValue: column('Variant Option N Value | Option N Value', "the variant's option in that group"),
  variantImage: column('Variant Image N', 'the pictures of the variant', 'variants[].files[].file.path'),
} satisfies Columns<string>

type PriceColumn = `price ${string}`
type Column = keyof typeof COLUMNS | PriceColumn

/** The product CSV that Medusa exports, of version 1 or 2. */
export const medusa = rowFormat<Column>({
  name: 'medusa',
  title: 'Medusa product CSV, of version 1 or 2',
  columns: COLUMNS,
  columnsFor,
  required: ['title'],
  recognises: (columns) =>
    columns.has('handle') && columns.has('title') && columns.has('variantTitle') && columns.has('manage'),
  productKeys: (row) => {
    const key = row.text('handle') || row.text('id') || row.text('title')
    return key === '' ? 'no-product' : [key]
  },
  nameOf: (row) => row.text('sku') || row.text('title') || row.text('handle'),
  build,
})

/** Adds a column for each currency, such as `price EUR`. Prices of regions, `Variant Price Europe [EUR]`, are not used. */
function columnsFor(headers: readonly string[]): Columns<Column> {
  const codes = headers.flatMap((header) => /^(?:variant )?price ([a-z]{3})$/i.exec(header.trim())?.[1] ?? [])
  const currencies = new Set(codes.flatMap((code) => currencyCode(code) ?? []))
  const prices = [...currencies].map((currency) => {
    const headers = `Variant Price ${currency} | Price ${currency}`
    return [`price ${currency}`, column(headers, COLUMNS.price.becomes)] as const
  })
  return { ...COLUMNS, ...Object.fromEntries(prices) }
}

function build(rows: readonly Row<Column>[], product: ProductBuilder<Column>): ProductFields<Column> | undefined {
  const main = rows.find((row) => row.text('title') !== '')
  if (!main) return product.leaveOut(rows, 'no-title')
  const hidden = whyHidden(main, product)
  if (hidden) return product.leaveOut(rows, hidden, main)
  const currency = currencyOf(main, product)
  for (const row of rows) addVariant(row, main, currency, product)
  if (product.variants.length === 0) return undefined
  product.addProductOption({ group: 'Material', option: main.name('material') })
  return {
    row: main,
    id: product.id(main.text('id') || main.text('handle') || main.text('title')),
    name: main.name('title'),
    slug: slugFromHandle(main.text('handle')),
    description: main.text('description'),
    currency,
    files: filesFrom([main.text('thumbnail'), ...numberedTexts(main, 'image')]),
    labelValues: labelsFrom([
      ...[main.name('collection'), main.name('type')],
      ...numberedTexts(main, 'category'),
      ...numberedTexts(main, 'tag'),
      ...main.name('tags').split(','),
    ]),
  }
}

function numberedTexts(row: Row<Column>, key: Column): string[] {
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

function whyHidden(main: Row<Column>, product: ProductBuilder<Column>): LeftOutReason | undefined {
  const status = main.text('status').toLowerCase()
  if (main.text('deleted') !== '') return 'archived'
  if (!STATUSES.has(status))
    product.problem(main, 'status', `is ${JSON.stringify(status)}`, 'published, draft, proposed, rejected, or blank')
  return STATUSES.get(status)
}

/** The currency of the prices to import. Throws `CatalogFileError` if the file has several and the store none. */
function currencyOf(row: Row<Column>, product: ProductBuilder<Column>): string | undefined {
  const currencies = [...row.layout.keys].flatMap((key) => (isPriceColumn(key) ? key.slice('price '.length) : []))
  if (product.currency !== undefined || currencies.length < 2) return product.currency ?? currencies[0]
  throw new CatalogFileError(
    `The file has prices in ${currencies.join(', ')}, and the store has no currency to choose them by. ` +
      `Set it, for example with \`vitrine store set STORE --currency ${currencies[0]}\`, and import the file again.`,
  )
}

function isPriceColumn(key: Column): key is PriceColumn {
  return key.startsWith('price ')
}

function addVariant(
  row: Row<Column>,
  main: Row<Column>,
  currency: string | undefined,
  product: ProductBuilder<Column>,
): void {
  const options = optionsOf(row, main)
  const price = priceOf(row, currency, product)
  if (price === undefined) return
  const reason = row.text('variantDeleted') !== '' ? 'archived' : whyNotSold(row, price, options, product)
  if (reason) {
    product.leaveOut([row], reason)
    return
  }
  const title = main.name('title')
  const variantId = row.text('variantId')
  const prefix = slugFromHandle(main.text('handle')) ?? shortSlug(title)
  const variant = { group: '', option: row.name('variantTitle') }
  product.addVariant(row, {
    id: variantId === '' ? undefined : product.id('variant', variantId),
    name: options.length === 0 ? title : variantName(title, variant.option === '' ? options : [variant], ' / '),
    sku: product.uniqueSku(row, unescaped(row.text('sku')), options, prefix),
    gtin: unescaped(row.text('ean') || row.text('upc') || row.text('barcode')),
    price,
    stock: stockOf(row, product),
    options,
    files: picturesOf(row),
  })
}

function whyNotSold(
  row: Row<Column>,
  price: string,
  options: readonly VariantOption[],
  product: ProductBuilder<Column>,
): LeftOutReason | undefined {
  const hasOtherPrice = [...row.layout.keys].some((key) => isPriceColumn(key) && row.text(key) !== '')
  return price === '' && hasOtherPrice ? 'other-currency' : product.whyNotSold(price, options)
}

function optionsOf(row: Row<Column>, main: Row<Column>): VariantOption[] {
  const options = numberedOptions(row, main, { names: 'optionName', values: 'optionValue' })
  // Medusa 2 gives a product without options this one.
  return options.filter(({ option }) => fold(option) !== 'default option value')
}

/** '' if there is none; undefined after a problem. */
function priceOf(row: Row<Column>, currency: string | undefined, product: ProductBuilder<Column>): string | undefined {
  const key: PriceColumn = `price ${currency ?? ''}`
  const text = row.text(key)
  if (text === '') return ''
  const price = decimalText(text)
  if (servedPrice(price) === undefined) {
    product.problem(row, key, `is ${JSON.stringify(text)}`, 'a price of 0 or more with at most two decimals: 19.90')
    return undefined
  }
  // Early releases of Medusa 1 exported the amount in the smallest unit, later ones do not.
  if (/^price/i.test(row.layout.header(key)) && /^\d{3,}$/.test(text))
    product.warn(row, key, `is ${text} and counts as ${text}.00; early releases of Medusa 1 exported cents`)
  return price
}

/** null if the file does not say how many there are. */
function stockOf(row: Row<Column>, product: ProductBuilder<Column>): number | null {
  if (!flag(row, 'manage', product, true)) return null
  const stock = product.stock(row, 'quantity', row.text('quantity'))
  return stock === 0 && flag(row, 'backorder', product, false) ? null : stock
}

function picturesOf(row: Row<Column>): NativeFile[] {
  return filesFrom(numberedTexts(row, 'variantImage'))
}
