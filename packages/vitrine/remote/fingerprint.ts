import { hash } from 'node:crypto'
import type { RemoteResponse } from './client.ts'
import type { RemotePage } from './page.ts'

/**
 * Identifies a state of a server's catalog. With an `etag`, equal fingerprints mean equal catalogs. Without one they
 * only mean that the first pages are equal.
 */
export interface Fingerprint {
  /** An ETag that covers the complete catalog. */
  readonly etag: string | undefined
  readonly text: string
}

/** The first page of a list, with its response. */
export interface FirstPage {
  readonly response: RemoteResponse
  readonly page: RemotePage
}

/**
 * The first pages of products and variants have different bodies. If their ETags are equal all the same, the ETag
 * covers the catalog and not the page. Without such an ETag the fingerprint is a digest of the two pages.
 */
export function fingerprintOf(products: FirstPage, variants: FirstPage): Fingerprint {
  const { etag } = products.response
  if (etag !== undefined && etag === variants.response.etag) return { etag, text: `etag ${etag}` }
  const digests = digestOf(products.page) + digestOf(variants.page)
  return { etag: undefined, text: `pages ${hash('sha256', digests, 'hex')}` }
}

/** Restores a fingerprint from its text. */
export function parseFingerprint(text: string): Fingerprint {
  return { etag: text.startsWith('etag ') ? text.slice('etag '.length) : undefined, text }
}

/** A digest of a page without stocks and update times: they change all the time in a shop that sells. */
function digestOf({ items, totalItems }: RemotePage): string {
  const text = JSON.stringify([totalItems, items.map(({ fields }) => fields)], (key, value) =>
    key === 'stock' || key === 'updatedAt' ? undefined : value,
  )
  return hash('sha256', text, 'base64url')
}
