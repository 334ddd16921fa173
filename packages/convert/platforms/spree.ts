import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import { parseTimestamp } from '@vitrine/catalog/time'
import { headersOf } from '../format.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  type NativeFile,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { type Columns, column } from '../rows/columns.ts'
import { numberedOptions } from '../rows/numbered-options.ts'
import { priceUnlessZero, unescaped, yesOrNo } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { type DividedRows, languageIn } from '../rows/translated-rows.ts'

const COLUMNS = {
  id: column('product_id', 'the id, by which rows without a slug name their product', 'externalId'),
  slug: column('slug', 'the slug; rows with the same slug are one product', 'slug'),
  sku: column('sku', 'the sku; if blank, one is made from the slug and the options', 'variants[].sku'),
  name: column('name', 'the name', 'name'),
  status: column('status', 'if draft or archived, the product is left out; blank means active'),
  vendor: column('vendor_name', 'an option of the group “Vendor”, for the product as a whole'),
  brand: column('brand_name', 'an option of the group “Brand”, for the product as a whole'),
  description: column('description', 'the description', 'description'),
  tags: column('tags', 'a label for each tag', 'labelValues[]'),
  labels: column('labels', 'a label for each label'),
  price: column('price', 'the price; a variant without a price, or with 0, is left out', 'variants[].price'),
  compareAtPrice: column('compare_at_price', 'the list price, if it is above the price', 'variants[].listPrice'),
  currency: column('currency', 'the currency of the price', 'currency'),
  availableOn: column('available_on', 'if it is in the future, the product is left out'),
  discontinueOn: column('discontinue_on', 'if it is in the past, the product or the variant is left out'),
  tracked: column('track_inventory', 'if false, the stock is not tracked'),
  count: column('inventory_count', 'the stock, if it is tracked'),
  backorderable: column('inventory_backorderable', 'if true, a variant that is sold out has no tracked stock'),
  image: column(
    'imageN_src',
    'the pictures of the product or the variant',
    'files[].file.path',
    'variants[].files[].file.path',
  ),
  optionName: column('optionN_name', 'an option group', 'optionGroups[].name'),
  optionValue: column('optionN_value', "the variant's option in that group"),
  locale: column('locale', 'in a file of translations: the language of the row, which becomes texts of its market'),
  category: column('categoryN', 'labels: the category, below the categories above it'),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS
type Builder = ProductBuilder<Column>

/** The product CSV that Spree 5 exports. */
export const spree = rowFormat<Column>({
  name: 'spree',
  title: 'Spree product CSV',
  columns: COLUMNS,
  required: ['slug', 'name', 'price'],
  recognises: (columns, sample) => {
    const signs = ['inventory_backorderable', 'track_inventory', 'compare_at_price', 'option1_name', 'dimensions_unit']
    const headers = headersOf(sample)
    return columns.has('slug') && columns.has('name') && signs.filter((header) => headers.has(header)).length >= 2
  },
  isAddition: (columns) => columns.has('locale') && columns.has('slug') && !columns.has('price'),
  productKeys: (row) => {
    const [slug, id] = [row.text('slug'), row.text('id')]
    return slug !== '' ? [`slug ${slug}`] : id !== '' ? [`id ${id}`] : 'no-product'
  },
  nameOf: (row) => row.text('sku') || row.text('slug') || row.text('id'),
  build,
  translations: {
    languagesIn: (row) => languageIn(row, 'locale'),
    divide,
    texts: [['name'], ['description']],
  },
})

/** The rows of a file of translations name the product by its slug. */
function divide(rows: readonly Row<Column>[]): DividedRows<Column> {
  const own = rows.filter((row) => row.text('locale') === '')
  if (own.length === 0) return { own: rows, translations: [] }
  const main = own.find((row) => row.text('name') !== '')
  const translations = rows.filter((row) => row.text('locale') !== '')
  return { own, translations: translations.map((row) => ({ language: row.text('locale'), row, of: main })) }
}

function build(all: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const rows = all.filter((row) => row.text('locale') === '')
  const texts = all.filter((row) => row.text('locale') !== '')
  product.leaveOut(texts, 'translation')
  if (rows.length === 0) return undefined
  const main = rows.find((row) => row.text('name') !== '')
  if (!main) return product.leaveOut(rows, 'no-title')
  const reason = whyHidden(main, product)
  if (reason) return product.leaveOut(rows, reason, main)
  // A product with variants begins with a row without options, which sells nothing.
  const own = rows.filter((row) => currencyOf(row, main) === currencyOf(main, main))
  const withOptions = own.filter((row) => optionsOf(row).length > 0)
  const isSingle = withOptions.length === 0
  for (const row of isSingle ? own : withOptions) addVariant(row, main, rows, product)
  leaveOutPrices(rows, main, product)
  if (product.variants.length === 0) return isSingle ? undefined : product.leaveOut([main], 'no-variants')
  product.addProductOption({ group: 'Brand', option: main.name('brand') })
  product.addProductOption({ group: 'Vendor', option: main.name('vendor') })
  return {
    source: main,
    id: product.id(main.text('slug') || main.text('id')),
    externalId: main.text('id'),
    name: unescaped(main.name('name')),
    slug: slugFromHandle(main.text('slug')),
    description: unescaped(main.text('description')),
    currency: wantedCurrency(main, product),
    files: picturesOf(main),
    labels: {
      category: main.numberedNames('category').map((path) => path.split(/->|>/)),
      tag: main.name('tags').split(','),
      other: main.name('labels').split(','),
    },
  }
}

function whyHidden(main: Row<Column>, product: Builder): LeftOutReason | undefined {
  const status = main.text('status').toLowerCase()
  if (status === 'draft' || status === 'archived') return status
  if (status !== '' && status !== 'active')
    product.problem(main, 'status', `is ${JSON.stringify(status)}`, 'active, draft, archived, or blank')
  const isEarly = isPast(main, 'availableOn', product) === false
  return isEarly || isPast(main, 'discontinueOn', product) ? 'unpublished' : undefined
}

/** Whether a time is in the past. undefined if the cell is blank. A time that cannot be read is a problem. */
function isPast(row: Row<Column>, key: Column, product: Builder): boolean | undefined {
  const text = row.text(key)
  if (text === '') return undefined
  const time = parseTimestamp(text)
  if (time === undefined) product.problem(row, key, `is ${JSON.stringify(text)}`, 'a time such as 2026-03-14 12:00:00')
  return time === undefined ? undefined : time <= product.now.toISOString()
}

function currencyOf(row: Row<Column>, main: Row<Column>): string {
  return (row.text('currency') || main.text('currency')).toUpperCase()
}

/** The currency of the store, or else that of the product. */
function wantedCurrency(main: Row<Column>, product: Builder): string | undefined {
  return product.currency ?? (currencyOf(main, main) || undefined)
}

function addVariant(row: Row<Column>, main: Row<Column>, rows: readonly Row<Column>[], product: Builder): void {
  const options = optionsOf(row)
  const priced = pricedRow(row, main, rows, product)
  const price = priced ? priceUnlessZero(priced.text('price')) : ''
  const reason = whyNotSold(row, product) ?? (priced ? undefined : 'other-currency')
  if (product.leaveOutUnsold(row, price, options, reason)) return
  const name = unescaped(main.name('name'))
  product.addVariant(row, {
    name: variantName(name, options, ', '),
    sku: product.uniqueSku(row, unescaped(row.text('sku')), options, main.text('slug')),
    price,
    listPrice: priceUnlessZero(priced!.text('compareAtPrice')) || undefined,
    stock: stockOf(row, product),
    options,
    files: row === main ? [] : picturesOf(row),
  })
}

function whyNotSold(row: Row<Column>, product: Builder): LeftOutReason | undefined {
  return isPast(row, 'discontinueOn', product) ? 'unpublished' : undefined
}

/** The row with the price of a variant. An export for several currencies has a row for each other currency. */
function pricedRow(
  row: Row<Column>,
  main: Row<Column>,
  rows: readonly Row<Column>[],
  product: Builder,
): Row<Column> | undefined {
  const currency = wantedCurrency(main, product) ?? ''
  if (currencyOf(row, main) === currency) return row
  return rows.find((other) => other.text('sku') === row.text('sku') && currencyOf(other, main) === currency)
}

/** Leaves out the rows that have only prices in other currencies. */
function leaveOutPrices(rows: readonly Row<Column>[], main: Row<Column>, product: Builder): void {
  const others = rows.filter((row) => currencyOf(row, main) !== currencyOf(main, main))
  const wanted = wantedCurrency(main, product)
  product.leaveOut(
    others.filter((row) => currencyOf(row, main) !== wanted),
    'other-currency',
  )
}

function optionsOf(row: Row<Column>): VariantOption[] {
  return numberedOptions(row, row).map(({ group, option }) => ({ group, option: unescaped(option) }))
}

function stockOf(row: Row<Column>, product: Builder): number | null {
  const count = row.text('count')
  if (yesOrNo(row.text('tracked')) === false || count === '∞') return null
  const stock = product.stock(row, 'count', count)
  return stock === 0 && yesOrNo(row.text('backorderable')) ? null : stock
}

function picturesOf(row: Row<Column>): NativeFile[] {
  return filesFrom(row.layout.numbers('image').map((number) => row.text('image', number)))
}
