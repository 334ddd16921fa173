import type { IncomingMessage, ServerResponse } from 'node:http'
import { SCRIPT, STYLE } from './assets.ts'
import { renderPage, rooted } from './layout.ts'
import type { Answer, Visit } from './page.ts'
import { cartPage, wishListPage } from './pages/cart.ts'
import { homePage } from './pages/home.ts'
import { llms, robots, sitemap, sitemapPart } from './pages/machines.ts'
import { notFoundPage, unavailablePage } from './pages/problem.ts'
import { productPage } from './pages/product.ts'
import { searchPage } from './pages/search.ts'
import { suggestionList } from './pages/suggestions.ts'
import { refreshed } from './refreshed.ts'
import { type Reply, send } from './response.ts'
import { readShop, type Shop } from './shop.ts'
import { createVitrine, RequestError, type Vitrine } from './vitrine.ts'

export interface StorefrontOptions {
  /** The address of the Vitrine server: `http://127.0.0.1:3000`. */
  readonly url: string
  /** The id of the store. */
  readonly store: string
  /** The address of the shop for canonical links. Without it: the one that the store has, else the host of each request. */
  readonly publicUrl?: string | undefined
  /** Whether one server answers for the shop and for the API. The pictures of the API then have the address of the shop. */
  readonly sharesServer?: boolean
  /** The path of the report of the import, if the server has one. */
  readonly report?: string | undefined
  /** Gets the error behind a page that says that the shop is not available. */
  readonly onError: (error: unknown) => void
}

/** Answers GET and HEAD of every path, and refuses other methods. */
export type Storefront = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** The name, the labels and the departments of the shop are read again after this time, in milliseconds. */
const SHOP_AGE = 10_000

export function createStorefront(options: StorefrontOptions): Storefront {
  const inMarket = markets(options)
  const pictureUrl = pictureUrls(options)
  const policy = contentSecurityPolicy(options)
  const reference = options.sharesServer ? '/docs' : undefined
  const links = { style: STYLE.path, script: SCRIPT.path, reference, report: options.report }

  return async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return void response.writeHead(405, { allow: 'GET, HEAD' }).end()
    const asset = [STYLE, SCRIPT].find(({ path }) => path === request.url)
    if (asset) return send(request, response, asset.reply)
    const leaving = new AbortController()
    response.on('close', () => leaving.abort())
    const reply = await replyTo(request, leaving.signal)
    if (!response.closed) await send(request, response, reply).catch(() => response.destroy())
  }

  async function replyTo(request: IncomingMessage, signal: AbortSignal): Promise<Reply> {
    let current: Shop | undefined
    try {
      current = await inMarket().shop()
      const url = addressOf(request, options.publicUrl ?? current.store.url)
      const code = marketOf(url, current)
      const { client, shop: read } = inMarket(code)
      const shop = await read()
      current = shop
      url.pathname = url.pathname.slice(shop.root.length)
      const visit = { client, shop, url, base: url.origin + shop.root, signal, pictureUrl }
      return toReply((await answer(visit)) ?? notFoundPage(visit), current, url)
    } catch (error) {
      if (current && isWrongAddress(error)) return toReply(notFoundPage({ shop: current }), current)
      if (!signal.aborted) options.onError(error)
      return toReply(unavailablePage(current?.say), current)
    }
  }

  function toReply(answer: Answer, current: Shop | undefined, url?: URL): Reply {
    if ('location' in answer) {
      const { location, isPermanent = false } = answer
      return { status: isPermanent ? 308 : 302, headers: { location: `${current?.root ?? ''}${location}` }, body: '' }
    }
    if ('body' in answer)
      return { status: 200, headers: { ...HEADERS, 'content-type': answer.type }, body: answer.body }
    const { status = 200 } = answer
    const headers = { ...HEADERS, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
    const body = renderPage(answer, current, url, links).source
    return { status, headers: status === 503 ? { ...headers, 'retry-after': '60' } : headers, body }
  }
}

/** The client and the shop of each market, made when first asked for. */
function markets(options: StorefrontOptions) {
  const all = new Map<string | undefined, { readonly client: Vitrine; readonly shop: () => Promise<Shop> }>()
  return (code?: string) => {
    const known = all.get(code)
    if (known) return known
    const client = createVitrine({ ...options, ...(code !== undefined && { market: code }) })
    const made = { client, shop: refreshed(() => readShop(client, code), SHOP_AGE) }
    all.set(code, made)
    return made
  }
}

/** The code that the path begins with, if it is that of a market. */
function marketOf({ pathname }: URL, { markets }: Shop): string | undefined {
  const [, first] = pathname.split('/')
  return markets.find(({ code }) => code === first)?.code
}

const HEADERS = {
  'cache-control': 'private, no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

const TEXT = 'text/plain; charset=utf-8'
const XML = 'application/xml; charset=utf-8'

/** Whether the API refuses what the address asks for, such as a slug with 300 characters. */
function isWrongAddress(error: unknown): boolean {
  return error instanceof RequestError && ['invalid-parameter', 'malformed-request'].includes(error.code)
}

/** Undefined if the shop has no such address. */
async function answer(visit: Visit): Promise<Answer | undefined> {
  const { pathname } = visit.url
  switch (pathname) {
    case '/':
      return homePage(visit)
    case '/search':
      return searchPage(visit)
    case '/suggest':
      return { type: 'text/html; charset=utf-8', body: rooted(await suggestionList(visit), visit.shop.root).source }
    case '/cart':
      return cartPage(visit)
    case '/wishlist':
      return wishListPage(visit)
    case '/sitemap.xml':
      return { type: XML, body: await sitemap(visit) }
    case '/robots.txt':
      return { type: TEXT, body: robots(visit) }
    case '/llms.txt':
      return { type: TEXT, body: llms(visit) }
  }
  const [, slug] = /^\/products\/([^/]+)$/.exec(pathname) ?? []
  if (slug !== undefined) return productPage(visit, decoded(slug))
  const [, part] = /^\/sitemap-([1-9]\d{0,4})\.xml$/.exec(pathname) ?? []
  return part === undefined ? undefined : { type: XML, body: sitemapPart(visit, Number(part)) }
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** The address that the shopper sees, if the shop knows its own, else the one of the request. */
function addressOf({ url, headers }: IncomingMessage, publicUrl: string | undefined): URL {
  const { host = '' } = headers
  const own = HOST.test(host) && URL.canParse(`http://${host}`) ? `http://${host}` : 'http://localhost'
  const base = publicUrl === undefined ? own : new URL(publicUrl).origin
  return new URL(url!.startsWith('/') ? `${base}${url}` : base)
}

function pictureUrls({ url, sharesServer }: StorefrontOptions): Visit['pictureUrl'] {
  const { origin } = new URL(url)
  return (path) => {
    const picture = URL.parse(path, origin)
    if (!picture) return undefined
    // A path that begins with two slashes would name a host.
    const isOwn = sharesServer && picture.origin === origin && !picture.pathname.startsWith('//')
    return isOwn ? picture.pathname : picture.href
  }
}

/** Everything comes from the shop, except pictures, which come from the addresses in the catalog. */
function contentSecurityPolicy({ url }: StorefrontOptions): string {
  return [
    "default-src 'none'",
    `img-src 'self' data: https: ${new URL(url).origin}`,
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
