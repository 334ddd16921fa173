import { isObject } from '@vitrine/catalog/native/fields'
import { hasFields, type JsonObject, objectsIn, textIn } from '../documents/json-values.ts'

/**
 * A product of Shopify's GraphQL APIs with the fields of the REST API. Anything else stays as it is. A line of a bulk
 * operation that belongs to a product becomes that product with only this variant or picture.
 */
export function restProduct(object: JsonObject): JsonObject {
  const kind = /^gid:\/\/shopify\/(\w+)\//.exec(textIn(object.id))?.[1]
  if (hasFields(object, '__parentId')) return partOfProduct(kind, withoutConnections(object))
  const isGraphql = kind === 'Product' || (hasFields(object, 'handle', 'title') && hasGraphqlVariants(object))
  return isGraphql ? toRestProduct(withoutConnections(object)) : object
}

function hasGraphqlVariants({ variants }: JsonObject): boolean {
  return isConnection(variants) || objectsIn(variants).some((variant) => hasFields(variant, 'selectedOptions'))
}

/** A line of a bulk operation names its product. The parent of a metafield may be a variant. */
function partOfProduct(kind: string | undefined, part: JsonObject): JsonObject {
  const { __parentId, ...fields } = part
  if (kind === 'ProductVariant')
    return { __parentId, variants: [restVariant(fields)], options: optionsOf([fields]), images: [] }
  if (kind === 'Metafield') return { __parentId, variants: [], metafields: [fields] }
  return { __parentId, variants: [], images: restImages([fields]) }
}

function toRestProduct(object: JsonObject): JsonObject {
  const product = withMetafields(object)
  const { id, descriptionHtml, bodyHtml, description, productType, publishedAt, options, tags, ...others } = product
  const { variants, images, media, featuredImage, featuredMedia, productCategory, ...rest } = others
  const listed = [images, media].map((list) => restImages(objectsIn(list))).find((list) => list.length > 0)
  return {
    ...rest,
    id,
    handle: product.handle ?? '',
    body_html: descriptionHtml ?? bodyHtml ?? description,
    product_type: productType,
    tags,
    ...(publishedAt !== undefined && { published_at: publishedAt }),
    category: rest.category ?? pathIn(productCategory, 'productTaxonomyNode'),
    options: Array.isArray(options) ? options : optionsOf(objectsIn(variants)),
    variants: objectsIn(variants).map(restVariant),
    images: listed ?? restImages([featuredImage, featuredMedia].filter(isObject)),
  }
}

function restVariant(object: JsonObject): JsonObject {
  const variant = withMetafields(object)
  const { price, priceV2, compareAtPrice, compareAtPriceV2, selectedOptions, title, image, media, ...others } = variant
  const { inventoryQuantity, quantityAvailable, availableForSale, inventoryItem, weightUnit, ...rest } = others
  const values = selectedValues({ selectedOptions, title })
  return {
    ...rest,
    ...Object.fromEntries(values.map((value, index) => [`option${index + 1}`, value])),
    price: price ?? priceV2,
    compare_at_price: compareAtPrice ?? compareAtPriceV2,
    ...stockOf(variant),
    ...weightOf(variant),
    featured_image: restImages([image, ...objectsIn(media)].filter(isObject))[0],
  }
}

function selectedValues({ selectedOptions, title }: JsonObject): string[] {
  const values = objectsIn(selectedOptions).map(({ value }) => textIn(value))
  return values.length > 0 ? values : [textIn(title)]
}

/** The option groups, if the product does not list them. */
function optionsOf([variant]: readonly JsonObject[]): JsonObject[] {
  if (!variant) return []
  const options = objectsIn(variant.selectedOptions).map(({ name }) => ({ name }))
  return options.length > 0 ? options : [{ name: 'Title' }]
}

/** The weight as in the REST API. The Admin API has it in the inventory item. */
function weightOf({ weight, weightUnit, inventoryItem }: JsonObject): JsonObject {
  const measured = pathIn(pathIn(inventoryItem, 'measurement'), 'weight')
  const { value, unit } = isObject(measured) ? measured : { value: weight, unit: weightUnit }
  const name = textIn(unit)
  return name === '' ? {} : { weight: value, weight_unit: UNITS.get(name) ?? name }
}

const UNITS = new Map([
  ['GRAMS', 'g'],
  ['KILOGRAMS', 'kg'],
  ['OUNCES', 'oz'],
  ['POUNDS', 'lb'],
])

/** The object with all of its metafields in one list. A query may give each under a name of its own. */
function withMetafields(object: JsonObject): JsonObject {
  const isMetafield = (value: unknown): value is JsonObject => isObject(value) && hasFields(value, 'key', 'value')
  const others = Object.entries(object).filter(([name, value]) => name !== 'metafields' && !isMetafield(value))
  const all = [...objectsIn(object.metafields), ...Object.values(object).filter(isMetafield)]
  const byKey = new Map(all.map((one) => [`${textIn(one.namespace)}.${textIn(one.key)}`, one]))
  return { ...Object.fromEntries(others), ...(byKey.size > 0 && { metafields: [...byKey.values()] }) }
}

/** The stock as in the REST API. The Storefront API may tell only whether a variant is for sale. */
function stockOf({ inventoryQuantity, quantityAvailable, availableForSale, inventoryItem }: JsonObject): JsonObject {
  const quantity = inventoryQuantity ?? quantityAvailable
  const isTracked = isObject(inventoryItem) ? inventoryItem.tracked : undefined
  // Shoppers can still buy it, so it is not tracked, or sold in advance.
  const isOpen = isTracked === undefined && availableForSale === true && Number(quantity) <= 0
  if (typeof quantity === 'number' && isTracked !== false && !isOpen)
    return { inventory_management: 'shopify', inventory_quantity: quantity }
  const isKnown = typeof availableForSale === 'boolean' && isTracked !== false
  return isKnown ? { available: availableForSale } : { inventory_management: null }
}

/** Pictures from objects of several kinds. Videos and models have none. */
function restImages(images: readonly JsonObject[]): JsonObject[] {
  return images.flatMap(({ url, src, originalSrc, altText, alt, image, mediaContentType }) => {
    const inner = isObject(image) ? image : {}
    const path = [url, src, originalSrc, inner.url, inner.originalSrc].map(textIn).find((text) => text !== '')
    const isPicture = path !== undefined && (mediaContentType === undefined || mediaContentType === 'IMAGE')
    return isPicture ? [{ src: path, alt: textIn(altText) || textIn(alt) || textIn(inner.altText) }] : []
  })
}

function pathIn(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

/** A list of GraphQL: `{"edges": [{"node": …}]}` or `{"nodes": […]}`. */
function isConnection(value: unknown): value is JsonObject {
  return isObject(value) && (Array.isArray(value.edges) || Array.isArray(value.nodes))
}

/** The object with lists in place of its connections. */
function withoutConnections(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, listOf(value)]))
}

function listOf(value: unknown): unknown {
  if (!isConnection(value)) return value
  const items = Array.isArray(value.edges) ? objectsIn(value.edges).map(({ node }) => node) : objectsIn(value.nodes)
  return items.filter(isObject).map(withoutConnections)
}
