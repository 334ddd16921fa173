import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { derivedId } from '@vitrine/catalog/uuid'

// biome-ignore lint/suspicious/noExplicitAny: tests change it freely, as servers do.
export type Json = any

/** How the server differs from a minimal one that follows the specification. */
export interface Behaviour {
  /** The path before `/store/products`. */
  readonly prefix?: string
  readonly link?: undefined | ((page: number, limit: number, path: string, address: string) => string | null)
  /** The list of labels. Without it: 404. */
  readonly labels?: Json[]
  readonly etag?: (body: string) => string | undefined
  readonly listed?: (product: Json) => Json
  readonly single?: (product: Json) => Json
  readonly variant?: (variant: Json) => Json
  readonly envelope?: (envelope: Json, path: string) => Json
  /** Sees each request first. Returns true if it answers the request itself. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse, url: URL) => boolean
}

/** A server of the API with a catalog in memory. */
export interface Backend extends AsyncDisposable {
  readonly address: string
  /** The paths and queries of all requests. */
  readonly requests: string[]
  /** The headers of the last request. */
  readonly headers: Record<string, unknown>
  /** The complete products. Tests may replace them. */
  products: Json[]
  /** Tests may replace it. */
  behaviour: Behaviour
  /** The number of requests with a path that matches. */
  count(path: RegExp): number
}

const THEN = '2026-01-02T03:04:05.678Z'
const stamps = { createdAt: THEN, updatedAt: THEN }
const id = (...key: (string | number)[]) => derivedId('backend', ...key.map(String))

const COLORS = ['red', 'blue'].map((code) => ({ id: id('option', code), name: code.toUpperCase(), code }))
const COLOR = { id: id('group', 'color'), name: 'Color', code: 'color', options: COLORS }

/** A product with two variants, all in their full forms. */
export function product(number: number): Json {
  const label = { id: id('label', 'all'), name: 'All', code: 'all' }
  return {
    id: id('product', number),
    name: `Thing ${number}`,
    description: `What thing ${number} is`,
    slug: `thing-${number}`,
    variants: COLORS.map((color, index) => ({
      id: id('variant', number, color.code),
      name: `Thing ${number}, ${color.name}`,
      sku: `T${number}-${color.code}`,
      price: `${number}.50`,
      stock: index === 0 ? null : number,
      productOptions: [{ ...color, ...stamps }],
      files: [variantFile(number, color.code)],
      taxRate: { id: id('tax'), name: 'Reduced', rate: 7, isDefault: false, ...stamps },
      labelValues: [label],
    })),
    files: [
      {
        id: id('file', number),
        priority: 0,
        file: { path: `https://img.example/${number}.jpg`, mimeType: 'image/jpeg' },
      },
    ],
    optionGroups: [COLOR],
    labelValues: [label],
  }
}

export function products(count: number): Json[] {
  return Array.from({ length: count }, (_, index) => product(index + 1))
}

function variantFile(number: number, color: string) {
  const path = `https://img.example/${number}-${color}.jpg`
  const stored = { originalName: `${color}.jpg`, fileName: `${number}.jpg`, mimeType: 'image/jpeg', fileSize: 12, path }
  return {
    id: id('entry', number, color),
    ...stamps,
    priority: 0,
    file: { id: id('stored', number, color), ...stamps, ...stored },
  }
}

/** ETags that cover the complete catalog: the same for every response. */
export function catalogEtag(backend: () => Backend): (body: string) => string {
  const etags = new WeakMap<Json[], string>()
  return () => {
    const { products } = backend()
    const etag = etags.get(products) ?? `W/"${id(JSON.stringify(products))}"`
    etags.set(products, etag)
    return etag
  }
}

/** ETags as Express makes them: a digest of the response. */
export const bodyEtag = (body: string) => `W/"${id(body)}"`

export async function startBackend(catalog: Json[], behaviour: Behaviour = {}): Promise<Backend> {
  const server = createServer((request, response) => {
    const url = new URL(request.url!, address)
    backend.requests.push(request.url!)
    Object.assign(backend.headers, request.headers)
    if (!backend.behaviour.intercept?.(request, response, url)) answer(backend, url, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const backend: Backend = {
    address,
    requests: [],
    headers: {},
    products: catalog,
    behaviour,
    count: (path) => backend.requests.filter((request) => path.test(request)).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return backend
}

export const LABELS = /^\/store\/labels$/
export const SINGLE = /^\/store\/products\/[^?]+$/
export const PRODUCTS = /^\/store\/products\?/
export const VARIANTS = /^\/store\/product-variants\?/

function answer(backend: Backend, url: URL, request: IncomingMessage, response: ServerResponse): void {
  const { behaviour, products } = backend
  const path = url.pathname.slice((behaviour.prefix ?? '').length)
  const [, wanted] = /^\/store\/products\/(.+)$/.exec(path) ?? []
  const found = products.find((product) => product.id === wanted)
  if (path === '/store/products') sendJson(listOf(products.map(listed), backend, url, behaviour.listed))
  else if (path === '/store/product-variants') sendJson(listOf(products.flatMap(full), backend, url, behaviour.variant))
  else if (path === '/store/labels' && behaviour.labels) sendJson({ data: behaviour.labels })
  else if (found) sendJson((behaviour.single ?? same)(single(found)))
  else response.writeHead(404).end()

  function sendJson(value: Json): void {
    const body = JSON.stringify(value)
    const etag = behaviour.etag?.(body)
    if (etag !== undefined) response.setHeader('etag', etag)
    if (etag !== undefined && request.headers['if-none-match'] === etag) response.writeHead(304).end()
    else response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
  }
}

const same = (value: Json) => value

function listOf(items: Json[], { behaviour, address }: Backend, url: URL, form: (item: Json) => Json = same): Json {
  const { link = (page, limit) => `?page=${page}&limit=${limit}`, envelope = same } = behaviour
  const limit = Math.min(100, Number(url.searchParams.get('limit') ?? 20))
  const page = Number(url.searchParams.get('page') ?? 1)
  const pages = Math.ceil(items.length / limit)
  const to = (number: number) => link(number, limit, url.pathname, address)
  return envelope(
    {
      data: items.slice((page - 1) * limit, page * limit).map(form),
      meta: { itemsPerPage: limit, totalItems: items.length, currentPage: page, totalPages: pages },
      links: { current: to(page), ...(page < pages ? { next: to(page + 1) } : {}) },
    },
    url.pathname,
  )
}

const option = ({ id, name, code }: Json) => ({ id, name, code })

function summary({ id, name, sku, price, stock, productOptions }: Json): Json {
  return { id, name, sku, price, stock, productOptions: productOptions.map(option) }
}

function listed({ id, name, description, slug, variants, labelValues }: Json): Json {
  return { id, name, description, slug, variants: variants.map(summary), labelValues }
}

function single(product: Json): Json {
  const files = ({ files }: Json) =>
    files.map(({ id, priority, file: { path, mimeType } }: Json) => ({ id, priority, file: { path, mimeType } }))
  const variants = product.variants.map((variant: Json) => ({ ...summary(variant), files: files(variant) }))
  return { ...product, variants }
}

function full(product: Json): Json[] {
  const reference = { variants: [], files: [], optionGroups: [], labelValues: [] }
  return product.variants.map((variant: Json) => ({ ...variant, product: reference }))
}
