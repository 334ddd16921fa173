import type { RequestListener } from 'node:http'
import type { StoreId } from '@vitrine/catalog/store'
import { DEFAULT_DEADLINE } from '@vitrine/engine/edition/editions'
import type { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { Logger } from 'pino'
import type { Admission } from './admission.ts'
import { parseCacheTags } from './cache-tags.ts'
import type { Metrics } from './metrics.ts'
import type { Health } from './monitoring.ts'
import type { Resource } from './resource.ts'
import type { OnSearch } from './searches.ts'

/** The options of `createServer`. */
export interface ServerOptions {
  readonly editions: IndexCache
  readonly logger: Logger | false
  readonly metrics: Metrics
  /** The URL at which storefronts reach the server. Without it, links name the scheme and host of each request. */
  readonly publicUrl?: string | undefined
  /** Which pages may read: all, those of these origins, or only pages of the server's own origin. */
  readonly corsOrigin?: '*' | readonly string[] | false | undefined
  /** The `Cache-Control` header of every 200 and 304 of a read. */
  readonly cacheControl?: string | undefined
  /** The header with the cache tags of answers to reads, as `parseCacheTags` reads it. Without it, there are none. */
  readonly cacheTags?: string | undefined
  /**
   * The store of requests that name none, and of the examples in the reference. Without it, such requests are refused.
   */
  readonly defaultStore?: StoreId | undefined
  /** Bytes of memory for responses; 0 caches none. */
  readonly responseCacheBytes?: number | undefined
  /** The program's version. A new version may answer differently, so it makes old ETags stale. */
  readonly release?: string | undefined
  readonly pictures?: Pictures | undefined
  /** Answers GET and HEAD of `/` and of all paths that the server does not have: the pages of a shop. */
  readonly website?: RequestListener | undefined
  /** Whether only the person at this machine may read it, if it listens on a loopback address. */
  readonly isPrivate?: boolean | undefined
  /** What health checks tell. Without it, whether the database answers. */
  readonly health?: Health | undefined
  /**
   * Resources beside those of the read API, such as those of assistants. They obey the same admission, and report
   * searches to the same function.
   */
  readonly resources?: ((options: EffectiveOptions, admission: Admission, onSearch: OnSearch) => Resource[]) | undefined
  readonly onSearch?: OnSearch | undefined
  /** Milliseconds that a read may take. */
  readonly deadline?: number | undefined
  /** The most event streams that are open at once. Without it, or with 0, there are none. */
  readonly events?: number | undefined
  /** The number of processes that share the limits of the server. */
  readonly workers?: number | undefined
}

/** The pictures of a catalog, for a shop that has no other server for them. */
export interface Pictures {
  /** The path of the folder that has them: `/demo/pictures`. The paths of files in the catalog begin with it. */
  readonly path: string
  /** Returns the picture with a file name, which has no slash in it. Undefined if there is none. */
  find(name: string): Picture | undefined | Promise<Picture | undefined>
}

interface Picture {
  readonly mimeType: string
  readonly body: Uint8Array
}

/** The values of options that are left out. */
export const SERVER_DEFAULTS = Object.freeze({
  corsOrigin: '*',
  cacheControl: 'private, no-cache',
  responseCacheBytes: 64_000_000,
  release: '',
  deadline: DEFAULT_DEADLINE,
  workers: 1,
} satisfies Partial<ServerOptions>)

/** Valid options with all defaults filled in. Only `effectiveOptions` makes them. */
export type EffectiveOptions = Readonly<Omit<ServerOptions, Defaulted>> & {
  readonly [Name in Defaulted]: NonNullable<ServerOptions[Name]>
}
type Defaulted = keyof typeof SERVER_DEFAULTS

/** An option with a wrong value. */
export class InvalidOption extends TypeError {
  readonly option: keyof ServerOptions
  /** What the value must be: "a header value such as …". */
  readonly expected: string

  constructor(option: keyof ServerOptions, expected: string, value: unknown) {
    super(`${option} must be ${expected}, not ${typeof value === 'number' ? value : JSON.stringify(value)}`)
    this.option = option
    this.expected = expected
  }
}

/** Checks the options and fills in the defaults. Nothing else does either. Throws `InvalidOption`. */
export function effectiveOptions(options: ServerOptions): EffectiveOptions {
  const present = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
  const effective = { ...SERVER_DEFAULTS, ...present } as EffectiveOptions
  for (const [option, { expected, isValid }] of Object.entries(RULES)) {
    const value = effective[option as keyof typeof RULES]
    if (value !== undefined && !isValid(value)) throw new InvalidOption(option as keyof typeof RULES, expected, value)
  }
  const { publicUrl } = effective
  return Object.freeze({ ...effective, publicUrl: publicUrl && new URL(publicUrl).href.replace(/\/+$/, '') })
}

interface Rule {
  readonly expected: string
  readonly isValid: (value: unknown) => boolean
}

const RULES = {
  publicUrl: {
    expected: 'an address such as https://shop.example or https://shop.example/api',
    isValid: (value) => {
      const url = URL.parse(String(value))
      return url !== null && /^https?:$/.test(url.protocol) && !(url.search || url.hash || url.username || url.password)
    },
  },
  corsOrigin: {
    expected: '"*", false, or a list of origins such as https://shop.example, without a path',
    isValid: (value) =>
      value === '*' ||
      value === false ||
      (Array.isArray(value) && value.every((one) => URL.parse(one)?.origin === one)),
  },
  cacheControl: {
    expected: 'a header value such as "private, no-cache"',
    isValid: (value) => /^[\x20-\x7e]+$/.test(String(value)),
  },
  cacheTags: {
    expected: 'surrogate-key, cache-tag, xkey, or the name of another header, with :comma after it for commas',
    isValid: (value) => parseCacheTags(String(value)) !== undefined,
  },
  responseCacheBytes: {
    expected: 'a whole number of bytes, 0 for no cache',
    isValid: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  },
  events: {
    expected: 'a whole number of streams, 0 for none',
    isValid: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  },
  deadline: {
    expected: 'a number of milliseconds above 0, at most 2147483647',
    isValid: (value) => typeof value === 'number' && value > 0 && value <= 0x7fffffff,
  },
} satisfies { readonly [Name in keyof ServerOptions]?: Rule }
