import { htmlToFlatText } from '@vitrine/catalog/html-text'
import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { shortSlug } from '@vitrine/catalog/native/identifiers'
import { NO_TAX } from '@vitrine/catalog/store'
import { parseTimestamp } from '@vitrine/catalog/time'
import { fold } from '@vitrine/catalog/words'
import { measuredAttribute, type NativeAttribute } from '../products/attribute-values.ts'
import type { FileSource } from '../products/file-source.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  categoriesOf,
  type NativeFile,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { type CurrentPrice, currentPrice } from '../products/sale-price.ts'
import { slugFromPath } from '../products/slugs.ts'
import { decimalText, isBetween, stockCount, unescaped, yesOrNo } from '../rows/parse-cells.ts'
import type { WooCommerceColumn } from './woocommerce-columns.ts'

/** The product that the items of a table or of the JSON of WooCommerce have. undefined if it is left out. */
export function woocommerceProduct(
  items: readonly WooCommerceItem[],
  product: Builder,
): ProductFields<WooCommerceColumn> | undefined {
  const sourcesOf = (items: readonly WooCommerceItem[]) => items.map(({ source }) => source)
  const variations = items.filter(({ type }) => type === 'variation')
  const [parent, ...repeated] = items.filter(({ type }) => type !== 'variation')
  if (!parent) return product.leaveOut(sourcesOf(variations), 'no-parent', variations[0]?.source)
  product.leaveOut(sourcesOf(repeated), 'repeated')
  const { source } = parent
  const reason = whyHidden(parent, product)
  if (reason) return product.leaveOut([source, ...sourcesOf(variations)], reason, source)
  const isVariable = parent.type === 'variable' || (!parent.hasType && variations.length > 0)
  if (!isVariable) product.leaveOut(sourcesOf(variations), 'no-parent', source)
  for (const item of isVariable ? variations : [parent]) addVariant(item, parent, product)
  const missing = isVariable ? parent.variationCount - variations.length : 0
  if (product.variants.length === 0)
    return isVariable
      ? product.leaveOut([source], variations.length === 0 ? 'no-variations' : 'no-variants')
      : undefined
  if (missing > 0) product.warn(source, 'variations', `has ${missing} ids whose variations are not in the file`)
  addOtherOptions(parent, product)
  product.addProductOption({ group: 'Brand', option: parent.brand })
  const [key] = ownKeys(parent)
  return {
    source,
    id: key && product.id(key),
    externalId: parent.id,
    name: parent.name,
    slug: slugFromPath(parent.slug),
    link: parent.link,
    currency: parent.currency || undefined,
    description: parent.description,
    files: parent.files,
    labels: { category: parent.categories.map(categoriesOf), tag: parent.tags },
    seo: parent.seo,
    rating: parent.rating,
    popularity: product.popularity(source, 'popularity', parent.popularity),
    attributes: [...(parent.measures ?? []), ...measuredAttributes(parent)],
  }
}

type Builder = ProductBuilder<WooCommerceColumn>

/** A product or a variation as WooCommerce has it. Texts are those of the file: '' if it has none. */
export interface WooCommerceItem {
  readonly source: FileSource<WooCommerceColumn>
  readonly id: string
  /** Whether the file says the type, which is otherwise made from the parent. */
  readonly hasType: boolean
  readonly type: string
  /** The product of a variation, as id:123 or as a sku. */
  readonly parent: string
  readonly sku: string
  readonly name: string
  readonly slug: string
  readonly link: string
  /** 1 for public, 0 for private, -1 for a draft. */
  readonly published: string
  readonly description: string
  readonly brand: string
  /** The first and the last day of the sale. */
  readonly saleDates: readonly [from: string, to: string]
  readonly taxStatus: string
  readonly inStock: string
  /** A number, or “parent” for that of the product. */
  readonly stock: string
  readonly gtin: string
  readonly mpn: string
  readonly salePrice: string
  readonly regularPrice: string
  readonly currency: string
  /** Names, and paths of names such as `Clothing > Shirts`. */
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  readonly files: readonly NativeFile[]
  readonly attributes: readonly { readonly name: string; readonly values: readonly string[] }[]
  /** How many variations the product has in the shop; 0 if the file does not say it. */
  readonly variationCount: number
  readonly seo?: ProductFields<WooCommerceColumn>['seo']
  readonly rating?: ProductFields<WooCommerceColumn>['rating']
  /** Weight, length, width and height. */
  readonly measures?: readonly NativeAttribute[]
  /** How many were sold. */
  readonly popularity: string
}

/** The keys that the items of a product share, or why there is no product. */
export function woocommerceKeys(item: WooCommerceItem): readonly string[] | LeftOutReason {
  const { type } = item
  if (type === 'variation') return parentKeys(item)
  if (type === 'simple' || type === 'variable') return ownKeys(item)
  return type === 'grouped' || type === 'external' ? type : 'other-type'
}

/** The name as shoppers see it: WordPress exports `&` as `&amp;`. */
export function plainName(text: string): string {
  return htmlToFlatText(unescaped(text.trim())).replace(/\s+/g, ' ').trim()
}

function parentKeys({ parent }: WooCommerceItem): readonly string[] | LeftOutReason {
  if (parent === '') return 'no-product'
  const id = /^id:\s*(\d+)$/i.exec(parent)?.[1]
  return [id === undefined ? skuKey(parent) : `id:${id}`]
}

function ownKeys({ id, sku }: WooCommerceItem): string[] {
  return [...(id === '' ? [] : [`id:${id}`]), ...(sku === '' ? [] : [skuKey(sku)])]
}

function skuKey(sku: string): string {
  return `sku:${sku.toLowerCase()}`
}

function whyHidden({ source, published }: WooCommerceItem, product: Builder): LeftOutReason | undefined {
  if (published === '0') return 'private'
  if (published === '-1' || published === '2') return 'draft'
  if (published !== '' && published !== '1') {
    const right = '1 for public, 0 for private, -1 for a draft, or 2 for a product that is pending review'
    product.problem(source, 'published', `is ${JSON.stringify(published)}`, right)
  }
  return undefined
}

/** Adds a variation of a variable product, or the only variant of a simple product, which is the parent itself. */
function addVariant(item: WooCommerceItem, parent: WooCommerceItem, product: Builder): void {
  const { source } = item
  const isVariation = item !== parent
  const options = optionsOf(item)
  const { price, listPrice } = priceOf(item, product)
  if (product.leaveOutUnsold(source, price, options, isVariation ? whyHidden(item, product) : undefined)) return
  const sku = product.uniqueSku(source, item.sku, options, parent.sku || shortSlug(parent.name))
  const [key] = ownKeys(parent)
  product.addVariant(source, {
    id: key && product.id(key, 'variant', sku),
    externalId: item.id,
    name: item.name || variantName(parent.name, options, ', '),
    sku,
    gtin: item.gtin,
    mpn: item.mpn,
    price,
    listPrice,
    stock: stockOf(item, parent, product),
    options,
    files: isVariation ? item.files : [],
    taxRate: /^(?:none|shipping)$/i.test(item.taxStatus || parent.taxStatus) ? NO_TAX : undefined,
    attributes: isVariation ? [...(item.measures ?? []), ...measuredAttributes(item)] : [],
  })
}

/** The attributes whose only value is a number with a unit, such as “250 g”. They are options as well. */
function measuredAttributes(item: WooCommerceItem): NativeAttribute[] {
  return optionsOf(item).flatMap(({ group, option }) => measuredAttribute({ name: group }, option) ?? [])
}

/** The attributes with one value. Of several values, none is an option of the variant. */
function optionsOf(item: WooCommerceItem): VariantOption[] {
  const single = attributesOf(item).filter(({ values }) => values.length === 1)
  return single.map(({ name, values }) => ({ group: name, option: values[0]! }))
}

function attributesOf({ attributes }: WooCommerceItem): WooCommerceItem['attributes'] {
  return attributes.filter(({ name, values }) => name !== '' && values.length > 0)
}

/** Adds the attributes that some variant leaves open, with all their values, as options of the product as a whole. */
function addOtherOptions(parent: WooCommerceItem, product: Builder): void {
  for (const { name, values } of attributesOf(parent)) {
    const isChosen = product.variants.every(({ productOptions }) =>
      productOptions.some(({ group }) => fold(group) === fold(name)),
    )
    if (!isChosen) for (const option of values) product.addOption({ group: name, option })
  }
}

function priceOf(item: WooCommerceItem, product: Builder): CurrentPrice {
  const isNow = isBetween(product.today, item.saleDates, dayOf)
  const [regularPrice, salePrice] = [decimalText(item.regularPrice), decimalText(item.salePrice)]
  return currentPrice(item.source, { regularPrice, salePrice, saleColumn: 'salePrice', isNow }, product)
}

/** The day of a date or a timestamp, as 2026-03-14; undefined for anything else. */
function dayOf(text: string): string | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]|$)/.exec(text)
  if (!match) return undefined
  const [, year, month, day] = match
  return parseTimestamp(`${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`)?.slice(0, 10)
}

/** The stock of the item, or of its parent if the item says “parent”. */
function stockOf(item: WooCommerceItem, parent: WooCommerceItem, product: Builder): number | null {
  const isParents = item !== parent && item.stock.toLowerCase() === 'parent'
  const { source, stock, inStock } = isParents ? parent : item
  if (stock === '') return yesOrNo(inStock) === false ? 0 : null
  // No warning about an inexact number of the parent: each variation would repeat it.
  const count = isParents ? stockCount(stock) : undefined
  return count?.stock ?? product.stock(source, 'stock', stock)
}
