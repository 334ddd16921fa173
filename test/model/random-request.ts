import fc from 'fast-check'
import type { Parameters } from './asked.ts'
import { KEYS } from './draft.ts'
import { searches } from './random-search.ts'
import { GROUPS, LABELS, PRICE_BOUNDS } from './vocabulary.ts'

/** A request for a list: its parameters in the order in which they are sent, but for the page. */
export interface ListRequest {
  readonly path: '/store/products' | '/store/product-variants'
  readonly parameters: Parameters
  /** A page to be asked for directly, as far beyond the last as may be. */
  readonly page: number
}

/** A request for what can be chosen. */
export interface FacetsRequest {
  readonly path: '/store/products/facets'
  readonly parameters: Parameters
}

const LIMITS = ['1', '1', '2', '3', '3', '5', '7', '20', '100', '101', '9007199254740991', '']
const FACET_LIMITS = ['1', '1', '1', '2', '2', '3', '100', '1000', '1001', '9007199254740991', '']

const GROUP_CODES = [...GROUPS.map(({ code }) => code), 'Color', 'unknown', '']
const LABEL_CODES = [...LABELS.map(({ code }) => code), 'SALE', 'unknown', '']
const OPTION_CODES = GROUPS.flatMap((group) =>
  group.options.flatMap(({ code }) => [code, `${group.code}:${code}`, `${group.code}:${code}`]),
)
const SORT_BY = (fields: readonly string[]) => fields.flatMap((field) => [`${field}:ASC`, `${field}:DESC`])

const limit = optional('limit', fc.constantFrom(...LIMITS), 80)
const ignored = optional('color', fc.constantFrom('red', ''), 10)
const search = optional(
  'search',
  fc.oneof({ weight: 16, arbitrary: searches }, { weight: 1, arbitrary: fc.constantFrom('', ' ') }),
  35,
)
const prices = fc.constantFrom(...PRICE_BOUNDS, '')

/** What products and variants alike are asked for. `aimed` makes ids and skus of the numbers. */
const filters = [
  search,
  repeated('label', fc.constantFrom(...LABEL_CODES), 2, 15),
  optional('minPrice', prices, 12),
  optional('maxPrice', prices, 12),
  optional('inStock', fc.constantFrom('true', 'true', 'true', ''), 20),
  repeated('id', numbers(2 * KEYS), 6, 5),
  repeated('sku', numbers(4 * KEYS), 6, 10),
]
const productFilters = [
  ...filters,
  repeated('optionGroup', fc.constantFrom(...GROUP_CODES), 2, 15),
  repeated(
    'option',
    fc.constantFrom(...OPTION_CODES, 'unknown', 'color:unknown', ':red', 'color:', 'a:b:c', ''),
    3,
    30,
  ),
  repeated('slug', numbers(KEYS), 6, 5),
]

/** Every parameter of the list of products, in every combination. */
export const productRequests: fc.Arbitrary<ListRequest> = listRequest('/store/products', [
  limit,
  ...productFilters,
  optional('sortBy', fc.constantFrom(...SORT_BY(['createdAt', 'name', 'price']), ''), 40),
  ignored,
])

/** Every parameter of the list of variants. `product` is a number, which stands for one of the products there are. */
export const variantRequests: fc.Arbitrary<ListRequest> = listRequest('/store/product-variants', [
  limit,
  ...filters,
  optional('product', fc.nat(2 * KEYS).map(String), 25),
  optional('sortBy', fc.constantFrom(...SORT_BY(['createdAt', 'updatedAt', 'name', 'sku', 'price', 'stock']), ''), 60),
  ignored,
])

/** Every parameter of the facets, and those of the list, which mean nothing to them and may be wrong. */
export const facetsRequests: fc.Arbitrary<FacetsRequest> = fc.record({
  path: fc.constant('/store/products/facets' as const),
  parameters: shuffled([
    optional('facetLimit', fc.constantFrom(...FACET_LIMITS), 50),
    ...productFilters,
    optional('page', fc.constantFrom('2', '0'), 10),
    optional('limit', fc.constantFrom('1', 'few'), 10),
    optional('sortBy', fc.constantFrom('price:ASC', 'beauty'), 10),
    ignored,
  ]),
})

function listRequest(
  path: ListRequest['path'],
  parameters: readonly fc.Arbitrary<Parameters>[],
): fc.Arbitrary<ListRequest> {
  return fc.record({
    path: fc.constant(path),
    parameters: shuffled(parameters),
    page: fc.integer({ min: 1, max: 60 }),
  })
}

function shuffled(parameters: readonly fc.Arbitrary<Parameters>[]): fc.Arbitrary<Parameters> {
  return fc.tuple(...parameters).chain((given) => {
    const all = given.flat()
    return fc.shuffledSubarray(all, { minLength: all.length })
  })
}

/** Given in so many of a hundred requests. */
function optional(name: string, values: fc.Arbitrary<string>, often: number): fc.Arbitrary<Parameters> {
  return fc.oneof(
    { weight: 100 - often, arbitrary: fc.constant([]) },
    { weight: often, arbitrary: values.map((value) => [[name, value] as const]) },
  )
}

/** Given up to `most` times, in so many of a hundred requests. */
function repeated(name: string, values: fc.Arbitrary<string>, most: number, often: number): fc.Arbitrary<Parameters> {
  const several = fc.array(values, { minLength: 1, maxLength: most })
  return fc.oneof(
    { weight: 100 - often, arbitrary: fc.constant([]) },
    { weight: often, arbitrary: several.map((each) => each.map((value) => [name, value] as const)) },
  )
}

function numbers(most: number): fc.Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary: fc.nat(most).map(String) }, fc.constant(''))
}
