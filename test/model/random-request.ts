import type { Product } from '@vitrine/catalog/product'
import fc from 'fast-check'
import type { NaiveStore } from './naive.ts'
import type { Parameters } from './parameters.ts'
import { PRODUCT_KEYS } from './random-product.ts'
import {
  ATTRIBUTE_RANGES,
  EXTERNAL_ID_TEXTS,
  FREQUENT_SEARCHES,
  GROUPS,
  GTIN_TEXTS,
  LABELS,
  MPN_TEXTS,
  PHRASES,
  PRICE_BOUNDS,
  PRICES_IN_WORDS,
  SEARCHES,
  WORDS,
} from './vocabulary.ts'

/** A request for a list: its parameters, in order, except the page. */
export interface ListRequest {
  readonly path: '/store/products' | '/store/product-variants'
  readonly parameters: Parameters
  /** A page to request directly. It may lie beyond the last one. */
  readonly page: number
}

/** A request for facets. */
export interface FacetsRequest {
  readonly path: '/store/products/facets'
  readonly parameters: Parameters
}

/** Characters that a misspelling inserts: common letters, other scripts, letters of two UTF-16 units, punctuation. */
const TYPED_BY_MISTAKE = [...'aeirstuhl1х手', '\u{10428}', '\u{1042b}', 'é', '-']

const mistake: fc.Arbitrary<Mistake> = fc.record({
  kind: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
  at: fc.nat(11),
  letter: fc.constantFrom(...TYPED_BY_MISTAKE),
})

const LONG_WORDS = WORDS.filter((word) => [...word].length >= 8)

/** A misspelt word of the vocabulary, mostly with as many mistakes as the search forgives. */
const misspelt = fc
  .tuple(
    fc.oneof(fc.constantFrom(...WORDS), fc.constantFrom(...LONG_WORDS)),
    fc.oneof(
      { weight: 3, arbitrary: fc.array(mistake, { minLength: 1, maxLength: 1 }) },
      { weight: 2, arbitrary: fc.array(mistake, { minLength: 2, maxLength: 3 }) },
    ),
  )
  .map(([word, mistakes]) => mistakes.reduce(misspell, [...word]).join(''))

const part = fc
  .tuple(fc.constantFrom(...WORDS), fc.nat(11), fc.integer({ min: 1, max: 8 }))
  .map(([word, from, length]) => {
    const letters = [...word]
    const start = from % letters.length
    return letters.slice(start, start + length).join('')
  })

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FREQUENT_SEARCHES) },
  { weight: 2, arbitrary: fc.constantFrom(...SEARCHES) },
  { weight: 3, arbitrary: misspelt },
  { weight: 2, arbitrary: part },
)

/** One to five words: correct, misspelt, or parts of words. */
const words = fc
  .oneof(
    { weight: 4, arbitrary: fc.tuple(word) },
    { weight: 2, arbitrary: fc.tuple(word, word) },
    fc.tuple(word, word, word),
    fc.tuple(word, word, word, word, word),
  )
  .map((words) => words.join(' '))

/** Searches of one word and of several. */
export const searches: fc.Arbitrary<string> = fc.oneof({ weight: 2, arbitrary: words }, fc.constantFrom(...PHRASES))

/** Values of `searchIn`. */
export const SEARCH_IN = ['name', 'option', 'sku', 'name,label,option', 'description', 'all']

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
  fc.oneof(
    { weight: 16, arbitrary: searches },
    { weight: 2, arbitrary: fc.tuple(searches, fc.constantFrom(...PRICES_IN_WORDS)).map((parts) => parts.join(' ')) },
    { weight: 1, arbitrary: fc.constantFrom(...PRICES_IN_WORDS) },
    { weight: 1, arbitrary: fc.constantFrom(...GTIN_TEXTS, ...MPN_TEXTS) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ') },
  ),
  35,
)
const prices = fc.constantFrom(...PRICE_BOUNDS, '')

/** Filters of both lists. `withRealValues` replaces the numbers of ids and skus. */
const filters = [
  search,
  repeated('searchIn', fc.constantFrom(...SEARCH_IN), 1, 20),
  repeated('label', fc.constantFrom(...LABEL_CODES), 2, 15),
  repeated('within', fc.constantFrom(...LABEL_CODES), 2, 15),
  optional('minPrice', prices, 12),
  optional('maxPrice', prices, 12),
  repeated('attribute', fc.constantFrom(...ATTRIBUTE_RANGES, ''), 3, 25),
  optional('inStock', fc.constantFrom('true', 'true', 'true', ''), 20),
  optional('onSale', fc.constantFrom('true', 'true', 'true', ''), 15),
  repeated('id', numbers(2 * PRODUCT_KEYS), 6, 5),
  repeated('sku', numbers(4 * PRODUCT_KEYS), 6, 10),
  repeated('gtin', fc.constantFrom(...GTIN_TEXTS, ''), 2, 8),
  repeated('mpn', fc.constantFrom(...MPN_TEXTS, ''), 2, 8),
  repeated('externalId', fc.constantFrom(...EXTERNAL_ID_TEXTS, ''), 2, 8),
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
  repeated('slug', numbers(4 * PRODUCT_KEYS), 6, 8),
  optional('related', numbers(2 * PRODUCT_KEYS), 20),
]

/** Requests for the list of products, with every combination of parameters. */
export const productRequests: fc.Arbitrary<ListRequest> = listRequest('/store/products', [
  limit,
  ...productFilters,
  optional('sortBy', fc.constantFrom(...SORT_BY(['createdAt', 'name', 'price', 'popularity']), ''), 40),
  optional('form', fc.constantFrom('full', 'card', ''), 20),
  optional('matches', fc.constantFrom('true', ''), 20),
  ignored,
])

/** Requests for the list of variants, with every combination of parameters. */
export const variantRequests: fc.Arbitrary<ListRequest> = listRequest('/store/product-variants', [
  limit,
  ...filters,
  optional('product', fc.nat(2 * PRODUCT_KEYS).map(String), 25),
  optional('sortBy', fc.constantFrom(...SORT_BY(['createdAt', 'updatedAt', 'name', 'sku', 'price', 'stock']), ''), 60),
  ignored,
])

/** Requests for facets. The parameters of the list have no effect on facets, so they may be invalid. */
export const facetsRequests: fc.Arbitrary<FacetsRequest> = fc.record({
  path: fc.constant('/store/products/facets' as const),
  parameters: shuffled([
    optional('facetLimit', fc.constantFrom(...FACET_LIMITS), 50),
    optional('facetOrder', fc.constantFrom('natural', 'catalog', ''), 20),
    optional('buckets', fc.constantFrom('2', '3', '8', '8', '50', ''), 40),
    ...productFilters,
    optional('page', fc.constantFrom('2', '0'), 10),
    optional('limit', fc.constantFrom('1', 'few'), 10),
    optional('sortBy', fc.constantFrom('price:ASC', 'beauty'), 10),
    optional('form', fc.constantFrom('full', 'brief'), 10),
    ignored,
  ]),
})

/** The requests after each import. */
export const randomRequests = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: productRequests },
    { weight: 2, arbitrary: variantRequests },
    { weight: 2, arbitrary: facetsRequests },
  ),
  { minLength: 1, maxLength: 40, size: 'max' },
)

/** The parameters whose random values are numbers. `withRealValues` replaces them. */
const NUMBERED = new Set(['product', 'id', 'slug', 'sku', 'related'])

/** Stands for any number above the last product or variant. */
const UNKNOWN = { id: 'e0000000-0000-4000-8000-00000000ffff', slug: 'no-such-slug', sku: 'no-such-sku' }

/** Replaces random numbers with the ids (in either case), slugs and skus of products and variants in the store. */
export function withRealValues<Request extends { readonly path: string; readonly parameters: Parameters }>(
  request: Request,
  { products }: NaiveStore,
): Request {
  const variants = products.flatMap((product) => product.variants)
  const realValue = (name: string, number: number): string => {
    const product = products[number % (products.length + 1)] ?? UNKNOWN
    const variant = variants[number % (variants.length + 1)] ?? UNKNOWN
    if (name === 'slug') {
      const { slug, formerSlugs = [] } = product as Pick<Product, 'slug' | 'formerSlugs'>
      return [slug, ...formerSlugs][Math.floor(number / 2) % (formerSlugs.length + 1)]!
    }
    if (name === 'sku') return variant.sku
    const { id } = name === 'id' && request.path === '/store/product-variants' ? variant : product
    return number % 2 === 0 ? id : id.toUpperCase()
  }
  const parameters = request.parameters.map(
    ([name, value]) => [name, NUMBERED.has(name) && value !== '' ? realValue(name, Number(value)) : value] as const,
  )
  return { ...request, parameters }
}

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
  return fc.tuple(...parameters).chain((groups) => {
    const all = groups.flat()
    return fc.shuffledSubarray(all, { minLength: all.length })
  })
}

/** A parameter that `often` of 100 requests have. */
function optional(name: string, values: fc.Arbitrary<string>, often: number): fc.Arbitrary<Parameters> {
  return fc.oneof(
    { weight: 100 - often, arbitrary: fc.constant([]) },
    { weight: often, arbitrary: values.map((value) => [[name, value] as const]) },
  )
}

/** A parameter that `often` of 100 requests have up to `most` times. */
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

interface Mistake {
  readonly kind: 'insert' | 'delete' | 'replace' | 'swap'
  readonly at: number
  readonly letter: string
}

function misspell(letters: readonly string[], { kind, at, letter }: Mistake): string[] {
  const index = at % (letters.length + 1)
  const [first, second, ...others] = letters.slice(index)
  const before = letters.slice(0, index)
  const after = letters.slice(index + 1)
  if (kind === 'insert') return [...before, letter, ...letters.slice(index)]
  if (kind === 'delete') return [...before, ...after]
  if (kind === 'replace') return [...before, letter, ...after]
  return second === undefined ? [...letters] : [...before, second, first!, ...others]
}
