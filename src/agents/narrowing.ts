import { minorUnits } from '../catalog/currency.ts'
import { fold } from '../catalog/words.ts'
import type { FacetSchema } from '../serve/facets/facet-values.ts'
import type { PriceRange, ProductConditions } from '../serve/query.ts'
import type { Filters, Narrowing } from './requests.ts'
import type { AgentStore, UcpProduct, UcpSelection, UcpVariant } from './ucp-product.ts'

/** A message of an answer, as in UCP's `types/message.json`. */
export interface UcpMessage {
  readonly type: 'info' | 'warning' | 'error'
  readonly code: string
  readonly content: string
  readonly severity?: 'recoverable' | 'unrecoverable'
}

export type SearchConditions = Pick<ProductConditions, 'labels' | 'options' | 'price' | 'inStock'>

/**
 * The filters as conditions of a query; undefined if nothing can satisfy them. Values that the store does not have are told in
 * `messages`.
 */
export function conditionsOf(
  { filters, currency }: Narrowing,
  store: AgentStore,
  schema: FacetSchema,
): { readonly conditions: SearchConditions | undefined; readonly messages: readonly UcpMessage[] } {
  const messages: UcpMessage[] = []
  const labels = (filters.categories ?? []).flatMap((category) => {
    const codes = schema.labels.filter(({ name }) => name === category || fold(name) === fold(category))
    if (codes.length === 0) messages.push(unknownValue('category', category))
    return codes.map(({ code }) => code)
  })
  const options = (filters.options ?? []).flatMap((selection) => {
    const codes = optionCodes(selection, schema)
    if (codes.length === 0) messages.push(unknownValue('option', `${selection.name}: ${selection.label}`))
    return codes
  })
  const price = appliedPrice(filters, currency, store)
  if (filters.price && !price) messages.push(ignoredPrice(currency!, store))
  const isImpossible =
    (filters.categories !== undefined && labels.length === 0) ||
    !hasValueOfEach(filters.options ?? [], (selection) => optionCodes(selection, schema).length > 0)
  const conditions = {
    labels,
    options,
    price: price && inCents(price, store.currency),
    inStock: filters.available === true,
  }
  return { conditions: isImpossible ? undefined : conditions, messages }
}

/** Whether a product has a variant that satisfies the filters, which of its variants do, and what was ignored. */
export function narrow(
  product: UcpProduct,
  { filters, currency }: Narrowing,
  store: AgentStore,
): readonly UcpVariant[] {
  const { categories, available, options } = filters
  const isInCategory = ({ value }: { readonly value: string }) => categories!.some((name) => fold(name) === fold(value))
  if (categories && !product.categories?.some(isInCategory)) return []
  const price = appliedPrice(filters, currency, store)
  const byName = Map.groupBy(options ?? [], ({ name }) => fold(name))
  return product.variants.filter(
    (variant) =>
      (!available || variant.availability.available) &&
      variant.price.amount >= (price?.min ?? 0) &&
      variant.price.amount <= (price?.max ?? Infinity) &&
      [...byName.values()].every((alternatives) => alternatives.some((selection) => hasOption(variant, selection))),
  )
}

/** The message about a price filter that does not apply, if there is one. */
export function priceMessages({ filters, currency }: Narrowing, store: AgentStore): UcpMessage[] {
  return filters.price && !appliedPrice(filters, currency, store) ? [ignoredPrice(currency!, store)] : []
}

/** Whether the variant has the value of the option. An id counts more than a name. */
export function hasOption({ options = [] }: UcpVariant, selection: UcpSelection): boolean {
  return options.some((option) => isSame(option, selection))
}

/** Names match without regard to case and accents. */
function isSame(option: UcpSelection, { name, label, id }: UcpSelection): boolean {
  if (id !== undefined && option.id === id) return true
  return fold(option.name) === fold(name) && fold(option.label) === fold(label)
}

/** Whether each of the options has a value that exists. */
function hasValueOfEach(selections: readonly UcpSelection[], exists: (selection: UcpSelection) => boolean): boolean {
  return [...Map.groupBy(selections, ({ name }) => fold(name)).values()].every((values) => values.some(exists))
}

/** The codes of a value: several groups may have the same name. */
function optionCodes({ name, label, id }: UcpSelection, { groups }: FacetSchema): string[] {
  return groups.flatMap((group) =>
    group.options
      .filter((option) => option.id === id || (fold(group.name) === fold(name) && fold(option.name) === fold(label)))
      .map((option) => `${group.code}:${option.code}`),
  )
}

/** The range in minor units of the store's currency; undefined if it is in another currency. */
function appliedPrice({ price }: Filters, currency: string | undefined, store: AgentStore): Filters['price'] {
  return currency === undefined || currency === store.currency ? price : undefined
}

function inCents({ min, max }: NonNullable<Filters['price']>, currency: string): PriceRange {
  const factor = 10 ** (2 - minorUnits(currency))
  return {
    min: min === undefined ? undefined : Math.ceil(min * factor),
    max: max === undefined ? undefined : Math.floor(max * factor),
  }
}

function unknownValue(kind: string, value: string): UcpMessage {
  return { type: 'info', code: `unknown_${kind}`, content: `The store has no ${kind} ${JSON.stringify(value)}.` }
}

function ignoredPrice(currency: string, store: AgentStore): UcpMessage {
  const content = `The price filter is in ${currency} and was ignored: this store sells in ${store.currency}.`
  return { type: 'warning', code: 'price_filter_ignored', content }
}
