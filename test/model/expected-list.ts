import {
  allOf,
  firstOf,
  given,
  type Parameters,
  PRODUCT_FILTERS,
  productsAsked,
  VARIANT_FILTERS,
  variantsAsked,
} from './asked.ts'
import { fullForm, listForm, variantForm } from './forms.ts'
import type { NaiveStore } from './naive.ts'
import { findProducts, findVariants } from './naive-find.ts'
import type { ListRequest } from './random-request.ts'

/** What a request for a list should find, and what its links should say. */
export interface ExpectedList {
  readonly ids: readonly string[]
  readonly limit: number
  /** The body of one page, to the byte. */
  page(number: number): string
}

/** `origin` is what the links of variants begin with. */
export function expectedList(store: NaiveStore, request: ListRequest, origin: string): ExpectedList {
  const parameters = given(request.parameters)
  return request.path === '/store/products' ? productList(store, parameters) : variantList(store, parameters, origin)
}

function productList(store: NaiveStore, parameters: Parameters): ExpectedList {
  const limit = limitOf(parameters)
  const found = findProducts(store, productsAsked(parameters))
  const rest = linked(parameters, ['sortBy', ...PRODUCT_FILTERS])
  const linkTo = (page: number) => `?page=${page}&limit=${limit}${rest}`
  return {
    ids: found.map(({ id }) => id),
    limit,
    page: (number) => envelope(found.map(listForm), { number, limit, linkTo }),
  }
}

function variantList(store: NaiveStore, parameters: Parameters, origin: string): ExpectedList {
  const limit = limitOf(parameters)
  const asked = variantsAsked(parameters)
  const found = findVariants(store, asked)
  const sortBy = asked.sortBy ?? 'createdAt:DESC'
  // A link that gave the order of a search by rank would ask for another one.
  const byRank = asked.search !== undefined && asked.sortBy === undefined
  const rest = `${byRank ? '' : `&sortBy=${sortBy}`}${linked(parameters, VARIANT_FILTERS)}`
  const linkTo = (page: number) => `${origin}/store/product-variants?page=${page}&limit=${limit}${rest}`
  return {
    ids: found.map(({ variant }) => variant.id),
    limit,
    page: (number) => envelope(found.map(variantForm), { number, limit, linkTo, sortBy }),
  }
}

function limitOf(parameters: Parameters): number {
  return Math.min(Number(firstOf(parameters, 'limit') ?? 20), 100)
}

/** Parameters as links repeat them: in this order, with the values as they were sent. */
function linked(parameters: Parameters, names: readonly string[]): string {
  const encoded = (name: string, value: string) => (name === 'sortBy' ? value : encodeURIComponent(value))
  return names.flatMap((name) => allOf(parameters, name).map((value) => `&${name}=${encoded(name, value)}`)).join('')
}

interface PageAsked {
  readonly number: number
  readonly limit: number
  readonly linkTo: (page: number) => string
  /** On the list of variants only. */
  readonly sortBy?: string
}

function envelope(found: readonly unknown[], { number, limit, linkTo, sortBy }: PageAsked): string {
  const totalPages = Math.ceil(found.length / limit)
  const last = sortBy && totalPages > 0 ? { last: linkTo(totalPages) } : {}
  const lastWithItems = Math.max(1, totalPages)
  return JSON.stringify({
    data: found.slice((number - 1) * limit, number * limit),
    meta: {
      itemsPerPage: limit,
      totalItems: found.length,
      currentPage: number,
      totalPages,
      ...(sortBy && { sortBy: [sortBy.split(':')] }),
    },
    links: {
      ...(number > 1 && { previous: linkTo(Math.min(number - 1, lastWithItems)) }),
      current: linkTo(number),
      ...(number < totalPages && { next: linkTo(number + 1) }),
      ...last,
    },
  })
}

/** The bodies of all products by themselves, and of all variants, by their paths. */
export function expectedSingles(store: NaiveStore): [path: string, body: string][] {
  return store.products.flatMap((product): [string, string][] => [
    [`/store/products/${product.id}`, JSON.stringify(fullForm(product))],
    ...product.variants.map((variant): [string, string] => [
      `/store/product-variants/${variant.id}`,
      JSON.stringify(variantForm({ variant, product })),
    ]),
  ])
}
