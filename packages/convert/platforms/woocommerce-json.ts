import { decodeEntities } from '@vitrine/catalog/html-text'
import { isObject } from '@vitrine/catalog/native/fields'
import { type DocumentSource, documentFormat } from '../documents/document-format.ts'
import { hasFields, type JsonObject, nameIn, objectsIn, textIn } from '../documents/json-values.ts'
import { filesFrom, type NativeFile, seoFrom } from '../products/product-fields.ts'
import { column, sameColumns } from '../rows/columns.ts'
import { decimalAmount } from '../rows/parse-cells.ts'
import { WOOCOMMERCE_COLUMNS, type WooCommerceColumn } from './woocommerce-columns.ts'
import { measuresOf } from './woocommerce-measures.ts'
import { plainName, type WooCommerceItem, woocommerceKeys, woocommerceProduct } from './woocommerce-product.ts'

/** The fields by the columns of the product CSV that mean the same: those of the REST API, then of the Store API. */
const FIELDS = sameColumns<WooCommerceColumn>(WOOCOMMERCE_COLUMNS, {
  id: 'id',
  type: 'type',
  sku: 'sku',
  name: column('name', 'the name of the product', 'name', 'variants[].name'),
  slug: column('slug', 'the slug', 'slug'),
  link: column('permalink', 'the address of the product, from which the report suggests the template of all addresses'),
  published: column(
    'status | post_password | is_password_protected',
    'publish is imported; private, draft, pending, future and products with a password are left out',
  ),
  description: column('description', 'the description', 'description'),
  brands: 'brands[].name',
  shortDescription: 'short_description',
  saleFrom: 'date_on_sale_from',
  saleTo: 'date_on_sale_to',
  taxStatus: 'tax_status',
  inStock: column('stock_status | is_in_stock', 'if out of stock, the stock is 0 unless a number is given'),
  stock: column(
    'stock_quantity | manage_stock | low_stock_remaining',
    'the stock; if it is not managed, it is not tracked',
  ),
  gtin: 'global_unique_id',
  mpn: column('meta_data[].key', 'the mpn, if it is `_wc_gla_mpn`, `_mpn` or `mpn`', 'variants[].mpn'),
  salePrice: 'sale_price | prices.price | on_sale',
  regularPrice: 'regular_price | prices.regular_price | prices.currency_minor_unit | is_purchasable',
  currency: column('prices.currency_code', 'the currency of the prices', 'currency'),
  categories: column('categories[].name', 'a label for each category', 'labelValues[]'),
  tags: 'tags[].name',
  images: 'images[].src | image.src',
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
  seoTitle: column(
    'meta_data[].key | meta_data[].value',
    'the texts for search engines of Yoast and Rank Math',
    'seo.title',
  ),
  rating: column('average_rating', 'the rating', 'rating'),
  ratingCount: column('rating_count | review_count', 'how many shoppers rated it'),
  attributeName: 'attributes[N].name',
  attributeValues: column(
    'attributes[N].options | attributes[N].option | attributes[N].terms | variation',
    'the options; on a variation, none means any of them',
  ),
  measure: column(
    'weight | dimensions.length | dimensions.width | dimensions.height | formatted_weight | formatted_dimensions',
    'the attributes `weight`, `length`, `width`, `height`, in the unit that the Store API names; 0 is none',
  ),
  popularity: 'total_sales',
})

/** Products and variations as the REST API and the Store API of WooCommerce give them. */
export const woocommerceJson = documentFormat<WooCommerceColumn, WooCommerceItem>({
  name: 'woocommerce',
  title: 'WooCommerce JSON: products and variations of the REST API (wc/v3) or the Store API (wc/store/v1)',
  columns: FIELDS,
  isProduct: (object) => isRestProduct(object) || isStoreProduct(object),
  keysOf: (document, source) => woocommerceKeys(itemOf(document, source)),
  isPartial: () => true,
  partsOf,
  pages: { isCounted: (document) => typeOf(document) !== 'variation', most: 100, usual: [10] },
  build: woocommerceProduct,
})

function isRestProduct(object: JsonObject): boolean {
  return hasFields(object, 'id', 'regular_price', 'sale_price', 'date_on_sale_from', 'stock_status', 'attributes')
}

function isStoreProduct({ prices, ...object }: JsonObject): boolean {
  return isObject(prices) && hasFields(prices, 'currency_minor_unit') && hasFields(object, 'id', 'is_purchasable')
}

/** The product or variation, and the variations in it. */
function partsOf(product: JsonObject, source: DocumentSource<WooCommerceColumn>): readonly WooCommerceItem[] {
  const variations = objectsIn(product.variations).filter((one) => isRestProduct(one) || isStoreProduct(one))
  return [itemOf(product, source), ...variations.map((one) => itemOf(one, source, textIn(product.id)))]
}

/** `parent` is the id of the product that contains a variation. */
function itemOf(
  product: JsonObject,
  source: DocumentSource<WooCommerceColumn>,
  parent = parentOf(product),
): WooCommerceItem {
  const id = textIn(product.id)
  const type = typeOf(product)
  const isVariation = type === 'variation'
  const sku = textIn(product.sku)
  // A variation has the name of its product in one API and only its options in the other, so a name is made for it.
  const name = isVariation ? '' : textIn(product.name)
  const parentKey = isVariation && parent !== '' ? `id:${parent}` : ''
  return {
    source: source.named(sku || name || (id && `id:${id}`) || parentKey),
    ...{ id, hasType: true, type, parent: parentKey, sku, name: plainName(name) },
    slug: isVariation ? '' : textIn(product.slug),
    link: isVariation ? '' : textIn(product.permalink),
    published: publishedOf(product),
    description: textIn(product.description) || textIn(product.short_description),
    brand: namesIn(product.brands)[0] ?? '',
    taxStatus: textIn(product.tax_status),
    gtin: textIn(product.global_unique_id),
    mpn: textIn(objectsIn(product.meta_data).find(({ key }) => MPN_KEYS.has(textIn(key)))?.value),
    ...(isStoreProduct(product) ? storeFields(product) : restFields(product)),
    categories: namesIn(product.categories),
    tags: namesIn(product.tags),
    files: filesIn(objectsIn(product.images ?? [product.image])),
    attributes: isVariation ? attributesOfVariation(product) : attributesOf(product),
    variationCount: Array.isArray(product.variations) ? product.variations.length : 0,
    seo: seoOf(product),
    rating: ratingOf(product),
    measures: measuresOf(product),
    popularity: textIn(product.total_sales),
  }
}

function ratingOf({ average_rating, rating_count, review_count }: JsonObject): WooCommerceItem['rating'] {
  const count = textIn(rating_count ?? review_count)
  return count === '' ? undefined : { value: textIn(average_rating), count }
}

/** Where plugins keep the part number. */
const MPN_KEYS = new Set(['_wc_gla_mpn', '_mpn', 'mpn'])

/** The texts of the plugins Yoast SEO and Rank Math. */
function seoOf({ meta_data }: JsonObject): WooCommerceItem['seo'] {
  const meta = new Map(objectsIn(meta_data).map(({ key, value }) => [textIn(key), textIn(value)]))
  const first = (...keys: string[]) => decodeEntities(keys.map((key) => meta.get(key)).find(Boolean) ?? '')
  return seoFrom(
    first('_yoast_wpseo_title', 'rank_math_title'),
    first('_yoast_wpseo_metadesc', 'rank_math_description'),
  )
}

/** The REST API does not always name the type of a variation, which has one image. */
function typeOf(product: JsonObject): string {
  return textIn(product.type).toLowerCase() || (hasFields(product, 'images') ? 'simple' : 'variation')
}

function attributesOf({ attributes }: JsonObject): WooCommerceItem['attributes'] {
  return objectsIn(attributes).map(({ name, options, terms }) => ({
    name: plainName(textIn(name)),
    values: Array.isArray(options) ? plainNames(options) : namesIn(terms),
  }))
}

function attributesOfVariation({ variation, attributes }: JsonObject): WooCommerceItem['attributes'] {
  const pairs =
    typeof variation === 'string'
      ? pairsIn(variation)
      : objectsIn(attributes).map(({ name, option }) => [textIn(name), option] as const)
  return pairs.map(([name, option]) => ({ name: plainName(name), values: plainNames([option]) }))
}

/** The id of the product, which older versions of the REST API give only as a link. */
function parentOf({ parent_id, parent, _links }: JsonObject): string {
  const [up] = isObject(_links) ? objectsIn(_links.up) : []
  const linked = /\/products\/(\d+)\/?$/.exec(textIn(up?.href))?.[1]
  return [textIn(parent_id), textIn(parent)].find((id) => id !== '' && id !== '0') ?? linked ?? ''
}

/** The options in a text such as `Color: Red, Size: M`. A comma belongs to a value if no name follows it. */
function pairsIn(text: string): (readonly [name: string, value: string])[] {
  const pairs = text.split(/, (?=[^,:]+: )/).map((pair) => /^([^:]+): (.*)$/s.exec(pair))
  return pairs.flatMap((pair) => (pair ? [[pair[1]!, pair[2]!] as const] : []))
}

/** As in the CSV: 1 for public, 0 for private, -1 for a draft. The Store API gives only public products. */
function publishedOf({ status, post_password, is_password_protected }: JsonObject): string {
  if (textIn(post_password) !== '' || is_password_protected === true || status === 'private') return '0'
  return status === undefined || status === 'publish' ? '1' : '-1'
}

type PriceAndStock = Pick<
  WooCommerceItem,
  'regularPrice' | 'salePrice' | 'saleDates' | 'currency' | 'stock' | 'inStock'
>

function restFields(product: JsonObject): PriceAndStock {
  const { manage_stock } = product
  const quantity = manage_stock === true ? textIn(product.stock_quantity) : ''
  return {
    regularPrice: textIn(product.regular_price),
    salePrice: textIn(product.sale_price),
    saleDates: [textIn(product.date_on_sale_from), textIn(product.date_on_sale_to)],
    currency: '',
    stock: manage_stock === 'parent' ? 'parent' : quantity,
    inStock: product.stock_status === 'outofstock' ? '0' : '',
  }
}

/** The Store API gives prices in the smallest unit of the currency, and a quantity only if it is low. */
function storeFields({ prices, on_sale, is_purchasable, ...product }: JsonObject): PriceAndStock {
  const { price, regular_price, currency_minor_unit, currency_code } = prices as JsonObject
  const amount = (value: unknown) => decimalAmount(textIn(value), Number(currency_minor_unit))
  // A product without a price has the price 0 here, and cannot be bought.
  const current = is_purchasable === false && textIn(price) === '0' ? '' : amount(price)
  return {
    regularPrice: on_sale === true ? amount(regular_price) : current,
    salePrice: on_sale === true ? current : '',
    saleDates: ['', ''],
    currency: textIn(currency_code),
    stock: product.is_on_backorder === true ? '' : textIn(product.low_stock_remaining),
    inStock: product.is_in_stock === false ? '0' : '',
  }
}

function filesIn(images: readonly JsonObject[]): NativeFile[] {
  const pictures = images.map(({ src, alt }) => [textIn(src), nameIn(alt)] as const)
  return filesFrom(
    pictures.map(([path]) => path),
    pictures,
  )
}

function namesIn(terms: unknown): string[] {
  return plainNames(objectsIn(terms).map(({ name }) => name))
}

function plainNames(values: readonly unknown[]): string[] {
  return values.map((value) => plainName(textIn(value))).filter((name) => name !== '')
}
