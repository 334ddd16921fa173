import type { ProductBuilder } from '../products/product-builder.ts'
import {
  categoriesOf,
  filesFrom,
  type NativeFile,
  type ProductFields,
  seoFrom,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { type Columns, column } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { itemsIn, priceUnlessZero, unescaped } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'

/** The header of the default profile first, then that of a profile whose columns have the names of the fields. */
const COLUMNS = {
  id: column(
    'id',
    'the id by which the next import finds the product',
    'id',
    'variants[].id',
    'externalId',
    'variants[].externalId',
  ),
  parentId: column('parent_id | parentId', 'the id of the product of a variant'),
  number: column('product_number | productNumber', 'the sku', 'variants[].sku'),
  active: column('active', 'if 0, the product or the variant is left out'),
  stock: column('stock', 'the stock'),
  name: column('name | translations.DEFAULT.name', 'the name; a variant without one has that of its product', 'name'),
  description: column('description | translations.DEFAULT.description', 'the description', 'description'),
  price: column(
    'price_gross | price.DEFAULT.gross',
    'the price; a variant without one has that of its product',
    'variants[].price',
  ),
  listPrice: column(
    'list_price_gross | price.DEFAULT.listPrice.gross',
    'the list price, if it is above the price',
    'variants[].listPrice',
  ),
  gtin: column('ean', 'the gtin, if it is one', 'variants[].gtin'),
  mpn: column('manufacturer_number | manufacturerNumber', 'the mpn', 'variants[].mpn'),
  brand: column(
    'manufacturer_name | manufacturer.translations.DEFAULT.name',
    'an option of the group “Brand”, for the product as a whole',
  ),
  picture: column(
    'cover_media_url | cover.media.url',
    'the first picture',
    'files[].file.path',
    'variants[].files[].file.path',
  ),
  alt: column('cover_media_alt | cover.media.translations.DEFAULT.alt', 'its alt text'),
  media: column('media', 'further pictures, if they are addresses with bars between them'),
  categories: column('categories', 'labels, if they are names and not ids', 'labelValues[]'),
  options: column(
    'optionIds | options',
    'the options of the variant, such as “Size: M|Color: Red”; if they are ids, the sku tells variants apart',
  ),
  properties: column('propertyIds | properties', 'the same for the product as a whole'),
  seoTitle: column('meta_title | translations.DEFAULT.metaTitle', 'the title for search engines', 'seo.title'),
  seoDescription: column(
    'meta_description | translations.DEFAULT.metaDescription',
    'the description for search engines',
    'seo.description',
  ),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS
type Builder = ProductBuilder<Column>

/** The products that Shopware 6 exports. */
export const shopware = rowFormat<Column>({
  name: 'shopware',
  title: 'Shopware 6 product CSV',
  columns: COLUMNS,
  required: ['id', 'number', 'name', 'price'],
  recognises: ['id', 'parentId', 'number', 'price'],
  productKeys(row) {
    const id = row.text('parentId') || row.text('id')
    return id === '' ? 'no-product' : [id.toLowerCase()]
  },
  nameOf: (row) => row.text('number') || row.text('name') || row.text('id'),
  build,
})

function build(rows: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const [main, ...repeated] = rows.filter((row) => row.text('parentId') === '')
  if (!main) return product.leaveOut(rows, 'no-parent')
  product.leaveOut(repeated, 'repeated')
  const variants = rows.filter((row) => row.text('parentId') !== '')
  if (main.text('name') === '') return product.leaveOut([main, ...variants], 'no-title', main)
  if (!flag(main, 'active', product, true)) return product.leaveOut([main, ...variants], 'unpublished', main)
  addVariants(variants.length === 0 ? [main] : variants, main, product)
  if (product.variants.length === 0) return variants.length === 0 ? undefined : product.leaveOut([main], 'no-variants')
  product.addProductOptions(rows.flatMap((row) => optionsIn(row, 'properties')))
  product.addProductOption({ group: 'Brand', option: main.name('brand') })
  return {
    source: main,
    id: product.id(main.text('id').toLowerCase()),
    externalId: main.text('id'),
    name: main.name('name'),
    description: main.text('description'),
    files: picturesOf(main),
    labels: { category: namesIn(main.name('categories')).map(categoriesOf) },
    seo: seoFrom(main.name('seoTitle'), main.name('seoDescription')),
  }
}

function addVariants(rows: readonly Row<Column>[], main: Row<Column>, product: Builder): void {
  const active = activeOf(rows, main, product)
  const areNamed = rows.length === 1 || rows.every((row) => optionsIn(row, 'options').length > 0)
  const name = main.name('name')
  for (const row of rows) {
    const number = unescaped(row.text('number'))
    const options = areNamed ? optionsIn(row, 'options') : [{ group: 'Variant', option: number }]
    if (!areNamed) product.warn(row, 'options', 'has no names of options: the product number tells the variants apart')
    // Prices of 0 stand where there is none.
    const priced = priceOf(row) === '' ? main : row
    const reason = active.has(row) ? undefined : 'unpublished'
    if (product.leaveOutUnsold(row, priceOf(priced), options, reason)) continue
    product.addVariant(row, {
      id: row === main ? undefined : product.id('variant', row.text('id').toLowerCase()),
      externalId: row.text('id'),
      name: row.name('name') || variantName(name, options, ', '),
      sku: product.uniqueSku(row, number, options, unescaped(main.text('number'))),
      gtin: row.text('gtin') || undefined,
      mpn: unescaped(row.text('mpn') || main.text('mpn')),
      price: priceOf(priced),
      listPrice: priceUnlessZero(priced.text('listPrice')) || undefined,
      stock: product.stock(row, 'stock', row.text('stock')),
      options,
      files: row === main ? [] : picturesOf(row),
    })
  }
}

function priceOf(row: Row<Column>): string {
  return priceUnlessZero(row.text('price'))
}

/**
 * The variants that are sold. Shopware exports 0 also for a variant that takes this from its product, so 0 for all
 * variants of a product that is sold says nothing.
 */
function activeOf(rows: readonly Row<Column>[], main: Row<Column>, product: Builder): ReadonlySet<Row<Column>> {
  const active = rows.filter((row) => flag(row, 'active', product, true))
  if (active.length > 0 || rows[0] === main) return new Set(active)
  for (const row of rows)
    product.warn(row, 'active', 'is 0 for all variants of a product that is 1: they are served, as the product is')
  return new Set(rows)
}

/** Options such as `Size: M|Color: Red`. Ids say nothing to shoppers. */
function optionsIn(row: Row<Column>, key: Column): VariantOption[] {
  return namesIn(row.name(key)).flatMap((text) => {
    const [, group, option] = /^([^:]*[^:\s])\s*:\s*(.+)$/.exec(text) ?? []
    return group === undefined ? [] : [{ group, option: option! }]
  })
}

/** The items of a list with bars that are no ids. */
function namesIn(list: string): string[] {
  return itemsIn(list, '|').filter((item) => !/^[0-9a-f]{32}$/i.test(item))
}

function picturesOf(row: Row<Column>): NativeFile[] {
  const cover = row.text('picture')
  const others = namesIn(row.text('media')).filter((item) => item.includes('://'))
  return filesFrom([cover, ...others], [[cover, row.name('alt')]])
}
