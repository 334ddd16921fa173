import { decodeEntities } from '@vitrine/catalog/html-text'
import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { shortSlug } from '@vitrine/catalog/native/identifiers'
import { servedPrice } from '@vitrine/catalog/native/price'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import { fold } from '@vitrine/catalog/words'
import type { FileSource } from '../products/file-source.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  filesFrom,
  type LabelMentions,
  type ProductFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { decimalText, unescaped } from '../rows/parse-cells.ts'
import type { MedusaColumn } from './medusa-columns.ts'

/** The product that a table or the JSON of Medusa has. undefined if it is left out. */
export function medusaProduct(
  main: MedusaProduct,
  variants: readonly MedusaVariant[],
  product: Builder,
): ProductFields<MedusaColumn> | undefined {
  const { source, id, handle, title } = main
  const sources = variants.map((variant) => variant.source)
  if (title === '') return product.leaveOut(sources, 'no-title')
  const hidden = whyHidden(main, product)
  if (hidden) return product.leaveOut(sources, hidden, source)
  const currency = currencyOf(variants, product)
  for (const variant of variants) addVariant(variant, main, currency, product)
  if (product.variants.length === 0) return undefined
  product.addProductOption({ group: 'Material', option: main.material })
  return {
    source,
    id: product.id(id || handle || title),
    externalId: id,
    name: decodeEntities(title),
    slug: slugFromHandle(handle),
    description: main.description,
    currency: currency || undefined,
    files: filesFrom(main.pictures),
    labels: main.labels,
  }
}

type Builder = ProductBuilder<MedusaColumn>

/** A product as Medusa has it. Texts are those of the file: '' if it has none. */
export interface MedusaProduct {
  readonly source: FileSource<MedusaColumn>
  readonly id: string
  readonly handle: string
  readonly title: string
  readonly description: string
  readonly status: string
  readonly deletedAt: string
  readonly material: string
  readonly pictures: readonly string[]
  readonly labels: LabelMentions
}

export interface MedusaVariant {
  readonly source: FileSource<MedusaColumn>
  readonly id: string
  readonly title: string
  readonly deletedAt: string
  readonly sku: string
  readonly gtin: string
  readonly isManaged: string
  readonly quantity: string
  readonly allowsBackorder: string
  /** The prices by their currencies; '' is an unknown one. */
  readonly amounts: ReadonlyMap<string, MedusaAmount>
  readonly options: readonly VariantOption[]
  readonly pictures: readonly string[]
}

/** The price of a variant in one currency, as text of the file. */
export interface MedusaAmount {
  readonly column: MedusaColumn
  readonly price: string
  /** The price before a reduction; '' if there is none. */
  readonly listPrice: string
}

/** The key that the parts of a product share, or why there is no product. */
export function medusaKeys({
  id,
  handle,
  title,
}: Pick<MedusaProduct, 'id' | 'handle' | 'title'>): readonly string[] | 'no-product' {
  const key = handle || id || title
  return key === '' ? 'no-product' : [key]
}

/** Why a product of a status is left out. Other statuses are wrong. */
const STATUSES: ReadonlyMap<string, LeftOutReason | undefined> = new Map([
  ['', undefined],
  ['published', undefined],
  ['draft', 'draft'],
  ['proposed', 'unpublished'],
  ['rejected', 'unpublished'],
])

function whyHidden(main: MedusaProduct, product: Builder): LeftOutReason | undefined {
  const status = main.status.toLowerCase()
  if (main.deletedAt !== '') return 'archived'
  if (!STATUSES.has(status)) {
    const right = 'published, draft, proposed, rejected, or blank'
    product.problem(main.source, 'status', `is ${JSON.stringify(status)}`, right)
  }
  return STATUSES.get(status)
}

/** The currency of the store, or the first one in which all variants with a price have one. Warns about the others. */
function currencyOf(variants: readonly MedusaVariant[], product: Builder): string | undefined {
  if (product.currency !== undefined) return product.currency
  const priced = variants.filter(({ amounts }) => amounts.size > 0)
  const currencies = [...new Set(priced.flatMap(({ amounts }) => [...amounts.keys()]))]
  const chosen = currencies.find((currency) => priced.every(({ amounts }) => amounts.has(currency))) ?? currencies[0]
  for (const other of currencies.filter((currency) => currency !== chosen)) {
    const { source, amounts } = priced.find(({ amounts }) => amounts.has(other))!
    const message = `has prices in ${other}, which do not count: the store has no currency, and ${chosen} comes first`
    product.warn(source, amounts.get(other)!.column, message)
  }
  return chosen
}

function addVariant(variant: MedusaVariant, main: MedusaProduct, currency: string | undefined, product: Builder): void {
  const { source, amounts } = variant
  const options = variant.options.filter(({ option }) => !DEFAULT_OPTIONS.has(fold(option)))
  const amount = amounts.get(currency ?? '') ?? amounts.get('')
  const price = amount && priceOf(source, amount, product)
  if (amount && price === undefined) return
  const reason = variant.deletedAt !== '' ? 'archived' : !amount && amounts.size > 0 ? 'other-currency' : undefined
  if (product.leaveOutUnsold(source, price ?? '', options, reason)) return
  const title = decodeEntities(main.title)
  const prefix = slugFromHandle(main.handle) ?? shortSlug(title)
  const named = variant.title === '' ? options : [{ group: '', option: variant.title }]
  product.addVariant(source, {
    ...product.identity(variant.id, 'variant'),
    name: options.length === 0 ? title : variantName(title, named, ' / '),
    sku: product.uniqueSku(source, unescaped(variant.sku), options, prefix),
    gtin: unescaped(variant.gtin),
    price: price!,
    listPrice: amount!.listPrice || undefined,
    stock: stockOf(variant, product),
    options,
    files: filesFrom(variant.pictures),
  })
}

/** The option that Medusa 2 gives a product without options, and the one that Shopify gives it. */
const DEFAULT_OPTIONS = new Set(['default option value', 'default title'])

/** undefined after a problem. */
function priceOf(
  source: FileSource<MedusaColumn>,
  { column, price: text }: MedusaAmount,
  product: Builder,
): string | undefined {
  const price = decimalText(text)
  if (servedPrice(price) === undefined) {
    const right = 'a price of 0 or more with at most two decimals: 19.90'
    product.problem(source, column, `is ${JSON.stringify(text)}`, right)
    return undefined
  }
  return price
}

/** null if the file does not say how many there are. */
function stockOf({ source, isManaged, quantity, allowsBackorder }: MedusaVariant, product: Builder): number | null {
  if (!product.flag(source, 'manage', isManaged, true)) return null
  const stock = product.stock(source, 'quantity', quantity)
  return stock === 0 && product.flag(source, 'backorder', allowsBackorder, false) ? null : stock
}
