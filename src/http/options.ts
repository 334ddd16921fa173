import type { Logger } from 'pino'
import type { StoreId } from '../catalog/store.ts'
import type { IndexCache } from '../serve/index-cache.ts'
import type { Metrics } from './metrics.ts'
import type { Pictures } from './pictures.ts'

/** What a server is made of. Everything is looked at once, at the start. */
export interface ServerOptions {
  readonly editions: IndexCache
  readonly logger: Logger | false
  readonly metrics: Metrics
  /** Where storefronts find this server, if that is not the scheme and host that their requests name. */
  readonly publicUrl?: string | undefined
  /** Which pages may read from here: every one, those of these origins, or none but our own. */
  readonly corsOrigin: '*' | readonly string[] | false
  /** The `Cache-Control` of every answer with 200 or 304. */
  readonly cacheControl: string
  /** The store of requests that name none. */
  readonly defaultStore?: StoreId | undefined
  /** How much memory answers may be kept in; 0 keeps none. */
  readonly responseCacheBytes: number
  /** Names the program's version, so that a new one, which may answer otherwise, makes old ETags stale. */
  readonly release?: string | undefined
  /** A store that the interactive reference suggests; without one, the default store. */
  readonly exampleStore?: string | undefined
  readonly pictures?: Pictures | undefined
  /** Whether requests should still be sent here; false while shutting down. */
  readonly isReady?: (() => boolean) | undefined
  /** Milliseconds by which the event loop may be late before reads are refused as overload. */
  readonly maxEventLoopDelay?: number | undefined
  /** Milliseconds that a read may wait for the database. */
  readonly deadline?: number | undefined
}

/** Options that have been checked and will not change. Only `checked` makes one. */
export type CheckedOptions = Pick<ServerOptions, Absent> & {
  readonly [Name in Exclude<keyof ServerOptions, Absent>]-?: NonNullable<ServerOptions[Name]>
}
type Absent = 'defaultStore' | 'exampleStore' | 'pictures' | 'publicUrl'

/** Throws a TypeError that says what would be right. */
export function checked(options: ServerOptions): CheckedOptions {
  return Object.freeze({
    ...options,
    publicUrl: publicUrl(options.publicUrl),
    corsOrigin: corsOrigin(options.corsOrigin),
    cacheControl: headerValue(options.cacheControl),
    responseCacheBytes: bytes(options.responseCacheBytes),
    release: options.release ?? '',
    isReady: options.isReady ?? (() => true),
    maxEventLoopDelay: options.maxEventLoopDelay ?? 1000,
    deadline: options.deadline ?? 5000,
  })
}

function publicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new TypeError(
      `publicUrl must be an address such as https://shop.example or https://shop.example/api, not ${value}`,
    )
  }
  return url.href.replace(/\/+$/, '')
}

function corsOrigin(value: ServerOptions['corsOrigin']): CheckedOptions['corsOrigin'] {
  if (value === '*' || value === false) return value
  for (const origin of value) {
    if (URL.parse(origin)?.origin !== origin) {
      throw new TypeError(
        `corsOrigin must list origins such as https://shop.example, without a path; ${origin} is none`,
      )
    }
  }
  return Object.freeze([...value])
}

function headerValue(value: string): string {
  if (!/^[\x20-\x7e]+$/.test(value)) {
    throw new TypeError(`cacheControl must be a header value such as "private, no-cache", not ${JSON.stringify(value)}`)
  }
  return value
}

function bytes(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new TypeError(`responseCacheBytes must be a whole number of bytes, 0 for no cache, not ${value}`)
  }
  return value
}
