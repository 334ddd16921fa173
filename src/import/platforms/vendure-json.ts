import { hasFields, type JsonObject, objectsIn, textIn } from '../documents/json-values.ts'
import { isObject } from '../fields.ts'
import { type Columns, column } from '../rows/columns.ts'
import { jsonFormat } from '../rows/json-format.ts'
import { decimalAmount } from '../rows/parse-cells.ts'
import type { JsonCells } from '../rows/read-json.ts'
import { type VendureColumn, vendureProducts } from './vendure.ts'

/** The fields by the columns of the product CSV. */
const COLUMNS: Columns<VendureColumn> = {
  id: column('id', 'the id by which the next import finds the product', 'id'),
  name: column('name', 'the name', 'name'),
  slug: column('slug', 'the slug; if blank, it is made from the name', 'slug'),
  description: column('description', 'the description', 'description'),
  productEnabled: column('enabled', 'if false, the product is left out'),
  assets: column(
    'assets[N].source | assets | assets[].preview | featuredAsset.source | featuredAsset.preview',
    'the pictures; the featured one is the first',
    'files[].file.path',
  ),
  facets: column(
    'facetValues[N].name | facetValues[].facet',
    'the values of the facet “category” become labels; those of other facets become options of the product as a whole',
    'labelValues[]',
  ),
  collections: column(
    'collections[N].name | collections[].breadcrumbs | collections[].parent',
    'labels: the collection, below the collections above it',
  ),
  optionGroups: column(
    'variants[].options[N].group | optionGroups[].name | optionGroups[].id | optionGroups[].code | optionGroups[].options',
    'option groups',
    'optionGroups[].name',
  ),
  optionValues: column('variants[].options[N].name | variants[].options', "the variant's option in each group"),
  variantId: column('variants[].id', 'the id by which the next import finds the variant', 'variants[].id'),
  variantName: column('variants[].name', 'the name of the variant', 'variants[].name'),
  sku: column('variants[].sku', 'the sku; if blank, one is made from the slug and the options', 'variants[].sku'),
  price: column('variants[].priceWithTax | variants[].price', 'the price, with tax if it is given', 'variants[].price'),
  currency: column('variants[].currencyCode', 'the currency of the prices', 'currency'),
  stock: column(
    'variants[].stockLevel | variants[].stockOnHand',
    'the stock; OUT_OF_STOCK means 0, IN_STOCK and LOW_STOCK mean that it is not tracked',
  ),
  track: column('variants[].trackInventory', 'if false, the stock is not tracked'),
  variantAssets: column(
    'variants[].assets[N].source | variants[].assets | variants[].featuredAsset',
    'the pictures of the variant',
    'variants[].files[].file.path',
  ),
  variantFacets: column('variants[].facetValues[N].name | variants[].facetValues', 'options of the variant'),
  enabled: column('variants[].enabled', 'if false, the variant is left out'),
}

/** Products as the shop API or the admin API of Vendure answers a query. */
export const vendureJson = jsonFormat<VendureColumn>({
  ...vendureProducts,
  title: 'Vendure JSON: products of the shop API or the admin API',
  columns: COLUMNS,
  isProduct,
  refusal,
  rowsOf,
})

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
  return 'The file has results of a search in Vendure, which lack options and stocks. Query `products` with their `variants` instead.'
}

function variantsOf({ variants, variantList }: JsonObject): readonly JsonObject[] {
  return objectsIn(isObject(variantList) ? variantList.items : variants)
}

/** A row for each variant, of which the first one has the fields of the product. */
function rowsOf(product: JsonObject): readonly JsonCells<VendureColumn>[] {
  // A product without an id is known by its slug.
  const keys = { id: textIn(product.id) || textIn(product.slug) }
  const [first, ...others] = variantsOf(product).map((variant) => variantCells(variant, product))
  return [{ ...keys, ...productCells(product), ...first }, ...others.map((cells) => ({ ...keys, ...cells }))]
}

function productCells(product: JsonObject): JsonCells<VendureColumn> {
  return {
    name: textIn(product.name),
    slug: textIn(product.slug),
    description: textIn(product.description),
    productEnabled: textIn(product.enabled),
    ...numbered('assets', picturesIn(product)),
    ...numbered('facets', facetsIn(product)),
    ...numbered('collections', objectsIn(product.collections).map(collectionPath)),
  }
}

function numbered(key: VendureColumn, texts: readonly string[]): JsonCells<VendureColumn> {
  return Object.fromEntries(texts.map((text, index) => [`${key} ${index + 1}`, text]))
}

/** The featured picture and the others, in their original size if the file has it. */
function picturesIn({ featuredAsset, assets }: JsonObject): string[] {
  return objectsIn([featuredAsset, ...objectsIn(assets)]).map(
    ({ source, preview }) => textIn(source) || textIn(preview),
  )
}

/** Each value with the name of its facet before a colon. Values without a facet are skipped. */
function facetsIn({ facetValues }: JsonObject): string[] {
  return objectsIn(facetValues).flatMap(({ name, facet }) =>
    isObject(facet) ? [`${(textIn(facet.name) || textIn(facet.code)).replaceAll(':', ' ')}:${textIn(name)}`] : [],
  )
}

/** The names of the collections from the top down, each on a line, without the root. */
function collectionPath({ name, parent, breadcrumbs }: JsonObject): string {
  const above = Array.isArray(breadcrumbs) ? objectsIn(breadcrumbs).slice(0, -1) : objectsIn([parent])
  const names = [...above.map((collection) => textIn(collection.name)), textIn(name)]
  return names.filter((name) => name !== '__root_collection__').join('\n')
}

function variantCells(variant: JsonObject, product: JsonObject): JsonCells<VendureColumn> {
  const options = objectsIn(variant.options)
  const tracked = textIn(variant.trackInventory).toUpperCase()
  return {
    ...numbered(
      'optionGroups',
      options.map((option, index) => groupOf(option, product) || `Option ${index + 1}`),
    ),
    ...numbered(
      'optionValues',
      options.map(({ name, code }) => textIn(name) || textIn(code)),
    ),
    variantId: textIn(variant.id),
    variantName: textIn(variant.name),
    sku: textIn(variant.sku),
    // Vendure has two decimals for every currency.
    price: decimalAmount(textIn(variant.priceWithTax ?? variant.price), 2),
    currency: textIn(variant.currencyCode),
    stock: stockCell(variant),
    track: tracked === 'INHERIT' ? '' : tracked,
    enabled: textIn(variant.enabled),
    ...numbered('variantAssets', picturesIn(variant)),
    ...numbered('variantFacets', facetsIn(variant)),
  }
}

/** The name of the group of an option, which the file has with the option or with the product. */
function groupOf({ group, groupId, id, code }: JsonObject, product: JsonObject): string {
  const isMember = (option: JsonObject) => (id === undefined ? option.code === code : option.id === id)
  const groups = objectsIn(product.optionGroups)
  const found = isObject(group)
    ? group
    : groups.find((one) => (groupId === undefined ? objectsIn(one.options).some(isMember) : one.id === groupId))
  return found === undefined ? '' : textIn(found.name) || textIn(found.code)
}

/** The shop API shows a level, or a number if the shop is so configured. The admin API has a number. */
function stockCell({ stockLevel, stockOnHand }: JsonObject): string {
  const level = textIn(stockLevel)
  if (level === 'OUT_OF_STOCK') return '0'
  return /^\d+$/.test(level) ? level : textIn(stockOnHand)
}
