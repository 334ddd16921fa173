import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { type Cents, formatPrice, parsePrice } from '@vitrine/catalog/money'
import { shortSlug } from '@vitrine/catalog/native/identifiers'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  type NativeFile,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import type { CurrentPrice } from '../products/sale-price.ts'
import { type Columns, column } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { decimalText, itemsIn, unescaped } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'

/** The header of the older catalog (V1) first, then that of the newer catalog (V3). */
const COLUMNS = {
  handle: column(
    'handleId | handle',
    'the id by which the next import finds the product; rows with the same handle are one product',
    'id',
    'slug',
  ),
  fieldType: column('fieldType', 'Product, Variant or Media'),
  name: column('name', 'the name', 'name'),
  description: column('description | plainDescription', 'the description', 'description'),
  images: column(
    'productImageUrl | media',
    'the pictures, in their order; a file name becomes an address at static.wixstatic.com',
    'files[].file.path',
    'variants[].files[].file.path',
  ),
  alt: column('mediaAltText', 'the alt text of the picture', 'files[].file.alt', 'variants[].files[].file.alt'),
  collections: column('collection | categorySlugs', 'a label for each collection or category', 'labelValues[]'),
  primaryCategory: column('primaryCategorySlug', 'a label'),
  brand: column('brand', 'an option of the group “Brand”, for the product as a whole'),
  sku: column('sku', 'the sku; if blank, one is made from the name and the options', 'variants[].id', 'variants[].sku'),
  barcode: column('barcode', 'the gtin, if it is one', 'variants[].gtin'),
  price: column('price', 'the price; a variant without a price has that of the product', 'variants[].price'),
  surcharge: column('surcharge', 'is added to the price of the product'),
  discountMode: column('discountMode', 'PERCENT or AMOUNT'),
  discount: column('discountValue', 'lowers the price; the price without the discount is the list price'),
  strikethroughPrice: column('strikethroughPrice', 'the list price', 'variants[].listPrice'),
  visible: column('visible', 'if false, the product or the variant is left out'),
  inventory: column('inventory', 'the stock; InStock means that it is not tracked, OutOfStock means 0'),
  preOrder: column('preOrderEnabled', 'if TRUE, a stock of 0 is not tracked instead'),
  optionName: column('productOptionNameN', 'an option group', 'optionGroups[].name'),
  optionChoices: column(
    'productOptionDescriptionN | productOptionChoicesN',
    "the variant's option in that group; choices of a product without variants are options of the product as a whole",
  ),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS
type Builder = ProductBuilder<Column>

/** The product CSV that Wix Stores exports, of the older or the newer catalog. */
export const wix = rowFormat<Column>({
  name: 'wix',
  title: 'Wix Stores product CSV, of the older or the newer catalog',
  columns: COLUMNS,
  required: ['handle', 'fieldType', 'name', 'price'],
  recognises: ['handle', 'fieldType', 'name'],
  productKeys,
  nameOf: (row) => row.text('name') || row.text('sku') || row.text('handle'),
  build,
})

function productKeys(row: Row<Column>): readonly string[] | LeftOutReason {
  const handle = row.text('handle')
  return handle === '' ? 'no-product' : [handle]
}

function typeOf(row: Row<Column>): string {
  return row.text('fieldType').toLowerCase()
}

function build(rows: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const ofType = (type: string) => rows.filter((row) => typeOf(row) === type)
  const [[main, ...repeated], variants, media] = [ofType('product'), ofType('variant'), ofType('media')]
  checkTypes(rows, product)
  if (!main) {
    product.leaveOut(variants, 'no-parent')
    return product.leaveOut(media, 'image-only')
  }
  product.leaveOut(repeated, 'repeated')
  const others = [...variants, ...media]
  if (main.text('name') === '') return product.leaveOut([main, ...others], 'no-title', main)
  if (!flag(main, 'visible', product, true)) return product.leaveOut([main, ...others], 'unpublished', main)
  for (const row of variants.length === 0 ? [main] : inOrder(variants, main)) addVariant(row, main, product)
  if (product.variants.length === 0)
    return product.leaveOut(variants.length === 0 ? media : [main, ...media], 'no-variants')
  if (variants.length === 0) addChoices(main, product)
  product.addProductOption({ group: 'Brand', option: main.name('brand') })
  const handle = main.text('handle')
  return {
    source: main,
    id: product.id(handle),
    externalId: MADE_HANDLE.test(handle) ? handle : '',
    slug: SLUG.test(handle) ? handle : undefined,
    mayChangeSlug: true,
    name: main.name('name'),
    description: main.text('description'),
    files: picturesOf([main, ...media], product),
    labels: { collection: main.name('collections').split(';'), category: [main.name('primaryCategory')] },
  }
}

function checkTypes(rows: readonly Row<Column>[], product: Builder): void {
  for (const row of rows) {
    const type = row.text('fieldType')
    if (!/^(?:product|variant|media)$/i.test(type))
      product.problem(row, 'fieldType', `is ${JSON.stringify(type)}`, 'Product, Variant or Media')
  }
}

/** A handle that Wix made of the id of the product. Other handles are chosen by merchants. */
const MADE_HANDLE = /^product_/i

/** A handle of words, such as `blue-mug`. The handles that Wix makes, such as `product_2f8a…`, do not match. */
const SLUG = /^[\p{Ll}\p{N}]+(?:-[\p{Ll}\p{N}]+)*$/u

/** The variants in the order in which the product lists its choices: Wix writes them in any order. */
function inOrder(variants: readonly Row<Column>[], main: Row<Column>): readonly Row<Column>[] {
  const lists = choicesOf(main, main).map(({ choices }) => choices)
  const ranked = variants.map((row) => ({
    row,
    ranks: choicesOf(row, main).map(({ choices }, index) => lists[index]!.indexOf(choices[0] ?? '')),
  }))
  ranked.sort(
    (a, b) => a.ranks.map((rank, index) => rank - b.ranks[index]!).find((difference) => difference !== 0) ?? 0,
  )
  return ranked.map(({ row }) => row)
}

/** Adds a variant, or the only variant of a product, whose row is the product's. */
function addVariant(row: Row<Column>, main: Row<Column>, product: Builder): void {
  const options = optionsOf(row, main)
  const { price, listPrice } = priceOf(row, main, product)
  const isHidden = row !== main && !flag(row, 'visible', product, true)
  if (product.leaveOutUnsold(row, price, options, isHidden ? 'unpublished' : undefined)) return
  const name = main.name('name')
  const prefix = unescaped(main.text('sku')) || shortSlug(name)
  const sku = product.uniqueSku(row, unescaped(row.text('sku')), options, prefix)
  product.addVariant(row, {
    id: product.id(main.text('handle'), 'variant', sku),
    name: variantName(name, options, ' / '),
    sku,
    gtin: unescaped(row.text('barcode')),
    price,
    listPrice,
    stock: stockOf(row, product),
    options,
    files: row === main ? [] : picturesOf([row], product),
  })
}

/** The options with one choice. Of several choices, none is an option of the variant. */
function optionsOf(row: Row<Column>, main: Row<Column>): VariantOption[] {
  const single = choicesOf(row, main).filter(({ choices }) => choices.length === 1)
  return single.map(({ group, choices }) => ({ group, option: choices[0]! }))
}

/** Shoppers choose from these options, but the file has no variant, price or stock of each choice. */
function addChoices(main: Row<Column>, product: Builder): void {
  for (const { group, choices } of choicesOf(main, main))
    if (choices.length > 1) for (const option of choices) product.addOption({ group, option })
}

function choicesOf(row: Row<Column>, main: Row<Column>): { readonly group: string; readonly choices: string[] }[] {
  return row.layout.numbers('optionChoices').map((number) => ({
    group: row.name('optionName', number) || main.name('optionName', number) || `Option ${number}`,
    choices: row.name('optionChoices', number).split(';').map(withoutColor).filter(Boolean),
  }))
}

/** The name in “#b81616:Red” and in “rgb(184,22,22):Red”. */
function withoutColor(choice: string): string {
  return choice.trim().replace(/^(?:#[0-9a-f]{3,8}|rgba?\([^)]*\)):\s*/i, '')
}

function priceOf(row: Row<Column>, main: Row<Column>, product: Builder): CurrentPrice {
  const price = decimalText(row.text('price') || main.text('price'))
  const strikethroughPrice = decimalText(row.text('strikethroughPrice')) || undefined
  const cents = parsePrice(price)
  // A wrong price stays as it is, so that the problem quotes it.
  if (cents === undefined) return { price, listPrice: strikethroughPrice }
  const full = Math.max(0, cents + surchargeOf(row, product))
  const discounted = full - discountOf(main, full, product)
  const listPrice = discounted < full ? formatPrice(full) : strikethroughPrice
  return { price: formatPrice(Math.max(0, discounted)), listPrice }
}

/** The surcharge of a variant, which may be negative. */
function surchargeOf(row: Row<Column>, product: Builder): Cents {
  const text = row.text('surcharge')
  if (text === '') return 0
  const cents = parsePrice(decimalText(text.replace(/^-/, '')))
  if (cents === undefined) product.problem(row, 'surcharge', `is ${JSON.stringify(text)}`, 'a decimal such as 2.50')
  return text.startsWith('-') ? -(cents ?? 0) : (cents ?? 0)
}

/** What the discount of the product takes off a price. */
function discountOf(main: Row<Column>, price: Cents, product: Builder): Cents {
  const text = main.text('discount')
  const discount = parsePrice(decimalText(text || '0'))
  const mode = main.text('discountMode').toUpperCase()
  if (discount === 0) return 0
  if (discount !== undefined && mode === 'AMOUNT') return discount
  // Both the discount and the price are in hundredths.
  if (discount !== undefined && discount <= 100_00 && mode === 'PERCENT') return Math.round((price * discount) / 100_00)
  const right = 'a decimal such as 15, and the discountMode PERCENT or AMOUNT'
  product.problem(
    main,
    'discount',
    `is ${JSON.stringify(text)}, and the discountMode is ${JSON.stringify(mode)}`,
    right,
  )
  return 0
}

function stockOf(row: Row<Column>, product: Builder): number | null {
  const inventory = row.text('inventory')
  const status = inventory.toLowerCase().replaceAll(/[\s_-]/g, '')
  const stock = status === 'instock' ? null : status === 'outofstock' ? 0 : product.stock(row, 'inventory', inventory)
  return stock === 0 && flag(row, 'preOrder', product, false) ? null : stock
}

function picturesOf(rows: readonly Row<Column>[], product: Builder): NativeFile[] {
  const alts = new Map<string, string>()
  const addresses = rows.flatMap((row) => {
    const pictures = itemsIn(row.text('images'), ';').flatMap(
      (medium) => pictureAddress(medium) ?? drop(medium, row, product),
    )
    if (pictures[0] !== undefined && row.text('alt') !== '') alts.set(pictures[0], row.name('alt'))
    return pictures
  })
  return filesFrom(addresses, alts)
}

function drop(medium: string, row: Row<Column>, product: Builder): string[] {
  product.drop(row, 'images', `is ${JSON.stringify(medium)}`, 'a picture; videos are not imported')
  return []
}

const WIX_MEDIA = 'https://static.wixstatic.com/media/'

/**
 * Wix names its own pictures by their file, `a1_b2~mv2.jpg`, or as `wix:image://v1/a1_b2~mv2.jpg/mug.jpg#…`. undefined
 * for a video, whose name has no ending.
 */
function pictureAddress(medium: string): string | undefined {
  if (/^(?:https?:)?\/\//i.test(medium)) return medium
  const file = /^wix:image:\/\/v1\/([^/#]+)/.exec(medium)?.[1] ?? medium
  return /^[^/:]+\.\w+$/.test(file) ? `${WIX_MEDIA}${file}` : undefined
}
