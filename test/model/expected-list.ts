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
  const given = request.parameters.filter(([, value]) => value !== '')
  const limit = Math.min(Number(firstOf(given, 'limit') ?? 20), 100)
  return request.path === '/store/products'
    ? productList(store, given, limit)
    : variantList(store, given, limit, origin)
}

type Given = ListRequest['parameters']

function productList(store: NaiveStore, given: Given, limit: number): ExpectedList {
  const search = firstOf(given, 'search')?.trim() ? firstOf(given, 'search') : undefined
  const sortBy = firstOf(given, 'sortBy')
  const labels = allOf(given, 'label')
  const optionGroups = allOf(given, 'optionGroup')
  const options = allOf(given, 'option')
  const found = findProducts(store, { search, labels, optionGroups, options, sortBy })
  const rest = [
    ...(sortBy ? [`sortBy=${sortBy}`] : []),
    ...(search ? [`search=${encodeURIComponent(search)}`] : []),
    ...labels.map((code) => `label=${encodeURIComponent(code)}`),
    ...optionGroups.map((code) => `optionGroup=${encodeURIComponent(code)}`),
    ...options.map((code) => `option=${encodeURIComponent(code)}`),
  ]
  const linkTo = (page: number) => `?${[`page=${page}`, `limit=${limit}`, ...rest].join('&')}`
  return {
    ids: found.map(({ id }) => id),
    limit,
    page: (number) => envelope(found.map(listForm), { number, limit, linkTo }),
  }
}

function variantList(store: NaiveStore, given: Given, limit: number, origin: string): ExpectedList {
  const product = firstOf(given, 'product')
  const sortBy = firstOf(given, 'sortBy') ?? 'createdAt:DESC'
  const found = findVariants(store, product, sortBy)
  const rest = [`sortBy=${sortBy}`, ...(product ? [`product=${product}`] : [])]
  const linkTo = (page: number) =>
    `${origin}/store/product-variants?${[`page=${page}`, `limit=${limit}`, ...rest].join('&')}`
  return {
    ids: found.map(({ variant }) => variant.id),
    limit,
    page: (number) => envelope(found.map(variantForm), { number, limit, linkTo, sortBy }),
  }
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

function firstOf(given: Given, name: string): string | undefined {
  return allOf(given, name)[0]
}

function allOf(given: Given, name: string): string[] {
  return given.filter(([other]) => other === name).map(([, value]) => value)
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
