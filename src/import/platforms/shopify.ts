import { decodeEntities } from '../../catalog/html-text.ts'
import { NO_TAX } from '../../catalog/store.ts'
import { fold } from '../../catalog/words.ts'
import { type FormatSample, headersOf } from '../format.ts'
import { shortSlug } from '../identifiers.ts'
import { quote } from '../json-path.ts'
import type { LeftOutReason } from '../left-out.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  categoriesOf,
  filesFrom,
  labelsFrom,
  type NativeFile,
  type ProductFields,
  pictureFile,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { slugFromHandle } from '../products/slugs.ts'
import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { decimalText, unescaped, yesOrNo } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { type ProductMapping, rowFormat } from '../rows/row-format.ts'

/** The older header of each column first, and those of Matrixify last. */
const COLUMNS = {
  handle: column('Handle | URL handle', 'the slug; rows with the same handle are one product', 'slug'),
  title: column('Title', 'the name', 'name'),
  description: column(
    'Body (HTML) | Description | Body HTML',
    'the description; --html says what becomes of its HTML',
    'description',
  ),
  vendor: column('Vendor', 'an option of the group “Vendor”, for the product as a whole'),
  category: column(
    'Product Category | Standardized Product Type | Standard Product Type | Category',
    'labels: the category, below the categories above it',
  ),
  type: column('Type | Custom Product Type', 'a label, or labels like the category if it is a path with “>”'),
  collection: column('Collection', 'a label'),
  collections: column('Custom Collections | Smart Collections', 'a label for each collection'),
  command: column('Command', 'if DELETE or IGNORE, the product is left out'),
  tags: column('Tags', 'a label for each tag', 'labelValues', 'labelValues[]'),
  published: column(
    'Published | Published on online store',
    'if FALSE, the product is left out; blank means published',
  ),
  status: column('Status', 'if draft, archived or unlisted, the product is left out; blank means active'),
  optionName: column(
    'OptionN Name',
    'an option group, for all variants of the product; there is none for the option “Default Title”',
    'optionGroups[].name',
  ),
  optionValue: column('OptionN Value', "the variant's option in that group"),
  sku: column('Variant SKU | SKU', 'the sku; if blank, one is made from the handle and the options', 'variants[].sku'),
  price: column('Variant Price | Price', 'the price; a variant without a price is left out', 'variants[].price'),
  compareAtPrice: column(
    'Variant Compare At Price | Compare-at price | Compare At Price',
    'the list price, if it is above the price',
    'variants[].listPrice',
  ),
  barcode: column('Variant Barcode | Barcode', 'the gtin, if it is one', 'variants[].gtin'),
  tracker: column('Variant Inventory Tracker | Inventory tracker', 'if blank, the stock is not tracked'),
  quantity: column(
    'Variant Inventory Qty | Inventory quantity',
    'the stock, if it is tracked; a negative number becomes 0',
  ),
  taxable: column(
    'Variant Taxable | Charge tax',
    'if FALSE, the tax rate “No tax”, 0 %; otherwise the tax rate of the store',
  ),
  image: column(
    'Image Src | Product image URL',
    'a picture of the product; repeated pictures count once',
    'files[].file.path',
  ),
  imagePosition: column('Image Position', 'the priority of the picture'),
  imageAlt: column('Image Alt Text', 'the alt text of the picture', 'files[].file.alt', 'variants[].files[].file.alt'),
  variantImage: column(
    'Variant Image | Variant image URL',
    'the picture of the variant',
    'variants[].files[].file.path',
  ),
  product: NO_COLUMN,
  currency: NO_COLUMN,
} satisfies Columns<string>

export type ShopifyColumn = keyof typeof COLUMNS
type Column = ShopifyColumn

/** How rows become products of Shopify. */
export const shopifyProducts: ProductMapping<Column> = {
  name: 'shopify',
  productKeys,
  nameOf: (row) => row.text('handle') || row.text('title') || row.text('sku'),
  build,
}

/** The product CSV that Shopify exports, with older or newer headers. */
export const shopify = rowFormat<Column>({
  ...shopifyProducts,
  title: 'Shopify product CSV',
  columns: COLUMNS,
  required: ['handle', 'title', 'price'],
  recognises: (columns, sample) =>
    columns.has('handle') && columns.has('title') && columns.size >= 3 && !isInventory(sample),
  refusal: (sample) => (isInventory(sample) ? INVENTORY : undefined),
})

/** Whether the file is Shopify's export of the inventory, which has a row for each variant and location, and no prices. */
function isInventory(sample: FormatSample): boolean {
  const headers = [...headersOf(sample)]
  const has = (pattern: RegExp) => headers.some((header) => pattern.test(header))
  return has(/^handle$/) && has(/^location$/) && has(/^(?:available|on hand)\b/) && !has(/price/)
}

const INVENTORY =
  'The file looks like the inventory that Shopify exports: it has the stock of each location, and no prices. Export the file in the list of products.'

/** Shopify makes the handle of a product from its title if the file has none. */
function productKeys(row: Row<Column>): readonly string[] | LeftOutReason {
  const product = row.text('product')
  if (product !== '') return [product]
  const handle = row.text('handle')
  if (handle !== '') return [handle.toLowerCase().normalize()]
  return row.text('title') === '' ? 'no-product' : [`line ${row.line}`]
}

/** Products have at most three option groups. */
const OPTION_NUMBERS = [1, 2, 3]

function build(rows: readonly Row<Column>[], product: ProductBuilder<Column>): ProductFields<Column> | undefined {
  const main = rows.find((row) => row.text('title') !== '')
  if (!main) {
    for (const row of rows)
      product.leaveOut([row], isVariant(row) || row.text('image') === '' ? 'no-title' : 'image-only')
    return undefined
  }
  const reason = whyHidden(main, product)
  if (reason) return product.leaveOut(rows, reason, main)
  warnOfOtherTitles(main, rows, product)
  const alts = altTextsOf(rows)
  addVariants(main, rows, alts, product)
  if (product.variants.length === 0)
    return product.leaveOut(
      rows.filter((row) => !isVariant(row)),
      'no-price',
    )
  product.addProductOption({ group: 'Vendor', option: main.name('vendor') })
  const tags = main.name('tags').split(',')
  return {
    source: main,
    name: main.name('title'),
    slug: slugFromHandle(main.text('handle')),
    description: main.text('description'),
    currency: rows.map((row) => row.text('currency')).find((code) => code !== ''),
    files: picturesOf(rows, alts, product),
    labelValues: labelsFrom([
      categoriesOf(main.name('category')),
      categoriesOf(main.name('type')),
      main.name('collection'),
      ...main.texts('collections').flatMap((names) => decodeEntities(names).split(',')),
      ...tags,
    ]),
  }
}

/** Two products under one handle become one. The title tells that they were two. */
function warnOfOtherTitles(main: Row<Column>, rows: readonly Row<Column>[], product: ProductBuilder<Column>): void {
  const title = main.text('title')
  for (const row of rows) {
    const other = row.text('title')
    if (other === '' || other === title) continue
    const message = `is ${quote(other)}, but ${main.where} the product with this handle is ${quote(title)}, which counts`
    product.warn(row, 'title', message)
  }
}

/** Whether the row has a variant. A row without one adds a picture. */
function isVariant(row: Row<Column>): boolean {
  if (row.text('price') !== '' || row.text('sku') !== '') return true
  return OPTION_NUMBERS.some((number) => row.text('optionValue', number) !== '')
}

function whyHidden(main: Row<Column>, product: ProductBuilder<Column>): LeftOutReason | undefined {
  if (/^(?:delete|ignore)$/i.test(main.text('command'))) return 'deleted'
  const status = main.text('status').toLowerCase()
  if (status === 'draft' || status === 'archived' || status === 'unlisted') return status
  if (status !== '' && status !== 'active')
    product.problem(main, 'status', `is ${JSON.stringify(status)}`, 'active, draft, archived, unlisted, or blank')
  return flag(main, 'published', product, true) ? undefined : 'unpublished'
}

function addVariants(
  main: Row<Column>,
  rows: readonly Row<Column>[],
  alts: AltTexts,
  product: ProductBuilder<Column>,
): void {
  const title = main.name('title')
  const handle = main.text('handle')
  const slug = slugFromHandle(handle) ?? (handle || shortSlug(title))
  const groups = groupNames([main, ...rows])
  for (const row of rows.filter(isVariant)) {
    const options = optionsOf(row, groups)
    const price = row.text('price')
    if (product.leaveOutUnsold(row, price, options)) continue
    product.addVariant(row, {
      name: variantName(title, options, ' / '),
      sku: product.uniqueSku(row, row.text('sku').replace(/^'\s*/, ''), options, slug),
      gtin: row.text('barcode').replace(/^'\s*/, ''),
      price: decimalText(price),
      listPrice: decimalText(row.text('compareAtPrice')) || undefined,
      stock: row.text('tracker') === '' ? null : product.stock(row, 'quantity', unescaped(row.text('quantity'))),
      options,
      files: filesFrom([row.text('variantImage')], alts),
      taxRate: yesOrNo(row.text('taxable')) === false ? NO_TAX : undefined,
    })
  }
}

/** The names of the option groups. Usually only the first row of a product has them. */
function groupNames(rows: readonly Row<Column>[]): string[] {
  return OPTION_NUMBERS.map((number) => {
    const named = rows.find((row) => row.text('optionName', number) !== '')
    return named?.name('optionName', number) ?? `Option ${number}`
  })
}

function optionsOf(row: Row<Column>, groups: readonly string[]): VariantOption[] {
  const options = OPTION_NUMBERS.map((number, index) => ({
    group: groups[index]!,
    option: row.name('optionValue', number),
  })).filter(({ option }) => option !== '')
  // A product without options has one option of this name.
  return options.length === 1 && fold(options[0]!.option) === 'default title' ? [] : options
}

/** The alt text of each picture that has one, by its path. The first of several counts. */
type AltTexts = ReadonlyMap<string, string>

function altTextsOf(rows: readonly Row<Column>[]): AltTexts {
  const described = rows.filter((row) => row.text('imageAlt') !== '').toReversed()
  return new Map(described.map((row) => [row.text('image'), row.name('imageAlt')]))
}

/** The pictures of all rows, each once. */
function picturesOf(rows: readonly Row<Column>[], alts: AltTexts, product: ProductBuilder<Column>): NativeFile[] {
  const pictures = new Map<string, NativeFile>()
  for (const row of rows) {
    // A cell of Matrixify may have several addresses.
    for (const path of row.text('image').split(/\s*;\s*(?=https?:)/)) {
      if (path === '' || pictures.has(path)) continue
      pictures.set(path, { priority: positionOf(row, product) ?? pictures.size + 1, file: pictureFile(path, alts) })
    }
  }
  return [...pictures.values()]
}

function positionOf(row: Row<Column>, product: ProductBuilder<Column>): number | undefined {
  const position = row.text('imagePosition')
  if (/^\d{1,9}(?:\.0*)?$/.test(position)) return Number(position)
  if (position !== '')
    product.warn(row, 'imagePosition', `is ${JSON.stringify(position)}, which is not a whole number, and is ignored`)
  return undefined
}
