import { comparesWith, scaledValue } from '@vitrine/catalog/attribute'
import { minorUnits } from '@vitrine/catalog/currency'
import type { Attribute } from '@vitrine/catalog/product'
import { fold } from '@vitrine/catalog/words'
import { type FacetSchema, facetSchema, type NamedValue } from '@vitrine/engine/serve/facets/facet-values'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import type { AttributeRange, PriceRange, ProductConditions } from '@vitrine/engine/serve/query'
import type { ProductFacts, VariantFacts } from './product-cache.ts'
import type { Filters, NamedRange, Narrowing } from './requests.ts'
import type { AgentStore, UcpSelection, UcpVariant } from './ucp-product.ts'

/** A message of an answer, as in UCP's `types/message.json`. */
export interface UcpMessage {
  readonly type: 'info' | 'warning' | 'error'
  readonly code: string
  readonly content: string
  readonly severity?: 'recoverable' | 'unrecoverable'
}

/** Unknown values that a message quotes, and the characters of each. */
const MAX_QUOTED = 5
const MAX_QUOTED_LENGTH = 60

type SearchConditions = Pick<ProductConditions, 'labels' | 'anyWithin' | 'options' | 'attributes' | 'price' | 'inStock'>

/**
 * The filters as conditions of a query; undefined if nothing can satisfy them. `messages` names values that the
 * store does not have.
 */
export async function conditionsOf(
  { filters, currency }: Narrowing,
  store: AgentStore,
  edition: IndexedEdition,
): Promise<{ readonly conditions: SearchConditions | undefined; readonly messages: readonly UcpMessage[] }> {
  const price = appliedPrice(filters, currency, store)
  const messages = priceMessages({ filters, currency }, store)
  const others = { price: price && inCents(price, store.currency), inStock: filters.available === true }
  const { categories, options, attributes } = filters
  if (categories.length + options.length + attributes.length === 0)
    return { conditions: { labels: [], options: [], ...others }, messages }
  const schema = await facetSchema(edition)
  const labels = codesOf(categories, (category) => labelCodes(category, schema))
  const values = codesOf(options, (selection) => optionCodes(selection, schema))
  const ranges = codesOf(attributes, (range) => rangeIn(range, schema))
  const unknownNames = ranges.unknown.map(({ name }) => name)
  messages.push(...unknownValues('category', labels.unknown), ...unknownValues('attribute', unknownNames))
  messages.push(
    ...unknownValues(
      'option',
      values.unknown.map(({ name, label }) => `${name}: ${label}`),
    ),
  )
  const isPossible =
    (categories.length === 0 || labels.codes.length > 0) &&
    hasValueOfEach(options, (selection) => !values.unknown.includes(selection)) &&
    hasValueOfEach(attributes, (range) => !ranges.unknown.includes(range))
  return {
    conditions: isPossible
      ? { labels: [], anyWithin: labels.codes, options: values.codes, attributes: ranges.codes, ...others }
      : undefined,
    messages,
  }
}

/** The codes of some values, and the values that have none. */
function codesOf<Value, Code>(values: readonly Value[], codes: (value: Value) => readonly Code[]) {
  const found = values.map((value) => ({ value, codes: codes(value) }))
  const unknown = found.filter(({ codes }) => codes.length === 0)
  return { codes: found.flatMap(({ codes }) => codes), unknown: unknown.map(({ value }) => value) }
}

/** Finds the variants of a product that satisfy the filters. */
export function narrowingTo(
  { filters, currency }: Narrowing,
  store: AgentStore,
): (facts: ProductFacts) => readonly VariantFacts[] {
  const categories = new Set(filters.categories.map(fold))
  const ranges = [...Map.groupBy(filters.attributes, ({ name }) => fold(name)).values()]
  const selections = [...Map.groupBy(filters.options, ({ name }) => fold(name)).values()]
  const { min = 0, max = Infinity } = appliedPrice(filters, currency, store) ?? {}
  const isFitting = (variant: VariantFacts) =>
    (!filters.available || variant.availability.available) &&
    variant.price.amount >= min &&
    variant.price.amount <= max &&
    selections.every((alternatives) => alternatives.some((selection) => hasOption(variant, selection))) &&
    ranges.every((alternatives) =>
      alternatives.some((range) => variant.attributes.some((attribute) => isWithin(attribute, range))),
    )
  return (facts) => {
    if (categories.size > 0 && !facts.categories.some((name) => categories.has(fold(name)))) return []
    return facts.variants.filter(isFitting)
  }
}

/** The message about a price filter that does not apply, if there is one. */
export function priceMessages({ filters, currency }: Narrowing, store: AgentStore): UcpMessage[] {
  return filters.price && !appliedPrice(filters, currency, store) ? [ignoredPrice(currency!, store)] : []
}

/** Whether the variant has the value of the option. An id counts more than a name. */
export function hasOption({ options = [] }: Pick<UcpVariant, 'options'>, selection: UcpSelection): boolean {
  return options.some((option) => isSame(option, selection))
}

function isWithin(attribute: Attribute, range: NamedRange): boolean {
  const value = isNamed(attribute, range) ? scaledValue(attribute) : undefined
  return (
    value !== undefined &&
    comparesWith(value.scale, range.scale) &&
    value.scaled >= (range.min ?? -Infinity) &&
    value.scaled <= (range.max ?? Infinity)
  )
}

function isNamed({ name, code }: { readonly name: string; readonly code: string }, range: NamedRange): boolean {
  return [name, code].map(fold).includes(fold(range.name))
}

function isSame(option: UcpSelection, { name, label, id }: UcpSelection): boolean {
  if (id !== undefined && option.id === id) return true
  return isEqual(option.name, name) && isEqual(option.label, label)
}

/** Names match without regard to case and accents. */
function isEqual(a: string, b: string): boolean {
  return a === b || fold(a) === fold(b)
}

/** Whether each of the options has a value that exists. */
function hasValueOfEach<Named extends { readonly name: string }>(
  selections: readonly Named[],
  exists: (selection: Named) => boolean,
): boolean {
  return [...Map.groupBy(selections, ({ name }) => fold(name)).values()].every((values) => values.some(exists))
}

/** The codes of a category: several labels may have the same name. Products may name it otherwise than menus do. */
function labelCodes(category: string, { labels, values }: FacetSchema): string[] {
  const wanted = fold(category)
  const isNamed = ({ name, ordinal }: NamedValue) => [name, values[ordinal]!.name].map(fold).includes(wanted)
  return labels.filter(isNamed).map(({ code }) => code)
}

/** The codes of a value: several groups may have the same name. */
function optionCodes({ name, label, id }: UcpSelection, { groups }: FacetSchema): string[] {
  return groups.flatMap((group) => {
    const isNamed = isEqual(group.name, name)
    return group.options
      .filter((option) => option.id === id || (isNamed && isEqual(option.name, label)))
      .map((option) => `${group.code}:${option.code}`)
  })
}

/** The range of the attribute with the name; of the first one, if several have it. Empty if there is none. */
function rangeIn(range: NamedRange, { attributes }: FacetSchema): AttributeRange[] {
  const attribute = attributes.find((each) => isNamed(each, range) && comparesWith(each.scale, range.scale))
  const { scale, min, max } = range
  return attribute ? [{ code: attribute.code, scale, min, max }] : []
}

/** The range in minor units of the store's currency; undefined if it is in another currency. */
function appliedPrice({ price }: Filters, currency: string | undefined, store: AgentStore): Filters['price'] {
  return currency === undefined || currency === store.currency ? price : undefined
}

/** Cents are hundredths in every currency. A bound between two cents is rounded into the range. */
function inCents({ min, max }: NonNullable<Filters['price']>, currency: string): PriceRange {
  const decimals = minorUnits(currency)
  // A division is exact where the result is a whole number; a multiplication by 0.1 is not.
  const cents = (amount: number) => (decimals <= 2 ? amount * 10 ** (2 - decimals) : amount / 10 ** (decimals - 2))
  return {
    min: min === undefined ? undefined : Math.ceil(cents(min)),
    max: max === undefined ? undefined : Math.floor(cents(max)),
  }
}

function unknownValues(kind: 'category' | 'option' | 'attribute', values: readonly string[]): UcpMessage[] {
  if (values.length === 0) return []
  const quoted = values
    .slice(0, MAX_QUOTED)
    .map((value) => JSON.stringify(value.slice(0, MAX_QUOTED_LENGTH).toWellFormed()))
  const others = values.length > MAX_QUOTED ? ` and ${values.length - MAX_QUOTED} more` : ''
  const content = `The store has no ${kind} ${quoted.join(', ')}${others}. list_filters lists those that it has.`
  return [{ type: 'info', code: `unknown_${kind}`, content }]
}

function ignoredPrice(currency: string, store: AgentStore): UcpMessage {
  const content = `The price filter is in ${currency} and was ignored: this store sells in ${store.currency}.`
  return { type: 'warning', code: 'price_filter_ignored', content }
}
