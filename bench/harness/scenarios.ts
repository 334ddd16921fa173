import type { CatalogOptions } from '../catalog/generated-catalog.ts'
import { Random } from '../catalog/random.ts'
import { Sample } from '../catalog/sample.ts'
import { countItems, type StoreRequest } from './requests.ts'
import { STORE } from './vitrine.ts'

/** A kind of request. Each call of `draw` draws another one. */
export type Scenario = { name: string; draw: () => StoreRequest }

/** Stores with as many products each. Store n has part n of one generated catalog. */
export type StoreSet = { count: number; products: number; nameOf: (store: number) => string }

/** What scenarios have to know about the imported catalog. */
export type CatalogTotals = { products: number; variants: number; filters: readonly PagedFilter[] }

/** A label, an option as `group:option`, and the number of products that match both. */
type PagedFilter = { label: string; option: string; matches: number }

const PAGE = 20
const ITEMS = 20
const PRODUCTS = '/store/products'
const FACETS = '/store/products/facets'
const SUGGESTIONS = '/store/products/suggest'
const VARIANTS = '/store/product-variants'

const FILTERS = 30
const MAX_FILTER_DRAWS = 200
const THREE_PAGES = 3 * PAGE

/**
 * All scenarios for a catalog, each request to a random store of the set. A scenario draws the same requests for the same
 * options and name.
 */
export function createScenarios(
  { products, seed }: CatalogOptions,
  totals: CatalogTotals,
  stores: StoreSet = { count: 1, products, nameOf: () => STORE },
): Scenario[] {
  const templates = {
    ...productLists(totals),
    ...FILTER_REQUESTS,
    ...filterPages(totals),
    ...SEARCH_REQUESTS,
    ...SUGGESTION_REQUESTS,
    ...FACET_REQUESTS,
    ...variantRequests(totals),
    ...AGENT_REQUESTS,
  }
  return Object.entries(templates).map(([name, template]) => {
    const sample = new Sample({ products, seed }, name)
    const random = new Random(`${seed}/stores/${name}`)
    const draw = () => {
      const store = stores.count === 1 ? 0 : random.integer(0, stores.count - 1)
      const drawn = template(sample.within(store * stores.products, stores.products))
      return { store: stores.nameOf(store), ...(typeof drawn === 'string' ? { path: drawn } : drawn) }
    }
    return { name, draw }
  })
}

/** The names of the scenarios of a catalog that is large enough for all. */
export function scenarioNames(): string[] {
  const totals = { products: 1, variants: 1, filters: [{ label: '', option: '', matches: 1 }] }
  return createScenarios({ products: 1, seed: 1 }, totals).map(({ name }) => name)
}

/** The scenarios with these names. Throws an error for a name that there is not. */
export function selectScenarios(scenarios: readonly Scenario[], names: readonly string[]): Scenario[] {
  return names.map((name) => {
    const scenario = scenarios.find((each) => each.name === name)
    if (scenario !== undefined) return scenario
    throw new Error(`a catalog of this size has no requests of the kind "${name}"`)
  })
}

/** Asks a server for the totals. The server then has the results of these requests in its index cache. */
export async function fetchTotals(address: string, options: CatalogOptions, store = STORE): Promise<CatalogTotals> {
  const count = (path: string) => countItems(address, { store, path })
  const [products, variants] = [await count(PRODUCTS), await count(VARIANTS)]
  if (products !== options.products) {
    throw new Error(`the database has ${products} products, not ${options.products}; --fresh imports it again`)
  }
  const sample = new Sample(options, 'totals')
  const filters: PagedFilter[] = []
  for (let draws = 0; draws < MAX_FILTER_DRAWS && filters.length < FILTERS; draws++) {
    const { label, group, option } = sample.labelAndOption()
    const matches = await count(`${PRODUCTS}?label=${label}&option=${group}:${option}&limit=1`)
    if (matches >= THREE_PAGES) filters.push({ label, option: `${group}:${option}`, matches })
  }
  return { products, variants, filters }
}

/** So many requests of a scenario; some have fewer different ones. */
export function drawRequests({ draw }: Scenario, count: number): StoreRequest[] {
  return Array.from({ length: count }, draw)
}

/** Scenarios by name. */
type Templates = Record<string, (sample: Sample) => string | { path: string; message: string }>

function productLists(totals: CatalogTotals): Templates {
  const pages = Math.ceil(totals.products / PAGE)
  return {
    'product list, page 1': () => PRODUCTS,
    'product list, any page': (sample) => `${PRODUCTS}?page=${sample.page(pages)}`,
    'product list, last page': () => `${PRODUCTS}?page=${pages}`,
    'product list by price, any page': (sample) => `${PRODUCTS}?page=${sample.page(pages)}&sortBy=price:ASC`,
    'product list in full, any page': (sample) => `${PRODUCTS}?page=${sample.page(pages)}&form=full`,
    'related products': (sample) => `${PRODUCTS}?related=${sample.productId()}`,
    'product by id': (sample) => `${PRODUCTS}/${sample.productId()}`,
  }
}

const FILTER_REQUESTS: Templates = {
  'label and option': (sample) => {
    const { label, group, option } = sample.labelAndOption()
    return `${PRODUCTS}?label=${label}&optionGroup=${group}&option=${option}`
  },
  'color and size of one variant': (sample) => buildPath(PRODUCTS, { option: sample.colorAndSize() }),
  'price range': (sample) => buildPath(PRODUCTS, sample.priceRange()),
  'option in stock': (sample) => buildPath(PRODUCTS, { option: sample.optionInStock(), inStock: 'true' }),
  'all filters together': (sample) => buildPath(PRODUCTS, { ...sample.allFilters(), inStock: 'true' }),
  'wish list, 20 ids': (sample) => buildPath(PRODUCTS, { id: sample.productIds(ITEMS) }),
  'products of 20 skus': (sample) => buildPath(PRODUCTS, { sku: sample.skus(ITEMS) }),
}

function filterPages({ filters }: CatalogTotals): Templates {
  if (filters.length === 0) return {}
  const page = (sample: Sample, choose: (pages: number) => number) => {
    const { label, option, matches } = sample.pick(filters)
    return buildPath(PRODUCTS, { page: choose(Math.ceil(matches / PAGE)), label, option })
  }
  return {
    'label and option, middle page': (sample) => page(sample, (pages) => sample.middlePage(pages)),
    'label and option, last page': (sample) => page(sample, (pages) => pages),
  }
}

const SEARCH_REQUESTS: Templates = {
  'search, one word': (sample) => searchPath(sample.words(1)),
  'search, two words': (sample) => searchPath(sample.words(2)),
  'search, first letter': (sample) => searchPath([sample.prefix(1)]),
  'search, first 2 letters': (sample) => searchPath([sample.prefix(2)]),
  'search, first 3 letters': (sample) => searchPath([sample.prefix(3)]),
  'search, first 5 letters': (sample) => searchPath([sample.prefix(5)]),
  'search, one letter wrong': (sample) => searchPath([sample.misspelling(1)]),
  'search, two letters wrong': (sample) => searchPath([sample.misspelling(2)]),
  // No field has both words, so the search goes on in all fields.
  'search, option and word': (sample) => searchPath([sample.optionName(), sample.nameWord()]),
  // No product has all words, so the search leaves some out.
  'search, a word too many': (sample) => searchPath([...sample.words(2), `qq${sample.prefix(4)}`]),
  'search, inside words': (sample) => searchPath([sample.partOfWord()]),
  'search with label': (sample) => buildPath(PRODUCTS, sample.labelAndWord()),
  'search by price': (sample) => buildPath(PRODUCTS, { search: sample.nameWord(), sortBy: 'price:ASC' }),
}

/** What a shopper has typed after one to six keys. */
const SUGGESTION_REQUESTS: Templates = {
  'suggestions, 1 to 6 letters': (sample) =>
    buildPath(SUGGESTIONS, { search: sample.prefix(sample.pick(TYPED_LETTERS)) }),
  'suggestions, second word': (sample) => {
    const [first, second] = sample.words(2)
    return buildPath(SUGGESTIONS, { search: `${first} ${second!.slice(0, sample.pick(TYPED_LETTERS))}` })
  },
}
const TYPED_LETTERS = [1, 2, 3, 4, 5, 6]

const FACET_REQUESTS: Templates = {
  'facets of all': () => FACETS,
  'facets of a label': (sample) => buildPath(FACETS, { label: sample.labelCode() }),
  'facets within a label': (sample) => buildPath(FACETS, { within: sample.labelCode() }),
  'facets of label and option': (sample) => {
    const { label, group, option } = sample.labelAndOption()
    return buildPath(FACETS, { label, option: `${group}:${option}` })
  },
  'facets of a search': (sample) => buildPath(FACETS, { search: sample.nameWord() }),
  'facets of option and price range': (sample) => buildPath(FACETS, sample.optionAndPriceRange()),
  'facets of what is in stock': () => buildPath(FACETS, { inStock: 'true' }),
}

function variantRequests(totals: CatalogTotals): Templates {
  const pages = Math.ceil(totals.variants / PAGE)
  return {
    'variant list, any page': (sample) => `${VARIANTS}?page=${sample.page(pages)}`,
    'variants of a product': (sample) => `${VARIANTS}?product=${sample.productId()}`,
    'variants of a sku': (sample) => buildPath(VARIANTS, { sku: sample.skus(1) }),
    'cart, 20 skus': (sample) => buildPath(VARIANTS, { sku: sample.skus(ITEMS) }),
    'variants by search': (sample) => buildPath(VARIANTS, { search: sample.nameWord() }),
    'variant by id': (sample) => `${VARIANTS}/${sample.variantId()}`,
  }
}

const AGENT_REQUESTS: Templates = {
  'search over MCP': (sample) => {
    const params = { name: 'search_catalog', arguments: { catalog: { query: sample.nameWord() } } }
    return { path: '/mcp', message: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) }
  },
}

function searchPath(words: string[]): string {
  return `${PRODUCTS}?search=${encodeURIComponent(words.join(' '))}`
}

function buildPath(path: string, parameters: Record<string, string | number | readonly string[]>): string {
  const pairs = Object.entries(parameters).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, String(value)]),
  )
  return `${path}?${new URLSearchParams(pairs)}`
}
