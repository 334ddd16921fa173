import fc from 'fast-check'
import { KEYS } from './draft.ts'
import { GROUPS, LABELS, OFTEN, SEARCHES } from './vocabulary.ts'

/** A request for a list: its parameters in the order in which they are sent, but for the page. */
export interface ListRequest {
  readonly path: '/store/products' | '/store/product-variants'
  readonly parameters: readonly (readonly [name: string, value: string])[]
  /** A page to be asked for directly, as far beyond the last as may be. */
  readonly page: number
}

const LIMITS = ['1', '1', '2', '3', '3', '5', '7', '20', '100', '101', '9007199254740991', '']

const GROUP_CODES = [...GROUPS.map(({ code }) => code), 'Color', 'unknown', '']
const LABEL_CODES = [...LABELS.map(({ code }) => code), 'SALE', 'unknown', '']
const OPTION_CODES = GROUPS.flatMap((group) =>
  group.options.flatMap(({ code }) => [code, `${group.code}:${code}`, `${group.code}:${code}`]),
)
const SORT_BY = (fields: readonly string[]) => fields.flatMap((field) => [`${field}:ASC`, `${field}:DESC`])

const limit = optional('limit', fc.constantFrom(...LIMITS), 8)
const ignored = optional('color', fc.constantFrom('red', ''), 1)
const word = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...OFTEN) }, fc.constantFrom(...SEARCHES))
const search = fc
  .oneof({ weight: 2, arbitrary: fc.tuple(word) }, fc.tuple(word, word), fc.tuple(word, word, word))
  .map((words) => words.join(' '))

/** Every parameter of the list of products, in every combination. */
export const productRequests: fc.Arbitrary<ListRequest> = request('/store/products', [
  limit,
  optional('search', fc.oneof({ weight: 8, arbitrary: search }, fc.constantFrom('', ' ')), 4),
  repeated('label', fc.constantFrom(...LABEL_CODES), 2),
  repeated('optionGroup', fc.constantFrom(...GROUP_CODES), 2),
  repeated('option', fc.constantFrom(...OPTION_CODES, 'unknown', 'color:unknown', ':red', 'color:', 'a:b:c', ''), 3),
  optional('sortBy', fc.constantFrom(...SORT_BY(['createdAt', 'name', 'price']), ''), 4),
  ignored,
])

/** Every parameter of the list of variants. `product` is a number, which stands for one of the products there are. */
export const variantRequests: fc.Arbitrary<ListRequest> = request('/store/product-variants', [
  limit,
  optional('product', fc.nat(2 * KEYS).map(String), 5),
  optional('sortBy', fc.constantFrom(...SORT_BY(['createdAt', 'updatedAt', 'name', 'sku', 'price', 'stock']), ''), 8),
  ignored,
])

type Parameters = fc.Arbitrary<readonly (readonly [string, string])[]>

function request(path: ListRequest['path'], parameters: readonly Parameters[]): fc.Arbitrary<ListRequest> {
  return fc
    .tuple(...parameters)
    .chain((given) => {
      const all = given.flat()
      return fc.shuffledSubarray(all, { minLength: all.length })
    })
    .chain((all) =>
      fc.record({ path: fc.constant(path), parameters: fc.constant(all), page: fc.integer({ min: 1, max: 60 }) }),
    )
}

/** Given in `often` of ten requests. */
function optional(name: string, values: fc.Arbitrary<string>, often: number): Parameters {
  return fc.oneof(
    { weight: 10 - often, arbitrary: fc.constant([]) },
    { weight: often, arbitrary: values.map((value) => [[name, value] as const]) },
  )
}

function repeated(name: string, values: fc.Arbitrary<string>, most: number): Parameters {
  const several = fc.array(values, { minLength: 1, maxLength: most })
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    several.map((each) => each.map((value) => [name, value] as const)),
  )
}
