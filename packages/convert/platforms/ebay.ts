import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { shortSlug } from '@vitrine/catalog/native/identifiers'
import { fold } from '@vitrine/catalog/words'
import type { ProductBuilder } from '../products/product-builder.ts'
import { type ProductFields, type VariantOption, variantName } from '../products/product-fields.ts'
import { type Columns, column } from '../rows/columns.ts'
import { gtinIn, unescaped, withoutCurrency } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'

const COLUMNS = {
  item: column(
    'Item number',
    'the id by which the next import finds the product; its rows are variations',
    'id',
    'externalId',
  ),
  title: column('Title', 'the name', 'name', 'slug'),
  details: column(
    'Variation details',
    'the options of a variation: Color=Red|Size=M; a row with several options of a group describes the listing',
    'optionGroups[].name',
  ),
  sku: column('Custom label (SKU)', 'the sku; if blank, one is made from the item number', 'variants[].sku'),
  quantity: column('Available quantity', 'the stock'),
  format: column('Format', 'FIXED_PRICE; auctions are left out'),
  currency: column('Currency', 'the currency', 'currency'),
  price: column('Current price', 'the price', 'variants[].price'),
  startPrice: column('Start price', 'the price, if there is no current one'),
  category: column('eBay category N name', 'labels', 'labelValues[]'),
  gtin: column('P:EAN | P:UPC | P:ISBN', 'the gtin: the first one that is one', 'variants[].gtin'),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS

/** The active listings that eBay's Seller Hub exports. */
export const ebay = rowFormat<Column>({
  name: 'ebay',
  title: 'eBay active listings CSV',
  columns: COLUMNS,
  required: ['item', 'title'],
  recognises: ['item', 'details', 'quantity', ['price', 'startPrice']],
  productKeys: (row) => (row.text('item') === '' ? 'no-product' : [row.text('item')]),
  nameOf: (row) => row.text('sku') || row.text('title') || row.text('item'),
  build,
})

function build(rows: readonly Row<Column>[], product: ProductBuilder<Column>): ProductFields<Column> | undefined {
  const main = rows[0]!
  const currency = main.text('currency').toUpperCase()
  const reason = whyNotSold(main, currency, product)
  if (reason) return product.leaveOut(rows, reason, main)
  const variations = rows.filter((row) => row !== main || !describesListing(rows))
  for (const row of variations) addVariant(row, main, product)
  if (product.variants.length === 0) return undefined
  return {
    source: main,
    ...product.identity(main.text('item')),
    name: main.name('title'),
    description: '',
    currency: currency || undefined,
    files: [],
    labels: { category: main.numberedNames('category') },
  }
}

function whyNotSold(main: Row<Column>, currency: string, product: ProductBuilder<Column>): LeftOutReason | undefined {
  const format = main.text('format').toUpperCase()
  if (format !== '' && format !== 'FIXED_PRICE') return 'other-type'
  if (main.text('title') === '') return 'no-title'
  return product.isOtherCurrency(currency) ? 'other-currency' : undefined
}

/** Whether the first row of a listing describes it: it has the options of all other rows. */
function describesListing([main, ...others]: readonly Row<Column>[]): boolean {
  const keyOf = ({ group, option }: VariantOption) => JSON.stringify([fold(group), fold(option)])
  const all = new Set(
    optionsOf(main!).flatMap(({ group, option }) =>
      option.split(';').map((each) => keyOf({ group, option: each.trim() })),
    ),
  )
  return others.length > 0 && others.every((row) => optionsOf(row).every((option) => all.has(keyOf(option))))
}

function addVariant(row: Row<Column>, main: Row<Column>, product: ProductBuilder<Column>): void {
  const options = optionsOf(row)
  if (!hasOnlyOptions(row))
    product.problem(row, 'details', `is ${JSON.stringify(row.text('details'))}`, 'options such as Color=Red|Size=M')
  const price = withoutCurrency(row.text('price') || row.text('startPrice'))
  if (product.leaveOutUnsold(row, price, options)) return
  const title = main.name('title')
  product.addVariant(row, {
    name: variantName(title, options, ', '),
    sku: product.uniqueSku(row, unescaped(row.text('sku')), options, main.text('item') || shortSlug(title)),
    gtin: gtinIn(row.texts('gtin')),
    price,
    stock: product.stock(row, 'quantity', row.text('quantity')),
    options,
    files: [],
  })
}

/** The options in `Color=Red|Size=M`. */
function optionsOf(row: Row<Column>): VariantOption[] {
  return [...row.name('details').matchAll(OPTION)].map(([, group, option]) => ({ group: group!, option: option! }))
}

const OPTION = /\s*([^=|]*[^=|\s])\s*=\s*([^=|]*[^=|\s])\s*/g

/** Whether nothing but options is in the cell. */
function hasOnlyOptions(row: Row<Column>): boolean {
  return row.name('details').replaceAll(OPTION, '').replaceAll('|', '') === ''
}
