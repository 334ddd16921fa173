import type { RequestOptions, Transport } from './transport.ts'

/** A page of a list: the answer of the service, and the way to the next page. */
export type Page<Body> = Body & {
  /** False if the service confirmed an answer of the cache (304). */
  readonly fresh: boolean
  /** The next page. Undefined after the last. */
  next(options?: RequestOptions): Promise<Page<Body> | undefined>
}

interface PageBody {
  readonly links: { readonly next?: string }
}

/** Reads the page of a list that a query string selects. */
export async function readPage<Body extends PageBody>(
  get: Transport,
  list: string,
  query: string,
  options?: RequestOptions,
): Promise<Page<Body>> {
  const { value, fresh } = await get(list + query, options)
  const link = (value as Body).links.next
  return {
    ...value,
    fresh,
    // Takes only the query of the link, because the service may not know the address under which a proxy serves it.
    next: async (options) =>
      link === undefined ? undefined : readPage(get, list, link.slice(link.indexOf('?')), options),
  }
}
