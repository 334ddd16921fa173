import { attributeValues } from './attribute-filters.ts'
import type { SummaryQuery } from './vitrine.ts'

/** The filters of a list, which its address has under the names of the API. */
export type Filter =
  | 'search'
  | 'within'
  | 'label'
  | 'option'
  | 'attribute'
  | 'minPrice'
  | 'maxPrice'
  | 'inStock'
  | 'onSale'

export const SORTS = [
  ['', 'Newest'],
  ['price:ASC', 'Price, low to high'],
  ['price:DESC', 'Price, high to low'],
  ['name:ASC', 'Name'],
] as const

const VALID: Readonly<Record<string, RegExp>> = {
  search: /\S/,
  within: /^.{1,200}$/,
  label: /^.{1,200}$/,
  option: /^[^:]{1,100}:.{1,100}$/,
  minPrice: /^\d{1,12}(\.\d{1,2})?$/,
  maxPrice: /^\d{1,12}(\.\d{1,2})?$/,
  inStock: /^true$/,
  onSale: /^true$/,
  sortBy: /^(price|name):(ASC|DESC)$/,
  page: /^[1-9]\d{0,8}$/,
}

const MAX_ATTRIBUTES = 20
const REPEATABLE = new Set(['within', 'label', 'option'])
const MAX_VALUES = 100
const MAX_SEARCH_LENGTH = 200

/** The valid parameters of a list's address, each value once. Empty fields of a form and misspelt values are left out. */
export function validParameters(address: URLSearchParams): URLSearchParams {
  const valid = new URLSearchParams()
  for (const [name, pattern] of Object.entries(VALID)) {
    const values = new Set(address.getAll(name).filter((value) => pattern.test(value)))
    for (const value of [...values].slice(0, REPEATABLE.has(name) ? MAX_VALUES : 1))
      valid.append(name, name === 'search' ? value.trim().slice(0, MAX_SEARCH_LENGTH) : value)
    if (name === 'option')
      for (const value of attributeValues(address).slice(0, MAX_ATTRIBUTES)) valid.append('attribute', value)
  }
  return valid
}

export interface ListQuery extends SummaryQuery {
  readonly option: Readonly<Record<string, readonly string[]>>
  readonly attribute: readonly string[]
}

/** The query of the client for valid parameters. A search looks in all fields, so that brands and colors find products. */
export function productQuery(parameters: URLSearchParams): ListQuery {
  const option = new Map<string, string[]>()
  for (const value of parameters.getAll('option')) {
    const [group, code] = value.split(/:(.*)/s) as [string, string]
    option.set(group, [...(option.get(group) ?? []), code])
  }
  const page = parameters.get('page')
  return {
    ...single('search'),
    ...(parameters.has('search') && { searchIn: 'all' }),
    ...single('minPrice'),
    ...single('maxPrice'),
    ...single('sortBy'),
    within: parameters.getAll('within'),
    label: parameters.getAll('label'),
    attribute: parameters.getAll('attribute'),
    option: Object.fromEntries(option),
    ...(parameters.has('inStock') && { inStock: true }),
    ...(parameters.has('onSale') && { onSale: true }),
    ...(page !== null && { page: Number(page) }),
  }

  function single(name: 'search' | 'minPrice' | 'maxPrice' | 'sortBy') {
    const value = parameters.get(name)
    return value !== null && { [name]: value }
  }
}

/** The address of the list without a value, on its first page. */
export function without(parameters: URLSearchParams, name: Filter, value: string): string {
  const others = new URLSearchParams(parameters)
  others.delete(name, value)
  others.delete('page')
  return searchAddress(others)
}

/** The address of another page of the list. */
export function pageAddress(parameters: URLSearchParams, page: number): string {
  const others = new URLSearchParams(parameters)
  others.delete('page')
  if (page > 1) others.append('page', String(page))
  return searchAddress(others)
}

export function searchAddress(parameters: URLSearchParams | Readonly<Record<string, string>>): string {
  const query = String(new URLSearchParams(parameters))
  return query === '' ? '/search' : `/search?${query}`
}

export function productAddress(slug: string, sku?: string): string {
  const path = `/products/${encodeURIComponent(slug)}`
  return sku === undefined ? path : `${path}?${new URLSearchParams({ variant: sku })}`
}
