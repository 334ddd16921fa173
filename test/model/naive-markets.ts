import type { Alternate } from '@vitrine/catalog/derived-fields'
import type { MarketContent, Product, TaxRate } from '@vitrine/catalog/product'
import type { Market, Store } from '@vitrine/catalog/store'
import { NaiveStore, type SearchSettings } from './naive.ts'
import { centsOf } from './naive-filter.ts'
import { findProducts } from './naive-find.ts'
import { productListQuery } from './parameters.ts'

/** A product of a store with markets, or as a market shows it. */
export interface ProductOfMarkets extends Product {
  readonly alternates?: readonly Alternate[]
}

/** A model of a store with markets: what the store and each market show. */
export class NaiveMarkets {
  /** What requests show that name no market. */
  readonly shown: NaiveStore
  /** What the markets show, by their codes. */
  markets: ReadonlyMap<string, NaiveStore> = new Map()
  readonly #store: Store
  readonly #source: NaiveStore
  readonly #settings: SearchSettings
  #declared: readonly Market[] = []

  /** `source` gets the imports. */
  constructor(store: Store, source: NaiveStore, settings: SearchSettings) {
    this.#store = store
    this.#source = source
    this.#settings = settings
    this.shown = new NaiveStore(undefined, settings)
  }

  /** The store has these markets from now on. One that it did not have begins empty. */
  declare(declared: readonly Market[]): void {
    const { order, outOfStock, searchIn } = this.#settings
    const inherited = { ...(order && { order }), ...(outOfStock && { outOfStock }), ...(searchIn && { searchIn }) }
    const stores = declared.map(({ code, language, exactWords }): [string, NaiveStore] => {
      const next = new NaiveStore(undefined, { ...inherited, language, ...(exactWords && { exactWords }) })
      const before = this.markets.get(code)
      const continued = before ? next.withLoadOrderOf(before) : next
      continued.show(before?.products ?? [], [])
      return [code, new NaiveStore(continued, next.settings)]
    })
    this.markets = new Map(stores)
    this.#declared = declared
    // A change of the markets goes through the products in the default order.
    this.update(findProducts(this.#source, productListQuery([['sortBy', 'createdAt:DESC']])))
  }

  /** Shows what the source has now. `order` has its new products in the order in which they came. */
  update(order: readonly Product[] = this.#source.products): void {
    const withAlternates = (product: Product) => this.#alternatesOf(product)
    const inStore = (product: Product): ProductOfMarkets => ({ ...product, ...withAlternates(product) })
    this.shown.show(this.#source.products.map(inStore), order.map(inStore))
    for (const market of this.#declared) {
      const inMarket = (product: Product): ProductOfMarkets[] => {
        const view = this.#view(product, market)
        return view ? [{ ...view, ...withAlternates(product) }] : []
      }
      this.markets.get(market.code)!.show(this.#source.products.flatMap(inMarket), order.flatMap(inMarket))
    }
  }

  #alternatesOf(product: Product): Pick<ProductOfMarkets, 'alternates'> {
    if (this.#declared.length === 0) return {}
    const others = this.#declared.flatMap((market): Alternate[] => {
      const view = this.#view(product, market)
      return view ? [{ market: market.code, slug: view.slug }] : []
    })
    return { alternates: [{ slug: product.slug }, ...others] }
  }

  #view(product: Product, market: Market): Product | undefined {
    return naiveView(product, market, this.#store)
  }
}

/** What changes while a view is made. */
type Writable<T> = T extends readonly (infer Item)[]
  ? Writable<Item>[]
  : T extends string
    ? T
    : T extends object
      ? { -readonly [Key in keyof T]: Writable<T[Key]> }
      : T

function writable(product: Product): Writable<Product> {
  return product as unknown as Writable<Product>
}

/** A copy of the product, changed in place into what the market shows. */
function naiveView(product: Product, market: Market, store: Store): Product | undefined {
  const { markets, ...copy } = writable(structuredClone(product))
  const content = (markets?.[market.code] ?? {}) as MarketContent
  if (content.included === false) return undefined
  copy.variants = copy.variants.filter((variant) => {
    const own = content.variants?.[variant.sku]
    if (own?.included === false) return false
    if (own?.price === undefined) return market.currency === store.currency
    delete variant.listPrice
    if (own.listPrice !== undefined && centsOf(own.listPrice) > centsOf(own.price)) variant.listPrice = own.listPrice
    variant.price = own.price
    return true
  })
  if (copy.variants.length === 0 && product.variants.length > 0) return undefined
  if (content.externalId !== undefined) copy.externalId = content.externalId
  for (const variant of copy.variants) {
    const externalId = content.variants?.[variant.sku]?.externalId
    if (externalId !== undefined) variant.externalId = externalId
    if (market.taxRate && variant.taxRate.id === store.taxRate.id) variant.taxRate = market.taxRate as TaxRate
    variant.name = nameOfVariant(variant, product, content)
  }
  for (const field of ['name', 'description', 'slug'] as const) copy[field] = content[field] ?? copy[field]
  removeUnusedOptions(copy, product)
  translate(copy, content)
  return copy
}

/** Removes the options that no variant has any more, and the groups that had only these. */
function removeUnusedOptions(copy: Writable<Product>, product: Product): void {
  const idsIn = ({ variants }: Product | Writable<Product>) =>
    (variants as Product['variants']).flatMap(({ productOptions }) => productOptions.map(({ id }) => id))
  const [used, left] = [idsIn(product), idsIn(copy)]
  copy.optionGroups = copy.optionGroups.filter((group) => {
    const before = group.options.length
    group.options = group.options.filter(({ id }) => left.includes(id) || !used.includes(id))
    return group.options.length > 0 || before === 0
  })
}

/** Puts the names and texts of the market into the copy. */
function translate(copy: Writable<Product>, content: MarketContent): void {
  const { labelValues, optionGroups, attributes, files } = content
  for (const owner of [copy, ...copy.variants]) {
    for (const label of owner.labelValues) label.name = labelValues?.[label.code] ?? label.name
    for (const attribute of owner.attributes ?? []) {
      const own = attributes?.[attribute.code]
      attribute.name = own?.name ?? attribute.name
      if (attribute.type === 'text') attribute.value = own?.value ?? attribute.value
    }
    for (const { file } of owner.files) {
      const alt = files?.[file.path]?.alt
      if (alt !== undefined) file.alt = alt
    }
  }
  for (const group of copy.optionGroups) {
    const own = optionGroups?.[group.code]
    group.name = own?.name ?? group.name
    for (const option of [group, ...copy.variants.map(({ productOptions }) => ({ options: productOptions }))].flatMap(
      ({ options }) => options,
    ))
      if (group.options.some(({ id }) => id === option.id)) option.name = own?.options?.[option.code] ?? option.name
  }
}

/** Its own name; or that of the product; or the names of its options, perhaps after that of the product. */
function nameOfVariant(
  { name, sku, productOptions }: Writable<Product['variants'][number]>,
  product: Product,
  content: MarketContent,
): string {
  const own = content.variants?.[sku]?.name
  if (own !== undefined) return own
  const nameInMarket = content.name ?? product.name
  if (name === product.name) return nameInMarket
  const translated = productOptions.map((option) => {
    const group = product.optionGroups.find(({ options }) => options.some(({ id }) => id === option.id))
    return (group && content.optionGroups?.[group.code]?.options?.[option.code]) ?? option.name
  })
  for (const separator of [' / ', ', ']) {
    const [before, after] = [productOptions.map((option) => option.name), translated].map((names) =>
      names.join(separator),
    ) as [string, string]
    if (name === before) return after
    if (name === `${product.name} - ${before}`) return `${nameInMarket} - ${after}`
  }
  return name
}
