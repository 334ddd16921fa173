import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import { NO_TAX } from '@vitrine/catalog/store'
import { attributeOf, type NativeAttribute } from '../products/attribute-values.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  type NativeFile,
  seoFrom,
  type VariantFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { type CurrentPrice, currentPrice } from '../products/sale-price.ts'
import { type Columns, column } from '../rows/columns.ts'
import { roundedPrice, unescaped, yesOrNo } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { isSaleDay } from '../rows/sale-days.ts'

/** The columns that mean the same in Magento 1 and 2. Magento 2 has renamed some. */
export const MAGENTO_COLUMNS = {
  sku: column('sku', 'the sku, by which a configurable product names its variants', 'variants[].sku'),
  name: column('name', 'the name of the product or the variant', 'name', 'variants[].name'),
  description: column('description', 'the description', 'description'),
  shortDescription: column('short_description', 'the description, if there is no other'),
  seoTitle: column('meta_title', 'the title for search engines', 'seo.title'),
  seoDescription: column('meta_description', 'the description for search engines', 'seo.description'),
  status: column('product_online | status', 'if 2 or 0, the product or the variant is left out'),
  visibility: column(
    'visibility',
    'a product that is not visible individually is left out, unless it is the variant of another one',
  ),
  price: column('price', 'the price', 'variants[].price'),
  specialPrice: column('special_price', 'the price during the sale; the price is then the list price'),
  specialFrom: column('special_price_from_date | special_from_date', 'the first day of the sale'),
  specialTo: column('special_price_to_date | special_to_date', 'the last day of the sale'),
  urlKey: column('url_key', 'the slug', 'slug'),
  taxClass: column('tax_class_name | tax_class_id', 'none, 0: the tax rate “No tax”; otherwise that of the store'),
  qty: column('qty', 'the stock, if it is tracked'),
  isInStock: column('is_in_stock', 'if 0, the stock is 0'),
  manageStock: column('manage_stock', 'if 0, the stock is not tracked'),
  useConfigManageStock: column('use_config_manage_stock', 'if 1, the stock is tracked'),
  backorders: column('allow_backorders | backorders', 'if 1 or 2, a product that is sold out has no tracked stock'),
  useConfigBackorders: column('use_config_backorders', 'if 1, backorders are not allowed'),
  gtin: column('gtin | ean | ean13 | upc | barcode', 'the gtin, if it is one', 'variants[].gtin'),
  mpn: column('mpn | manufacturer_part_number', 'the mpn', 'variants[].mpn'),
  weight: column('weight', 'the attribute `weight`, without a unit, since Magento does not name it; 0 is none'),
  brand: column('manufacturer | brand', 'an option of the group “Brand”, for the product as a whole'),
  color: column('color | colour', 'an option of the group “Color”, if the product has no variants'),
  size: column('size', 'an option of the group “Size”, if the product has no variants'),
} satisfies Columns<string>

type MagentoColumn = keyof typeof MAGENTO_COLUMNS

type MagentoRow<Key extends string> = Row<Key | MagentoColumn>
type MagentoBuilder<Key extends string> = ProductBuilder<Key | MagentoColumn>

/** The key of a product. Magento compares skus without regard to case. */
export function skuKey(sku: string): string {
  return sku.toLowerCase()
}

/** The keys of a product of a type, or why it is left out. A configurable product also has the keys of its variants. */
export function keysOfType(
  type: string,
  sku: string,
  variantSkus: readonly string[],
): readonly string[] | LeftOutReason {
  if (type === 'grouped' || type === 'bundle') return type
  if (type === 'configurable') return [sku, ...variantSkus].map(skuKey)
  return ['', 'simple', 'virtual', 'downloadable'].includes(type) ? [skuKey(sku)] : 'other-type'
}

export function isConfigurable<Key extends string>(row: Row<Key | 'type'>): boolean {
  return row.text('type').toLowerCase() === 'configurable'
}

export function isEnabled<Key extends string>(row: MagentoRow<Key>): boolean {
  return !/^(?:0|2|disabled|no)$/i.test(row.text('status'))
}

/** Visibility is a number in Magento 1, and a text in Magento 2. */
export function isVisible<Key extends string>(row: MagentoRow<Key>): boolean {
  return !/^(?:1|not visible individually)$/i.test(row.text('visibility'))
}

const VISIBILITY = /^(?:|[1-4]|not visible individually|catalog|search|catalog, ?search)$/i

/** Why a product is not served. An unknown status is a problem; an unknown visibility is only a warning. */
export function whyHidden<Key extends string>(
  row: MagentoRow<Key>,
  product: MagentoBuilder<Key>,
): LeftOutReason | undefined {
  if (!isEnabled(row)) return 'unpublished'
  if (!isVisible(row)) return 'hidden'
  const [status, visibility] = [row.text('status'), row.text('visibility')]
  if (!/^(?:|1|enabled|yes)$/i.test(status))
    product.problem(row, 'status', `is ${JSON.stringify(status)}`, '1 for enabled, or 2 for disabled')
  if (!VISIBILITY.test(visibility))
    product.warn(row, 'visibility', `is ${JSON.stringify(visibility)}, which is unknown, and counts as visible`)
  return undefined
}

export function magentoPrice<Key extends string>(row: MagentoRow<Key>, product: MagentoBuilder<Key>): CurrentPrice {
  const [regularPrice, salePrice] = [roundedPrice(row.text('price')), roundedPrice(row.text('specialPrice'))]
  const isNow = isSaleDay(product.today, row.text('specialFrom'), row.text('specialTo'))
  return currentPrice(row, { regularPrice, salePrice, saleColumn: 'specialPrice', isNow }, product)
}

/** By default, Magento tracks the stock and refuses backorders. With backorders, a sold out product can be bought. */
function magentoStock<Key extends string>(row: MagentoRow<Key>, product: MagentoBuilder<Key>): number | null {
  const usesDefault = yesOrNo(row.text('useConfigManageStock')) ?? row.text('manageStock') === ''
  if (!usesDefault && yesOrNo(row.text('manageStock')) === false) return null
  if (yesOrNo(row.text('isInStock')) === false) return 0
  const stock = product.stock(row, 'qty', unescaped(row.text('qty')))
  const allowsBackorders = /^[12]$/.test(row.text('backorders')) && !yesOrNo(row.text('useConfigBackorders'))
  return stock === 0 && allowsBackorders ? null : stock
}

function magentoTaxRate<Key extends string>(row: MagentoRow<Key>): typeof NO_TAX | undefined {
  return /^(?:none|0)$/i.test(row.text('taxClass')) ? NO_TAX : undefined
}

/** The options of a product without variants. `attribute` gives the value of an attribute by its code. */
export function ownOptions(attribute: (code: 'color' | 'size') => string): VariantOption[] {
  const options = [
    { group: 'Color', option: attribute('color') },
    { group: 'Size', option: attribute('size') },
  ]
  return options.filter(({ option }) => option !== '')
}

/** A product with all rows that have its sku, its own row first. */
export interface MagentoProduct<Key extends string> {
  readonly rows: readonly MagentoRow<Key>[]
  /** The keys of the variants of a configurable product; none for another one. */
  readonly variantSkus: ReadonlySet<string>
}

/**
 * The rows of each product and of its variants. A product that is a variant of a configurable product is no product by
 * itself, unless the configurable one is not served. Two products may have the same variant.
 */
export function withVariants<Key extends string>(products: readonly MagentoProduct<Key>[]): MagentoRow<Key>[][] {
  const bySku = new Map(products.map((product) => [skuKey(product.rows[0]!.text('sku')), product]))
  const served = new Set(products.filter(({ rows: [main] }) => isEnabled(main!) && isVisible(main!)))
  const variantSkus = new Set([...served].flatMap((product) => [...product.variantSkus]))
  return [...bySku].flatMap(([sku, product]) => {
    if (variantSkus.has(sku) && product.variantSkus.size === 0) return []
    const variants = served.has(product) ? [...product.variantSkus] : []
    return [[product, ...variants.map((variant) => bySku.get(variant))].flatMap((each) => each?.rows ?? [])]
  })
}

/** What a row says of a variant, besides what Magento 1 and 2 write in the same way. */
type MagentoVariant = CurrentPrice & Pick<VariantFields, 'gtin' | 'mpn' | 'options' | 'files'>

/** Adds a variant of the product in `main`, or the product itself as its only variant. */
export function addMagentoVariant<Key extends string>(
  row: MagentoRow<Key>,
  main: MagentoRow<Key>,
  variant: MagentoVariant,
  product: MagentoBuilder<Key>,
): void {
  const { price, options } = variant
  if (product.leaveOutUnsold(row, price, options, isEnabled(row) ? undefined : 'unpublished')) return
  const sku = row.text('sku')
  product.addVariant(row, {
    mpn: row.text('mpn'),
    ...variant,
    id: product.id(skuKey(main.text('sku')), skuKey(sku)),
    name: row.name('name') || variantName(main.name('name'), options, ' - '),
    sku: product.uniqueSku(row, sku, options, sku),
    stock: magentoStock(row, product),
    taxRate: magentoTaxRate(row),
    attributes: Number(row.text('weight')) === 0 ? [] : weightOf(row.text('weight')),
  })
}

function weightOf(text: string): NativeAttribute[] {
  const weight = attributeOf({ code: 'weight', name: 'Weight' }, text)
  return weight?.type === 'number' ? [weight] : []
}

/** The fields of a product that Magento 1 and 2 write in the same way. */
export function magentoFields<Key extends string>(main: MagentoRow<Key>, product: MagentoBuilder<Key>) {
  return {
    source: main,
    id: product.id(skuKey(main.text('sku'))),
    name: main.name('name'),
    slug: slugFromHandle(main.text('urlKey')),
    mayChangeSlug: true,
    description: main.text('description') || main.text('shortDescription'),
    seo: seoFrom(main.name('seoTitle'), main.name('seoDescription')),
  }
}

/** Pictures by their paths, without those that are hidden or `no_selection`. `alts` may have blank texts. */
export function magentoFiles(
  paths: readonly string[],
  alts: readonly (readonly [path: string, alt: string])[],
  hidden: readonly string[],
): NativeFile[] {
  const shown = paths.map((path) => path.trim()).filter((path) => path !== 'no_selection' && !hidden.includes(path))
  return filesFrom(shown, alts)
}

/** The name of an attribute by its code: `shoe_size` is “Shoe size”. */
export function attributeName(code: string): string {
  const words = code.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
