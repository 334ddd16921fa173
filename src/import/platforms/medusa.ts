import { currencyCode } from '../../catalog/currency.ts'
import { type Columns, column } from '../rows/columns.ts'
import { numberedOptions } from '../rows/numbered-options.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { type MedusaAmount, type MedusaVariant, medusaKeys, medusaProduct } from './medusa-product.ts'

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
  optionName: column('Variant Option N Name | Option N Name', 'an option group', 'optionGroups[].name'),
  optionValue: column('Variant Option N Value | Option N Value', "the variant's option in that group"),
  variantThumbnail: column('Variant Thumbnail', 'the first picture of the variant'),
  variantImage: column('Variant Image N', 'the pictures of the variant', 'variants[].files[].file.path'),
} satisfies Columns<string>

type PriceColumn = `price ${string}`
export type MedusaColumn = keyof typeof COLUMNS | PriceColumn

/** The product CSV that Medusa exports, of version 1 or 2. */
export const medusa = rowFormat<MedusaColumn>({
  name: 'medusa',
  title: 'Medusa product CSV, of version 1 or 2',
  columns: COLUMNS,
  columnsFor,
  required: ['title'],
  recognises: (columns) => columns.has('handle') && columns.has('title') && columns.has('variantTitle'),
  productKeys: (row) => medusaKeys({ id: row.text('id'), handle: row.text('handle'), title: row.text('title') }),
  nameOf: (row) => row.text('sku') || row.text('title') || row.text('handle'),
  build(rows, product) {
    const main = rows.find((row) => row.text('title') !== '') ?? rows[0]!
    return medusaProduct(
      {
        source: main,
        id: main.text('id'),
        handle: main.text('handle'),
        title: main.text('title'),
        description: main.text('description'),
        status: main.text('status'),
        deletedAt: main.text('deleted'),
        material: main.name('material'),
        pictures: [main.text('thumbnail'), ...numberedNames(main, 'image')],
        labels: [
          ...[main.name('collection'), main.name('type')],
          ...[...numberedNames(main, 'category'), ...numberedNames(main, 'tag')],
          ...main.name('tags').split(','),
        ],
      },
      rows.map((row) => variantOf(row, main)),
      product,
    )
  },
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

function variantOf(row: Row<MedusaColumn>, main: Row<MedusaColumn>): MedusaVariant {
  return {
    source: row,
    id: row.text('variantId'),
    title: row.name('variantTitle'),
    deletedAt: row.text('variantDeleted'),
    sku: row.text('sku'),
    gtin: row.text('ean') || row.text('upc') || row.text('barcode'),
    isManaged: row.text('manage'),
    quantity: row.text('quantity'),
    allowsBackorder: row.text('backorder'),
    amounts: amountsOf(row),
    options: numberedOptions(row, main, { names: 'optionName', values: 'optionValue' }),
    pictures: [row.text('variantThumbnail'), ...numberedNames(row, 'variantImage')],
  }
}

function amountsOf(row: Row<MedusaColumn>): ReadonlyMap<string, MedusaAmount> {
  const amounts = new Map<string, MedusaAmount>()
  for (const column of row.layout.keys) {
    const price = isPriceColumn(column) ? row.text(column) : ''
    // Early releases of Medusa 1 exported the amount in the smallest unit, later ones do not.
    const mayBeCents = /^price/i.test(row.layout.header(column)) && /^\d{3,}$/.test(price)
    if (price !== '') amounts.set(column.slice('price '.length), { column, price, listPrice: '', mayBeCents })
  }
  return amounts
}

function isPriceColumn(key: MedusaColumn): key is PriceColumn {
  return key.startsWith('price ')
}

function numberedNames(row: Row<MedusaColumn>, key: MedusaColumn): string[] {
  return row.layout.numbers(key).map((number) => row.name(key, number))
}
