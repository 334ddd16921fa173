import type { CatalogOptions } from './catalog.ts'
import { Sample } from './sample.ts'
import type { Totals } from './totals.ts'

/** A kind of request; `path` gives another one of it each time. */
export type Scenario = { name: string; path: () => string }

const PAGE = 20
const MANY = 20
const PRODUCTS = '/store/products'
const FACETS = '/store/products/facets'
const VARIANTS = '/store/product-variants'

/** All kinds that can be asked of a catalog like this. */
export function scenariosOf(options: CatalogOptions, totals: Totals): Scenario[] {
  const kinds = {
    ...listsOfProducts(totals),
    ...FILTERS,
    ...pagesOfFiltered(totals),
    ...SEARCHES,
    ...FACET_COUNTS,
    ...variants(totals),
  }
  return Object.entries(kinds).map(([name, path]) => {
    const sample = new Sample(options, name)
    return { name, path: () => path(sample) }
  })
}

/** By their names. The name is what is drawn by, too: a kind that keeps its name asks the same again. */
type Kinds = Record<string, (sample: Sample) => string>

function listsOfProducts(totals: Totals): Kinds {
  const pages = Math.ceil(totals.products / PAGE)
  return {
    'product list, page 1': () => PRODUCTS,
    'product list, any page': (sample) => `${PRODUCTS}?page=${sample.page(pages)}`,
    'product list, last page': () => `${PRODUCTS}?page=${pages}`,
    'product list by price, any page': (sample) => `${PRODUCTS}?page=${sample.page(pages)}&sortBy=price:ASC`,
    'product by id': (sample) => `${PRODUCTS}/${sample.productId()}`,
  }
}

const FILTERS: Kinds = {
  'label and option': (sample) => {
    const { label, group, option } = sample.labelAndOption()
    return `${PRODUCTS}?label=${label}&optionGroup=${group}&option=${option}`
  },
  'color and size of one variant': (sample) => asked(PRODUCTS, { option: sample.colorAndSize() }),
  'price range': (sample) => asked(PRODUCTS, sample.priceRange()),
  'option in stock': (sample) => asked(PRODUCTS, { option: sample.optionInStock(), inStock: 'true' }),
  'all filters together': (sample) => asked(PRODUCTS, { ...sample.everything(), inStock: 'true' }),
  'wish list, 20 ids': (sample) => asked(PRODUCTS, { id: sample.productIds(MANY) }),
  'products of 20 skus': (sample) => asked(PRODUCTS, { sku: sample.skus(MANY) }),
}

function pagesOfFiltered({ filters }: Totals): Kinds {
  if (filters.length === 0) return {}
  const page = (sample: Sample, choose: (pages: number) => number) => {
    const { label, option, found } = sample.pick(filters)
    return asked(PRODUCTS, { page: choose(Math.ceil(found / PAGE)), label, option })
  }
  return {
    'label and option, middle page': (sample) => page(sample, (pages) => sample.middlePage(pages)),
    'label and option, last page': (sample) => page(sample, (pages) => pages),
  }
}

const SEARCHES: Kinds = {
  'search, one word': (sample) => searchPath(sample.words(1)),
  'search, two words': (sample) => searchPath(sample.words(2)),
  'search, first letter': (sample) => searchPath([sample.prefix(1)]),
  'search, first 2 letters': (sample) => searchPath([sample.prefix(2)]),
  'search, first 3 letters': (sample) => searchPath([sample.prefix(3)]),
  'search, one letter wrong': (sample) => searchPath([sample.misspelt(1)]),
  'search, two letters wrong': (sample) => searchPath([sample.misspelt(2)]),
  'search, inside words': (sample) => searchPath([sample.partOfWord()]),
  'search with label': (sample) => asked(PRODUCTS, sample.labelAndWord()),
  'search by price': (sample) => asked(PRODUCTS, { search: sample.nameWord(), sortBy: 'price:ASC' }),
}

const FACET_COUNTS: Kinds = {
  'facets of all': () => FACETS,
  'facets of a label': (sample) => asked(FACETS, { label: sample.labelCode() }),
  'facets of label and option': (sample) => {
    const { label, group, option } = sample.labelAndOption()
    return asked(FACETS, { label, option: `${group}:${option}` })
  },
  'facets of a search': (sample) => asked(FACETS, { search: sample.nameWord() }),
  'facets of option and price range': (sample) => asked(FACETS, sample.optionAndPriceRange()),
  'facets of what is in stock': () => asked(FACETS, { inStock: 'true' }),
}

function variants(totals: Totals): Kinds {
  const pages = Math.ceil(totals.variants / PAGE)
  return {
    'variant list, any page': (sample) => `${VARIANTS}?page=${sample.page(pages)}`,
    'variants of a product': (sample) => `${VARIANTS}?product=${sample.productId()}`,
    'variants of a sku': (sample) => asked(VARIANTS, { sku: sample.skus(1) }),
    'cart, 20 skus': (sample) => asked(VARIANTS, { sku: sample.skus(MANY) }),
    'variants by search': (sample) => asked(VARIANTS, { search: sample.nameWord() }),
    'variant by id': (sample) => `${VARIANTS}/${sample.variantId()}`,
  }
}

function searchPath(words: string[]): string {
  return `${PRODUCTS}?search=${encodeURIComponent(words.join(' '))}`
}

function asked(path: string, parameters: Record<string, string | number | readonly string[]>): string {
  const pairs = Object.entries(parameters).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, String(value)]),
  )
  return `${path}?${new URLSearchParams(pairs)}`
}
