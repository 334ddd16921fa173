import { decodeEntities } from '@vitrine/catalog/html-text'
import { headersOf } from '../format.ts'
import type { LeftOutReason } from '../left-out.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import { filesFrom, type ProductFields, type VariantOption, variantName } from '../products/product-fields.ts'
import { slugFromHandle } from '../products/slugs.ts'
import { type Columns, column } from '../rows/columns.ts'
import { flag } from '../rows/flag.ts'
import { pairsOf } from '../rows/pairs.ts'
import { yesOrNo } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { rowFormat } from '../rows/row-format.ts'
import { attributeName, magentoPrice, ownOptions, skuKey } from './magento-columns.ts'

const COLUMNS = {
  sku: column('sku', 'the sku', 'variants[].sku'),
  parent: column('parent_sku', 'the product of a variant, by its sku'),
  locale: column('locale', 'a later row of a sku in another language is left out'),
  type: column(
    'type',
    'simple, virtual, downloadable and configurable are imported; grouped and other types are left out',
  ),
  categories: column('categories', 'a label for each category', 'labelValues[]'),
  images: column('images', 'the pictures', 'files[].file.path', 'variants[].files[].file.path'),
  name: column('name', 'the name of the product or the variant', 'name', 'variants[].name'),
  description: column('description', 'the description', 'description'),
  shortDescription: column('short_description', 'the description, if there is no other'),
  status: column('status', 'if 0, the product or the variant is left out'),
  visible: column('visible_individually', 'if 0, a product is left out, unless it is a variant'),
  price: column('price', 'the price', 'variants[].price'),
  specialPrice: column('special_price', 'the price during the sale; the price is then the list price'),
  specialFrom: column('special_price_from', 'the first day of the sale'),
  specialTo: column('special_price_to', 'the last day of the sale'),
  urlKey: column('url_key', 'the slug', 'slug'),
  manageStock: column('manage_stock', 'if 0, the stock is not tracked'),
  inventories: column('inventories | qty', 'the stock: the sum over all sources'),
  variants: column('configurable_variants', 'the options of the variants', 'optionGroups[].name'),
  brand: column('brand', 'an option of the group “Brand”, for the product as a whole'),
  color: column('color', 'an option of the group “Color”, if the product has no variants'),
  size: column('size', 'an option of the group “Size”, if the product has no variants'),
} satisfies Columns<string>

type Column = keyof typeof COLUMNS
type Builder = ProductBuilder<Column>

/** The product CSV of Bagisto: the columns of its sample file for import. */
export const bagisto = rowFormat<Column>({
  name: 'bagisto',
  title: 'Bagisto product CSV',
  columns: COLUMNS,
  required: ['sku', 'type', 'name', 'price'],
  recognises: (columns, sample) => {
    const signs = ['attribute_family_code', 'parent_sku', 'inventories', 'configurable_variants']
    return columns.has('sku') && columns.has('type') && signs.some((header) => headersOf(sample).has(header))
  },
  productKeys: (row) => {
    const [sku, parent] = [row.text('sku'), row.text('parent')]
    return sku === '' ? 'no-product' : (whyNotSold(row) ?? [skuKey(parent || sku)])
  },
  nameOf: (row) => row.text('sku') || row.text('name'),
  build,
})

function whyNotSold(row: Row<Column>): LeftOutReason | undefined {
  const type = row.text('type').toLowerCase()
  if (type === 'grouped' || type === 'bundle') return type
  return ['simple', 'virtual', 'downloadable', 'configurable'].includes(type) ? undefined : 'other-type'
}

function build(rows: readonly Row<Column>[], product: Builder): ProductFields<Column> | undefined {
  const [main, ...variants] = firstOfEachSku(rows, product)
  if (main!.text('parent') !== '') return product.leaveOut([main!, ...variants], 'no-parent')
  const reason = whyHidden(main!, product)
  if (reason) return product.leaveOut([main!, ...variants], reason, main)
  const isConfigurable = main!.text('type').toLowerCase() === 'configurable'
  if (!isConfigurable) product.leaveOut(variants, 'no-parent')
  const named = namedOptions(main!)
  for (const row of isConfigurable ? variants : [main!])
    addVariant(row, main!, named.get(skuKey(row.text('sku'))) ?? ownOptions((code) => row.name(code)), product)
  if (product.variants.length === 0) return isConfigurable ? product.leaveOut([main!], 'no-variants') : undefined
  product.addProductOption({ group: 'Brand', option: main!.name('brand') })
  return {
    source: main!,
    id: product.id(skuKey(main!.text('sku'))),
    name: main!.name('name'),
    slug: slugFromHandle(main!.text('urlKey')),
    mayChangeSlug: true,
    description: main!.text('description') || main!.text('shortDescription'),
    files: filesFrom(main!.text('images').split(',')),
    // Bagisto looks up each of these names by itself.
    labels: { category: main!.name('categories').split('/') },
  }
}

/** The first row of each sku, the product before its variants. Leaves out the others. */
function firstOfEachSku(rows: readonly Row<Column>[], product: Builder): Row<Column>[] {
  const first = new Map<string, Row<Column>>()
  for (const row of rows) {
    const other = first.get(skuKey(row.text('sku')))
    if (!other) first.set(skuKey(row.text('sku')), row)
    else product.leaveOut([row], other.text('locale') === row.text('locale') ? 'repeated' : 'translation')
  }
  return [...first.values()].toSorted((a, b) => Number(a.text('parent') !== '') - Number(b.text('parent') !== ''))
}

function whyHidden(row: Row<Column>, product: Builder): LeftOutReason | undefined {
  if (!flag(row, 'status', product, true)) return 'unpublished'
  return flag(row, 'visible', product, true) ? undefined : 'hidden'
}

/** Adds a variant of a configurable product, or the only variant of another one, whose row is the product itself. */
function addVariant(row: Row<Column>, main: Row<Column>, options: readonly VariantOption[], product: Builder): void {
  const { price, listPrice } = magentoPrice(row, product)
  const isOff = row !== main && yesOrNo(row.text('status')) === false
  if (product.leaveOutUnsold(row, price, options, isOff ? 'unpublished' : undefined)) return
  const sku = row.text('sku')
  product.addVariant(row, {
    id: product.id(skuKey(main.text('sku')), skuKey(sku)),
    name: row.name('name') || variantName(main.name('name'), options, ', '),
    sku: product.uniqueSku(row, sku, options, sku),
    price,
    listPrice,
    stock: stockOf(row, product),
    options,
    files: row === main ? [] : filesFrom(row.text('images').split(',')),
  })
}

/** The options of the variants that a configurable product names, by the keys of the variants. */
function namedOptions(main: Row<Column>): ReadonlyMap<string, readonly VariantOption[]> {
  const variants = main.text('variants').split('|').map(pairsOf)
  const optionsIn = (pairs: ReadonlyMap<string, string>) =>
    [...pairs]
      .filter(([code, option]) => code !== 'sku' && option !== '')
      .map(([code, option]) => ({ group: attributeName(code), option: decodeEntities(option) }))
  return new Map(variants.map((pairs) => [skuKey(pairs.get('sku') ?? ''), optionsIn(pairs)]))
}

/** The sum of `default=100,warehouse=5`. Bagisto tracks the stock by default, and a product without one is sold out. */
function stockOf(row: Row<Column>, product: Builder): number | null {
  if (yesOrNo(row.text('manageStock')) === false) return null
  const inventories = row.text('inventories')
  if (inventories === '') return yesOrNo(row.text('manageStock')) ? 0 : null
  const quantities = [...inventories.matchAll(/=([^=]*?)(?=,[^,=]*=|$)/g)].map(([, quantity]) => quantity!.trim())
  if (quantities.length === 0) return product.stock(row, 'inventories', inventories)
  return quantities.reduce((sum, quantity) => sum + (product.stock(row, 'inventories', quantity || '0') ?? 0), 0)
}
