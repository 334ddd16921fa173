import { quote } from '@vitrine/catalog/native/json-path'
import { RemoteError } from './remote-error.ts'

/** The two lists of the API. */
const LIST_PATHS = { product: 'store/products', variant: 'store/product-variants' } as const

const CHANGES_PATH = 'store/changes'

/** Asks for complete products. A server that cannot give them ignores it, as the specification says. */
const FORM = { product: '&form=full', variant: '' } as const

export type ListKind = keyof typeof LIST_PATHS

/** The largest page that the API allows. */
export const PAGE_SIZE = 100

/** The address of a server of the API. Requests may carry secret headers, so no URL leads to another host. */
export class RemoteAddress {
  /** Everything before `store/products`; ends in a slash. */
  readonly base: URL

  /** `address` is an http or https URL. A trailing `/store/products` is removed. */
  constructor(address: URL) {
    this.base = new URL(address.href)
    this.base.search = ''
    this.base.hash = ''
    this.base.pathname = `${address.pathname.replace(/(?:\/+store\/products)?\/*$/, '')}/`
  }

  get store(): URL {
    return new URL('store', this.base)
  }

  firstPage(kind: ListKind, limit = PAGE_SIZE): URL {
    return new URL(`${LIST_PATHS[kind]}?page=1&limit=${limit}${FORM[kind]}`, this.base)
  }

  labels(): URL {
    return new URL('store/labels', this.base)
  }

  /** Without `since`, only the name of the newest publication. */
  changes(since?: string): URL {
    const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}&limit=${PAGE_SIZE}`
    return new URL(`${CHANGES_PATH}${query}`, this.base)
  }

  /** At most `PAGE_SIZE` products in full. */
  productsById(ids: readonly string[]): URL {
    const query = ids.map((id) => `&id=${encodeURIComponent(id)}`).join('')
    return new URL(`${LIST_PATHS.product}?limit=${PAGE_SIZE}${FORM.product}${query}`, this.base)
  }

  product(id: string): URL {
    return new URL(`${LIST_PATHS.product}/${encodeURIComponent(id)}`, this.base)
  }

  /**
   * The next page, as the page at `from` links it: by a query, a path or a complete URL. A link without `limit` gets
   * the limit of `from`: the server's default would change the page size and skip items.
   */
  nextPage(link: string, from: URL): URL {
    const next = this.resolve(link, from)
    // A gateway may strip a path prefix that the server does not know. The same list is then at the path of `from`.
    const isBelow = next.pathname.startsWith(this.base.pathname)
    const list = [...Object.values(LIST_PATHS), CHANGES_PATH].find((path) => from.pathname.endsWith(`/${path}`))
    if (!isBelow && list !== undefined && next.pathname.endsWith(`/${list}`)) next.pathname = from.pathname
    const limit = from.searchParams.get('limit')
    if (limit !== null && !next.searchParams.has('limit')) next.searchParams.set('limit', limit)
    return next
  }

  /** The target of a link or redirect at `from`. Throws `RemoteError` if it is on another host. */
  resolve(link: string, from: URL): URL {
    const target = URL.parse(link, from.href)
    if (!target) throw new RemoteError(`${from.pathname} links to ${quote(link)}, which is not a URL.`)
    // A server behind a proxy that terminates TLS writes http links to itself.
    if (from.protocol === 'https:' && target.protocol === 'http:' && target.host === from.host)
      target.protocol = 'https:'
    target.username = ''
    target.password = ''
    target.hash = ''
    const { origin, hostname, protocol, port } = this.base
    const isSameHost = target.hostname === hostname && port === '' && target.port === ''
    const isHttpsUpgrade = isSameHost && protocol === 'http:' && target.protocol === 'https:'
    if (target.origin === origin || isHttpsUpgrade) return target
    throw new RemoteError(`${from.pathname} links to ${target.origin}, which is another host. Only ${origin} is read.`)
  }
}
