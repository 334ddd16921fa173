import { isObject } from '@vitrine/catalog/native/fields'
import { type DocumentSource, documentFormat } from '../documents/document-format.ts'
import { hasFields, type JsonObject, nameIn, objectsIn, textIn } from '../documents/json-values.ts'
import type { VariantOption } from '../products/product-fields.ts'
import { column, sameColumns } from '../rows/columns.ts'
import { decimalAmount } from '../rows/parse-cells.ts'
import { VENDURE_COLUMNS, type VendureColumn } from './vendure-columns.ts'
import { type VendureProduct, type VendureVariant, vendureProduct } from './vendure-product.ts'

/** The fields by the columns of the product CSV that mean the same. */
const FIELDS = sameColumns<VendureColumn>(VENDURE_COLUMNS, {
  id: column('id', 'the id by which the next import finds the product', 'id', 'externalId'),
  name: column('name', 'the name', 'name'),
  slug: 'slug',
  description: 'description',
  productEnabled: column('enabled', 'if false, the product is left out'),
  assets: column(
    'assets[N].source | assets | assets[].preview | featuredAsset.source | featuredAsset.preview',
    'the pictures; the featured one is the first',
    'files[].file.path',
  ),
  facets: 'facetValues[N].name | facetValues[].facet',
  collections: column(
    'collections[N].name | collections[].breadcrumbs | collections[].parent',
    'labels: the collection, below the collections above it',
  ),
  optionGroups:
    'variants[].options[N].group | optionGroups[].name | optionGroups[].id | optionGroups[].code | optionGroups[].options',
  optionValues: column('variants[].options[N].name | variants[].options', "the variant's option in each group"),
  variantId: column(
    'variants[].id',
    'the id by which the next import finds the variant',
    'variants[].id',
    'variants[].externalId',
  ),
  variantName: column('variants[].name', 'the name of the variant', 'variants[].name'),
  sku: 'variants[].sku',
  price: column('variants[].priceWithTax | variants[].price', 'the price, with tax if it is given', 'variants[].price'),
  currency: column('variants[].currencyCode', 'the currency of the prices', 'currency'),
  stock: column(
    'variants[].stockLevel | variants[].stockOnHand',
    'the stock; OUT_OF_STOCK means 0, IN_STOCK and LOW_STOCK mean that it is not tracked',
  ),
  track: 'variants[].trackInventory',
  variantAssets: 'variants[].assets[N].source | variants[].assets | variants[].featuredAsset',
  variantFacets: 'variants[].facetValues[N].name | variants[].facetValues',
  enabled: 'variants[].enabled',
})

/** Products as the shop API or the admin API of Vendure answers a query. */
export const vendureJson = documentFormat<VendureColumn, VendurePart>({
  name: 'vendure',
  title: 'Vendure JSON: products of the shop API or the admin API',
  columns: FIELDS,
  isProduct,
  refusal,
  keysOf: (product, { place }) => [keyOf(product) === '' ? `line:${place.line}` : `id:${keyOf(product)}`],
  // The variants of a product may come in pages.
  isPartial: ({ variantList }) => isObject(variantList),
  partsOf,
  pages: { isCounted: () => true, most: 100, usual: [] },
  build: (parts, product) => vendureProduct(parts[0]!.main, parts, product),
})

/** A variant with its product. */
interface VendurePart extends VendureVariant {
  readonly main: VendureProduct
}

function isProduct(product: JsonObject): boolean {
  const isVariant = (variant: JsonObject) =>
    (hasFields(variant, 'priceWithTax') || hasFields(variant, 'price', 'currencyCode')) && hasFields(variant, 'name')
  const variants = variantsOf(product)
  const isEmpty = variants.length === 0 && hasFields(product, 'variants', 'featuredAsset')
  return hasFields(product, 'name', 'slug') && (isEmpty || (variants.length > 0 && variants.every(isVariant)))
}

/** The results of a search have a range of prices, and no options. */
function refusal(product: JsonObject): string | undefined {
  if (!hasFields(product, 'productId', 'productName', 'productVariantId')) return undefined
  return (
    'The file has results of a search in Vendure, which lack options and stocks. ' +
    'Query `products` with their `variants` instead.'
  )
}

function variantsOf({ variants, variantList }: JsonObject): readonly JsonObject[] {
  return objectsIn(isObject(variantList) ? variantList.items : variants)
}

/** A product without an id is known by its slug. */
function keyOf({ id, slug }: JsonObject): string {
  return textIn(id) || textIn(slug)
}

/** The variants. A product without variants has a blank one. */
function partsOf(product: JsonObject, source: DocumentSource<VendureColumn>): readonly VendurePart[] {
  const [first = {}, ...others] = variantsOf(product)
  const firstSource = source.named(textIn(product.name) || textIn(first.sku))
  const main = mainOf(product, first, firstSource)
  return [
    { main, ...variantOf(first, product, firstSource) },
    ...others.map((variant) => ({ main, ...variantOf(variant, product, source.named(textIn(variant.sku))) })),
  ]
}

/** The currency is that of the first variant. */
function mainOf(product: JsonObject, first: JsonObject, source: DocumentSource<VendureColumn>): VendureProduct {
  return {
    source,
    id: keyOf(product),
    externalId: textIn(product.id),
    name: nameIn(product.name),
    slug: textIn(product.slug),
    description: textIn(product.description),
    isEnabled: textIn(product.enabled),
    currency: textIn(first.currencyCode),
    pictures: picturesIn(product),
    facets: facetsIn(product),
    collections: objectsIn(product.collections).map(collectionPath),
  }
}

/** The featured picture and the others, in their original size if the file has it. */
function picturesIn({ featuredAsset, assets }: JsonObject): string[] {
  return objectsIn([featuredAsset, ...objectsIn(assets)]).map(
    ({ source, preview }) => nameIn(source) || nameIn(preview),
  )
}

/** The values with the names of their facets. Values without a facet are skipped. */
function facetsIn({ facetValues }: JsonObject): VariantOption[] {
  return objectsIn(facetValues).flatMap(({ name, facet }) => {
    const group = isObject(facet) ? nameIn(facet.name) || nameIn(facet.code) : ''
    const option = nameIn(name)
    return group === '' || option === '' ? [] : [{ group, option }]
  })
}

/** The names of the collections from the top down, without the root. */
function collectionPath({ name, parent, breadcrumbs }: JsonObject): string[] {
  const above = Array.isArray(breadcrumbs) ? objectsIn(breadcrumbs).slice(0, -1) : objectsIn([parent])
  return [...above.map((collection) => nameIn(collection.name)), nameIn(name)].filter(
    (name) => name !== '__root_collection__',
  )
}

function variantOf(variant: JsonObject, product: JsonObject, source: DocumentSource<VendureColumn>): VendureVariant {
  const options = objectsIn(variant.options)
  const tracked = textIn(variant.trackInventory).toUpperCase()
  return {
    source,
    id: textIn(variant.id),
    name: nameIn(variant.name),
    sku: textIn(variant.sku),
    // Vendure has two decimals for every currency.
    price: decimalAmount(textIn(variant.priceWithTax ?? variant.price), 2),
    stock: stockIn(variant),
    isTracked: tracked === 'INHERIT' ? '' : tracked,
    isEnabled: textIn(variant.enabled),
    groups: options.map((option, index) => groupOf(option, product) || `Option ${index + 1}`),
    options: options.map(({ name, code }) => nameIn(name) || nameIn(code)).filter((option) => option !== ''),
    facets: facetsIn(variant),
    pictures: picturesIn(variant),
  }
}

/** The name of the group of an option, which the file has with the option or with the product. */
function groupOf({ group, groupId, id, code }: JsonObject, product: JsonObject): string {
  const isMember = (option: JsonObject) => (id === undefined ? option.code === code : option.id === id)
  const groups = objectsIn(product.optionGroups)
  const found = isObject(group)
    ? group
    : groups.find((one) => (groupId === undefined ? objectsIn(one.options).some(isMember) : one.id === groupId))
  return found === undefined ? '' : nameIn(found.name) || nameIn(found.code)
}

/** The shop API shows a level, or a number if the shop is so configured. The admin API has a number. */
function stockIn({ stockLevel, stockOnHand }: JsonObject): string {
  const level = textIn(stockLevel)
  if (level === 'OUT_OF_STOCK') return '0'
  return /^\d+$/.test(level) ? level : textIn(stockOnHand)
}
