import { hasFields, type JsonObject, objectsIn, textIn } from '../documents/json-values.ts'
import { isObject } from '../fields.ts'
import { type Columns, column } from '../rows/columns.ts'
import { jsonFormat } from '../rows/json-format.ts'
import { decimalAmount } from '../rows/parse-cells.ts'
import type { JsonCells } from '../rows/read-json.ts'
import { type WooCommerceColumn, woocommerceProducts } from './woocommerce.ts'

/** The fields by the columns of the product CSV: first those of the REST API, then those of the Store API. */
const COLUMNS: Columns<WooCommerceColumn> = {
  id: column('id', 'the id by which variations name their product, and by which the next import finds it'),
  type: column('type', 'simple, variable and variation are imported; grouped, external and other types are left out'),
  sku: column(
    'sku',
    'the sku; if blank, one is made from the name and the options',
    'id',
    'variants[].id',
    'variants[].sku',
  ),
  name: column('name', 'the name of the product', 'name', 'variants[].name'),
  slug: column('slug', 'the slug', 'slug'),
  link: column('permalink', 'the address of the product, from which the report suggests the template of all addresses'),
  published: column(
    'status | post_password | is_password_protected',
    'publish is imported; private, draft, pending, future and products with a password are left out',
  ),
  description: column('description', 'the description', 'description'),
  brands: column('brands[].name', 'the brand, as an option of all variants'),
  shortDescription: column('short_description', 'the description, if there is no other'),
  saleFrom: column('date_on_sale_from', 'the first day of the sale'),
  saleTo: column('date_on_sale_to', 'the last day of the sale'),
  taxStatus: column('tax_status', 'none, shipping: the tax rate “No tax”, 0 %; otherwise the tax rate of the store'),
  inStock: column('stock_status | is_in_stock', 'if out of stock, the stock is 0 unless a number is given'),
  stock: column(
    'stock_quantity | manage_stock | low_stock_remaining',
    'the stock; if it is not managed, it is not tracked',
  ),
  gtin: column('global_unique_id', 'the gtin, if it is one', 'variants[].gtin'),
  salePrice: column(
    'sale_price | prices.price | on_sale',
    'the price during the sale; the regular price is then the list price',
  ),
  regularPrice: column(
    'regular_price | prices.regular_price | prices.currency_minor_unit | is_purchasable',
    'the price; a variant without a price is left out',
    'variants[].price',
  ),
  currency: column('prices.currency_code', 'the currency of the prices', 'currency'),
  categories: column('categories[].name', 'a label for each category', 'labelValues[]'),
  tags: column('tags[].name', 'a label for each tag'),
  images: column(
    'images[].src | image.src',
    'the pictures, in their order',
    'files[].file.path',
    'variants[].files[].file.path',
  ),
  imageAlt: column(
    'images[N].alt | image.alt',
    'the alt text of the picture',
    'files[].file.alt',
    'variants[].files[].file.alt',
  ),
  parent: column('parent_id | parent', 'the product of a variation'),
  variations: column(
    'variations',
    'the variations of a product: their fields, or else ids, which say how many there are',
  ),
  attributeName: column('attributes[N].name', 'an option group'),
  attributeValues: column(
    'attributes[N].options | attributes[N].option | attributes[N].terms | variation',
    'the options; on a variation, none means any of them',
  ),
}

/** Products and variations as the REST API and the Store API of WooCommerce give them. */
export const woocommerceJson = jsonFormat<WooCommerceColumn>({
  ...woocommerceProducts,
  title: 'WooCommerce JSON: products and variations of the REST API (wc/v3) or the Store API (wc/store/v1)',
  columns: COLUMNS,
  isProduct: (object) => isRestProduct(object) || isStoreProduct(object),
  rowsOf,
})

function isRestProduct(object: JsonObject): boolean {
  return hasFields(object, 'id', 'regular_price', 'sale_price', 'date_on_sale_from', 'stock_status', 'attributes')
}

function isStoreProduct({ prices, ...object }: JsonObject): boolean {
  return isObject(prices) && hasFields(prices, 'currency_minor_unit') && hasFields(object, 'id', 'is_purchasable')
}

/** The row of a product or variation, and the rows of the variations in it. */
function rowsOf(product: JsonObject): readonly JsonCells<WooCommerceColumn>[] {
  const variations = objectsIn(product.variations).filter((one) => isRestProduct(one) || isStoreProduct(one))
  const parent = textIn(product.id)
  return [
    cellsOf(product),
    ...variations.map((one) => ({ ...cellsOf(one), type: 'variation', parent: `id:${parent}` })),
  ]
}

function cellsOf(product: JsonObject): JsonCells<WooCommerceColumn> {
  // The REST API does not always name the type of a variation, which has one image.
  const type = textIn(product.type) || (hasFields(product, 'images') ? 'simple' : 'variation')
  return {
    id: textIn(product.id),
    type,
    sku: textIn(product.sku),
    ...(type === 'variation' ? variationCells(product) : productCells(product)),
    published: publishedCell(product),
    taxStatus: textIn(product.tax_status),
    gtin: textIn(product.global_unique_id),
    ...(isStoreProduct(product) ? storeCells(product) : restCells(product)),
    ...imageCells(objectsIn(product.images ?? [product.image])),
  }
}

function productCells(product: JsonObject): JsonCells<WooCommerceColumn> {
  const attributes = objectsIn(product.attributes).map(({ name, options, terms }) => {
    const values = Array.isArray(options) ? options.map(textIn) : objectsIn(terms).map((term) => textIn(term.name))
    return [textIn(name), values] as const
  })
  const { variations } = product
  return {
    name: textIn(product.name),
    slug: textIn(product.slug),
    link: textIn(product.permalink),
    description: descriptionCell(product.description),
    shortDescription: descriptionCell(product.short_description),
    brands: listCell(namesIn(product.brands)),
    categories: listCell(namesIn(product.categories)),
    tags: listCell(namesIn(product.tags)),
    variations: Array.isArray(variations) ? String(variations.length) : '',
    ...attributeCells(attributes),
  }
}

/** A variation has the name of its product in one API and only its options in the other, so a name is made for it. */
function variationCells(variation: JsonObject): JsonCells<WooCommerceColumn> {
  const parent = parentOf(variation)
  const attributes =
    typeof variation.variation === 'string'
      ? pairsIn(variation.variation)
      : objectsIn(variation.attributes).map(({ name, option }) => [textIn(name), [textIn(option)]] as const)
  return { parent: parent === '' ? '' : `id:${parent}`, ...attributeCells(attributes) }
}

/** The id of the product, which older versions of the REST API give only as a link. */
function parentOf({ parent_id, parent, _links }: JsonObject): string {
  const [up] = isObject(_links) ? objectsIn(_links.up) : []
  const linked = /\/products\/(\d+)\/?$/.exec(textIn(up?.href))?.[1]
  return [textIn(parent_id), textIn(parent)].find((id) => id !== '' && id !== '0') ?? linked ?? ''
}

/** The options in a text such as `Color: Red, Size: M`. A comma belongs to a value if no name follows it. */
function pairsIn(text: string): (readonly [string, readonly string[]])[] {
  const pairs = text.split(/, (?=[^,:]+: )/).map((pair) => /^([^:]+): (.*)$/s.exec(pair))
  return pairs.flatMap((pair) => (pair ? [[pair[1]!, [pair[2]!]] as const] : []))
}

function attributeCells(attributes: readonly (readonly [string, readonly string[]])[]): JsonCells<WooCommerceColumn> {
  const cells = attributes.flatMap(([name, values], index) => [
    [`attributeName ${index + 1}`, name],
    [`attributeValues ${index + 1}`, listCell(values)],
  ])
  return Object.fromEntries(cells)
}

/** As in the CSV: 1 for public, 0 for private, -1 for a draft. The Store API gives only public products. */
function publishedCell({ status, post_password, is_password_protected }: JsonObject): string {
  if (textIn(post_password) !== '' || is_password_protected === true || status === 'private') return '0'
  return status === undefined || status === 'publish' ? '1' : '-1'
}

function restCells(product: JsonObject): JsonCells<WooCommerceColumn> {
  const { manage_stock } = product
  const quantity = manage_stock === true ? textIn(product.stock_quantity) : ''
  return {
    regularPrice: textIn(product.regular_price),
    salePrice: textIn(product.sale_price),
    saleFrom: textIn(product.date_on_sale_from),
    saleTo: textIn(product.date_on_sale_to),
    stock: manage_stock === 'parent' ? 'parent' : quantity,
    inStock: product.stock_status === 'outofstock' ? '0' : '',
  }
}

/** The Store API gives prices in the smallest unit of the currency, and a quantity only if it is low. */
function storeCells({ prices, on_sale, is_purchasable, ...product }: JsonObject): JsonCells<WooCommerceColumn> {
  const { price, regular_price, currency_minor_unit, currency_code } = prices as JsonObject
  const amount = (value: unknown) => decimalAmount(textIn(value), Number(currency_minor_unit))
  // A product without a price has the price 0 here, and cannot be bought.
  const current = is_purchasable === false && textIn(price) === '0' ? '' : amount(price)
  return {
    regularPrice: on_sale === true ? amount(regular_price) : current,
    salePrice: on_sale === true ? current : '',
    currency: textIn(currency_code),
    stock: product.is_on_backorder === true ? '' : textIn(product.low_stock_remaining),
    inStock: product.is_in_stock === false ? '0' : '',
  }
}

function imageCells(images: readonly JsonObject[]): JsonCells<WooCommerceColumn> {
  const pictures = images.filter(({ src }) => textIn(src) !== '')
  const alts = pictures.map(({ alt }, index) => [`imageAlt ${index + 1}`, textIn(alt)])
  const paths = pictures.map(({ src }) => textIn(src))
  return { images: paths.join(', '), ...Object.fromEntries(alts) }
}

function namesIn(terms: unknown): string[] {
  return objectsIn(terms).map(({ name }) => textIn(name))
}

/** A list as the CSV has it, with a backslash before the commas of its items. */
function listCell(items: readonly string[]): string {
  return items.map((item) => item.replaceAll(',', '\\,')).join(', ')
}

/** A description as the CSV has it, which writes a line break as `\n` and these two characters as `\\n`. */
function descriptionCell(description: unknown): string {
  return textIn(description).replaceAll('\\n', '\\\\n')
}
