import { decodeEntities } from '@vitrine/catalog/html-text'
import { type FormatSample, headersOf } from '../format.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import type { NativeFile, ProductFields, VariantOption } from '../products/product-fields.ts'
import { pairsOf } from '../rows/pairs.ts'
import type { Row } from '../rows/row.ts'
import { type ProductMapping, rowFormat } from '../rows/row-format.ts'
import {
  addMagentoVariant,
  attributeName,
  isConfigurable,
  keysOfType,
  magentoFields,
  magentoFiles,
  magentoPrice,
  ownOptions,
  skuKey,
  whyHidden,
  withVariants,
} from './magento-columns.ts'
import { RootCategory } from './magento-root-category.ts'
import { STORE_VIEWS } from './magento-store-views.ts'
import { MAGENTO2_COLUMNS, type Magento2Column } from './magento2-columns.ts'

type Column = Magento2Column
type Builder = ProductBuilder<Column>

function mappingForImport(): ProductMapping<Column> {
  const root = new RootCategory()
  return {
    name: 'magento',
    productKeys: (row) => {
      root.add(categoryPaths(row))
      const sku = row.text('sku')
      return sku === '' ? 'no-product' : keysOfType(row.text('type').toLowerCase(), sku, [...variationsOf(row).keys()])
    },
    split,
    nameOf: (row) => row.text('sku') || row.text('name'),
    build: (rows, product) => build(rows, product, root),
    translations: STORE_VIEWS,
  }
}

/** The product CSV that Magento 2 and Adobe Commerce export. */
export const magento = rowFormat<Column>({
  ...mappingForImport(),
  begin: mappingForImport,
  title: 'Magento 2 and Adobe Commerce product CSV',
  columns: MAGENTO2_COLUMNS,
  required: ['sku', 'name', 'price'],
  recognises: (columns, sample) => {
    const headers = headersOf(sample)
    const signs = ['attribute_set_code', 'store_view_code', 'product_websites', 'product_online']
    return columns.has('sku') && columns.has('type') && signs.some((header) => headers.has(header))
  },
  refusal: productListRefusal,
})

/** Why the list of products, which Magento exports too, is not read. */
function productListRefusal(sample: FormatSample): string | undefined {
  const headers = headersOf(sample)
  const isList = ['sku', 'type', 'attribute set', 'visibility', 'websites'].every((header) => headers.has(header))
  return isList
    ? 'The file is the list of products from Catalog > Products in Magento. ' +
        'It has no descriptions and no categories, and does not say which variants a product has. ' +
        'Export the products with System > Data Transfer > Export, entity type “Products”.'
    : undefined
}

/** By the sku of a variant, as a key: the values of its attributes by their codes. */
type Variations = ReadonlyMap<string, ReadonlyMap<string, string>>

function variationsOf(row: Row<Column>): Variations {
  const variations = row.text('variations').split('|').map(pairsOf)
  return new Map(variations.flatMap((pairs) => (pairs.has('sku') ? [[skuKey(pairs.get('sku')!), pairs]] : [])))
}

/** The row of a store view comes after the row without one, which has the texts for all store views. */
function split(rows: readonly Row<Column>[]): Row<Column>[][] {
  const rowsBySku = Map.groupBy(rows, (row) => skuKey(row.text('sku')))
  const products = [...rowsBySku.values()].map((ofSku) => {
    const sorted = ofSku.toSorted((a, b) => Number(isOfStoreView(a)) - Number(isOfStoreView(b)))
    const variantSkus = isConfigurable(sorted[0]!) ? [...variationsOf(sorted[0]!).keys()] : []
    return { rows: sorted, variantSkus: new Set(variantSkus) }
  })
  return withVariants(products)
}

function isOfStoreView(row: Row<Column>): boolean {
  return row.text('storeView') !== ''
}

function build(rows: readonly Row<Column>[], product: Builder, root: RootCategory): ProductFields<Column> | undefined {
  const main = rows[0]!
  const reason = whyHidden(main, product)
  if (reason) return product.leaveOut(rows, reason, main)
  const variants = firstOfEachSku(rows, product)
  const options = optionsBySku(main)
  if (isConfigurable(main))
    for (const row of variants.slice(1)) addVariant(row, main, options.get(skuKey(row.text('sku'))) ?? [], product)
  else
    addVariant(
      main,
      main,
      ownOptions((code) => attributeOf(main, code, [code])),
      product,
    )
  warnOfMissing(main, variants, product)
  if (product.variants.length === 0) return isConfigurable(main) ? product.leaveOut([main], 'no-variants') : undefined
  product.addProductOption({ group: 'Brand', option: attributeOf(main, 'brand', ['manufacturer', 'brand']) })
  return {
    ...magentoFields(main, product),
    files: picturesOf(main),
    labels: { category: categoryPaths(main).map((path) => root.below(path)) },
  }
}

/** The first row of each sku. Leaves out the others. */
function firstOfEachSku(rows: readonly Row<Column>[], product: Builder): Row<Column>[] {
  const skus = new Set<string>()
  return rows.filter((row) => {
    const isFirst = skus.size < skus.add(skuKey(row.text('sku'))).size
    if (!isFirst) product.leaveOut([row], isOfStoreView(row) ? 'translation' : 'repeated')
    return isFirst
  })
}

/** Adds a variant of a configurable product, or the only variant of another one, whose row is the product itself. */
function addVariant(row: Row<Column>, main: Row<Column>, options: readonly VariantOption[], product: Builder): void {
  const variant = {
    ...magentoPrice(row, product),
    gtin: attributeOf(row, 'gtin', ['gtin', 'ean', 'ean13', 'upc', 'barcode']),
    mpn: attributeOf(row, 'mpn', ['mpn', 'manufacturer_part_number']),
    options,
    files: row === main ? [] : picturesOf(row),
  }
  addMagentoVariant(row, main, variant, product)
}

/** What an old export says of a variation besides the values of its attributes. */
const NO_ATTRIBUTES = new Set(['sku', 'price', 'display', 'image'])

/** The options of the variants of a configurable product. */
function optionsBySku(main: Row<Column>): ReadonlyMap<string, readonly VariantOption[]> {
  const labels = pairsOf(main.text('variationLabels'))
  const optionsIn = (pairs: ReadonlyMap<string, string>) =>
    [...pairs]
      .filter(([code, option]) => !NO_ATTRIBUTES.has(code) && option !== '')
      .map(([code, option]) => ({
        group: decodeEntities(labels.get(code) || attributeName(code)),
        option: decodeEntities(option),
      }))
  return new Map([...variationsOf(main)].map(([sku, pairs]) => [sku, optionsIn(pairs)]))
}

/** The value in the column, or else the first of the attributes with these codes that has a value. */
function attributeOf(row: Row<Column>, key: Column, codes: readonly string[]): string {
  const pairs = new Map([...pairsOf(row.text('attributes'))].map(([code, value]) => [code.toLowerCase(), value]))
  return row.name(key) || decodeEntities(codes.map((code) => pairs.get(code) ?? '').find((value) => value !== '') ?? '')
}

function warnOfMissing(main: Row<Column>, variants: readonly Row<Column>[], product: Builder): void {
  const skus = new Set(variants.map((row) => skuKey(row.text('sku'))))
  const missing = [...variationsOf(main)].flatMap(([key, pairs]) => (skus.has(key) ? [] : (pairs.get('sku') ?? [])))
  if (missing.length === 0 || !isConfigurable(main)) return
  const named = missing.slice(0, 3).join(', ') + (missing.length > 3 ? ', …' : '')
  product.warn(main, 'variations', `names variants that are not in the file: ${named}`)
}

function picturesOf(row: Row<Column>): NativeFile[] {
  const more = pathsIn(row.text('moreImages'))
  const labels = row.name('moreLabels').split(',')
  // A comma in a label leaves open to which picture the labels belong.
  const alts = labels.length === more.length ? more.map((path, index) => [path, labels[index]!.trim()] as const) : []
  const main = [row.text('image'), row.name('imageLabel')] as const
  return magentoFiles([main[0], ...more], [...alts, main], pathsIn(row.text('hiddenImages')))
}

function pathsIn(list: string): string[] {
  return list.split(',').map((path) => path.trim())
}

/** The paths of the categories. In `Default Category/Bed, Bath` the comma belongs to the name. */
function categoryPaths(row: Row<Column>): string[][] {
  const text = row.name('categories')
  if (text === '') return []
  const [root] = text.split(/[/,]/, 1)
  const parts: string[] = []
  for (const part of text.split(',')) {
    const isContinued = parts.length > 0 && /^\s/.test(part) && part.trim().split('/', 1)[0] !== root
    if (isContinued) parts.push(`${parts.pop()},${part}`)
    else parts.push(part)
  }
  // A slash of a name is written with a backslash.
  return parts.map((path) => path.split(/(?<!\\)\//).map((name) => name.replaceAll('\\/', '/').trim()))
}
