import { quote } from '../json-path.ts'
import { RemoteError } from './remote-error.ts'

/** The two lists of the API, by what they hold. */
export const PATHS = { product: 'store/products', variant: 'store/product-variants' } as const

export type Listed = keyof typeof PATHS

/** As many items a page as the API allows. */
const LIMIT = 100

/** Where a server of the API is. Nothing is ever asked of another host: requests carry headers that may be secret. */
export class RemoteAddress {
  /** What comes before `store/products`; ends in a slash. */
  readonly base: URL

  /** `address` is http or https, with or without a path; `/store/products` at its end is no part of it. */
  constructor(address: URL) {
    this.base = new URL(address.href)
    this.base.search = ''
    this.base.hash = ''
    this.base.pathname = `${address.pathname.replace(/(?:\/+store\/products)?\/*$/, '')}/`
  }

  firstPage(kind: Listed): URL {
    return new URL(`${PATHS[kind]}?page=1&limit=${LIMIT}`, this.base)
  }

  product(id: string): URL {
    return new URL(`${PATHS.product}/${encodeURIComponent(id)}`, this.base)
  }

  /**
   * The next page, as the page at `from` links it: by a query, a path or a whole URL. A link that says no `limit` would
   * lead to a page of another size, and past items: it gets the one of the page that it stands on.
   */
  nextPage(link: string, from: URL): URL {
    const next = this.follow(link, from)
    // A server behind a gateway that takes a path away does not know of it: the list is the same, and so is the way to it.
    const isBelow = next.pathname.startsWith(this.base.pathname)
    const list = Object.values(PATHS).find((path) => from.pathname.endsWith(`/${path}`))
    if (!isBelow && list !== undefined && next.pathname.endsWith(`/${list}`)) next.pathname = from.pathname
    const limit = from.searchParams.get('limit')
    if (limit !== null && !next.searchParams.has('limit')) next.searchParams.set('limit', limit)
    return next
  }

  /** Where a link, or a redirect, at `from` leads. Throws `RemoteError` if that is another host. */
  follow(link: string, from: URL): URL {
    const to = URL.parse(link, from.href)
    if (!to) throw new RemoteError(`${from.pathname} links to ${quote(link)}, which is not an address.`)
    // A server behind a proxy that ends TLS calls itself http: the host is the same, and so is the way to it.
    if (from.protocol === 'https:' && to.protocol === 'http:' && to.host === from.host) to.protocol = 'https:'
    to.username = ''
    to.password = ''
    to.hash = ''
    if (to.origin === this.base.origin || this.#isSecured(to)) return to
    throw new RemoteError(
      `${from.pathname} links to ${to.origin}, which is another host; only ${this.base.origin} is read.`,
    )
  }

  /** The same host by https, where http was asked for. */
  #isSecured(to: URL): boolean {
    const { hostname, protocol, port } = this.base
    return protocol === 'http:' && to.protocol === 'https:' && to.hostname === hostname && port === '' && to.port === ''
  }
}
