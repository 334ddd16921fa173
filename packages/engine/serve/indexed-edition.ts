import { LANGUAGE_BYTES, type Language, loadLanguage } from '@vitrine/catalog/language'
import { searchSettings } from '@vitrine/catalog/store'
import { runYielding, yieldByCost } from '@vitrine/runtime/event-loop'
import type { Edition } from '../edition/edition.ts'
import { exactPriceOf } from '../edition/price-term.ts'
import { ORDER_CHUNK } from '../edition/tables.ts'
import { HIGHEST_PRICE_FIRST, type Kind, type Sort, type Term } from '../edition/term.ts'
import type { WordField } from '../edition/word-term.ts'
import { buildForwardIndex, type ForwardIndex } from '../index/forward-index.ts'
import { FuzzyDictionary } from '../index/fuzzy-search.ts'
import { VariantOptionMasks } from '../index/option-masks.ts'
import { memoryBytes, type PostingList } from '../index/posting-list.ts'
import { PriceColumn } from '../index/price-column.ts'
import { ProductJoin } from '../index/product-join.ts'
import { groupByProduct, type VariantsByProduct } from '../index/product-variants.ts'
import type { SortOrder } from '../index/sort-order.ts'
import { BYTES_PER_POSITION, type Workspace } from '../index/steps.ts'
import { TermDictionary } from '../index/term-dictionary.ts'
import { batchedReads } from './batched-reads.ts'
import type { BoundedCache, Memory } from './bounded-cache.ts'
import {
  type FacetDimension,
  type FacetPostings,
  type FacetSchema,
  facetPostingsMemory,
  readFacetPostings,
  readFacetSchema,
} from './facets/facet-values.ts'
import { type FacetWords, readFacetWords } from './search/facet-words.ts'
import { ShortStems } from './search/short-stems.ts'
import { SynonymRules } from './search/synonyms.ts'
import { buildSuggestionIndex, type SuggestionIndex } from './suggestions/suggestion-index.ts'

/**
 * An edition with its index in memory. What is read or built once stays cached while the cache has room for it. Nothing
 * cached is stale: an edition never changes, and its cache key has its number, its time (a store may be removed and
 * created again) and the search settings of the store. Large structures are built in steps, and other requests run
 * between the steps.
 */
export class IndexedEdition {
  /** The edition as the database has it. Its reads are not cached. */
  readonly stored: Edition
  readonly store
  readonly number
  readonly publishedAt
  readonly productCount
  readonly variantCount
  /** What the steps of all requests share. */
  readonly workspace: Workspace
  /** Whether a request has asked for its facets. */
  areFacetsRequested = false
  readonly #cache: BoundedCache
  readonly #prefix: string

  constructor(edition: Edition, cache: BoundedCache, workspace: Workspace) {
    this.stored = edition
    this.#cache = cache
    this.workspace = workspace
    this.store = edition.store
    this.number = edition.number
    this.publishedAt = edition.publishedAt
    this.productCount = edition.productCount
    this.variantCount = edition.variantCount
    this.#prefix = `${edition.store.id} ${edition.number} ${edition.publishedAt} ${searchSettings(edition.store)} `
  }

  /** Whether it is the same edition, with the same settings, opened again. */
  isSame(other: IndexedEdition): boolean {
    return this.#prefix === other.#prefix
  }

  /** The number of products or variants. */
  countOf(kind: Kind): number {
    return kind === 'product' ? this.productCount : this.variantCount
  }

  async postings(kind: Kind, terms: readonly Term[]): Promise<PostingList[]> {
    const keys = terms.map((term) => `${this.#prefix}postings ${kind} ${term}`)
    const cached = keys.map((key) => this.#cache.get<PostingList>(key))
    if (cached.every((list) => list !== undefined)) return cached
    const readBatched = batchedReads(this.stored, kind)
    const read = async (term: Term) => (await readBatched([term]))[0]!
    const lists = cached.map((list, i) => list ?? this.#cache.readMissing(keys[i]!, () => read(terms[i]!), ofList))
    return await Promise.all(lists)
  }

  sortOrder(kind: Kind, sort: Sort): Promise<SortOrder> {
    const read = async () => {
      const order = await this.stored.sortOrder(kind, sort)
      if (order.positions.length > MIN_POSITIONS_RANKED_AHEAD) await runYielding(order.buildRanks())
      return order
    }
    return this.#readThrough(`sort order ${kind} ${sort}`, read)
  }

  /** The order, if it is in memory. */
  peekSortOrder(kind: Kind, sort: Sort): SortOrder | undefined {
    return this.#cache.peek(`${this.#prefix}sort order ${kind} ${sort}`)
  }

  /** Reads and caches the stored chunk of the order that has the slice. */
  async orderSlice(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array> {
    const order = this.peekSortOrder(kind, sort)
    if (order) return order.positions.subarray(from, to)
    const start = from - (from % ORDER_CHUNK)
    const end = start + ORDER_CHUNK
    if (to > end) return await this.stored.orderSlice(kind, sort, from, to)
    const read = () => this.stored.orderSlice(kind, sort, start, end)
    const chunk = await this.#readThrough(`order chunk ${kind} ${sort} ${start}`, read, ofArray)
    return chunk.subarray(from - start, to - start)
  }

  productOfVariant(): Promise<Uint32Array> {
    return this.#readThrough('product of variant', () => this.stored.productOfVariant(), ofArray)
  }

  /** Joins variants to their products. */
  productJoin(): Promise<ProductJoin> {
    const build = async () => runYielding(ProductJoin.build(await this.stored.productOfVariant()))
    return this.#readThrough('product join', build)
  }

  termDictionary(kind: Kind, field: WordField): Promise<TermDictionary> {
    const read = async () => new TermDictionary(await this.stored.dictionary(kind, field))
    return this.#readThrough(`term dictionary ${kind} ${field}`, read)
  }

  fuzzyDictionary(kind: Kind, field: WordField): Promise<FuzzyDictionary> {
    const build = async () => runYielding(FuzzyDictionary.build((await this.termDictionary(kind, field)).text))
    return this.#readThrough(`fuzzy dictionary ${kind} ${field}`, build)
  }

  /** The language of the store. */
  language(): Promise<Language> {
    return this.#readThrough(
      'language',
      () => loadLanguage(this.store.language),
      () => ({ bytes: LANGUAGE_BYTES }),
    )
  }

  /** The synonyms of the store, ready for its searches. */
  synonyms(): Promise<SynonymRules> {
    const build = async () => {
      const [entries, language] = await Promise.all([this.stored.synonymEntries(), this.language()])
      return await SynonymRules.build(entries, language)
    }
    return this.#readThrough('synonyms', build)
  }

  facetSchema(): Promise<FacetSchema> {
    return this.#readThrough('facet schema', () => readFacetSchema(this.stored))
  }

  /** The words in the names of labels or options. */
  facetWords(dimension: 'label' | 'option'): Promise<FacetWords> {
    const build = async () => {
      const { values } = await this.facetSchema()
      return await readFacetWords(values, dimension)
    }
    return this.#readThrough(`facet words ${dimension}`, build)
  }

  /** The words, labels and options that suggestions are made of. */
  suggestionIndex(): Promise<SuggestionIndex> {
    const build = async () => {
      const schema = await this.facetSchema()
      const postings = await Promise.all([this.facetPostings('label'), this.facetPostings('option')])
      return await buildSuggestionIndex(this.stored, schema, ...postings)
    }
    return this.#readThrough('suggestion index', build)
  }

  /** The products, or variants, with each value of a dimension. */
  facetPostings(dimension: FacetDimension, kind: Kind = 'product'): Promise<FacetPostings> {
    const read = async () => readFacetPostings(this.stored, await this.facetSchema(), kind, dimension)
    return this.#readThrough(`facet postings ${kind} ${dimension}`, read, facetPostingsMemory)
  }

  /** The values of a dimension that each product has. */
  forwardIndex(dimension: FacetDimension): Promise<ForwardIndex> {
    const build = async () => runYielding(buildForwardIndex(await this.facetPostings(dimension)))
    return this.#readThrough(`forward index ${dimension}`, build)
  }

  variantsByProduct(): Promise<VariantsByProduct> {
    const build = async () => runYielding(groupByProduct(await this.productOfVariant()))
    return this.#readThrough('variants by product', build)
  }

  optionMasks(): Promise<VariantOptionMasks> {
    const build = async () => {
      const [options, variants, productOfVariant, schema] = await Promise.all([
        this.forwardIndex('option'),
        this.variantsByProduct(),
        this.productOfVariant(),
        this.facetSchema(),
      ])
      const postings = await readFacetPostings(this.stored, schema, 'variant', 'option')
      return await runYielding(VariantOptionMasks.build(options, variants, postings, productOfVariant))
    }
    return this.#readThrough('option masks', build)
  }

  /** Approximate memory of what `prepareFacets` builds. At a million products it is 96 MB. */
  get facetBytes(): number {
    return this.productCount * FACET_BYTES_PER_PRODUCT + this.variantCount * FACET_BYTES_PER_VARIANT
  }

  /** Builds one after another what facets need, as long as `isCurrent` says so. Requests run between the steps. */
  async prepareFacets(isCurrent: () => boolean): Promise<void> {
    const parts = [
      () => this.facetPostings('label'),
      () => this.facetPostings('option'),
      () => this.facetPostings('group'),
      () => this.sortOrder('product', 'price:ASC'),
      () => this.sortOrder('product', HIGHEST_PRICE_FIRST),
      () => this.forwardIndex('label'),
      () => this.forwardIndex('option'),
      () => this.productJoin(),
      () => this.variantsByProduct(),
      () => this.optionMasks(),
    ]
    for (const build of parts) if (isCurrent()) await build()
  }

  /**
   * The prices of a large edition, if they are in memory. If not, reads them in the background for later requests. It
   * does so only once, even if the cache then has no room for them.
   */
  peekPriceColumn(): PriceColumn | undefined {
    if (this.variantCount < MIN_VARIANTS_OF_PRICE_COLUMN) return undefined
    return this.#peekOrRequest('price column', () => readPriceColumn(this.stored))
  }

  /**
   * The terms with short stems of a large dictionary, if they are in memory. Otherwise finds them in the background.
   */
  peekShortStems(kind: Kind, field: WordField, dictionary: TermDictionary): ShortStems | undefined {
    if (dictionary.text.length < MIN_TEXT_OF_SHORT_STEMS) return undefined
    const build = async () => runYielding(ShortStems.build(dictionary, await this.language()))
    return this.#peekOrRequest(`short stems ${kind} ${field}`, build)
  }

  #peekOrRequest<Value extends Memory>(part: string, build: () => Promise<Value>): Value | undefined {
    const value = this.#cache.peek<Value>(this.#prefix + part)
    if (value) return value
    const request = async () => {
      await this.#readThrough(part, build)
      return { bytes: 0 }
    }
    // The next request that reads a posting list reports the error.
    this.#readThrough(`${part} requested`, request).catch(() => {})
    return undefined
  }

  /** The cached results of a query. Without them, caches and returns the results of `find`. */
  cachedResults<Results extends Memory>(
    query: 'products' | 'variants' | 'facets' | 'search' | 'word' | 'related' | 'labels',
    parameters: unknown,
    find: () => Promise<Results>,
  ): Promise<Results> {
    return this.#readThrough(`${query} ${JSON.stringify(parameters)}`, find)
  }

  #readThrough<Value extends Memory>(part: string, read: () => Promise<Value>): Promise<Value>
  #readThrough<Value extends object>(
    part: string,
    read: () => Promise<Value>,
    memoryOf: (value: Value) => Memory,
  ): Promise<Value>
  #readThrough(part: string, read: () => Promise<Memory>, memoryOf = (value: Memory) => value): Promise<object> {
    return this.#cache.readThrough(this.#prefix + part, read, memoryOf)
  }
}

/** Smaller orders build their ranks when these are first needed. */
const MIN_POSITIONS_RANKED_AHEAD = 100_000

/** Approximate memory of what facets need. */
const FACET_BYTES_PER_PRODUCT = 40
const FACET_BYTES_PER_VARIANT = 15

/** In smaller editions, the posting lists of price ranges are as fast. */
const MIN_VARIANTS_OF_PRICE_COLUMN = 200_000

/** In dictionaries of fewer letters, the words that begin alike are soon compared. */
const MIN_TEXT_OF_SHORT_STEMS = 200_000

const ofList = (list: PostingList): Memory => ({ bytes: 0, lists: [list] })
const ofArray = ({ byteLength }: Uint32Array): Memory => ({ bytes: byteLength })

/** The lists of single prices together have the price of every variant. */
async function readPriceColumn(edition: Edition): Promise<PriceColumn> {
  const column = new PriceColumn(edition.variantCount)
  for await (const lists of edition.scanPostings('variant', 'price')) {
    for (const { term, postings } of lists) {
      const price = exactPriceOf(term)
      if (price !== undefined) column.add(postings, price)
      await yieldByCost(price === undefined ? memoryBytes(postings) / BYTES_PER_POSITION : postings.size)
    }
  }
  return column
}
