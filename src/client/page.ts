import type { RequestOptions, Transport } from './transport.ts'

/** A page of a list: the answer of the service, and the way to its neighbours. */
export type Page<Body> = Body & {
  /** False if the service confirmed an answer of the cache (304). */
  readonly fresh: boolean
  /** The next page. Undefined after the last. */
  next(options?: RequestOptions): Promise<Page<Body> | undefined>
  /** The previous page. Undefined before the first. */
  previous(options?: RequestOptions): Promise<Page<Body> | undefined>
}

interface PageBody {
  readonly links: { readonly next?: string; readonly previous?: string }
}

/** Reads the page of a list that a query string selects. */
export async function readPage<Body extends PageBody>(
  get: Transport,
  list: string,
  query: string,
  options?: RequestOptions,
): Promise<Page<Body>> {
  const { value, fresh } = await get(list + query, options)
  const { next, previous } = (value as Body).links
  // Only the query of a link: the server may not know the address under which a proxy serves it.
  const follow = async (link: string | undefined, options?: RequestOptions) =>
    link === undefined ? undefined : readPage<Body>(get, list, link.slice(link.indexOf('?')), options)
  return { ...value, fresh, next: (options) => follow(next, options), previous: (options) => follow(previous, options) }
}
