import { isObject } from '../fields.ts'
import { type Columns, column, NO_COLUMN } from '../rows/columns.ts'
import { jsonFormat } from '../rows/json-format.ts'
import { hasFields, type JsonObject, objectsIn, textIn } from '../rows/json-values.ts'
import type { JsonCells } from '../rows/read-json.ts'
import { type ShopifyColumn, shopifyProducts } from './shopify.ts'

/** The fields by the columns of the product CSV. */
const COLUMNS: Columns<ShopifyColumn> = {
  handle: column('handle', 'the slug', 'slug'),
  title: column('title', 'the name', 'name'),
  description: column('body_html', 'the description', 'description'),
  vendor: column('vendor', 'an option of the group “Vendor”, for the product as a whole'),
  category: NO_COLUMN,
  collection: NO_COLUMN,
  collections: NO_COLUMN,
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

/** The products.json that a shop of Shopify shows, and the product resource of its Admin REST API. */
export const shopifyJson = jsonFormat<ShopifyColumn>({
  ...shopifyProducts,
  title: 'Shopify JSON: products.json of a shop or of the Admin REST API',
  columns: COLUMNS,
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
  return (
    hasFields(product, 'id', 'title', 'handle', 'body_html', 'product_type') &&
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
  const paths = new Map(objectsIn(product.images).map(({ id, src }) => [textIn(id), textIn(src)]))
  const variants = objectsIn(product.variants).map((variant) => variantCells(variant, paths))
  const alts = altsOfVariants(product)
  const images = objectsIn(product.images).map((image) => imageCells(image, alts))
  const count = Math.max(variants.length, images.length, 1)
  const handle = textIn(product.handle)
  return Array.from({ length: count }, (_, index) => ({
    ...(index === 0 ? productCells(product, now) : { handle }),
    ...variants[index],
    ...images[index],
  }))
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
    tags: Array.isArray(tags) ? tags.map(textIn).join(',') : textIn(tags),
    published: isPublished(product, now) ? '' : 'false',
    status: textIn(product.status),
    ...Object.fromEntries(names),
  }
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
    price: textIn(variant.price),
    compareAtPrice: textIn(variant.compare_at_price),
    barcode: textIn(variant.barcode),
    ...stockCells(variant),
    taxable: textIn(variant.taxable),
    variantImage: imageOf(variant, paths),
  }
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
