import { DigestMap } from '../digest-map.ts'
import { slugify } from '../slug.ts'
import { derivedId, type Uuid } from '../uuid.ts'
import { fold } from '../words.ts'
import { truncate } from './json-path.ts'

/** The longest slug or code, in UTF-16 units. */
export const SLUG_LIMIT = 200

/** `slugify`, with room for a number within the limit. */
export function shortSlug(name: string): string {
  return truncate(slugify(name), SLUG_LIMIT - 10).replace(/-$/, '')
}

const CACHED_IDS = 50_000

/** UUIDs for things without an id in the file, derived from the store and the natural key of the thing. */
export class DerivedIds {
  readonly #store: string
  readonly #cache = new Map<string, Uuid>()

  constructor(store: string) {
    this.#store = store
  }

  of(...naturalKey: string[]): Uuid {
    return derivedId(this.#store, ...naturalKey)
  }

  /** The same, cached, for things that many products share: 1 µs to derive, 0.2 µs to look up. */
  cached(...naturalKey: string[]): Uuid {
    const key = naturalKey.join('\0')
    const cached = this.#cache.get(key)
    if (cached) return cached
    if (this.#cache.size >= CACHED_IDS) this.#cache.clear()
    const id = this.of(...naturalKey)
    this.#cache.set(key, id)
    return id
  }
}

/** The slugs of a file, each with the line of its product. */
export class UniqueSlugs {
  readonly #lines = new DigestMap()
  readonly #suffixes = new NumberSuffixes()

  has(slug: string): boolean {
    return this.#lines.has(slug)
  }

  /** Takes the slug for a product. Returns the line of the product that already has it, if any. */
  claim(slug: string, line: number): number | undefined {
    return this.#lines.claim(slug, line)
  }

  /** A slug for a product without one, unique among the products so far: `shirt`, `shirt-2`, `shirt-3`. */
  make(name: string, line: number): string {
    const base = shortSlug(name) || 'product'
    if (this.claim(base, line) === undefined) return base
    const slug = this.#suffixes.add(base, base, (candidate) => !this.has(candidate))
    this.claim(slug, line)
    return slug
  }
}

/**
 * Codes made from names. A name has one code throughout a file, and two names never share a code: if “C” has the code
 * `c`, “C++” has `c-2` in every product. Names that differ only in case and accents are one name.
 */
export class UniqueCodes {
  /** scope and name → code */
  readonly #codes = new Map<string, string>()
  /** scope and code → scope and name */
  readonly #names = new Map<string, string>()
  readonly #suffixes = new NumberSuffixes()

  /**
   * The code of a name in a scope: `labels`, `groups`, or the options of a group. `isTaken` tells codes of other things
   * in the same product. Empty if the name has neither letters nor digits.
   */
  make(scope: string, name: string, isTaken: (code: string) => boolean): string {
    const key = `${scope}\0${fold(name)}`
    const existing = this.#codes.get(key)
    if (existing !== undefined && !isTaken(existing)) return existing
    const base = shortSlug(name)
    if (base === '') return ''
    const isFree = (code: string) => !isTaken(code) && (this.#names.get(`${scope}\0${code}`) ?? key) === key
    const code = isFree(base) ? base : this.#suffixes.add(`${scope}\0${base}`, base, isFree)
    this.#names.set(`${scope}\0${code}`, key)
    if (existing === undefined) this.#codes.set(key, code)
    return code
  }
}

/** Continues each series from its last number, so that a million shirts take linear time. */
class NumberSuffixes {
  /** series → the first number that may be free */
  readonly #numbers = new Map<string, number>()

  /** The first of `base-2`, `base-3`, … that is free. */
  add(series: string, base: string, isFree: (candidate: string) => boolean): string {
    let number = this.#numbers.get(series) ?? 2
    while (!isFree(`${base}-${number}`)) number++
    this.#numbers.set(series, number + 1)
    return `${base}-${number}`
  }
}
