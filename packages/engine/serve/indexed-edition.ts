import { LANGUAGE_BYTES, type Language, loadLanguage } from '@vitrine/catalog/language'
import { withOwnWords } from '@vitrine/catalog/own-words'
import { type SearchFieldName, searchSettings } from '@vitrine/catalog/store'
import { runYielding } from '@vitrine/runtime/event-loop'
import { EDITION_ITSELF, listPart } from '../edition/content-versions.ts'
import type { Edition } from '../edition/edition.ts'
import type { MaybePromise } from '../edition/maybe-promise.ts'
import { noteRead, recordReads } from '../edition/recorded-reads.ts'
import type { ReadForm, RenderedForm } from '../edition/rows.ts'
import { ORDER_CHUNK } from '../edition/tables.ts'
import type { Kind, Sort, Term } from '../edition/term.ts'
import type { PostingList } from '../index/posting-list.ts'
import type { SortOrder } from '../index/sort-order.ts'
import type { Workspace } from '../index/steps.ts'
import type { BoundedCache, Memory } from './bounded-cache.ts'
import type { DocumentCache } from './document-cache.ts'

/**
 * An edition with its index in memory. What is read or built once stays cached while the cache has room for it, also
 * in later editions as long as nothing differs that it was made from. Nothing cached is stale: a value has the versions
 * of the parts of the content that it was made from, and its key has the search settings of the store. Large structures
 * are built in steps, and other requests run between the steps.
 */
export class IndexedEdition {
  /** The edition as the database has it. Its reads are not cached. */
  readonly stored: Edition
  readonly store
  readonly number
  readonly publishedAt
  /** What the steps of all requests share. */
  readonly workspace: Workspace
  /** Whether a request has asked for its facets. */
  areFacetsRequested = false
  /** The fields in which requests have asked for suggestions, by their names. */
  suggestedFields = new Map<string, readonly SearchFieldName[]>()
  readonly #cache: BoundedCache
  readonly #documents: DocumentCache
  readonly #prefix: string
  /** What tells the edition from all others of its store. */
  readonly #own: string

  constructor(edition: Edition, cache: BoundedCache, documents: DocumentCache, workspace: Workspace) {
    this.stored = edition
    this.#cache = cache
    this.#documents = documents
    this.workspace = workspace
    this.store = edition.store
    this.number = edition.number
    this.publishedAt = edition.publishedAt
    this.#prefix = `${edition.store.id} ${searchSettings(edition.store)} `
    this.#own = edition.versions.of(EDITION_ITSELF)
  }

  get productCount(): number {
    return this.stored.productCount
  }

  get variantCount(): number {
    return this.stored.variantCount
  }

  /** Whether it is the same edition, with the same settings, opened again. */
  isSame(other: IndexedEdition): boolean {
    return this.#prefix === other.#prefix && this.#own === other.#own
  }

  /** The number of products or variants. */
  countOf(kind: Kind): number {
    return kind === 'product' ? this.productCount : this.variantCount
  }

  async postings(kind: Kind, terms: readonly Term[]): Promise<PostingList[]> {
    const readBatched = batchedReads(this.stored, kind)
    const read = async (term: Term) => (await readBatched([term]))[0]!
    const lists = terms.map((term) => {
      const part = listPart(kind, term)
      return this.#get<PostingList>(part) ?? this.#readMissing(part, () => read(term), ofList, [part])
    })
    return await Promise.all(lists)
  }

  /** Documents in the order of the positions, joined by commas, as UTF-8: the content of a JSON array. */
  concatenatedDocuments(form: ReadForm, positions: Uint32Array): Promise<Uint8Array> {
    return this.#documents.joined(this.stored, form, positions)
  }

  /** The document of the product or variant with this id, as UTF-8; undefined if the edition has none. */
  documentById(form: RenderedForm | 'full', id: string): MaybePromise<Uint8Array | undefined> {
    return this.#documents.byId(this.stored, form, id)
  }

  sortOrder(kind: Kind, sort: Sort): Promise<SortOrder> {
    const read = async () => {
      const order = await this.stored.sortOrder(kind, sort)
      if (order.positions.length > MIN_POSITIONS_RANKED_AHEAD) await runYielding(order.buildRanks())
      return order
    }
    return this.cached(`sort order ${kind} ${sort}`, read)
  }

  /** The order, if it is in memory. */
  peekSortOrder(kind: Kind, sort: Sort): SortOrder | undefined {
    return this.#peek(`sort order ${kind} ${sort}`)
  }

  /** Reads and caches the stored chunk of the order that has the slice. */
  async orderSlice(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array> {
    const order = this.peekSortOrder(kind, sort)
    if (order) return order.positions.subarray(from, to)
    const start = from - (from % ORDER_CHUNK)
    const end = start + ORDER_CHUNK
    if (to > end) return await this.stored.orderSlice(kind, sort, from, to)
    const read = () => this.stored.orderSlice(kind, sort, start, end)
    const chunk = await this.cached(`order chunk ${kind} ${sort} ${start}`, read, ofArray)
    return chunk.subarray(from - start, to - start)
  }

  /** The language of the store, with the store's own words. */
  language(): Promise<Language> {
    return this.cached(
      'language',
      async () => withOwnWords(await loadLanguage(this.store.language), this.store),
      () => ({ bytes: LANGUAGE_BYTES }),
    )
  }

  /**
   * A part of the index. Without it in memory, caches and returns what `build` reads or computes. Each part has a name
   * of its own, and the file that builds it names it. A later edition has the part if all that `build` read is the same
   * there. So `build` reads everything that the part is made from, before it ends, and awaits no promise that something
   * else has made: `SharedValue` is for those.
   */
  cached<Value extends Memory>(part: string, build: () => Promise<Value>): Promise<Value>
  cached<Value extends object>(
    part: string,
    build: () => Promise<Value>,
    memoryOf: (value: Value) => Memory,
  ): Promise<Value>
  async cached(part: string, build: () => Promise<Memory>, memoryOf = (value: Memory) => value): Promise<object> {
    return this.#get(part) ?? (await this.#readMissing(part, build, memoryOf))
  }

  /**
   * A part that is made from more than `build` reads, or that reads more when it is used. No other edition has it.
   */
  cachedHere<Value extends Memory>(part: string, build: () => Promise<Value>): Promise<Value> {
    return this.cached(`${this.#own} ${part}`, build)
  }

  /**
   * A part that requests can do without, if it is in memory. If not, builds it in the background for later requests. It
   * does so only once, even if the cache then has no room for it.
   */
  peekOrRequest<Value extends Memory>(part: string, build: () => Promise<Value>): Value | undefined {
    const value = this.#peek<Value>(part)
    if (value) return value
    const request = async () => {
      await this.cached(part, build)
      return { bytes: 0 }
    }
    // The next request that reads a posting list reports the error.
    this.cachedHere(`${part} requested`, request).catch(() => {})
    return undefined
  }

  #get<Value extends object>(part: string): Value | undefined {
    const value = this.#peek<Value>(part)
    this.#cache.count(value !== undefined)
    return value
  }

  #peek<Value extends object>(part: string): Value | undefined {
    const entry = this.#cache.peek<VersionedValue<Value>>(this.#prefix + part)
    if (!entry || !this.#isSameHere(entry)) return undefined
    return entry.use()
  }

  async #readMissing<Value extends object>(
    part: string,
    build: () => Promise<Value>,
    memoryOf: (value: Value) => Memory,
    madeFrom?: readonly string[],
  ): Promise<Value> {
    const read = async () => {
      // To record reads takes longer than to read a list.
      const { value, parts } = madeFrom ? { value: await build(), parts: madeFrom } : await recordReads(build)
      const versions = [...parts].map((part) => [part, this.stored.versions.of(part)] as const)
      return new VersionedValue(value, versions, this.#own)
    }
    const memory = ({ value }: VersionedValue<Value>) => memoryOf(value)
    return (await this.#cache.readMissing(this.#prefix + part, this.#own, read, memory)).use()
  }

  /** Whether all that the value was made from is the same in this edition. */
  #isSameHere(entry: VersionedValue<object>): boolean {
    if (entry.checkedIn === this.#own) return true
    const { versions } = this.stored
    if (!entry.madeFrom.every(([part, version]) => versions.of(part) === version)) return false
    entry.checkedIn = this.#own
    return true
  }
}

/** A cached value, and the versions of what it was made from. */
class VersionedValue<Value extends object> {
  readonly value: Value
  readonly madeFrom: readonly (readonly [part: string, version: string])[]
  /** The edition that was last found to have the same. */
  checkedIn: string

  constructor(value: Value, madeFrom: VersionedValue<Value>['madeFrom'], checkedIn: string) {
    this.value = value
    this.madeFrom = madeFrom
    this.checkedIn = checkedIn
  }

  /** The value. What is computed with it depends on what the value was made from. */
  use(): Value {
    for (const [part] of this.madeFrom) noteRead(part)
    return this.value
  }
}

/** Smaller orders build their ranks when these are first needed. */
const MIN_POSITIONS_RANKED_AHEAD = 100_000

const ofList = (list: PostingList): Memory => ({ bytes: 0, lists: [list] })
const ofArray = ({ byteLength }: Uint32Array): Memory => ({ bytes: byteLength })

/** Makes a reader that reads the posting lists of all calls in one turn of the event loop in one round trip. */
export function batchedReads(edition: Edition, kind: Kind): ReadPostings {
  let batch: Term[] = []
  let lists: Promise<PostingList[]> | undefined
  const readBatch = async () => {
    const terms = batch
    batch = []
    lists = undefined
    return await edition.postings(kind, terms)
  }
  return async (terms) => {
    if (terms.length === 0) return []
    // The read of the batch is that of the first call.
    for (const term of terms) noteRead(listPart(kind, term))
    const from = batch.length
    batch.push(...terms)
    lists ??= Promise.resolve().then(readBatch)
    return (await lists).slice(from, from + terms.length)
  }
}

/** Reads the posting list of each term. */
export type ReadPostings = (terms: readonly Term[]) => Promise<PostingList[]>
