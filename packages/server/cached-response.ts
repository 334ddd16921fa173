import { hash } from 'node:crypto'
import { type StoreId, settingsOfAnswers } from '@vitrine/catalog/store'
import type { Edition } from '@vitrine/engine/edition/edition'
import { type MaybePromise, mapMaybePromise } from '@vitrine/engine/edition/maybe-promise'
import { LRUCache } from 'lru-cache'
import type { Headers } from './common-headers.ts'
import { type Coding, compress, compressQuickly } from './compression.ts'
import type { Body } from './resource.ts'
import type { SearchRecord } from './searches.ts'

/** The body of a 200, with its compressed copies as soon as a client requests them. */
export class CachedResponse {
  readonly key: string
  readonly etag: string
  /** The header `ignored-parameters`, or an empty string. */
  readonly ignored: string
  /** The header with its cache tags. */
  readonly tags: Headers
  /** Bytes of the uncompressed body. */
  readonly length: number
  /** The search that it answers. */
  readonly search: SearchRecord | undefined
  #body: Body
  #isSent = false
  readonly #compressed: { br?: CompressedBody; gzip?: CompressedBody } = {}

  constructor(
    key: string,
    etag: string,
    chunks: readonly Uint8Array[],
    ignored: string,
    tags: Headers,
    search?: SearchRecord,
  ) {
    this.key = key
    this.etag = etag
    this.ignored = ignored
    this.tags = tags
    this.search = search
    this.length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    if (this.length > MAX_TEXT) this.#body = chunks.map((chunk) => (chunk.length > MAX_TEXT ? chunk : textOf(chunk)))
    else this.#body = [chunks.length === 1 ? textOf(chunks[0]!) : chunks.map(textOf).join('')]
  }

  /**
   * The uncompressed body. Joining its chunks takes a fifth of the time of a list request, so the first call does not
   * join them.
   */
  uncompressed(): Body {
    if (this.#isSent && this.#body.length > 1) this.#body = [joined(this.#body)]
    this.#isSent = true
    return this.#body
  }

  /**
   * The compressed body. The first call compresses quickly, because there may be no second one. The second compresses
   * well, unless it is for a HEAD, which has the headers of the GET before.
   */
  compressed(coding: Coding, isHead: boolean): MaybePromise<Body> {
    const compressed = this.#compressed[coding]
    if (compressed && (isHead || !compressed.isQuick)) return compressed.body
    return this.#compress(coding, compressed === undefined)
  }

  /** Approximate bytes of memory. */
  get size(): number {
    const { br, gzip } = this.#compressed
    return this.length + lengthOf(br) + lengthOf(gzip) + this.key.length + this.etag.length + this.ignored.length + 512
  }

  #compress(coding: Coding, isQuick: boolean): MaybePromise<Body> {
    const compressed: CompressedBody = { body: [], isQuick }
    this.#compressed[coding] = compressed
    const bytes = (isQuick ? compressQuickly : compress)(joined(this.#body), coding)
    compressed.body = mapMaybePromise(bytes, (bytes) => {
      compressed.body = [bytes.length <= MAX_TEXT ? textOf(bytes) : bytes]
      return compressed.body
    })
    return compressed.body
  }
}

/**
 * Bodies of at most this many bytes are sent as text. Node sends a short text together with the headers in one write,
 * which takes a quarter of the time off a cached response of 3 kB. A body of 40 kB is faster as bytes.
 */
const MAX_TEXT = 8_000

interface CompressedBody {
  /** It is a promise until the compression ends, so that concurrent requests share one compression. */
  body: MaybePromise<Body>
  readonly isQuick: boolean
}

function lengthOf(compressed: CompressedBody | undefined): number {
  return compressed === undefined || compressed.body instanceof Promise ? 0 : compressed.body[0]!.length
}

/** A text with one character for each byte. */
function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1')
}

function joined(body: Body): Buffer {
  return Buffer.concat(body.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk)))
}

/**
 * Responses by key, up to `maxBytes`; 0 bytes cache nothing. The key holds the ETag of the edition, which never
 * changes, so no response can be out of date. Nobody requests responses of old editions, so the cache evicts them.
 */
export class ResponseCache {
  hits = 0
  misses = 0
  readonly #responses: LRUCache<string, CachedResponse> | undefined

  constructor(maxBytes: number) {
    this.#responses = maxBytes > 0 ? new LRUCache({ maxSize: maxBytes }) : undefined
  }

  get entries(): number {
    return this.#responses?.size ?? 0
  }

  get bytes(): number {
    return this.#responses?.calculatedSize ?? 0
  }

  get(key: string): CachedResponse | undefined {
    const response = this.#responses?.get(key)
    if (response) this.hits++
    return response
  }

  /** The compressed body of a response. It measures the response again if the compression has changed its size. */
  compressed(response: CachedResponse, coding: Coding, isHead: boolean): MaybePromise<Body> {
    const measured = response.size
    return mapMaybePromise(response.compressed(coding, isHead), (body) => {
      if (response.size !== measured) this.set(response)
      return body
    })
  }

  /** Stores a response, or measures it again. */
  set(response: CachedResponse): void {
    // The LRU cache does not measure a value that it already has.
    this.#responses?.delete(response.key)
    this.#responses?.set(response.key, response, { size: response.size })
  }
}

/**
 * Returns the ETag that names an edition. Responses that any publication may change share it: a client compares ETags
 * of one URL only. It is weak, because one response is sent compressed and uncompressed. `circumstances` is what
 * responses depend on apart from the edition and the store's settings: the program's version and the public address.
 */
export function etags(circumstances: string): (edition: Edition) => string {
  const cached = new WeakMap<Edition, string>()
  return (edition) => {
    let etag = cached.get(edition)
    if (etag === undefined) {
      const published = Date.parse(edition.publishedAt).toString(36)
      const settings = settingsOfAnswers(edition.store)
      const digest = hash('sha1', `${edition.store.id}\0${settings}\0${circumstances}`, 'hex').slice(0, 8)
      etag = `W/"${edition.number}-${published}-${digest}"`
      cached.set(edition, etag)
    }
    return etag
  }
}

/**
 * The ETag of a body: the same for equal bodies of a store, whatever edition and server they come from. It holds 120
 * bits of the digest, and stores do not share ETags. It is weak for the same reason.
 */
export function bodyETag(store: StoreId, chunks: readonly Uint8Array[]): string {
  return `W/"${hash('sha256', Buffer.concat([Buffer.from(`${store}\0`), ...chunks]), 'base64url').slice(0, 20)}"`
}

/** Whether `If-None-Match` names the ETag. Compares weakly (RFC 9110, 13.1.2). */
export function namesETag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag.slice(2)) ?? false
}
