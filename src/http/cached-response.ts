import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { settingsOfAnswers } from '../catalog/store.ts'
import type { Edition } from '../edition/edition.ts'
import type { Eventual } from '../edition/eventual.ts'
import { type Coding, compress } from './compression.ts'
import type { Body } from './resource.ts'

/**
 * Bodies of at most this many bytes are sent as text. Node sends a short text together with the headers in one write, which
 * takes a quarter of the time off a cached response of 3 kB. A body of 40 kB is faster as bytes.
 */
const MAX_TEXT = 8_000

/** The body of a 200, with its compressed forms as soon as a client requests them. */
export class CachedResponse {
  readonly key: string
  /** The header `ignored-parameters`, or an empty string. */
  readonly ignored: string
  /** Bytes of the uncompressed body. */
  readonly length: number
  #body: Body
  #isSent = false
  readonly #compressed: { br?: Eventual<Body>; gzip?: Eventual<Body> } = {}

  constructor(key: string, chunks: readonly Uint8Array[], ignored: string) {
    this.key = key
    this.ignored = ignored
    this.length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    this.#body = this.length <= MAX_TEXT ? [chunks.map(textOf).join('')] : chunks
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
   * The compressed body. It is a promise until the compression ends, so that concurrent requests share one compression.
   */
  compressed(coding: Coding): Eventual<Body> {
    this.#compressed[coding] ??= this.#compress(coding)
    return this.#compressed[coding]
  }

  /** Approximate bytes of memory. */
  get size(): number {
    const { br, gzip } = this.#compressed
    return this.length + lengthOf(br) + lengthOf(gzip) + this.key.length + this.ignored.length + 512
  }

  async #compress(coding: Coding): Promise<Body> {
    const bytes = await compress(joined(this.#body), coding)
    const body = [bytes.length <= MAX_TEXT ? textOf(bytes) : bytes]
    this.#compressed[coding] = body
    return body
  }
}

function lengthOf(body: Eventual<Body> | undefined): number {
  return body === undefined || body instanceof Promise ? 0 : body[0]!.length
}

/** A text with one character for each byte. */
function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1')
}

function joined(body: Body): Buffer {
  return Buffer.concat(body.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk)))
}

/**
 * Responses by key, up to `maxBytes`; 0 bytes cache nothing. The key holds the ETag, and an edition never changes, so
 * no response can be out of date. Nobody requests responses of old editions, so the cache evicts them.
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

  /** Stores a response, or measures it again after it has grown by a compressed form. */
  set(response: CachedResponse): void {
    // The LRU cache does not measure a value that it already has.
    this.#responses?.delete(response.key)
    this.#responses?.set(response.key, response, { size: response.size })
  }
}

/**
 * Returns the ETag of every response of an edition. They share one: a client compares ETags of one URL only. It is weak,
 * because one response has compressed and uncompressed forms. `circumstances` is what responses depend on apart from the
 * edition and the store's settings: the program's version and the public address.
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

/** Whether `If-None-Match` names the ETag. Compares weakly (RFC 9110, 13.1.2). */
export function isFresh(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.match(/"[^"]*"/g)?.includes(etag.slice(2)) ?? false
}
