import { hash } from 'node:crypto'
import type { RemoteResponse } from './client.ts'
import { digestOf, type RemotePage } from './page.ts'

/**
 * Which state of a catalog a server shows, as far as its first pages tell. Two that are equal are taken for the same
 * state; that is certain only if there is an `etag`.
 */
export interface Identity {
  /** An ETag that stands for the catalog as a whole. */
  readonly etag: string | undefined
  readonly text: string
}

/** A first page of a list, with what it was answered with. */
export interface FirstPage {
  readonly answer: RemoteResponse
  readonly page: RemotePage
}

/**
 * The first page of the products and that of the variants have different bodies: if their ETags are the same nonetheless,
 * it stands for the catalog and not for the page. All other servers are known by what the two pages show.
 */
export function identityOf(products: FirstPage, variants: FirstPage): Identity {
  const etag = products.answer.etag
  if (etag !== undefined && etag === variants.answer.etag) return { etag, text: `etag ${etag}` }
  return { etag: undefined, text: `pages ${hash('sha256', digestOf(products.page) + digestOf(variants.page), 'hex')}` }
}

/** An identity that was written down as its text. */
export function identityFrom(text: string): Identity {
  return { etag: text.startsWith('etag ') ? text.slice('etag '.length) : undefined, text }
}
