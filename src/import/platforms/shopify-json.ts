import { hasFields, type JsonObject, objectsIn, textIn } from '../documents/json-values.ts'
import { isObject } from '../fields.ts'
import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'
import { jsonFormat } from '../rows/json-format.ts'
import type { JsonCells } from '../rows/read-json.ts'
import { type ShopifyColumn, shopifyProducts } from './shopify.ts'
import { restProduct } from './shopify-graphql.ts'

/** The fields by the columns of the product CSV. */
const COLUMNS: Columns<ShopifyColumn> = {
  product: column('id | __parentId', 'the product of a variant or a picture, in the file of a bulk operation'),
  handle: column('handle', 'the slug', 'slug'),
  title: column('title', 'the name', 'name'),
  description: column('body_html', 'the description', 'description'),
  vendor: column('vendor', 'an option of the group “Vendor”, for the product as a whole'),
  category: column('category', 'labels: the category, below the categories above it'),
  collection: NO_COLUMN,
  collections: column('collections[].title', 'a label for each collection'),
  command: NO_COLUMN,
  type: column('product_type', 'a label, or labels below each other if it is a path with “>”'),
  tags: column('tags', 'a label for each tag', 'labelValues', 'labelValues[]'),
  published: column('published_at', 'if null or later than the import, the product is left out'),
  status: column('status', 'if draft, archived or unlisted, the product is left out'),
  optionName: column(
    'options[N].name',
    'an option group; there is none for the option “Default Title”',
    'optionGroups[].name',
  ),
  optionValue: column('variants[].optionN', "the variant's option in that group"),
  sku: column('variants[].sku', 'the sku; if blank, one is made from the handle and the options', 'variants[].sku'),
  price: column('variants[].price', 'the price; a variant without a price is left out', 'variants[].price'),
  currency: column('variants[].price.currencyCode', 'the currency of the prices', 'currency'),
  compareAtPrice: column(
    'variants[].compare_at_price',
    'the list price, if it is above the price',
    'variants[].listPrice',
  ),
  barcode: column('variants[].barcode', 'the gtin, if it is one', 'variants[].gtin'),
  tracker: column('variants[].inventory_management', 'if null, the stock is not tracked'),
  quantity: column(
    'variants[].inventory_quantity | variants[].available',
    'the stock, if it is tracked; `available` makes it 0 or not tracked',
  ),
  taxable: column('variants[].taxable', 'if false, the tax rate “No tax”, 0 %; otherwise the tax rate of the store'),
  image: column('images[].src', 'a picture of the product', 'files[].file.path'),
  imagePosition: column('images[].position', 'the priority of the picture'),
  imageAlt: column('images[].alt', 'the alt text of the picture', 'files[].file.alt', 'variants[].files[].file.alt'),
  variantImage: column(
    'variants[].image_id | variants[].featured_image | images[].id | images[].variant_ids',
    'the picture of the variant',
    'variants[].files[].file.path',
  ),
}

/**
 * The products.json that a shop of Shopify shows, the product resource of its Admin REST API, and the products of its GraphQL
 * APIs, which become those of the REST API first.
 */
export const shopifyJson = jsonFormat<ShopifyColumn>({
  ...shopifyProducts,
  title: 'Shopify JSON: products.json of a shop, or products of the Admin REST API or a GraphQL API',
  columns: COLUMNS,
  normalised: restProduct,
  isProduct,
  refusal,
  rowsOf,
})

/** Other systems imitate the product, but not its variants. */
function isProduct(product: JsonObject): boolean {
  const isVariant = (variant: unknown) =>
    isObject(variant) &&
    hasFields(variant, 'price', 'option1') &&
    (hasFields(variant, 'inventory_management') || typeof variant.available === 'boolean')
  const isWhole = hasFields(product, 'id', 'title', 'handle', 'body_html', 'product_type')
  return (
    (isWhole || hasFields(product, '__parentId')) &&
    Array.isArray(product.variants) &&
    product.variants.every(isVariant)
  )
}

/** The JSON of a theme has prices in cents, which look like whole amounts. */
function refusal(product: JsonObject): string | undefined {
  if (!hasFields(product, 'handle', 'variants', 'price_min', 'compare_at_price_min')) return undefined
  return 'The file looks like the JSON of a Shopify theme, /products/….js, whose prices are in cents. Use /products.json instead.'
}

/** A row for each variant, and for each picture. They share rows, as in the CSV. */
function rowsOf(product: JsonObject, now: Date): readonly JsonCells<ShopifyColumn>[] {
  const numbered = objectsIn(product.images).filter(({ id }) => textIn(id) !== '')
  const paths = new Map(numbered.map(({ id, src }) => [textIn(id), textIn(src)]))
  const variants = objectsIn(product.variants).map((variant) => variantCells(variant, paths))
  const alts = altsOfVariants(product)
  const images = objectsIn(product.images).map((image) => imageCells(image, alts))
  // A line of a bulk operation may belong to a product and have neither.
  const count = Math.max(variants.length, images.length, hasFields(product, '__parentId') ? 0 : 1)
  const key = { product: productKey(product), handle: textIn(product.handle) }
  return Array.from({ length: count }, (_, index) => ({
    ...(index === 0 ? { ...productCells(product, now), ...key } : key),
    ...variants[index],
    ...images[index],
  }))
}

/** What the lines of a bulk operation share; '' for a product of the REST API. */
function productKey({ id, __parentId }: JsonObject): string {
  return [__parentId, id].map(textIn).find((text) => text.startsWith('gid://')) ?? ''
}

function productCells(product: JsonObject, now: Date): JsonCells<ShopifyColumn> {
  const { tags } = product
  const names = objectsIn(product.options).map(({ name }, index) => [`optionName ${index + 1}`, textIn(name)])
  return {
    handle: textIn(product.handle),
    title: textIn(product.title),
    description: textIn(product.body_html),
    vendor: textIn(product.vendor),
    type: textIn(product.product_type),
    category: categoryOf(product.category),
    collections: namesOf(product.collections).join(','),
    tags: Array.isArray(tags) ? tags.map(textIn).join(',') : textIn(tags),
    published: isPublished(product, now) ? '' : 'false',
    status: textIn(product.status),
    ...Object.fromEntries(names),
  }
}

/** The path of a category. */
function categoryOf(category: unknown): string {
  return isObject(category) ? textIn(category.fullName) || textIn(category.name) : ''
}

function namesOf(collections: unknown): string[] {
  return objectsIn(collections).map(({ title }) => textIn(title))
}

function isPublished(product: JsonObject, now: Date): boolean {
  if (!hasFields(product, 'published_at')) return true
  // A date that cannot be parsed is not after now.
  return product.published_at !== null && !(Date.parse(textIn(product.published_at)) > now.getTime())
}

/** `paths` has the pictures of the product by their ids. */
function variantCells(variant: JsonObject, paths: ReadonlyMap<string, string>): JsonCells<ShopifyColumn> {
  return {
    'optionValue 1': textIn(variant.option1),
    'optionValue 2': textIn(variant.option2),
    'optionValue 3': textIn(variant.option3),
    sku: textIn(variant.sku),
    ...priceCells(variant),
    barcode: textIn(variant.barcode),
    ...stockCells(variant),
    taxable: textIn(variant.taxable),
    variantImage: imageOf(variant, paths),
  }
}

/** A price is a number, or an amount with its currency. */
function priceCells({ price, compare_at_price }: JsonObject): JsonCells<ShopifyColumn> {
  const [amount, listAmount] = [price, compare_at_price].map((money) =>
    isObject(money) ? textIn(money.amount) : textIn(money),
  )
  const currency = isObject(price) ? textIn(price.currencyCode) : ''
  return { price: amount!, compareAtPrice: listAmount!, currency }
}

/** A shop shows whether a variant is available. The Admin API has a quantity. */
function stockCells(variant: JsonObject): JsonCells<ShopifyColumn> {
  if (hasFields(variant, 'inventory_management'))
    return { tracker: textIn(variant.inventory_management), quantity: textIn(variant.inventory_quantity) }
  return variant.available === false ? { tracker: 'shopify', quantity: '0' } : {}
}

function imageOf({ featured_image, image_id }: JsonObject, paths: ReadonlyMap<string, string>): string {
  return isObject(featured_image) ? textIn(featured_image.src) : (paths.get(textIn(image_id)) ?? '')
}

/** A shop shows alt texts only with the pictures of variants: path → alt text. */
function altsOfVariants({ variants }: JsonObject): ReadonlyMap<string, string> {
  const images = objectsIn(variants).flatMap(({ featured_image }) => (isObject(featured_image) ? [featured_image] : []))
  return new Map(images.map(({ src, alt }) => [textIn(src), textIn(alt)]))
}

function imageCells(image: JsonObject, alts: ReadonlyMap<string, string>): JsonCells<ShopifyColumn> {
  const src = textIn(image.src)
  return { image: src, imagePosition: textIn(image.position), imageAlt: textIn(image.alt) || (alts.get(src) ?? '') }
}
