import { brandGroup } from '@vitrine/catalog/brand'
import { minorAmount } from '@vitrine/catalog/currency'
import { htmlToPlainText } from '@vitrine/catalog/html-text'
import { categoriesAmong } from '@vitrine/catalog/label-kind'
import type { Option, OptionGroup, PictureFile, Product, ProductFile, Variant } from '@vitrine/catalog/product'
import { pictureUrl, productPage } from '@vitrine/catalog/shop-links'
import type { Store } from '@vitrine/catalog/store'

/**
 * Products as the Universal Commerce Protocol describes them, version 2026-04-08: `types/product.json` and
 * `types/variant.json` of its schemas. What a catalog does not say is left out.
 */
export interface UcpProduct {
  readonly id: string
  readonly handle: string
  readonly title: string
  readonly description: UcpDescription
  readonly url?: string
  readonly categories?: readonly UcpCategory[]
  readonly price_range: UcpPriceRange
  readonly list_price_range?: UcpPriceRange
  readonly media?: readonly UcpMedia[]
  readonly options?: readonly UcpOption[]
  /** The selected values of `get_product`. */
  readonly selected?: readonly UcpSelection[]
  readonly variants: readonly UcpVariant[]
  readonly rating?: { readonly value: number; readonly scale_min: 0; readonly scale_max: 5; readonly count: number }
  readonly tags?: readonly string[]
  readonly metadata?: UcpMetadata
}

/** What the protocol has no fields for. */
interface UcpMetadata {
  readonly brand?: string
  readonly attributes?: readonly { readonly name: string; readonly value: string }[]
}

export interface UcpVariant {
  readonly id: string
  readonly sku: string
  readonly barcodes?: readonly { readonly type: 'GTIN'; readonly value: string }[]
  readonly title: string
  readonly description: UcpDescription
  readonly url?: string
  readonly price: UcpPrice
  readonly list_price?: UcpPrice
  readonly availability: { readonly available: boolean; readonly status: 'in_stock' | 'out_of_stock' }
  readonly options?: readonly UcpSelection[]
  readonly media?: readonly UcpMedia[]
  readonly inputs?: UcpInputs
}

/** The names of a lookup that lead to a variant. */
export type UcpInputs = readonly { readonly id: string; readonly match: 'exact' | 'featured' }[]

interface UcpDescription {
  readonly plain: string
  readonly html?: string
}

interface UcpCategory {
  readonly value: string
  readonly taxonomy: 'merchant'
}

/** `amount` is in minor units of the currency, a code of ISO 4217. */
interface UcpPrice {
  readonly amount: number
  readonly currency: string
}

export interface UcpPriceRange {
  readonly min: UcpPrice
  readonly max: UcpPrice
}

interface UcpMedia {
  readonly type: 'image'
  readonly url: string
  readonly alt_text?: string
  readonly width?: number
  readonly height?: number
}

export interface UcpOption {
  readonly name: string
  readonly values: readonly { readonly id?: string; readonly label: string }[]
}

/** The value that a variant has of an option, or that a client selects. */
export interface UcpSelection {
  readonly name: string
  readonly label: string
  readonly id?: string
}

/** What agents see of a product. */
export type ProductDocument = Pick<Product, 'id' | 'name' | 'description' | 'slug' | 'optionGroups' | 'labelValues'> &
  Pick<Product, 'rating' | 'attributes' | 'formerSlugs'> & {
    readonly files: readonly Pick<ProductFile, 'file'>[]
    readonly variants: readonly VariantDocument[]
  }

type VariantDocument = Pick<
  Variant,
  'id' | 'name' | 'sku' | 'gtin' | 'price' | 'listPrice' | 'stock' | 'attributes'
> & {
  readonly productOptions: readonly Option[]
  readonly files: readonly { readonly file: PictureFile }[]
}

/** A store that can sell to agents: its prices have a currency. */
export type AgentStore = Pick<Store, 'productUrl'> & { readonly currency: string }

/** Whether a store has what every product of an answer needs. */
export function isAgentStore(store: Store): store is Store & AgentStore {
  return store.currency !== undefined
}

/**
 * The product with all variants that have a price in the currency, in their order. undefined if there are none: a
 * product must have a variant. `pictureBase` is the URL of pictures whose path is relative; without it, these are left
 * out.
 */
export function ucpProduct(
  document: ProductDocument,
  store: AgentStore,
  pictureBase: string | undefined,
): UcpProduct | undefined {
  const brands = brandGroup(document.optionGroups)
  const brand = brands?.options.length === 1 ? brands.options[0]!.name : undefined
  const chosen = new Set(document.variants.flatMap(({ productOptions }) => productOptions.map(({ id }) => id)))
  const groups = document.optionGroups.filter(
    (group) => group !== brands && group.options.some(({ id }) => chosen.has(id)),
  )
  const media = document.files.flatMap(({ file }) => mediaOf(file, pictureBase))
  const variants = document.variants.flatMap((variant) => ucpVariant(variant, document, groups, store, pictureBase))
  const [first] = variants
  if (!first) return undefined
  const facts = document.optionGroups.filter((group) => !groups.includes(group))
  const categories = categoriesAmong(document.labelValues)
  const metadata = { ...optional('brand', brand), ...filled('attributes', attributesOf(document)) }
  return {
    id: document.id,
    handle: document.slug,
    title: document.name,
    description: descriptionOf(document.description),
    ...optional('url', productUrl(store, document, first.sku)),
    ...filled(
      'categories',
      categories.map(({ name }) => ({ value: name, taxonomy: 'merchant' as const })),
    ),
    price_range: rangeOf(variants.map(({ price }) => price)),
    ...(variants.some(({ list_price }) => list_price)
      ? { list_price_range: rangeOf(variants.map(({ price, list_price }) => list_price ?? price)) }
      : {}),
    ...filled('media', media),
    ...filled(
      'options',
      groups.map((group) => ({ name: group.name, values: valuesOf(group, chosen) })),
    ),
    variants,
    ...(document.rating && { rating: { ...document.rating, scale_min: 0, scale_max: 5 } }),
    ...filled('tags', [
      ...facts.flatMap(({ options }) => options.map(({ name }) => name)),
      ...document.labelValues.filter((label) => !categories.includes(label)).map(({ name }) => name),
    ]),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

/** As people read them: a weight is “0.4 kg”. */
function attributesOf({ attributes = [] }: ProductDocument): NonNullable<UcpMetadata['attributes']> {
  return attributes.map(({ name, value, unit }) => ({
    name,
    value: unit === undefined ? `${value}` : `${value} ${unit}`,
  }))
}

/** Empty if the price cannot be paid in the currency. */
function ucpVariant(
  variant: VariantDocument,
  product: ProductDocument,
  groups: readonly OptionGroup[],
  store: AgentStore,
  pictureBase: string | undefined,
): UcpVariant[] {
  const price = ucpPrice(variant.price, store)
  if (!price) return []
  const listPrice = variant.listPrice === undefined ? undefined : ucpPrice(variant.listPrice, store)
  const options = groups.flatMap((group) => selectionOf(variant, group))
  const isAvailable = variant.stock === null || variant.stock > 0
  const plain = options.map(({ name, label }) => `${name}: ${label}`).join(', ')
  return [
    {
      id: variant.id,
      sku: variant.sku,
      ...(variant.gtin === undefined ? {} : { barcodes: [{ type: 'GTIN' as const, value: variant.gtin }] }),
      title: variant.name,
      description: { plain: plain || variant.name },
      ...optional('url', productUrl(store, product, variant.sku)),
      price,
      ...optional('list_price', listPrice),
      availability: { available: isAvailable, status: isAvailable ? 'in_stock' : 'out_of_stock' },
      ...filled('options', options),
      ...filled(
        'media',
        variant.files.flatMap(({ file }) => mediaOf(file, pictureBase)),
      ),
    },
  ]
}

function selectionOf({ productOptions }: VariantDocument, group: OptionGroup): UcpSelection[] {
  const value = productOptions.find(({ id }) => group.options.some((option) => option.id === id))
  return value ? [{ name: group.name, label: value.name, id: value.id }] : []
}

/** The values that some variant has. */
function valuesOf({ options }: OptionGroup, chosen: ReadonlySet<string>): UcpOption['values'] {
  return options.filter(({ id }) => chosen.has(id)).map(({ id, name }) => ({ id, label: name }))
}

function ucpPrice(price: string, { currency }: AgentStore): UcpPrice | undefined {
  const amount = minorAmount(price, currency)
  return amount === undefined ? undefined : { amount, currency }
}

/** The lowest and the highest of these prices, of which there is at least one. */
function rangeOf(prices: readonly UcpPrice[]): UcpPriceRange {
  const [first, ...others] = prices
  return {
    min: others.reduce((least, price) => (price.amount < least.amount ? price : least), first!),
    max: others.reduce((most, price) => (price.amount > most.amount ? price : most), first!),
  }
}

function descriptionOf(description: string): UcpDescription {
  const plain = htmlToPlainText(description)
  return plain === description ? { plain } : { plain, html: description }
}

function productUrl({ productUrl: template }: AgentStore, product: ProductDocument, sku: string) {
  return template === undefined ? undefined : productPage(template, product, sku)
}

function mediaOf({ path, alt, width, height }: PictureFile, pictureBase: string | undefined): UcpMedia[] {
  const url = pictureUrl(path, pictureBase)
  if (url === undefined) return []
  return [
    {
      type: 'image',
      url,
      ...optional('alt_text', alt),
      ...(width === undefined || height === undefined || width < 1 || height < 1 ? {} : { width, height }),
    },
  ]
}

/** The field, if it has a value. */
function optional<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value }
}

/** The field, if it has any items. */
function filled<Name extends string, Item>(name: Name, items: readonly Item[]) {
  return optional(name, items.length === 0 ? undefined : items)
}
