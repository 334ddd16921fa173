import type { ListProductsQuery, ListVariantsQuery } from './api.ts'

type SortOf<Query extends { readonly sortBy?: unknown }> = NonNullable<Query['sortBy']>

/** The orders of a list of products. */
export const PRODUCT_SORTS = [
  ...(['createdAt:ASC', 'createdAt:DESC', 'name:ASC', 'name:DESC'] as const),
  ...(['price:ASC', 'price:DESC', 'popularity:ASC', 'popularity:DESC'] as const),
] satisfies readonly SortOf<ListProductsQuery>[]

/** The orders of a list of variants. */
export const VARIANT_SORTS = [
  ...(['createdAt:ASC', 'createdAt:DESC', 'updatedAt:ASC', 'updatedAt:DESC', 'name:ASC', 'name:DESC'] as const),
  ...(['sku:ASC', 'sku:DESC', 'price:ASC', 'price:DESC', 'stock:ASC', 'stock:DESC'] as const),
] satisfies readonly SortOf<ListVariantsQuery>[]

const WHOLE = /^[1-9]\d{0,8}$/
const DECIMAL = /^\d{1,9}(\.\d{1,2})?$/
const TRUE = /^true$/
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const MAX_TEXT = 200
const TEXT = new RegExp(`^[^\\0]{1,${MAX_TEXT}}$`, 'u')
const RANGE = /^[^:\0]{1,100}:[^\0]{1,199}$/u
const FIELD = /^(name|label|option|sku|description|all)$/

/** What each parameter must be. `form`, `matches`, `explain` and `market` are for the shop to decide. */
const SINGLE = {
  ...{ search: TEXT, page: WHOLE, limit: WHOLE, minPrice: DECIMAL, maxPrice: DECIMAL, inStock: TRUE, onSale: TRUE },
  ...{ related: UUID, sortBy: new RegExp(`^(${PRODUCT_SORTS.join('|')})$`) },
}
const REPEATED = {
  ...{ searchIn: FIELD, label: TEXT, within: TEXT, optionGroup: TEXT, option: TEXT, attribute: RANGE },
  ...{ id: UUID, slug: TEXT, sku: TEXT, gtin: TEXT, mpn: TEXT, externalId: /^[^\0]{1,255}$/u },
}
/** The most values of a parameter, if not 100. */
const MOST: Record<string, number> = { searchIn: 6, attribute: 20 }

/**
 * The query in an address, which a shopper may have changed. It leaves out what is no parameter of a list of products,
 * and values that the service would refuse, but for the units and the numbers of `attribute`. Of a search it takes the
 * first 200 characters. `option[]` and `option[0]` are `option`, as for the service.
 */
export function queryOf(address: URLSearchParams): ListProductsQuery {
  const query: Record<string, unknown> = {}
  for (const [name, valid] of Object.entries(SINGLE)) {
    const texts = address.getAll(name).map((text) => (name === 'search' ? text.slice(0, MAX_TEXT) : text))
    const value = texts.find((text) => valid.test(text))
    if (value !== undefined) query[name] = valid === WHOLE ? Number(value) : valid === TRUE ? true : value
  }
  for (const [name, valid] of Object.entries(REPEATED)) {
    const named = [...address].filter(([written]) => written.replace(/\[\d*\]$/, '') === name)
    const texts = named.flatMap(([, text]) => (valid === FIELD ? text.split(',') : [text]))
    const values = texts.filter((text) => valid.test(text)).slice(0, MOST[name] ?? 100)
    if (values.length > 0) query[name] = values
  }
  return query
}
