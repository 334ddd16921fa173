import { isHigher } from './money.ts'
import type { MarketContent, MarketVariant, OptionGroup, Product, Variant } from './product.ts'
import type { Market } from './store.ts'
import { withPrice } from './unit-price.ts'

/**
 * The product as a market shows it; undefined if it is not in the market. Fields keep their order. Parts that do not
 * change are the same objects.
 */
export function productInMarket(
  product: Product,
  { code, hasStorePrices = false }: Pick<Market, 'code' | 'hasStorePrices'>,
): Product | undefined {
  const { markets, ...inStore } = product
  const content = entryOf(markets, code) ?? {}
  if (content.included === false) return undefined
  if (Object.keys(content).length === 0 && hasStorePrices) return inStore
  const variants = product.variants.flatMap(
    (variant) => withOffer(variant, entryOf(content.variants, variant.sku), hasStorePrices) ?? [],
  )
  if (variants.length === 0 && product.variants.length > 0) return undefined
  const optionGroups = mapped(product.optionGroups, (group) => groupInMarket(group, content))
  const optionNames = new Map(optionGroups.flatMap(({ options }) => options.map(({ id, name }) => [id, name])))
  const { name, description, slug, externalId } = content
  const seo = content.seo && withFields(product.seo ?? {}, content.seo, ['description'])
  const fields = {
    ...{ name, description, slug, seo },
    variants: mapped(variants, (variant) =>
      withFields(withTexts(variant, content), {
        name: variantName(variant, product, content, optionNames),
        productOptions: mapped(variant.productOptions, (option) =>
          withFields(option, { name: optionNames.get(option.id) }),
        ),
      }),
    ),
    optionGroups: withoutDropped(optionGroups, product.variants, variants),
  }
  const identified = withFields(inStore, { externalId }, ['attributes', 'seo', 'rating', 'popularity'])
  return withFields<Product>(withTexts(identified, content), fields, ['rating', 'popularity'])
}

/** The value of a key of the object itself: `constructor` may be the code of a label. */
function entryOf<Value>(values: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return values && Object.hasOwn(values, key) ? values[key] : undefined
}

/** The variant with its prices and its external id in the market; undefined if it is not in the market. */
function withOffer(variant: Variant, own: MarketVariant = {}, hasStorePrices: boolean): Variant | undefined {
  const { included, price, externalId = variant.externalId } = own
  if (included === false || (price === undefined && !hasStorePrices)) return undefined
  if (price === undefined && externalId === variant.externalId) return variant
  const { id, name, sku, gtin, mpn, externalId: _, price: __, listPrice: ___, unitPrice: ____, ...others } = variant
  return {
    ...{ id, name, sku, ...(gtin !== undefined && { gtin }), ...(mpn !== undefined && { mpn }) },
    ...{ ...(externalId !== undefined && { externalId }), ...pricesOf(variant, own) },
    ...others,
  }
}

/** The prices of the market, or those of the store if the market has none. */
function pricesOf(
  variant: Variant,
  { price, listPrice }: MarketVariant,
): Pick<Variant, 'price' | 'listPrice' | 'unitPrice'> {
  const { unitPrice: stored } = variant
  if (price === undefined) {
    const { price, listPrice } = variant
    return { price, ...(listPrice !== undefined && { listPrice }), ...(stored && { unitPrice: stored }) }
  }
  const unitPrice = stored && withPrice(stored, price)
  return {
    price,
    ...(listPrice !== undefined && isHigher(listPrice, price) && { listPrice }),
    ...(unitPrice && { unitPrice }),
  }
}

function groupInMarket(group: OptionGroup, content: MarketContent): OptionGroup {
  const own = entryOf(content.optionGroups, group.code)
  const options = mapped(group.options, (option) => withFields(option, { name: entryOf(own?.options, option.code) }))
  return withFields(group, { name: own?.name, options })
}

/** The groups without the options that only variants chose which are not in the market, and without emptied groups. */
function withoutDropped(
  groups: readonly OptionGroup[],
  inStore: readonly Variant[],
  inMarket: readonly Variant[],
): readonly OptionGroup[] {
  if (inMarket.length === inStore.length) return groups
  const [before, after] = [inStore, inMarket].map(
    (variants) => new Set(variants.flatMap(({ productOptions }) => productOptions.map(({ id }) => id))),
  )
  return groups.flatMap((group) => {
    const options = group.options.filter(({ id }) => after!.has(id) || !before!.has(id))
    if (options.length === group.options.length) return group
    return options.length === 0 ? [] : withFields(group, { options })
  })
}

/** The name in the market: its own, that of the product, or made of the names of its options as importers make it. */
function variantName(
  { name, sku, productOptions }: Variant,
  product: Product,
  content: MarketContent,
  optionNames: ReadonlyMap<string, string>,
): string | undefined {
  const own = entryOf(content.variants, sku)?.name
  if (own !== undefined || name === product.name) return own ?? content.name
  const [before, after] = [product.name, content.name ?? product.name].map((start) => `${start} - `) as [string, string]
  for (const separator of [' / ', ', ']) {
    const inStore = productOptions.map((option) => option.name).join(separator)
    const inMarket = productOptions.map((option) => optionNames.get(option.id) ?? option.name).join(separator)
    if (name === inStore) return inMarket
    if (name === before + inStore) return after + inMarket
  }
  return undefined
}

/** A product or a variant with its labels, attributes and pictures as they are in the market. */
function withTexts<Owner extends Product | Variant>(owner: Owner, content: MarketContent): Owner {
  const { labelValues, attributes, files } = owner as Pick<Product, 'labelValues' | 'attributes' | 'files'>
  const fields = {
    labelValues: mapped(labelValues, (label) => withFields(label, { name: entryOf(content.labelValues, label.code) })),
    attributes:
      attributes &&
      mapped(attributes, (attribute) => {
        const { name, value } = entryOf(content.attributes, attribute.code) ?? {}
        return withFields(attribute, { name, value: attribute.type === 'text' ? value : undefined })
      }),
    files: mapped(files, (entry) => {
      const alt = entryOf(content.files, entry.file.path)?.alt
      return withFields(entry, { file: withFields(entry.file, { alt }, ['width', 'height']) })
    }),
  }
  return withFields<Product | Variant>(owner, fields as Partial<Product & Variant>) as Owner
}

/** The items, changed; the same list if none changes. */
function mapped<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = items.map(change)
  return changed.every((item, index) => item === items[index]) ? items : changed
}

/** The thing with those of the fields that are not undefined; the same thing if none differs. `last` stay its end. */
function withFields<Thing extends object>(
  thing: Thing,
  fields: { readonly [Field in keyof Thing]?: Thing[Field] | undefined },
  last: readonly string[] = [],
): Thing {
  let changed: Thing | undefined
  for (const name in fields) {
    const value = fields[name]
    if (value === undefined || value === thing[name]) continue
    changed ??= { ...thing }
    changed[name] = value
  }
  if (!changed || last.length === 0) return changed ?? thing
  const entries = Object.entries(changed)
  return Object.fromEntries(entries.sort(([a], [b]) => Number(last.includes(a)) - Number(last.includes(b)))) as Thing
}
