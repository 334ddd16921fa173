import { shortSlug } from '@vitrine/catalog/native/identifiers'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import type { ProductBuilder } from '../products/product-builder.ts'
import { filesFrom, type NativeFile, type ProductFields, variantName } from '../products/product-fields.ts'
import { type CurrentPrice, currentPrice } from '../products/sale-price.ts'
import { type Columns, column } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { numberedOptions } from '../rows/numbered-options.ts'
import { decimalText, unescaped } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'

const COLUMNS = {
  id: column('Product ID [Non Editable]', 'the id by which the next import finds the product', 'id', 'externalId'),
  variantId: column(
    'Variant ID [Non Editable]',
    'the id by which the next import finds the variant',
    'variants[].id',
    'variants[].externalId',
  ),
  url: column('Product URL', 'the slug', 'slug'),
  title: column('Title', 'the name; a row without title, URL and id is a variant of the product above it', 'name'),
  description: column('Description', 'the description', 'description'),
  sku: column('SKU', 'the sku; if blank, one is made from the slug and the options', 'variants[].sku'),
  gtin: column('GTIN', 'the gtin, if it is one', 'variants[].gtin'),
  mpn: column('MPN', 'the mpn', 'variants[].mpn'),
  optionName: column('Option Name N', 'an option group', 'optionGroups[].name'),
  optionValue: column('Option Value N', "the variant's option in that group"),
  price: column('Price', 'the price; a variant without a price is left out', 'variants[].price'),
  salePrice: column('Sale Price', 'the price, if the variant is on sale; the price is then the list price'),
  onSale: column('On Sale', 'Yes: the sale price counts'),
  stock: column('Stock', 'the stock; “Unlimited” and blank mean that it is not tracked'),
  categories: column('Categories', 'labels; in /shirts/linen, shirts is the parent of linen', 'labelValues[]'),
  tags: column('Tags', 'a label for each tag'),
  visible: column('Visible', 'No: the product is left out; blank means Yes'),
  images: column(
    'Hosted Image URLs',
    'the pictures, in their order',
    'files[].file.path',
    'variants[].files[].file.path',
  ),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS

/** The product CSV that Squarespace exports. */
export const squarespace = rowFormat<Column>({
  name: 'squarespace',
  title: 'Squarespace product CSV',
  columns: COLUMNS,
  required: ['title', 'price'],
  recognises: ['title', 'price', 'images', 'onSale'],
  productKeys: (row) => [row.text('id') ? `id:${row.text('id')}` : `line:${row.line}`],
  continues: (row) => row.text('id') === '' && row.text('title') === '' && row.text('url') === '',
  nameOf: (row) => row.text('title') || row.text('sku') || row.text('url'),
  build,
})

function build(rows: readonly Row<Column>[], product: ProductBuilder<Column>): ProductFields<Column> | undefined {
  const main = rows[0]!
  if (main.text('title') === '') return product.leaveOut(rows, 'no-title')
  if (!flag(main, 'visible', product, true)) return product.leaveOut(rows, 'unpublished', main)
  for (const row of rows) addVariant(row, main, product)
  if (product.variants.length === 0) return undefined
  return {
    source: main,
    ...product.identity(main.text('id')),
    name: main.name('title'),
    slug: slugFromHandle(main.text('url')),
    // Two store pages can have a product with the same URL.
    mayChangeSlug: true,
    description: main.text('description'),
    files: picturesOf(main),
    labels: { category: categoriesOf(main), tag: main.name('tags').split(',') },
  }
}

function addVariant(row: Row<Column>, main: Row<Column>, product: ProductBuilder<Column>): void {
  const options = numberedOptions(row, main)
  const price = priceOf(row, product)
  if (product.leaveOutUnsold(row, price.price, options)) return
  const title = main.name('title')
  const prefix = slugFromHandle(main.text('url')) ?? shortSlug(title)
  product.addVariant(row, {
    ...product.identity(row.text('variantId'), 'variant'),
    name: variantName(title, options, ' / '),
    sku: product.uniqueSku(row, unescaped(row.text('sku')), options, prefix),
    gtin: unescaped(row.text('gtin')),
    mpn: unescaped(row.text('mpn')),
    ...price,
    stock: stockOf(row, product),
    options,
    // The pictures of the first row are those of the product.
    files: row === main ? [] : picturesOf(row),
  })
}

function priceOf(row: Row<Column>, product: ProductBuilder<Column>): CurrentPrice {
  const regularPrice = decimalText(row.text('price'))
  const salePrice = flag(row, 'onSale', product, false) ? decimalText(row.text('salePrice')) : ''
  return currentPrice(row, { regularPrice, salePrice, saleColumn: 'salePrice', isNow: true }, product)
}

function stockOf(row: Row<Column>, product: ProductBuilder<Column>): number | null {
  const stock = row.text('stock')
  return /^unlimited$/i.test(stock) ? null : product.stock(row, 'stock', stock)
}

/** Version 7.1 writes the path of a category in URLs, `/shirts/linen`. Version 7.0 writes its name. */
function categoriesOf(row: Row<Column>): (string | string[])[] {
  const categories = row.name('categories').split(',')
  return categories.map((category) => (category.trim().startsWith('/') ? category.trim().split('/') : category))
}

function picturesOf(row: Row<Column>): NativeFile[] {
  return filesFrom(row.text('images').split(/\s+/))
}
