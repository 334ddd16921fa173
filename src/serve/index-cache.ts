import { LRUCache } from 'lru-cache'
import type { StoreId } from '../catalog/store.ts'
import type { Edition, Editions, FacetValue, Form, PrefixMatch, TermPostings } from '../edition/edition.ts'
import type { Kind, Sort, Term } from '../edition/term.ts'
import type { Field } from '../edition/word-term.ts'
import { memoryBytes, type PostingList } from '../index/set-algebra.ts'
import type { SortOrder } from '../index/sort-order.ts'

/** How much a cache holds and how often it helped. */
export interface CacheUse {
  readonly bytes: number
  readonly entries: number
  readonly hits: number
  readonly misses: number
}

/**
 * Editions whose posting lists and orders, and what is made of them, stay in memory, up to `maxBytes` in all. An edition
 * never changes and every key holds its number, so nothing here can be out of date.
 */
export class IndexCache implements Editions {
  readonly #editions: Editions
  readonly #index: LRUCache<string, object>
  readonly #wrapped = new WeakMap<Edition, CachedEdition>()
  /** What is being made: who asks for the same meanwhile waits for it. */
  readonly #underWay = new Map<string, Promise<object>>()
  #hits = 0
  #misses = 0

  constructor(editions: Editions, maxBytes: number) {
    this.#editions = editions
    this.#index = new LRUCache({ maxSize: Math.max(1, maxBytes) })
  }

  get use(): CacheUse {
    return { bytes: this.#index.calculatedSize, entries: this.#index.size, hits: this.#hits, misses: this.#misses }
  }

  async current(store: StoreId): Promise<Edition> {
    const edition = await this.#editions.current(store)
    const known = this.#wrapped.get(edition)
    if (known) return known
    const wrapped = new CachedEdition(edition, this)
    this.#wrapped.set(edition, wrapped)
    return wrapped
  }

  get unavailableSince(): number | undefined {
    return this.#editions.unavailableSince
  }

  ping(): Promise<void> {
    return this.#editions.ping()
  }

  list(): ReturnType<Editions['list']> {
    return this.#editions.list()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#index.clear()
    await this.#editions[Symbol.asyncDispose]()
  }

  /** What is kept under the key, or what `read` gives, which is then kept. */
  async memoize<Value extends object>(
    key: string,
    read: () => Promise<Value>,
    bytesOf: (value: Value) => number,
  ): Promise<Value> {
    const known = this.peek<Value>(key)
    if (known) return known
    const underWay = this.#underWay.get(key) as Promise<Value> | undefined
    if (underWay) return await underWay
    const made = read()
    this.#underWay.set(key, made)
    try {
      return this.keep(key, await made, bytesOf)
    } finally {
      this.#underWay.delete(key)
    }
  }

  /** What is kept under the key. Counts as no use of the cache: who asks does without it if it is not there. */
  peekUncounted<Value extends object>(key: string): Value | undefined {
    return this.#index.get(key) as Value | undefined
  }

  peek<Value extends object>(key: string): Value | undefined {
    const known = this.peekUncounted<Value>(key)
    if (known) this.#hits++
    else this.#misses++
    return known
  }

  keep<Value extends object>(key: string, value: Value, bytesOf: (value: Value) => number): Value {
    this.#index.set(key, value, { size: bytesOf(value) + key.length + ENTRY_BYTES })
    return value
  }
}

/** What an entry takes beside its content, about: most of it the objects around an array of numbers. */
const ENTRY_BYTES = 800

/** Ranks of an order that are read and kept together. */
const BLOCK = 16_384

class CachedEdition implements Edition {
  readonly store
  readonly number
  readonly publishedAt
  readonly productCount
  readonly variantCount
  readonly #edition: Edition
  readonly #cache: IndexCache
  readonly #prefix: string

  constructor(edition: Edition, cache: IndexCache) {
    this.#edition = edition
    this.#cache = cache
    this.store = edition.store
    this.number = edition.number
    this.publishedAt = edition.publishedAt
    this.productCount = edition.productCount
    this.variantCount = edition.variantCount
    this.#prefix = `${edition.store.id} ${edition.number} ${edition.publishedAt} `
  }

  async postings(kind: Kind, terms: readonly Term[]): Promise<PostingList[]> {
    const keys = terms.map((term) => `${this.#prefix}${kind} ${term}`)
    const sets = keys.map((key) => this.#cache.peek<PostingList>(key))
    const missing = terms.filter((_, index) => !sets[index])
    if (missing.length === 0) return sets as PostingList[]
    const read = (await this.#edition.postings(kind, missing)).values()
    return sets.map((set, index) => set ?? this.#cache.keep(keys[index]!, read.next().value!, memoryBytes))
  }

  prefixMatch(kind: Kind, field: Field, word: string): Promise<PrefixMatch> {
    return this.#edition.prefixMatch(kind, field, word)
  }

  dictionary(kind: Kind, field: Field): Promise<string> {
    return this.#edition.dictionary(kind, field)
  }

  dictionaryOfInitial(kind: Kind, field: Field, initial: string): Promise<readonly string[]> {
    return this.#edition.dictionaryOfInitial(kind, field, initial)
  }

  facetValues(): Promise<readonly FacetValue[]> {
    return this.#edition.facetValues()
  }

  scanPostings(kind: Kind, beginning: string): AsyncIterable<readonly TermPostings[]> {
    return this.#edition.scanPostings(kind, beginning)
  }

  productsBySlug(slugs: readonly string[]): Promise<(number | undefined)[]> {
    return this.#edition.productsBySlug(slugs)
  }

  positionsBySku(kind: Kind, skus: readonly string[]): Promise<PostingList> {
    return this.#edition.positionsBySku(kind, skus)
  }

  variantsOfProduct(product: string): Promise<PostingList> {
    return this.#edition.variantsOfProduct(product)
  }

  memoize<Value extends object>(
    key: string,
    make: () => Promise<Value>,
    bytesOf: (value: Value) => number,
  ): Promise<Value> {
    return this.#cache.memoize(`${this.#prefix}${key}`, make, bytesOf)
  }

  peek<Value extends object>(key: string): Value | undefined {
    return this.#cache.peekUncounted<Value>(`${this.#prefix}${key}`)
  }

  sortOrder(kind: Kind, sort: Sort): Promise<SortOrder> {
    return this.#cache.memoize(
      `${this.#prefix}${kind} order ${sort}`,
      () => this.#edition.sortOrder(kind, sort),
      (order) => order.memoryBytes,
    )
  }

  peekSortOrder(kind: Kind, sort: Sort): SortOrder | undefined {
    return this.#cache.peekUncounted<SortOrder>(`${this.#prefix}${kind} order ${sort}`)
  }

  async orderSlice(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array> {
    const whole = this.peekSortOrder(kind, sort)
    if (whole) return whole.positions.subarray(from, to)
    const block = Math.floor(from / BLOCK)
    if (Math.floor((to - 1) / BLOCK) > block) return await this.#edition.orderSlice(kind, sort, from, to)
    const positions = await this.#cache.memoize(
      `${this.#prefix}${kind} order ${sort} ${block}`,
      () => this.#edition.orderSlice(kind, sort, block * BLOCK, (block + 1) * BLOCK),
      (part) => part.byteLength,
    )
    return positions.subarray(from - block * BLOCK, to - block * BLOCK)
  }

  productOfVariant(): Promise<Uint32Array> {
    return this.#cache.memoize(
      `${this.#prefix}owners`,
      () => this.#edition.productOfVariant(),
      (owners) => owners.byteLength,
    )
  }

  positionsById(kind: Kind, ids: readonly string[]): Promise<(number | undefined)[]> {
    return this.#edition.positionsById(kind, ids)
  }

  documentById(form: Form, id: string): Promise<Uint8Array | undefined> {
    return this.#edition.documentById(form, id)
  }

  concatenatedDocuments(form: Form, positions: Uint32Array): Promise<Uint8Array> {
    return this.#edition.concatenatedDocuments(form, positions)
  }

  documents(form: Form, positions: readonly number[]): Promise<(string | undefined)[]> {
    return this.#edition.documents(form, positions)
  }

  productRows(positions: readonly number[]): ReturnType<Edition['productRows']> {
    return this.#edition.productRows(positions)
  }

  variantRows(positions: readonly number[]): ReturnType<Edition['variantRows']> {
    return this.#edition.variantRows(positions)
  }
}
