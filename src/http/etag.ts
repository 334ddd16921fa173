import { hash } from 'node:crypto'
import type { Edition } from '../edition/edition.ts'

/**
 * Gives every answer that an edition makes its ETag. All of an edition's have the same: an ETag is compared only with
 * others of its URL. It is weak, since the same answer is sent compressed and not. `circumstances` are what answers depend
 * on beside the edition: the program's version, the public address.
 */
export function etagsUnder(circumstances: string): (edition: Edition) => string {
  const known = new WeakMap<Edition, string>()
  return (edition) => {
    let etag = known.get(edition)
    if (etag === undefined) {
      const published = Date.parse(edition.publishedAt).toString(36)
      const digest = hash('sha1', `${edition.store.id}\0${circumstances}`, 'hex').slice(0, 8)
      etag = `W/"${edition.number}-${published}-${digest}"`
      known.set(edition, etag)
    }
    return etag
  }
}

/** Whether what the client has, by its `If-None-Match`, is what it would be sent. Compares weakly (RFC 9110, 13.1.2). */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag.slice(2)) ?? false
}
