import { formatPrice, parsePrice } from '../../catalog/money.ts'
import { type FormatSample, headersOf } from '../format.ts'
import { shortSlug } from '../identifiers.ts'
import type { LeftOutReason } from '../left-out.ts'
import { type Columns, column } from '../rows/columns.ts'
import { decimalText, roundedPrice, unescaped, yesOrNo } from '../rows/parse-cells.ts'
import {
  filesFrom,
  labelsFrom,
  type NativeFile,
  type ProductBuilder,
  type ProductFields,
} from '../rows/product-builder.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { isSaleDay } from '../rows/sale-days.ts'
import type { CurrentPrice } from '../rows/sale-price.ts'
import { slugFromHandle } from '../rows/slugs.ts'

/** The headers of the sample files in English, of PrestaShop 1.6 to 9, and in French. */
const COLUMNS = {
  id: column('Product ID | ID', 'the id, by which the next import finds the product'),
  active: column('Active (0/1) | Actif (0/1)', 'if 0, the product is left out'),
  name: column('Name * | Name* | Name | Nom * | Nom* | Nom', 'the name', 'name'),
  categories: column(
    'Categories (x,y,z...) | Catégories (x,y,z...)',
    'labels: each category, below those above it. Ids of categories are not used',
    'labelValues[]',
  ),
  priceWithTax: column('Price tax included | Prix TTC', 'the price'),
  price: column(
    'Price tax excluded | Price tax excluded or Price tax included | Prix hors taxe | Prix HT',
    'the price, if there is none with taxes',
    'variants[].price',
  ),
  amount: column(
    'Discount amount | Montant de la remise',
    'the discount, which includes taxes; the price is then the list price',
  ),
  percentage: column(
    'Discount percent | Pourcentage de réduction',
    'the discount, in percent; the price is then the list price',
  ),
  from: column('Discount from (yyyy-mm-dd) | Réduction de (AAAA-MM-JJ)', 'the first day of the discount'),
  to: column('Discount to (yyyy-mm-dd) | Réduction à (AAAA-MM-JJ)', 'the last day of the discount'),
  reference: column(
    'Reference # | Reference | Référence # | Référence',
    'the sku; if blank, one is made from the name',
    'variants[].sku',
  ),
  brand: column('Manufacturer | Brand | Marque', 'an option of the group “Brand”, for the product as a whole'),
  gtin: column('EAN13 | EAN-13 | UPC', 'the gtin, if it is one', 'variants[].gtin'),
  quantity: column('Quantity | Quantité', 'the stock'),
  visibility: column('Visibility | Visibilité', 'if none, the product is left out'),
  summary: column('Summary | Short description | Résumé', 'the description, if there is no other'),
  description: column('Description', 'the description', 'description'),
  tags: column('Tags (x,y,z...)', 'a label for each tag'),
  url: column('URL rewritten', 'the slug', 'slug'),
  orderable: column(
    'Available for order (0 = No, 1 = Yes) | Available for order (0/1) | Disponible à la commande (0 = Non, 1 = Oui)',
    'if 0, the stock is 0',
  ),
  images: column('Image URLs (x,y,z...) | URL des images (x,y,z...)', 'the pictures', 'files[].file.path'),
  imageAlts: column('Image alt texts (x,y,z...)', 'the alt texts of the pictures', 'files[].file.alt'),
  features: column(
    'Feature(Name:Value:Position) | Feature (Name:Value:Position) | Feature (Name:Value:Position:Customized)',
    'options of the product as a whole',
    'optionGroups[].name',
  ),
  soldOut: column(
    'Out of stock action | Out of stock | Out_of_stock',
    'if 1, a product that is sold out has no tracked stock',
  ),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS

/** The product CSV of PrestaShop: the columns of its sample file, which modules for export use. */
export const prestashop = rowFormat<Column>({
  name: 'prestashop',
  title: 'PrestaShop product CSV, with headers in English or French',
  columns: COLUMNS,
  required: ['active', 'name'],
  recognises: (columns) =>
    columns.has('active') && columns.has('name') && (columns.has('price') || columns.has('priceWithTax')),
  refusal: combinations,
  productKeys: (row) => [row.text('id') === '' ? `line ${row.line}` : `id ${row.text('id')}`],
  nameOf: (row) => row.text('reference') || row.text('name') || row.text('id'),
  build,
})

/** Refuses the sample file of combinations, which has no products. */
function combinations(sample: FormatSample): string | undefined {
  const headers = [...headersOf(sample)]
  const isOfCombinations =
    headers.some((header) => /^attribute \(name:type:position\)/.test(header)) &&
    headers.some((header) => /^value \(value:position\)/.test(header))
  return isOfCombinations
    ? 'The file has combinations of PrestaShop products, and no products. Import the file of the products: each product then has one variant. To sell combinations, export a feed for Google Merchant Center, in which each combination is an item.'
    : undefined
}

function build(rows: readonly Row<Column>[], product: ProductBuilder<Column>): ProductFields<Column> | undefined {
  const [row, ...repeated] = rows
  product.leaveOut(repeated, 'repeated')
  const { price, listPrice } = priceOf(row!, product)
  const reason = whyHidden(row!, product) ?? product.whyNotSold(price, [])
  if (reason) return product.leaveOut([row!], reason)
  const [name, reference] = [row!.name('name'), row!.text('reference')]
  const id = product.id(row!.text('id') || reference || name)
  product.addVariant(row!, {
    id: product.id(id, 'variant'),
    name,
    sku: product.uniqueSku(row!, reference, [], shortSlug(name)),
    gtin: row!.text('gtin'),
    price,
    listPrice,
    stock: stockOf(row!, product),
    options: [],
    files: [],
  })
  for (const feature of row!.name('features').split(',')) {
    const [group, option] = feature.split(':', 2).map((part) => part.trim())
    if (group && option) product.addOption({ group, option })
  }
  product.addProductOption({ group: 'Brand', option: row!.name('brand') })
  return {
    row: row!,
    id,
    name,
    slug: slugFromHandle(row!.text('url')),
    mayChangeSlug: true,
    description: row!.text('description') || row!.text('summary'),
    files: picturesOf(row!),
    labelValues: labelsFrom([...categoryPaths(row!.name('categories')), ...row!.name('tags').split(',')]),
  }
}

function whyHidden(row: Row<Column>, product: ProductBuilder<Column>): LeftOutReason | undefined {
  const active = row.text('active')
  if (active === '0') return 'unpublished'
  if (active !== '' && active !== '1') product.problem(row, 'active', `is ${JSON.stringify(active)}`, '1, 0, or blank')
  return row.text('visibility').toLowerCase() === 'none' ? 'hidden' : undefined
}

/** The price of today. A discount is a percentage or, if the price includes taxes too, an amount. */
function priceOf(row: Row<Column>, product: ProductBuilder<Column>): CurrentPrice {
  const withTax = roundedPrice(row.text('priceWithTax'))
  const regularPrice = withTax || roundedPrice(row.text('price'))
  const regular = { price: regularPrice, listPrice: undefined }
  const [percentage, amount] = [discountOf(row, 'percentage', product), discountOf(row, 'amount', product)]
  const today = product.now.toISOString().slice(0, 10)
  const isNow = isSaleDay(today, dateOf(row.text('from')), dateOf(row.text('to')))
  const price = parsePrice(regularPrice)
  if (price === undefined || isNow === false || (percentage === 0 && amount === 0)) return regular
  const key = percentage > 0 ? 'percentage' : 'amount'
  const wrong = `is ${JSON.stringify(row.text(key))}`
  if (isNow === undefined) {
    product.drop(row, key, `${wrong}, and its dates cannot be read`, 'dates of the discount such as 2026-03-14')
    return regular
  }
  if (key === 'amount' && withTax === '') {
    product.drop(row, key, `${wrong} with taxes, and the price is without taxes`, 'a discount in percent')
    return regular
  }
  const reduced = percentage > 0 ? Math.round((price * (10_000 - percentage)) / 10_000) : Math.max(0, price - amount)
  return { price: formatPrice(reduced), listPrice: regularPrice }
}

/** A day. PrestaShop writes zeros for none. */
function dateOf(text: string): string {
  return text.startsWith('0000-00-00') ? '' : text
}

/** A discount in hundredths; 0 if there is none. Text that is not a number is dropped. */
function discountOf(row: Row<Column>, key: 'percentage' | 'amount', product: ProductBuilder<Column>): number {
  const text = row.text(key).replace(/\s*%$/, '')
  if (text === '') return 0
  const discount = parsePrice(roundedPrice(decimalText(text)))
  const isValid = discount !== undefined && (key === 'amount' || discount <= 10_000)
  if (!isValid) product.drop(row, key, `is ${JSON.stringify(row.text(key))}`, 'a number such as 5.50')
  return isValid ? discount : 0
}

function stockOf(row: Row<Column>, product: ProductBuilder<Column>): number | null {
  if (yesOrNo(row.text('orderable')) === false) return 0
  const stock = product.stock(row, 'quantity', unescaped(row.text('quantity')))
  return stock === 0 && row.text('soldOut') === '1' ? null : stock
}

function picturesOf(row: Row<Column>): NativeFile[] {
  const paths = row.text('images').split(/,\s*(?=https?:|\/)|,\s+/)
  const alts = row.name('imageAlts').split(',')
  // A comma in an alt text leaves open to which picture the texts belong.
  const pairs =
    alts.length === paths.length ? paths.map((path, index) => [path.trim(), alts[index]!.trim()] as const) : []
  return filesFrom(paths, new Map(pairs.filter(([, alt]) => alt !== '')))
}

function categoryPaths(text: string): string[][] {
  const paths = text.split(',').filter((path) => !/^\d*$/.test(path.trim()))
  return paths.map((path) => path.split('/'))
}
