import type { VariantOption } from '../products/product-fields.ts'
import { itemsIn } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { VENDURE_COLUMNS, type VendureColumn } from './vendure-columns.ts'
import { VENDURE_LANGUAGES, vendureColumns } from './vendure-languages.ts'
import { type VendureVariant, vendureProduct } from './vendure-product.ts'

/** The product CSV that Vendure imports. A row with a name begins a product. */
export const vendure = rowFormat<VendureColumn>({
  name: 'vendure',
  title: 'Vendure product CSV; of several languages, the first is that of the store',
  columns: VENDURE_COLUMNS,
  columnsFor: vendureColumns,
  required: ['name', 'sku', 'price'],
  recognises: ['name', 'price', 'optionGroups', 'optionValues'],
  productKeys: (row) => [`line:${row.line}`],
  continues: (row) => row.text('name') === '',
  nameOf: (row) => row.text('name') || row.text('sku'),
  build(rows, product) {
    const main = rows[0]!
    const groups = itemsIn(main.name('optionGroups'), '|')
    return vendureProduct(
      {
        source: main,
        id: '',
        name: main.name('name'),
        slug: main.text('slug'),
        description: main.text('description'),
        isEnabled: '',
        currency: '',
        pictures: itemsIn(main.name('assets'), '|'),
        facets: facetsOf(main, 'facets'),
        collections: [],
      },
      rows.map((row) => variantOf(row, groups)),
      product,
    )
  },
  translations: VENDURE_LANGUAGES,
})

function variantOf(row: Row<VendureColumn>, groups: readonly string[]): VendureVariant {
  return {
    source: row,
    id: '',
    name: '',
    sku: row.text('sku'),
    price: row.text('price'),
    stock: row.text('stock'),
    isTracked: row.text('track'),
    isEnabled: row.text('enabled'),
    groups,
    options: itemsIn(row.name('optionValues'), '|'),
    facets: facetsOf(row, 'variantFacets'),
    pictures: itemsIn(row.name('variantAssets'), '|'),
  }
}

/** Facets such as `brand:Acme|type:Tool`. */
function facetsOf(row: Row<VendureColumn>, key: 'facets' | 'variantFacets'): VariantOption[] {
  return itemsIn(row.name(key), '|').flatMap((facet) => {
    const [group = '', ...rest] = facet.split(':')
    const option = rest.join(':').trim()
    return group.trim() === '' || option === '' ? [] : [{ group: group.trim(), option }]
  })
}
