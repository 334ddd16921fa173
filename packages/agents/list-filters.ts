import { minorAmount } from '@vitrine/catalog/currency'
import { findFacets } from '@vitrine/engine/serve/facets'
import { type CountedValue, type FacetAttribute, NO_CONDITIONS } from '@vitrine/engine/serve/query'
import { type AgentCatalog, messagesOf } from './catalog.ts'
import { type JsonPart, jsonOf } from './json-part.ts'
import { conditionsOf, type UcpMessage } from './narrowing.ts'
import { type Narrowing, readNarrowing, readWords, record } from './requests.ts'
import type { UcpPriceRange } from './ucp-product.ts'

/** The filters for the products that a query and other filters find. */
export async function listFilters(catalog: AgentCatalog, request: FilterRequest): Promise<readonly JsonPart[]> {
  return [jsonOf(await filterAnswer(catalog, request))]
}

async function filterAnswer({ edition, store }: AgentCatalog, request: FilterRequest): Promise<FilterAnswer> {
  const { conditions, messages } = await conditionsOf(request, store, edition)
  if (!conditions) return { categories: [], options: [], available: 0, messages }
  const query = { ...NO_CONDITIONS, ...conditions, search: request.query }
  const { labels, optionGroups, attributes, price, inStock } = await findFacets(edition, query, MAX_VALUES)
  const amount = (text: string | null) => (text === null ? undefined : minorAmount(text, store.currency))
  const [min, max] = [amount(price.min), amount(price.max)]
  const { currency } = store
  return {
    categories: labels.map(countedName),
    options: optionGroups.map(({ name, options }) => ({ name, values: options.map(countedName) })),
    ...(attributes && {
      attributes: attributes.slice(0, MAX_ATTRIBUTES).map(({ code: _, ...attribute }) => attribute),
    }),
    ...(min === undefined || max === undefined
      ? {}
      : { price: { min: { amount: min, currency }, max: { amount: max, currency } } }),
    available: inStock,
    ...messagesOf(messages),
  }
}

/** What a search can be narrowed by, with the number of products of each value. */
interface FilterAnswer {
  readonly categories: readonly CountedName[]
  readonly options: readonly { readonly name: string; readonly values: readonly CountedName[] }[]
  /** Those of the most products, each with its lowest and its highest value; absent if the store has none. */
  readonly attributes?: readonly Omit<FacetAttribute, 'code'>[]
  /** The lowest and the highest price; absent if nothing is found. */
  readonly price?: UcpPriceRange
  /** The number of products with an available variant. */
  readonly available: number
  readonly messages?: readonly UcpMessage[]
}

interface CountedName {
  readonly value: string
  readonly count: number
}

interface FilterRequest extends Narrowing {
  readonly query: string | undefined
}

/** Values of a category or an option in an answer: the most frequent ones. */
const MAX_VALUES = 50
const MAX_ATTRIBUTES = 20

/** Throws `InvalidArguments`. */
export function readFilterRequest(catalog: unknown): FilterRequest {
  const fields = record(catalog ?? {}, 'catalog')
  return { query: readWords(fields.query), ...readNarrowing(fields) }
}

function countedName({ name, count }: CountedValue): CountedName {
  return { value: name, count }
}
