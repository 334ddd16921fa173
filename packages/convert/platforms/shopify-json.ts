import { isObject } from '@vitrine/catalog/native/fields'
import { type DocumentSource, documentFormat } from '../documents/document-format.ts'
import { hasFields, type JsonObject, nameIn, objectsIn, textIn } from '../documents/json-values.ts'
import type { NativeAttribute } from '../products/attribute-values.ts'
import { categoriesOf, seoFrom } from '../products/product-fields.ts'
import { column, sameColumns } from '../rows/columns.ts'
import { attributesOfMetafields, seoTextsOf, shopifyWeight, weight } from './shopify-attributes.ts'
import { SHOPIFY_COLUMNS, type ShopifyColumn } from './shopify-columns.ts'
import { restProduct } from './shopify-graphql.ts'
import { type ShopifyPart, shopifyKeys, shopifyProduct, taxonomyLevels } from './shopify-product.ts'

/** The fields by the columns of the product CSV that mean the same. */
const FIELDS = sameColumns<ShopifyColumn>(SHOPIFY_COLUMNS, {
  product: column('__parentId', 'what a variant, a picture or a metafield belongs to, in the file of a bulk operation'),
  id: 'id',
  variantId: 'variants[].id',
  handle: column('handle', 'the slug', 'slug'),
  title: 'title',
  description: column('body_html', 'the description', 'description'),
  vendor: 'vendor',
  category: 'category',
  collections: 'collections[].title',
  type: column('product_type', 'a label, or labels below each other if it is a path with “>”'),
  tags: 'tags',
  published: column('published_at', 'if null or later than the import, the product is left out'),
  status: column('status', 'if draft, archived or unlisted, the product is left out'),
  optionName: column(
    'options[N].name',
    'an option group; there is none for the option “Default Title”',
    'optionGroups[].name',
  ),
  optionValue: 'variants[].optionN',
  sku: 'variants[].sku',
  price: 'variants[].price',
  currency: column('variants[].price.currencyCode', 'the currency of the prices', 'currency'),
  compareAtPrice: 'variants[].compare_at_price',
  barcode: 'variants[].barcode',
  mpn: column('variants[].metafields[].key', 'the mpn, if it is `mpn`', 'variants[].mpn'),
  tracker: column('variants[].inventory_management', 'if null, the stock is not tracked'),
  quantity: column(
    'variants[].inventory_quantity | variants[].available',
    'the stock, if it is tracked; `available` makes it 0 or not tracked',
  ),
  taxable: column('variants[].taxable', 'if false, the tax rate “No tax”, 0 %; otherwise the tax rate of the store'),
  image: column('images[].src', 'a picture of the product', 'files[].file.path'),
  imagePosition: 'images[].position',
  imageAlt: 'images[].alt',
  seoTitle: 'seo.title',
  seoDescription: 'seo.description',
  variantImage: 'variants[].image_id | variants[].featured_image | images[].id | images[].variant_ids',
  metafield: column(
    'metafields[].key | metafields[].namespace | metafields[].value | metafields[].type | metafields[].id | ' +
      'metafields[].definition | variants[].metafields',
    'an attribute of the product or of the variant; a reference to another object is not used',
  ),
  grams: 'variants[].grams | variants[].weight',
  weightUnit: 'variants[].weight_unit',
})

/**
 * The products.json that a shop of Shopify shows, the product resource of its Admin REST API, and the products of its
 * GraphQL APIs, which become those of the REST API first.
 */
export const shopifyJson = documentFormat<ShopifyColumn, ShopifyJsonPart>({
  name: 'shopify',
  title: 'Shopify JSON: products.json of a shop, or products of the Admin REST API or a GraphQL API',
  columns: FIELDS,
  normalised: restProduct,
  isProduct,
  refusal,
  keysOf,
  isPartial: (document) => bulkKey(document) !== '',
  partsOf,
  // A shop shows 30 products unless it is asked for more, and the REST API 50.
  pages: { isCounted: (document) => bulkKey(document) === '', most: 250, usual: [30, 50], variants: 100 },
  build: (parts, product) => shopifyProduct(withMetafields(parts), product),
})

/** A line of a bulk operation with a metafield has only the id of its owner. */
interface ShopifyJsonPart extends ShopifyPart {
  readonly ownerId: string
}

function keysOf(document: JsonObject, source: DocumentSource<ShopifyColumn>) {
  const key = bulkKey(document)
  if (key === '') return shopifyKeys({ handle: textIn(document.handle), title: textIn(document.title), source })
  // A line with a metafield may name a variant in place of the product.
  const variants = hasFields(document, '__parentId') ? objectsIn(document.variants) : []
  return [key, ...variants.map(({ id }) => id).filter(isGlobalId)]
}

/** What the lines of a bulk operation share; '' for a product of the REST API. */
function bulkKey({ id, __parentId }: JsonObject): string {
  return [__parentId, id].find(isGlobalId) ?? ''
}

function isGlobalId(id: unknown): id is string {
  return textIn(id).startsWith('gid://')
}

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
  return (
    'The file looks like the JSON of a Shopify theme, /products/….js, whose prices are in cents. ' +
    'Use /products.json instead.'
  )
}

/** A part for each variant, and for each picture. They share parts, as they share rows in the CSV. */
function partsOf(product: JsonObject, source: DocumentSource<ShopifyColumn>, now: Date): readonly ShopifyJsonPart[] {
  const pictures = objectsIn(product.images)
  const variants = objectsIn(product.variants)
  const numbered = pictures.filter(({ id }) => textIn(id) !== '')
  const paths = new Map(numbered.map(({ id, src }) => [textIn(id), textIn(src)]))
  const alts = altsOfVariants(product)
  // A line of a bulk operation may belong to a product and have neither.
  const isLine = hasFields(product, '__parentId')
  const metafields = isLine ? objectsIn(product.metafields).length : 1
  const count = Math.max(variants.length, pictures.length, metafields)
  const handle = textIn(product.handle)
  const main = productFields(product, now)
  return Array.from({ length: count }, (_, index) => {
    const ofProduct = index === 0 ? main : NO_PRODUCT
    const variant = variantFields(variants[index] ?? {}, paths)
    return {
      source: source.named(handle || ofProduct.title || variant.sku),
      handle,
      ...ofProduct,
      ...variant,
      ...pictureFields(pictures[index] ?? {}, alts),
      productId: textIn(product.id),
      variantId: textIn(variants[index]?.id),
      ownerId: metafields > 0 ? textIn(product.__parentId) : '',
    }
  })
}

/** The parts, with the attributes of the lines that have only a metafield. */
function withMetafields(parts: readonly ShopifyJsonPart[]): readonly ShopifyJsonPart[] {
  const [lines, others] = [true, false].map((isLine) => parts.filter(({ ownerId }) => (ownerId !== '') === isLine))
  const ofOwner = Map.groupBy(lines!, ({ ownerId }) => ownerId)
  const added = (id: string) => (id === '' ? [] : (ofOwner.get(id) ?? []).flatMap(({ attributes = [] }) => attributes))
  return others!.map((part) => ({
    ...part,
    attributes: [...(part.attributes ?? []), ...added(part.productId)],
    variantAttributes: [...(part.variantAttributes ?? []), ...added(part.variantId)],
  }))
}

type FieldsOfProduct = Pick<
  ShopifyPart,
  'title' | 'description' | 'vendor' | 'isDeleted' | 'status' | 'published' | 'labels' | 'groups' | 'seo' | 'attributes'
>

function productFields(product: JsonObject, now: Date): FieldsOfProduct {
  const { tags } = product
  const seoTexts = seoTextsOf(product)
  return {
    title: textIn(product.title),
    description: textIn(product.body_html),
    vendor: nameIn(product.vendor),
    isDeleted: false,
    status: textIn(product.status),
    published: isPublished(product, now) ? '' : 'false',
    labels: {
      category: [taxonomyLevels(categoryOf(product.category)), categoriesOf(nameIn(product.product_type))],
      collection: objectsIn(product.collections).map(({ title }) => nameIn(title)),
      tag: Array.isArray(tags) ? tags.map(nameIn) : nameIn(tags).split(','),
    },
    groups: objectsIn(product.options).map(({ name }) => nameIn(name)),
    seo: seoFrom(seoTexts.title, seoTexts.description),
    attributes: attributesOfMetafields(product),
  }
}

/** The fields of a part that is not the first of its product. */
const NO_PRODUCT: FieldsOfProduct = {
  ...{ title: '', description: '', vendor: '', isDeleted: false, status: '', published: '', labels: {}, groups: [] },
}

/** The path of a category. */
function categoryOf(category: unknown): string {
  return isObject(category) ? nameIn(category.fullName) || nameIn(category.name) : ''
}

function isPublished(product: JsonObject, now: Date): boolean {
  if (!hasFields(product, 'published_at')) return true
  // A date that cannot be parsed is not after now.
  return product.published_at !== null && !(Date.parse(textIn(product.published_at)) > now.getTime())
}

/** `paths` has the pictures of the product by their ids. A price is a number, or an amount with its currency. */
function variantFields(variant: JsonObject, paths: ReadonlyMap<string, string>) {
  const { price } = variant
  return {
    options: [variant.option1, variant.option2, variant.option3].map(nameIn),
    sku: textIn(variant.sku),
    gtin: textIn(variant.barcode),
    mpn: textIn(objectsIn(variant.metafields).find(({ key }) => key === 'mpn')?.value),
    price: amountOf(price),
    compareAtPrice: amountOf(variant.compare_at_price),
    currency: isObject(price) ? textIn(price.currencyCode) : '',
    ...stockOf(variant),
    taxable: textIn(variant.taxable),
    variantPicture: imageOf(variant, paths),
    variantAttributes: [...weightOf(variant), ...attributesOfMetafields(variant)],
  }
}

function weightOf(variant: JsonObject): NativeAttribute[] {
  const unit = textIn(variant.weight_unit)
  const found = unit === '' ? shopifyWeight(textIn(variant.grams), 'g') : weight(textIn(variant.weight), unit)
  return found ? [found] : []
}

function amountOf(money: unknown): string {
  return textIn(isObject(money) ? money.amount : money)
}

/** A shop shows whether a variant is available. The Admin API has a quantity. */
function stockOf(variant: JsonObject): Pick<ShopifyPart, 'tracker' | 'quantity'> {
  if (hasFields(variant, 'inventory_management'))
    return { tracker: textIn(variant.inventory_management), quantity: textIn(variant.inventory_quantity) }
  return variant.available === false ? { tracker: 'shopify', quantity: '0' } : { tracker: '', quantity: '' }
}

function imageOf({ featured_image, image_id }: JsonObject, paths: ReadonlyMap<string, string>): string {
  return isObject(featured_image) ? textIn(featured_image.src) : (paths.get(textIn(image_id)) ?? '')
}

/** A shop shows alt texts only with the pictures of variants: path → alt text. */
function altsOfVariants({ variants }: JsonObject): ReadonlyMap<string, string> {
  const images = objectsIn(variants).flatMap(({ featured_image }) => (isObject(featured_image) ? [featured_image] : []))
  return new Map(images.map(({ src, alt }) => [textIn(src), textIn(alt)]))
}

function pictureFields(image: JsonObject, alts: ReadonlyMap<string, string>) {
  const src = textIn(image.src)
  return { pictures: [src], position: textIn(image.position), alt: nameIn(image.alt) || nameIn(alts.get(src)) }
}
