import { LRUCache } from 'lru-cache'
import type { StoreId } from '../catalog/store.ts'
import type { Order } from '../postings/order.ts'
import { bytesOf, type Positions } from '../postings/positions.ts'
import type { Beginning, Edition, Editions, Form, NamedList, Value } from './edition.ts'
import type { Kind, Sort, Term } from './term.ts'
import type { Field } from './word-term.ts'

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
export class CachedEditions implements Editions {
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

  get awaySince(): number | undefined {
    return this.#editions.awaySince
  }

  check(): Promise<void> {
    return this.#editions.check()
  }

  list(): ReturnType<Editions['list']> {
    return this.#editions.list()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#index.clear()
    await this.#editions[Symbol.asyncDispose]()
  }

  /** What is kept under the key, or what `read` gives, which is then kept. */
  async remembered<Value extends object>(
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
  atHand<Value extends object>(key: string): Value | undefined {
    return this.#index.get(key) as Value | undefined
  }

  peek<Value extends object>(key: string): Value | undefined {
    const known = this.atHand<Value>(key)
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
  readonly #cache: CachedEditions
  readonly #prefix: string

  constructor(edition: Edition, cache: CachedEditions) {
    this.#edition = edition
    this.#cache = cache
    this.store = edition.store
    this.number = edition.number
    this.publishedAt = edition.publishedAt
    this.productCount = edition.productCount
    this.variantCount = edition.variantCount
    this.#prefix = `${edition.store.id} ${edition.number} ${edition.publishedAt} `
  }

  async postings(kind: Kind, terms: readonly Term[]): Promise<Positions[]> {
    const keys = terms.map((term) => `${this.#prefix}${kind} ${term}`)
    const sets = keys.map((key) => this.#cache.peek<Positions>(key))
    const missing = terms.filter((_, index) => !sets[index])
    if (missing.length === 0) return sets as Positions[]
    const read = (await this.#edition.postings(kind, missing)).values()
    return sets.map((set, index) => set ?? this.#cache.keep(keys[index]!, read.next().value!, bytesOf))
  }

  beginning(kind: Kind, field: Field, word: string): Promise<Beginning> {
    return this.#edition.beginning(kind, field, word)
  }

  words(kind: Kind, field: Field): Promise<string> {
    return this.#edition.words(kind, field)
  }

  wordsOfInitial(kind: Kind, field: Field, initial: string): Promise<readonly string[]> {
    return this.#edition.wordsOfInitial(kind, field, initial)
  }

  values(): Promise<readonly Value[]> {
    return this.#edition.values()
  }

  listsOf(kind: Kind, beginning: string): AsyncIterable<readonly NamedList[]> {
    return this.#edition.listsOf(kind, beginning)
  }

  bySlug(slugs: readonly string[]): Promise<(number | undefined)[]> {
    return this.#edition.bySlug(slugs)
  }

  bySku(kind: Kind, skus: readonly string[]): Promise<Positions> {
    return this.#edition.bySku(kind, skus)
  }

  variantsOf(product: string): Promise<Positions> {
    return this.#edition.variantsOf(product)
  }

  remembered<Value extends object>(
    key: string,
    make: () => Promise<Value>,
    bytesOf: (value: Value) => number,
  ): Promise<Value> {
    return this.#cache.remembered(`${this.#prefix}${key}`, make, bytesOf)
  }

  atHand<Value extends object>(key: string): Value | undefined {
    return this.#cache.atHand<Value>(`${this.#prefix}${key}`)
  }

  order(kind: Kind, sort: Sort): Promise<Order> {
    return this.#cache.remembered(
      `${this.#prefix}${kind} order ${sort}`,
      () => this.#edition.order(kind, sort),
      (order) => order.bytes,
    )
  }

  orderAtHand(kind: Kind, sort: Sort): Order | undefined {
    return this.#cache.atHand<Order>(`${this.#prefix}${kind} order ${sort}`)
  }

  async ranked(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array> {
    const whole = this.orderAtHand(kind, sort)
    if (whole) return whole.positions.subarray(from, to)
    const block = Math.floor(from / BLOCK)
    if (Math.floor((to - 1) / BLOCK) > block) return await this.#edition.ranked(kind, sort, from, to)
    const positions = await this.#cache.remembered(
      `${this.#prefix}${kind} order ${sort} ${block}`,
      () => this.#edition.ranked(kind, sort, block * BLOCK, (block + 1) * BLOCK),
      (part) => part.byteLength,
    )
    return positions.subarray(from - block * BLOCK, to - block * BLOCK)
  }

  owners(): Promise<Uint32Array> {
    return this.#cache.remembered(
      `${this.#prefix}owners`,
      () => this.#edition.owners(),
      (owners) => owners.byteLength,
    )
  }

  positions(kind: Kind, ids: readonly string[]): Promise<(number | undefined)[]> {
    return this.#edition.positions(kind, ids)
  }

  document(form: Form, id: string): Promise<Uint8Array | undefined> {
    return this.#edition.document(form, id)
  }

  joined(form: Form, positions: Uint32Array): Promise<Uint8Array> {
    return this.#edition.joined(form, positions)
  }

  documents(form: Form, positions: readonly number[]): Promise<(string | undefined)[]> {
    return this.#edition.documents(form, positions)
  }

  products(positions: readonly number[]): ReturnType<Edition['products']> {
    return this.#edition.products(positions)
  }

  variants(positions: readonly number[]): ReturnType<Edition['variants']> {
    return this.#edition.variants(positions)
  }
}
