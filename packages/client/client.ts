import type {
  Change,
  ChangePage,
  Facets,
  FullProduct,
  GetProductFacetsQuery,
  Label,
  LabelDetail,
  LabelList,
  ListChangesQuery,
  ListLabelsQuery,
  ListProductsQuery,
  ListVariantsQuery,
  Many,
  Market,
  MarketList,
  Product,
  ProductCard,
  ProductDetail,
  ProductPage,
  Store,
  SuggestedCard,
  SuggestedProduct,
  Suggestions,
  SuggestProductsQuery,
  Variant,
  VariantPage,
} from './api.ts'
import { RequestError } from './error.ts'
import { type EventOptions, readEvents, type StoreEvent } from './events.ts'
import { queryString } from './query.ts'
import { cacheTags, listTagNames, productTagNames } from './tags.ts'
import { createTransport, type RequestOptions, type VitrineOptions } from './transport.ts'

export { PRODUCT_SORTS, queryOf, VARIANT_SORTS } from './address.ts'
export type * from './api.ts'
export type { AnswerCache, CachedAnswer } from './cache.ts'
export { RequestError, type RequestErrorCode } from './error.ts'
export type { EventOptions, StoreEvent } from './events.ts'
export { cents } from './money.ts'
export type { RequestOptions, VitrineOptions } from './transport.ts'

/** Option codes, or option codes by group: `{ color: ['white', 'navy'], size: 'm' }`. */
export type OptionFilter = Many<string> | Readonly<Record<string, Many<string> | undefined>>

/** The products to list, and their order. */
export interface ProductQuery extends Omit<ListProductsQuery, 'option'> {
  readonly option?: OptionFilter | undefined
}

/** A query whose products come in full, with files, option groups, complete variants and timestamps. */
export interface FullProductQuery extends ProductQuery {
  readonly form: 'full'
}

/** A query whose products come as a grid shows them. */
export interface CardQuery extends ProductQuery {
  readonly form: 'card'
}

/** A query whose products come as summaries. */
export interface SummaryQuery extends ProductQuery {
  readonly form?: undefined
}

/** The products to count. You can pass the query of the list: its page and its form do not matter. */
export interface FacetQuery extends ProductQuery, Omit<GetProductFacetsQuery, 'option'> {
  readonly option?: OptionFilter | undefined
}

/** A page of products as summaries. */
export interface SummaryPage extends Omit<ProductPage, 'data'> {
  data: Product[]
}

/** A page of products as a grid shows them. */
export interface CardPage extends Omit<ProductPage, 'data'> {
  data: ProductCard[]
}

/** A page of products in full. */
export interface FullProductPage extends Omit<ProductPage, 'data'> {
  data: FullProduct[]
}

/** The products of a store. */
export interface Products {
  /** A page of products, as the service sends it. It is plain data: the answer as JSON, parsed. */
  list(query: FullProductQuery, options?: RequestOptions): Promise<FullProductPage>
  list(query: CardQuery, options?: RequestOptions): Promise<CardPage>
  list(query?: SummaryQuery, options?: RequestOptions): Promise<SummaryPage>
  list(query: ProductQuery, options?: RequestOptions): Promise<ProductPage>
  /** The page after a page of `list` or a copy of one. Undefined after the last. */
  next<Page extends ProductPage>(page: Page, options?: RequestOptions): Promise<Page | undefined>
  /** The page of a query, and all after it. */
  pages(query: FullProductQuery, options?: RequestOptions): AsyncGenerator<FullProductPage, void>
  pages(query: CardQuery, options?: RequestOptions): AsyncGenerator<CardPage, void>
  pages(query?: SummaryQuery, options?: RequestOptions): AsyncGenerator<SummaryPage, void>
  pages(query: ProductQuery, options?: RequestOptions): AsyncGenerator<ProductPage, void>
  /** All products of a query, 100 in a request unless `limit` says otherwise. */
  each(query: FullProductQuery, options?: RequestOptions): AsyncGenerator<FullProduct, void>
  each(query: CardQuery, options?: RequestOptions): AsyncGenerator<ProductCard, void>
  each(query?: SummaryQuery, options?: RequestOptions): AsyncGenerator<Product, void>
  each(query: ProductQuery, options?: RequestOptions): AsyncGenerator<Product | ProductCard | FullProduct, void>
  /** The product with an id. Throws `product-not-found`, or `invalid-id`. */
  get(id: string, options: RequestOptions & { readonly form: 'full' }): Promise<FullProduct>
  get(id: string, options: RequestOptions & { readonly form: 'card' }): Promise<ProductCard>
  get(id: string, options?: RequestOptions): Promise<ProductDetail>
  /** The product with a slug, or the one that had it, which has another slug now. Undefined if there is none. */
  bySlug(slug: string, options?: RequestOptions): Promise<FullProduct | undefined>
  /** The labels, options and prices that a shopper can choose next, with the number of products. */
  facets(query?: FacetQuery, options?: RequestOptions): Promise<Facets>
  /** Suggestions for a search box. */
  suggest(
    query: SuggestProductsQuery & { readonly form: 'card' },
    options?: RequestOptions,
  ): Promise<Omit<Suggestions, 'products'> & { products: SuggestedCard[] }>
  suggest(
    query?: SuggestProductsQuery & { readonly form?: undefined },
    options?: RequestOptions,
  ): Promise<Omit<Suggestions, 'products'> & { products: SuggestedProduct[] }>
  suggest(query: SuggestProductsQuery, options?: RequestOptions): Promise<Suggestions>
  /** A key for caches of answers. Equal queries have equal keys. */
  key(query?: ProductQuery): readonly string[]
  /**
   * The cache tags of the list of a query, or of its facets, or of the product with an id. The server sends the same
   * ones as a header, and those of the answers that a publication makes stale as an event. Asks for the store if
   * neither `store` nor `url` names it. Needs a secure context in a browser.
   */
  tags(of?: ProductQuery | string, options?: RequestOptions & { readonly facets?: boolean }): Promise<string[]>
}

/** The variants of a store. */
export interface Variants {
  /** A page of variants, as the service sends it. It is plain data: the answer as JSON, parsed. */
  list(query?: ListVariantsQuery, options?: RequestOptions): Promise<VariantPage>
  /** The page after a page of `list` or a copy of one. Undefined after the last. */
  next(page: VariantPage, options?: RequestOptions): Promise<VariantPage | undefined>
  /** The page of a query, and all after it. */
  pages(query?: ListVariantsQuery, options?: RequestOptions): AsyncGenerator<VariantPage, void>
  /** All variants of a query, 100 in a request unless `limit` says otherwise. */
  each(query?: ListVariantsQuery, options?: RequestOptions): AsyncGenerator<Variant, void>
  /** The variant with an id. Throws `variant-not-found`, or `invalid-id`. */
  get(id: string, options?: RequestOptions): Promise<Variant>
  /** A key for caches of answers. Equal queries have equal keys. */
  key(query?: ListVariantsQuery): readonly string[]
}

/** What changed since a publication. All of them throw `publication-gone` where you have to read everything. */
export interface Changes {
  /** A page of changes. Its `meta.to` is the `since` of the next time. Without `since`, it has no changes. */
  list(query?: ListChangesQuery, options?: RequestOptions): Promise<ChangePage>
  /** The page after a page of `list` or a copy of one, of the same changes. Undefined after the last. */
  next(page: ChangePage, options?: RequestOptions): Promise<ChangePage | undefined>
  /** The page of a query, and all after it. There is always one. */
  pages(query?: ListChangesQuery, options?: RequestOptions): AsyncGenerator<ChangePage, void>
  /** All changes of a query, 100 in a request unless `limit` says otherwise. */
  each(query?: ListChangesQuery, options?: RequestOptions): AsyncGenerator<Change, void>
}

/** A store of a catalog service. Every method throws `RequestError`, or the reason of an aborted signal. */
export interface Vitrine {
  readonly products: Products
  readonly variants: Variants
  readonly changes: Changes
  /** The public settings of the store: its name, currency and address. */
  store(options?: RequestOptions): Promise<Store>
  /** The store itself, which has no `code`, and its markets: the same products in other languages and currencies. */
  markets(options?: RequestOptions): Promise<Market[]>
  /** The labels of all products, or those of some kinds, each followed by those below it. */
  labels(query?: ListLabelsQuery, options?: RequestOptions): Promise<Label[]>
  /**
   * The publications of the store as they happen, for ever: the newest at first, or what you have missed `since` one.
   * Connects again by itself. Throws `route-not-found` if the operator has not switched events on.
   */
  events(options?: EventOptions): AsyncGenerator<StoreEvent, void>
  /** The label with a code, with those above and below it. Throws `label-not-found`. */
  label(code: string, options?: RequestOptions): Promise<LabelDetail>
}

const PRODUCTS = '/store/products'
const VARIANTS = '/store/product-variants'

/**
 * A client of a store. It sends nothing until a method is called. Throws a TypeError if `url` is no address, or if
 * `store` is empty, as a variable of the environment that is not set.
 */
export function createVitrine(options: VitrineOptions): Vitrine {
  if (options.store === '') throw new TypeError('store is ""; write the id of a store, or leave store out')
  const base = baseOf(options.url)
  const get = createTransport(base, options)
  const { market } = options
  const read = async <Value>(path: string, query: object = {}, request?: RequestOptions): Promise<Value> =>
    get(path + queryString({ market, ...query }), request)

  /** The store that the options name, or that the service selects. */
  async function storeId(request?: RequestOptions): Promise<string> {
    const { store = /\/stores\/([\w-]+)$/.exec(base)?.[1] } = options
    return store ?? (await read<Store>('/store', {}, request)).id
  }

  function listOf<Item, Page extends { readonly data: Item[]; readonly links: ProductPage['links'] }>(path: string) {
    const list = async (query?: object, request?: RequestOptions) => read<Page>(path, query, request)
    // Takes only the query of the link, because the service may not know the address under which a proxy serves it.
    const next = async ({ links: { next: link } }: Page, request?: RequestOptions) =>
      link === undefined ? undefined : get<Page>(path + link.slice(link.indexOf('?')), request)
    async function* pages(query?: object, request?: RequestOptions): AsyncGenerator<Page, void> {
      for (let page: Page | undefined = await list(query, request); page; page = await next(page, request)) yield page
    }
    async function* each(query?: object, request?: RequestOptions): AsyncGenerator<Item, void> {
      for await (const { data } of pages({ limit: 100, ...query }, request)) yield* data
    }
    return {
      list,
      next,
      pages,
      each,
      get: async (id: string, request?: RequestOptions & { readonly form?: string }) =>
        read<Item>(`${path}/${checkedId(id)}`, { form: request?.form }, request),
      key: (query: object = {}) => ['vitrine', base, options.store ?? '', path, queryString({ market, ...query })],
    }
  }

  // The overloads of `Products` tell which form has which items.
  const products = listOf<never, never>(PRODUCTS) as Omit<Products, 'bySlug' | 'facets' | 'suggest' | 'tags'>
  return {
    products: {
      ...products,
      async bySlug(slug, request) {
        // The service ignores an empty slug, and refuses one that no product can have.
        if (typeof slug !== 'string' || !/^[^\0]{1,200}$/u.test(slug)) return undefined
        return (await products.list({ slug, form: 'full', limit: 1 }, request)).data[0]
      },
      // Without the parameters that do not change the counts, so that all pages of a list share their facets.
      facets: ({ page, limit, form, matches, ...query } = {}, request) => read(`${PRODUCTS}/facets`, query, request),
      async tags(of = {}, { facets = false, ...request } = {}) {
        const names = typeof of === 'string' ? productTagNames(checkedId(of)) : listTagNames(of, facets)
        return cacheTags(await storeId(request), names)
      },
      suggest: (query?: SuggestProductsQuery, request?: RequestOptions) =>
        read<never>(`${PRODUCTS}/suggest`, query, request),
    },
    variants: listOf<Variant, VariantPage>(VARIANTS),
    changes: listOf<Change, ChangePage>('/store/changes'),
    store: (request) => read('/store', {}, request),
    markets: async (request) => (await read<MarketList>('/store/markets', {}, request)).data,
    events: (events) => readEvents(`${base}/store/events${queryString({ market })}`, options, events),
    label: async (code, request) => read(`/store/labels/${encodeURIComponent(code)}`, {}, request),
    labels: async (query, request) => (await read<LabelList>('/store/labels', query, request)).data,
  }
}

/**
 * The address without its query, its fragment and slashes at its end. A browser resolves it against the address of the
 * page.
 */
function baseOf(url: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href
  const address = URL.canParse(url, page) ? new URL(url, page) : undefined
  if (address && /^https?:/.test(address.href)) return address.origin + address.pathname.replace(/\/+$/, '')
  throw new TypeError(`url is ${JSON.stringify(url)}; write an address such as "https://catalog.example"`)
}

/** Checks that an id is a UUID. Any other text in a path could name another operation. */
function checkedId(id: string): string {
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return id
  const detail = `the id is ${JSON.stringify(id)}; it must be a UUID such as 7d444840-9dc0-11d1-b245-5ffdce74fad2`
  throw new RequestError('invalid-id', detail, { status: 400, errors: [{ parameter: 'id', detail }] })
}
