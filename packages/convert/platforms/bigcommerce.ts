import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  type NativeFile,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { type CurrentPrice, currentPrice } from '../products/sale-price.ts'
import { slugFromPath } from '../products/slugs.ts'
import { type Columns, column } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { gtinIn, priceUnlessZero, roundedPrice, withoutEnd, yesOrNo } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'

const COLUMNS = {
  item: column('Item', 'Product, Variant or Image. Variants and images belong to the product above them'),
  id: column('ID', 'the id, by which the next import finds the product', 'externalId', 'variants[].externalId'),
  name: column('Name', 'the name', 'name'),
  sku: column('SKU', 'the sku; if blank, one is made from the name and the options', 'variants[].sku'),
  options: column('Options', 'the options of a variant, and their groups', 'optionGroups[].name'),
  tracking: column('Inventory Tracking', 'none: the stock is not tracked; product: the variants share the stock'),
  stock: column('Current Stock', 'the stock, if it is tracked'),
  price: column('Price', 'the price; a variant without one has the price of the product', 'variants[].price'),
  salePrice: column('Sale Price', 'the price, if it is not 0; the price is then the list price'),
  retailPrice: column('Retail Price', 'the list price, if it is above the price', 'variants[].listPrice'),
  categories: column('Categories', 'labels: each category, below those above it. Ids of categories are not used'),
  description: column('Description', 'the description', 'description'),
  url: column('Product URL', 'the slug', 'slug'),
  gtin: column('Global Trade Number | UPC/EAN', 'the gtin, if it is one', 'variants[].gtin'),
  mpn: column('Manufacturer Part Number', 'the mpn', 'variants[].mpn'),
  visible: column('Is Visible', 'if FALSE, the product is left out'),
  variantImage: column('Variant Image URL', 'the picture of the variant', 'variants[].files[].file.path'),
  image: column('Internal Image URL (Export) | Image URL (Import)', 'a picture of the product', 'files[].file.path'),
  imageAlt: column('Image Description', 'the alt text of the picture', 'files[].file.alt'),
  thumbnail: column('Image is Thumbnail', 'if TRUE, the picture is the first one'),
  imageSort: column('Image Sort Order', 'the order of the pictures'),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS
type Builder = ProductBuilder<Column>

/** The product CSV that BigCommerce exports. */
export const bigcommerce = rowFormat<Column>({
  name: 'bigcommerce',
  title: 'BigCommerce product CSV',
  columns: COLUMNS,
  required: ['item', 'name', 'price'],
  recognises: ['item', 'name', ['tracking', 'options', 'image']],
  continues: (row) => itemOf(row) !== 'product',
  productKeys: (row) => {
    const item = itemOf(row)
    if (item === 'product') return [`line ${row.line}`]
    return item === 'variant' || item === 'image' ? [] : item === 'video' ? 'video' : 'other-type'
  },
  nameOf: (row) => row.text('sku') || row.text('name') || row.text('image'),
  build,
})

function itemOf(row: Row<Column>): string {
  return row.text('item').toLowerCase()
}

function build(rows: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const main = rows[0]!
  if (!flag(main, 'visible', product, true)) return product.leaveOut(rows, 'unpublished', main)
  const id = product.id(main.text('id') || main.text('sku') || main.text('name'))
  const variants = rows.filter((row) => itemOf(row) === 'variant')
  for (const row of variants.length === 0 ? [main] : variants) addVariant(row, main, id, product)
  if (/^[\d;,\s]+$/.test(main.text('categories')))
    product.warn(main, 'categories', 'has ids of categories, whose names are not in the file')
  if (product.variants.length === 0) return variants.length === 0 ? undefined : product.leaveOut([main], 'no-variants')
  return {
    source: main,
    id,
    externalId: main.text('id'),
    name: main.name('name'),
    slug: slugFromPath(main.text('url')),
    mayChangeSlug: true,
    description: main.text('description'),
    files: picturesOf(rows),
    labels: { category: categoryPaths(main.name('categories')) },
  }
}

/** Adds a variant, or the product itself as its only variant. */
function addVariant(row: Row<Column>, main: Row<Column>, id: string, product: Builder): void {
  const options = optionsOf(row)
  const { price, listPrice } = priceOf(row, main, product)
  if (product.leaveOutUnsold(row, price, options)) return
  const name = main.name('name')
  const sku = product.uniqueSku(row, row.text('sku'), options, main.text('sku') || name)
  product.addVariant(row, {
    id: product.id(id, sku),
    externalId: row === main ? '' : row.text('id'),
    name: variantName(name, options, ', '),
    sku,
    gtin: gtinIn(row.texts('gtin')),
    mpn: row.text('mpn'),
    price,
    listPrice,
    stock: stockOf(row, main, product),
    options,
    files: row === main ? [] : filesFrom([row.text('variantImage')]),
  })
}

/** The options in `Type=Swatch|Name=Color|Value=Red[#ff0000]Type=Dropdown|Name=Size|Value=M`, without colors. */
function optionsOf(row: Row<Column>): VariantOption[] {
  const parts = row.name('options').split('Type=')
  return parts.flatMap((part) => {
    const [, group, value] = /^[^|]*\|Name=([^|]*)\|Value=([\s\S]*)$/.exec(part) ?? []
    return group === undefined ? [] : { group: group.trim(), option: withoutSwatch(withoutEnd(value!, ' |,;\r\n')) }
  })
}

function withoutSwatch(option: string): string {
  const start = option.lastIndexOf('[')
  return start > 0 && /^\[(?:#|https?:)[^\]]*\]$/i.test(option.slice(start))
    ? option.slice(0, start).trim()
    : option.trim()
}

/** The prices of the variant, or those of the product if it has none. Some exports write 0 for no sale price. */
function priceOf(row: Row<Column>, main: Row<Column>, product: Builder): CurrentPrice {
  const owner = row.text('price') === '' && row.text('salePrice') === '' ? main : row
  const regularPrice = roundedPrice(row.text('price') || main.text('price'))
  const salePrice = priceUnlessZero(owner.text('salePrice'))
  const sale = { regularPrice, salePrice, saleColumn: 'salePrice', isNow: true } as const
  const { price, listPrice } = currentPrice(owner, sale, product)
  const retailPrice = priceUnlessZero(owner.text('retailPrice')) || priceUnlessZero(main.text('retailPrice'))
  return { price, listPrice: listPrice ?? (retailPrice || undefined) }
}

function stockOf(row: Row<Column>, main: Row<Column>, product: Builder): number | null {
  const tracking = main.text('tracking').toLowerCase()
  if (tracking === 'none' || tracking === '') return null
  if (tracking !== 'product' && tracking !== 'variant')
    product.problem(main, 'tracking', `is ${JSON.stringify(tracking)}`, 'none, product or variant')
  const owner = tracking === 'product' ? main : row
  return product.stock(owner, 'stock', owner.text('stock'))
}

/** The pictures of a product, the thumbnail first. */
function picturesOf(rows: readonly Row<Column>[]): NativeFile[] {
  const images = rows.filter((row) => row.text('image') !== '')
  const positionOf = (row: Row<Column>) => (yesOrNo(row.text('thumbnail')) ? -1 : Number(row.text('imageSort')) || 0)
  const sorted = images.toSorted((a, b) => positionOf(a) - positionOf(b)).map((row) => row.text('image'))
  return filesFrom(
    sorted,
    images.map((row) => [row.text('image'), row.name('imageAlt')]),
  )
}

/** The paths of `Shirts/Linen;Sale`. A slash of a name has a backslash. An id means nothing to a shopper. */
function categoryPaths(text: string): string[][] {
  const paths = text.split(';').filter((path) => !/^\d*$/.test(path.trim()))
  return paths.map((path) => path.split(/(?<!\\)\//).map((name) => name.replaceAll('\\/', '/')))
}
