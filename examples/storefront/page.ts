import type { Html } from './html.ts'
import type { Shop } from './shop.ts'
import type { Alternate, Vitrine } from './vitrine.ts'

/** A request for a page. */
export interface Visit {
  readonly client: Vitrine
  readonly shop: Shop
  /** The address that the shopper sees, without the root of the market. */
  readonly url: URL
  /** What addresses of the shop begin with where they are complete: `https://shop.example/de`. */
  readonly base: string
  /** Aborted when the shopper leaves before the page is ready. Requests to the API take it. */
  readonly signal: AbortSignal
  /** The address of a picture, from its path in the catalog. Undefined if the path is no address. */
  readonly pictureUrl: (path: string) => string | undefined
}

/** The part of a page that differs from page to page. `renderPage` puts the rest around it. */
export interface Page {
  readonly status?: number
  readonly title: string
  readonly description?: string | undefined
  readonly main: Html
  /** The path and query of the page itself, for search engines. A page without one is not for them. */
  readonly canonical?: string
  /** The slugs of the product of the page in the markets that have it. */
  readonly alternates?: readonly Alternate[] | undefined
  /** The address of a picture of the page. */
  readonly picture?: string | undefined
  /** What the page is about, for search engines: objects of schema.org. */
  readonly data?: readonly object[]
  /** What the shopper searched for. */
  readonly search?: string | undefined
}

/** An answer that is not a page of the shop. */
export type Answer = Page | Redirect | { readonly type: string; readonly body: Body }
/** Leads to another address: for now, unless it says for ever. */
export interface Redirect {
  readonly location: string
  readonly isPermanent?: boolean
}

export type Body = string | AsyncIterable<string>
