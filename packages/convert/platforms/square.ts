import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { shortSlug } from '@vitrine/catalog/native/identifiers'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import type { ProductBuilder } from '../products/product-builder.ts'
import { categoriesOf, type ProductFields, type VariantOption, variantName } from '../products/product-fields.ts'
import { type CurrentPrice, currentPrice } from '../products/sale-price.ts'
import { type Columns, column } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { numberedOptions } from '../rows/numbered-options.ts'
import { unescaped, withoutCurrency, yesOrNo } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'

const COLUMNS = {
  token: column('Token', 'the id by which the next import finds the variant', 'variants[].id', 'variants[].externalId'),
  itemName: column('Item Name', 'the name; rows with the same name are variants of one product', 'name'),
  customerName: column('Customer-facing Name', 'the name, if it has a value'),
  variation: column(
    'Variation Name',
    'the name of the variant; its option in the group “Variation” if the product has several variants and no options',
    'variants[].name',
  ),
  sku: column('SKU', 'the sku; if blank, one is made from the name and the options', 'variants[].sku'),
  description: column('Description', 'the description', 'description'),
  categories: column('Categories | Category', 'labels: each category, below the categories above it', 'labelValues[]'),
  reportingCategory: column('Reporting Category', 'a label, if there are no categories'),
  permalink: column('Permalink', 'the slug', 'slug'),
  gtin: column('GTIN', 'the gtin, if it is one', 'variants[].gtin'),
  visibility: column(
    'Square Online Item Visibility',
    'hidden, unavailable: the variant is left out; visible and blank are imported',
  ),
  archived: column('Archived', 'Y: the variant is left out'),
  sellable: column('Sellable', 'N: the variant is left out'),
  enabled: column('Enabled LOCATION', 'the variant is left out if it is N for each location'),
  price: column('Price', 'the price; without one, or with “variable”, the variant is left out', 'variants[].price'),
  salePrice: column('Online Sale Price', 'the price; the price is then the list price'),
  quantity: column('Current Quantity LOCATION', 'the stock, as the sum of all locations'),
  optionName: column('Option Name N', 'an option group', 'optionGroups[].name'),
  optionValue: column('Option Value N', "the variant's option in that group"),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS
type Builder = ProductBuilder<Column>

/** The item library that Square exports. */
export const square = rowFormat<Column>({
  name: 'square',
  title: 'Square item library CSV',
  columns: COLUMNS,
  columnsFor,
  required: ['itemName', 'price'],
  recognises: ['itemName', 'variation', 'price', ['token', 'quantity']],
  productKeys: (row) => (row.text('itemName') === '' ? 'no-title' : [row.text('itemName')]),
  nameOf: (row) => row.text('itemName') || row.text('sku') || row.text('token'),
  build,
})

/** Some headers end with the name of a location. */
function columnsFor(headers: readonly string[]): Columns<Column> {
  const startingWith = (start: string) => headers.filter((header) => header.trim().toLowerCase().startsWith(start))
  return {
    ...COLUMNS,
    enabled: { ...COLUMNS.enabled, headers: startingWith('enabled ') },
    quantity: { ...COLUMNS.quantity, headers: startingWith('current quantity') },
  }
}

function build(rows: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const sold = rows.filter((row) => {
    const reason = whyHidden(row, product)
    if (reason) product.leaveOut([row], reason)
    return reason === undefined
  })
  const [main] = sold
  if (!main) return undefined
  for (const row of sold) addVariant(row, sold.length > 1, product)
  if (product.variants.length === 0) return undefined
  // Only the first variation of an item has its description, also if it is not sold.
  const first = (key: Column) => rows.find((row) => row.text(key) !== '') ?? main
  return {
    source: main,
    name: titleOf(main),
    slug: slugFromHandle(first('permalink').text('permalink')),
    mayChangeSlug: true,
    description: first('description').text('description'),
    files: [],
    labels: { category: labelPaths(first('categories')) },
  }
}

function titleOf(row: Row<Column>): string {
  return row.name('customerName') || row.name('itemName')
}

/** Why a variation of a visibility is left out. Other visibilities are wrong. */
const VISIBILITIES: ReadonlyMap<string, LeftOutReason | undefined> = new Map([
  ['', undefined],
  ['visible', undefined],
  ['hidden', 'unlisted'],
  ['unavailable', 'unpublished'],
])

function whyHidden(row: Row<Column>, product: Builder): LeftOutReason | undefined {
  if (flag(row, 'archived', product, false)) return 'archived'
  const enabled = row.texts('enabled')
  const isEnabled = enabled.length === 0 || enabled.some((text) => yesOrNo(text) !== false)
  if (!isEnabled || !flag(row, 'sellable', product, true)) return 'unpublished'
  const visibility = row.text('visibility').toLowerCase()
  if (!VISIBILITIES.has(visibility))
    product.problem(row, 'visibility', `is ${JSON.stringify(visibility)}`, 'visible, hidden, unavailable, or blank')
  return VISIBILITIES.get(visibility)
}

function addVariant(row: Row<Column>, hasSeveral: boolean, product: Builder): void {
  const options = optionsOf(row, hasSeveral)
  const { price, listPrice } = priceOf(row, product)
  if (product.leaveOutUnsold(row, price, options)) return
  const title = titleOf(row)
  const variation = row.name('variation')
  product.addVariant(row, {
    ...product.identity(row.text('token'), 'variation'),
    name: isRegular(variation) ? title : variantName(title, [{ group: '', option: variation }], ''),
    sku: product.uniqueSku(row, unescaped(row.text('sku')), options, shortSlug(title)),
    gtin: unescaped(row.text('gtin')),
    price,
    listPrice,
    stock: stockOf(row, product),
    options,
    files: [],
  })
}

/** Square gives the only variation of an item this name. */
function isRegular(variation: string): boolean {
  return variation === '' || /^regular$/i.test(variation)
}

function optionsOf(row: Row<Column>, hasSeveral: boolean): VariantOption[] {
  const options = numberedOptions(row, row)
  const variation = row.name('variation')
  return options.length === 0 && hasSeveral && variation !== '' ? [{ group: 'Variation', option: variation }] : options
}

function priceOf(row: Row<Column>, product: Builder): CurrentPrice {
  const priceIn = (key: Column) => withoutCurrency(row.text(key)).replace(/^variable$/i, '')
  const [regularPrice, onlinePrice] = [priceIn('price'), priceIn('salePrice')]
  // Square writes the price itself where there is no sale.
  const salePrice = onlinePrice === regularPrice ? '' : onlinePrice
  return currentPrice(row, { regularPrice, salePrice, saleColumn: 'salePrice', isNow: true }, product)
}

/** null if no location counts the variation. */
function stockOf(row: Row<Column>, product: Builder): number | null {
  const quantities = row.texts('quantity').map((text) => product.stock(row, 'quantity', text) ?? 0)
  return quantities.length === 0 ? null : quantities.reduce((sum, quantity) => sum + quantity)
}

/** A category may have its token behind its name: “Shirts (T2B3ROTJ3HFGVBO22QLOOJDE)”. */
function labelPaths(row: Row<Column>): string[][] {
  const categories = row.name('categories') || row.name('reportingCategory')
  return categories.split(',').map((path) => categoriesOf(path.replaceAll(/\s*\([A-Z0-9]{20,}\)/g, '')))
}
