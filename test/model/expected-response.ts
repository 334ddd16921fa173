import { compareNaturally } from '@vitrine/catalog/natural-order'
import type { Product } from '@vitrine/catalog/product'
import type { SearchNote } from '@vitrine/engine/serve/query'
import {
  cardDocument,
  detailDocument,
  fullDocument,
  matchedVariant,
  summaryDocument,
  variantDocument,
} from './expected-documents.ts'
import type { NaiveStore } from './naive.ts'
import { naiveFacets } from './naive-facets.ts'
import { matchingVariants } from './naive-filter.ts'
import { findProducts, findVariants, noteOf, type ProductListQuery, searchVariants } from './naive-find.ts'
import { withPriceInWords, withPriceNote } from './naive-price.ts'
import {
  allValues,
  firstValue,
  nonEmpty,
  type Parameters,
  PRODUCT_FILTERS,
  productConditions,
  productListQuery,
  VARIANT_FILTERS,
  variantListQuery,
} from './parameters.ts'
import type { FacetsRequest, ListRequest } from './random-request.ts'

/** The expected answer to a request for a list. */
export interface ExpectedList {
  readonly ids: readonly string[]
  readonly limit: number
  /** The body of one page, to the byte. */
  page(number: number): string
}

const DOCUMENTS: Readonly<Record<string, (product: Product) => object>> = {
  '': summaryDocument,
  card: cardDocument,
  full: fullDocument,
}

/** `origin` is the start of the links to variants. */
export function expectedList(store: NaiveStore, request: ListRequest, origin: string): ExpectedList {
  const parameters = nonEmpty(request.parameters)
  return request.path === '/store/products' ? productList(store, parameters) : variantList(store, parameters, origin)
}

function productList(store: NaiveStore, parameters: Parameters): ExpectedList {
  const limit = limitOf(parameters)
  const query = withPriceInWords(store, productListQuery(parameters))
  const matches = findProducts(store, query)
  const search = noteOf(store, query)
  const filters = linked(parameters, ['sortBy', 'form', ...PRODUCT_FILTERS, 'matches', 'market'])
  const document = DOCUMENTS[firstValue(parameters, 'form') ?? '']!
  const linkTo = (page: number) => `?page=${page}&limit=${limit}${filters}`
  return {
    ids: matches.map(({ id }) => id),
    limit,
    page: (number) => {
      const variants = firstValue(parameters, 'matches') && matches.map((product) => firstMatch(store, product, query))
      const matched = variants ? variants.slice((number - 1) * limit, number * limit) : undefined
      return envelope(matches.map(document), { number, limit, linkTo, search, matches: matched })
    },
  }
}

/** The first variant that meets all conditions on variants, or of these the first that the search finds too. */
function firstMatch(store: NaiveStore, product: Product, query: ProductListQuery): object | null {
  const possible = matchingVariants(product, query)
  const search = { search: query.search, searchIn: ['name', 'option', 'sku'] as const }
  const found = new Set([...searchVariants(store, search).ranks.keys()].map(({ variant }) => variant))
  const first = possible.find((variant) => found.has(variant)) ?? possible[0]
  return first ? matchedVariant(first) : null
}

function variantList(store: NaiveStore, parameters: Parameters, origin: string): ExpectedList {
  const limit = limitOf(parameters)
  const requested = variantListQuery(parameters)
  const query = withPriceInWords(store, requested)
  const matches = findVariants(store, query)
  const search = withPriceNote(searchVariants(store, query).note, query)
  const sortBy = query.sortBy ?? 'createdAt:DESC'
  // Results by rank have no `sortBy`: a link with one would change the order.
  const byRank = requested.search !== undefined && query.sortBy === undefined
  const filters = `${byRank ? '' : `&sortBy=${sortBy}`}${linked(parameters, [...VARIANT_FILTERS, 'market'])}`
  const linkTo = (page: number) => `${origin}/store/product-variants?page=${page}&limit=${limit}${filters}`
  return {
    ids: matches.map(({ variant }) => variant.id),
    limit,
    page: (number) => envelope(matches.map(variantDocument), { number, limit, linkTo, sortBy, search }),
  }
}

function limitOf(parameters: Parameters): number {
  return Math.min(Number(firstValue(parameters, 'limit') ?? 20), 100)
}

/** The parameters that a link repeats, in this order and with the values of the request. */
function linked(parameters: Parameters, names: readonly string[]): string {
  const encoded = (name: string, value: string) => (name === 'sortBy' ? value : encodeURIComponent(value))
  return names
    .flatMap((name) => allValues(parameters, name).map((value) => `&${name}=${encoded(name, value)}`))
    .join('')
}

interface PageOptions {
  readonly number: number
  readonly limit: number
  readonly linkTo: (page: number) => string
  /** Only for the list of variants. */
  readonly sortBy?: string
  readonly search?: SearchNote | undefined
  readonly matches?: readonly unknown[] | undefined
}

function envelope(items: readonly unknown[], options: PageOptions): string {
  const { number, limit, linkTo, sortBy, search, matches } = options
  const totalPages = Math.ceil(items.length / limit)
  const last = sortBy && totalPages > 0 ? { last: linkTo(totalPages) } : {}
  const lastWithItems = Math.max(1, totalPages)
  return JSON.stringify({
    data: items.slice((number - 1) * limit, number * limit),
    meta: {
      itemsPerPage: limit,
      totalItems: items.length,
      currentPage: number,
      totalPages,
      ...(sortBy && { sortBy: [sortBy.split(':')] }),
      ...(search && { search }),
      ...(matches && { matches }),
    },
    links: {
      ...(number > 1 && { previous: linkTo(Math.min(number - 1, lastWithItems)) }),
      current: linkTo(number),
      ...(number < totalPages && { next: linkTo(number + 1) }),
      ...last,
    },
  })
}

/** The expected body of a request for facets, to the byte. */
export function expectedFacets(store: NaiveStore, request: FacetsRequest): string {
  const parameters = nonEmpty(request.parameters)
  const facetLimit = Math.min(Number(firstValue(parameters, 'facetLimit') ?? 100), 1000)
  const buckets = Number(firstValue(parameters, 'buckets') ?? 0)
  const isSorted = firstValue(parameters, 'sortBy') !== undefined
  const facets = naiveFacets(
    store,
    withPriceInWords(store, productConditions(parameters)),
    facetLimit,
    buckets,
    isSorted,
  )
  const order = firstValue(parameters, 'facetOrder')
  if (order === undefined) return JSON.stringify(facets)
  const optionGroups = facets.optionGroups.map((group) => {
    const place = ({ code }: { readonly code: string }) => (order === 'catalog' ? placeOf(store, group.code, code) : 0)
    return {
      ...group,
      options: group.options.toSorted(
        (one, other) => place(one) - place(other) || compareNaturally(one.name, other.name),
      ),
    }
  })
  return JSON.stringify({ ...facets, optionGroups })
}

/** The index of an option in its group, in the product that was loaded first of those with it. */
function placeOf(store: NaiveStore, group: string, option: string): number {
  const places = store.products
    .toSorted((one, other) => store.loadOrder(one.id) - store.loadOrder(other.id))
    .flatMap(({ optionGroups }) => optionGroups.filter(({ code }) => code === group))
    .map(({ options }) => options.findIndex(({ code }) => code === option))
  return places.find((place) => place >= 0)!
}

/** The expected bodies of all single products and variants, by path. */
export function expectedDocuments(store: NaiveStore): [path: string, body: string][] {
  return store.products.flatMap((product): [string, string][] => [
    [`/store/products/${product.id}`, JSON.stringify(detailDocument(product))],
    ...product.variants.map((variant): [string, string] => [
      `/store/product-variants/${variant.id}`,
      JSON.stringify(variantDocument({ variant, product })),
    ]),
  ])
}
