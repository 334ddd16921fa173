import { currencyCode } from '@vitrine/catalog/currency'
import type { Columns } from '../rows/columns.ts'
import { numberedOptions } from '../rows/numbered-options.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { MEDUSA_COLUMNS, type MedusaColumn, type MedusaPriceColumn } from './medusa-columns.ts'
import { type MedusaAmount, type MedusaVariant, medusaKeys, medusaProduct } from './medusa-product.ts'

/** The product CSV that Medusa 2 exports. It has no stocks. */
export const medusa = rowFormat<MedusaColumn>({
  name: 'medusa',
  title: 'Medusa 2 product CSV',
  columns: MEDUSA_COLUMNS,
  columnsFor,
  required: ['title'],
  recognises: ['handle', 'title', 'variantTitle', 'optionName'],
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
        pictures: [main.text('thumbnail'), ...main.numberedNames('image')],
        labels: { tag: main.numberedNames('tag') },
      },
      rows.map((row) => variantOf(row, main)),
      product,
    )
  },
})

/**
 * Adds a column for each currency, such as `price EUR`. Prices of regions, `Variant Price Europe [EUR]`, are used only
 * if the file has no others in their currency.
 */
function columnsFor(headers: readonly string[]): Columns<MedusaColumn> {
  const plain = pricesIn(headers, /^variant price ([a-z]{3})$/i)
  const regional = pricesIn(headers, /^variant price .*\[([a-z]{3})\]$/i)
  const prices = [...regional, ...plain].map(([currency, headers]) => {
    return [`price ${currency}`, { ...MEDUSA_COLUMNS.price, headers }] as const
  })
  return { ...MEDUSA_COLUMNS, ...Object.fromEntries(prices) }
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
    isManaged: '',
    quantity: '',
    allowsBackorder: '',
    amounts: amountsOf(row),
    options: numberedOptions(row, main),
    pictures: [row.text('variantThumbnail'), ...row.numberedNames('variantImage')],
  }
}

function amountsOf(row: Row<MedusaColumn>): ReadonlyMap<string, MedusaAmount> {
  const amounts = new Map<string, MedusaAmount>()
  for (const column of row.layout.keys) {
    const price = isPriceColumn(column) ? row.text(column) : ''
    if (price !== '') amounts.set(column.slice('price '.length), { column, price, listPrice: '' })
  }
  return amounts
}

function isPriceColumn(key: MedusaColumn): key is MedusaPriceColumn {
  return key.startsWith('price ')
}
