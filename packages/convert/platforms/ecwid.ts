import { shortSlug } from '@vitrine/catalog/native/identifiers'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import { fold } from '@vitrine/catalog/words'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  type NativeFile,
  type ProductFields,
  seoFrom,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { slugFromLinks } from '../products/slugs.ts'
import { type Columns, column } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { decimalText, unescaped } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'

const COLUMNS = {
  type: column('type', 'product, product_option or product_variation; rows of other types are left out'),
  id: column('product_internal_id', 'the id by which the next import finds the product', 'id', 'externalId'),
  name: column('product_name', 'the name', 'name'),
  description: column('product_description', 'the description', 'description'),
  slug: column('custom_url_slug', 'the slug', 'slug'),
  url: column('url', 'the slug, from the last part of the address, if there is no other'),
  sku: column('product_sku', 'the sku of a product without variations'),
  variationSku: column('product_variation_sku', 'the sku of a variation', 'variants[].sku'),
  gtin: column('product_upc', 'the gtin, if it is one', 'variants[].gtin'),
  price: column('product_price', 'the price; a variation without a price has that of the product', 'variants[].price'),
  listPrice: column('product_compare_to_price', 'the list price, if it is above the price', 'variants[].listPrice'),
  isTracked: column('product_is_inventory_tracked', 'if false, the stock is not tracked'),
  quantity: column('product_quantity', 'the stock'),
  soldOut: column('product_quantity_out_of_stock_behaviour', 'ALLOW_PREORDER: a stock of 0 is not tracked instead'),
  available: column('product_is_available', 'if false, the product is left out'),
  image: column(
    'product_media_main_image_url',
    'the first picture',
    'files[].file.path',
    'variants[].files[].file.path',
  ),
  alt: column('product_media_main_image_alt', 'the alt text of the first picture'),
  gallery: column('product_media_gallery_image_url_N', 'further pictures'),
  galleryAlt: column('product_media_gallery_image_alt_N', 'their alt texts'),
  category: column(
    'product_category_N',
    'labels; in Clothing/Shirts, Clothing is the parent of Shirts',
    'labelValues[]',
  ),
  brand: column('product_brand', 'an option of the group “Brand”, for the product as a whole'),
  seoTitle: column('product_seo_title', 'the title for search engines', 'seo.title'),
  seoDescription: column('product_seo_description', 'the description for search engines', 'seo.description'),
  optionName: column('product_option_name', 'the group of an option'),
  optionValue: column(
    'product_option_value',
    'an option, of the product as a whole if no variation chooses from its group',
  ),
  markup: column('product_option_markup', 'is not added to prices; a warning tells it'),
  chosen: column('product_variation_option_NAME', 'the option of a variation in the group NAME'),
} satisfies Columns<string>

/** A column of `COLUMNS`, or of the options in one group: `chosen: Size`. */
type Column = keyof typeof COLUMNS | `chosen: ${string}`
type Builder = ProductBuilder<Column>

/** The catalog that Ecwid exports, also as Lightspeed E-Series. */
export const ecwid = rowFormat<Column>({
  name: 'ecwid',
  title: 'Ecwid catalog CSV, also of Lightspeed E-Series',
  columns: COLUMNS as Columns<Column>,
  columnsFor,
  required: ['type', 'name', 'price'],
  recognises: ['type', 'name', 'price', ['id', 'sku']],
  productKeys(row) {
    if (!/^product(?:_option|_variation)?$/.test(typeOf(row))) return 'other-type'
    const [id, sku] = [row.text('id'), row.text('sku')]
    if (id !== '') return [`id:${id}`]
    if (sku !== '') return [`sku:${sku}`]
    return typeOf(row) === 'product' ? [`line:${row.line}`] : 'no-product'
  },
  continues: (row) => /^product_(?:option|variation)$/.test(typeOf(row)) && row.text('id') + row.text('sku') === '',
  nameOf: (row) => row.text('name') || row.text('variationSku') || row.text('sku') || row.text('id'),
  build,
})

/** Each group of options has a column for the variations. A name with spaces or signs is in braces. */
function columnsFor(headers: readonly string[]): Columns<Column> {
  const columns: Record<Column, Columns<Column>[Column]> = { ...COLUMNS }
  for (const header of headers) {
    const group = /^product_variation_option_\{?(.+?)\}?$/i.exec(header.trim())?.[1]
    if (group) columns[`chosen: ${group}`] = column(header, 'an option of the variation', 'optionGroups[]')
  }
  return columns
}

function typeOf(row: Row<Column>): string {
  return row.text('type').toLowerCase()
}

function build(rows: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const ofType = (type: string) => rows.filter((row) => typeOf(row) === type)
  const [main, ...repeated] = ofType('product')
  const [options, variations] = [ofType('product_option'), ofType('product_variation')]
  if (!main) return product.leaveOut(rows, 'no-parent')
  product.leaveOut(repeated, 'repeated')
  if (main.text('name') === '') return product.leaveOut([main, ...options, ...variations], 'no-title', main)
  if (!flag(main, 'available', product, true))
    return product.leaveOut([main, ...options, ...variations], 'unpublished', main)
  for (const row of variations.length === 0 ? [main] : variations) addVariant(row, main, options, product)
  if (product.variants.length === 0)
    return variations.length === 0 ? undefined : product.leaveOut([main], 'no-variants')
  // The file does not say which price and stock each option has.
  const groups = new Set(product.optionGroups.map(({ name }) => fold(name)))
  const open = options.filter((row) => row.text('optionName') !== '' && !groups.has(fold(row.name('optionName'))))
  for (const row of open.filter(hasMarkup))
    product.warn(row, 'markup', 'is the markup of an option, which the price does not have')
  product.addProductOptions(open.map((row) => ({ group: row.name('optionName'), option: row.name('optionValue') })))
  product.addProductOption({ group: 'Brand', option: main.name('brand') })
  return {
    source: main,
    ...product.identity(main.text('id')),
    name: main.name('name'),
    slug: slugFromHandle(main.text('slug')) ?? slugFromLinks([main.text('url')]),
    mayChangeSlug: true,
    description: main.text('description'),
    link: main.text('url'),
    files: picturesOf(main),
    labels: { category: main.numberedNames('category').map((path) => path.split('/')) },
    seo: seoFrom(main.name('seoTitle'), main.name('seoDescription')),
  }
}

function addVariant(row: Row<Column>, main: Row<Column>, options: readonly Row<Column>[], product: Builder): void {
  const chosen = chosenIn(row)
  // A variation without a price of its own costs what the product costs.
  const priced = row.text('price') === '' ? main : row
  const price = decimalText(priced.text('price'))
  if (product.leaveOutUnsold(row, price, chosen)) return
  const markup = priced === row ? undefined : options.find((option) => hasMarkup(option) && isChosen(option, chosen))
  if (markup)
    product.problem(
      row,
      'price',
      `is blank, and the option “${markup.name('optionValue')}” has a markup of ${markup.text('markup')}`,
      'the price of the variation',
    )
  const name = main.name('name')
  product.addVariant(row, {
    name: variantName(name, chosen, ', '),
    sku: product.uniqueSku(
      row,
      unescaped(row.text(row === main ? 'sku' : 'variationSku')),
      chosen,
      unescaped(main.text('sku')) || shortSlug(name),
    ),
    gtin: unescaped(row.text('gtin')),
    price,
    listPrice: decimalText(priced.text('listPrice')) || undefined,
    stock: stockOf(row, product),
    options: chosen,
    files: row === main ? [] : picturesOf(row),
  })
}

/** The options of a variation. */
function chosenIn(row: Row<Column>): VariantOption[] {
  const options = [...row.layout.keys].flatMap((key) => {
    const group = /^chosen: (.+)$/.exec(key)?.[1]
    return group === undefined ? [] : [{ group, option: row.name(key) }]
  })
  return options.filter(({ option }) => option !== '')
}

function hasMarkup(option: Row<Column>): boolean {
  return /[1-9]/.test(option.text('markup'))
}

function isChosen(row: Row<Column>, chosen: readonly VariantOption[]): boolean {
  return chosen.some(
    ({ group, option }) =>
      fold(group) === fold(row.name('optionName')) && fold(option) === fold(row.name('optionValue')),
  )
}

/** null if it is not tracked, or if the shop takes orders for what is sold out. */
function stockOf(row: Row<Column>, product: Builder): number | null {
  if (!flag(row, 'isTracked', product, true)) return null
  const stock = product.stock(row, 'quantity', row.text('quantity'))
  return stock === 0 && row.text('soldOut').toUpperCase() === 'ALLOW_PREORDER' ? null : stock
}

function picturesOf(row: Row<Column>): NativeFile[] {
  const gallery = row.layout.numbers('gallery')
  const pictures = [
    [row.text('image'), row.name('alt')] as const,
    ...gallery.map((number) => [row.text('gallery', number), row.name('galleryAlt', number)] as const),
  ]
  return filesFrom(
    pictures.map(([path]) => path),
    pictures,
  )
}
