import type { GivenCode } from '@vitrine/catalog/code-book'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { ProductName, Rule } from '@vitrine/catalog/rules'
import type { Store } from '@vitrine/catalog/store'
import { storeTaxRate, withStoreTaxRate } from '@vitrine/catalog/store-tax-rate'
import type { SynonymEntry } from '@vitrine/catalog/synonyms'
import { yieldToEventLoop } from '@vitrine/runtime/event-loop'
import { joinedWords, wordsOfBytes } from '../index/posting-codec.ts'
import { NO_POSTINGS, type PostingList, toPostingList } from '../index/posting-list.ts'
import { unionAll } from '../index/set-algebra.ts'
import { SortOrder } from '../index/sort-order.ts'
import { COUNTS, ContentVersions } from './content-versions.ts'
import { errorWithout } from './edition-gone.ts'
import { EMPTY_STORAGE } from './empty-storage.ts'
import { LimitState, type Refusal } from './limit-state.ts'
import { type MaybePromise, mapMaybePromise } from './maybe-promise.ts'
import { unpackSource } from './packed-source.ts'
import { postingPages, postingsByTerm, type StoredPostings, storedPostings, type TermPostings } from './posting-rows.ts'
import type { RetainedEdition } from './prune.ts'
import type { Publication } from './publication.ts'
import { publications } from './publication-log.ts'
import { noteRead, recordingStorage } from './recorded-reads.ts'
import type {
  EditionSummary,
  FacetValue,
  ProductRow,
  PublicationStamp,
  ReadForm,
  RenderedForm,
  StoreState,
  VariantRow,
} from './rows.ts'
import type { ConcatenatedDocuments, Located, LocatedDocument, Snapshot, Storage, VariantKeys } from './storage.ts'
import { type EntriesKey, LABELS_KEY, ORDER_CHUNK, PRODUCT_OF_VARIANT, RULES_KEY, SYNONYMS_KEY } from './tables.ts'
import type { Kind, Sort, Term } from './term.ts'
import { joinDocuments, renderVariants } from './variant-documents.ts'
import { hasPrefixList, type PrefixedField, prefixTerm, type WordField, wordTerm } from './word-term.ts'

/**
 * One published state of one store. It never changes, so it may be read and cached freely. A read may be a round trip
 * to another machine: start reads that do not depend on each other together. Every read may throw `database-unusable`.
 */
export class Edition implements EditionSummary {
  readonly store: Store
  readonly number: number
  readonly publishedAt: string
  /** The newest publication when the edition was found to be current; null if there was none. */
  readonly publication: PublicationStamp | null
  /** Reads nothing if the edition has no products. */
  readonly #storage: Storage
  /** Reads synonyms, what is said of labels, and the log, which a store without products may have. */
  readonly #storageIfEmpty: Storage
  readonly #at: Snapshot
  readonly #summary: EditionSummary
  readonly #content: string | null
  #versions: ContentVersions | undefined

  constructor(storage: Storage, { store, edition: summary, publication, content }: Omit<StoreState, 'settings'>) {
    this.store = store
    this.publication = publication
    this.number = summary.number
    this.publishedAt = summary.publishedAt
    this.#summary = summary
    this.#content = content
    this.#storage = recordingStorage(summary.productCount === 0 ? EMPTY_STORAGE : storage)
    this.#storageIfEmpty = recordingStorage(storage)
    this.#at = { store: store.id, edition: summary.number }
  }

  get productCount(): number {
    noteRead(COUNTS)
    return this.#summary.productCount
  }

  get variantCount(): number {
    noteRead(COUNTS)
    return this.#summary.variantCount
  }

  /** Which edition last changed each part of the content. */
  get versions(): ContentVersions {
    this.#versions ??= new ContentVersions(this.#summary, this.#content)
    return this.#versions
  }

  /** One posting list per term, in the order of `terms`. A term that nothing has gives an empty list. */
  async postings(kind: Kind, terms: readonly Term[]): Promise<PostingList[]> {
    return (await this.storedPostings(kind, terms)).map(({ postings }) => postings)
  }

  /** The same with the chunks in which the lists are stored. */
  async storedPostings(kind: Kind, terms: readonly Term[]): Promise<StoredPostings[]> {
    if (terms.length === 0) return []
    const different = terms.length === 1 ? terms : [...new Set(terms)]
    return storedPostings(await this.#storage.chunks(this.#at, kind, different), terms)
  }

  /**
   * The posting lists of a word and of the words that begin with it, in a field. If there is no list for all of these,
   * reads those of the first `limit` words.
   */
  async prefixMatch(
    kind: Kind,
    field: PrefixedField,
    word: string,
    limit = Number.POSITIVE_INFINITY,
  ): Promise<PrefixMatch> {
    const term = wordTerm(field, word)
    if (hasPrefixList(word)) {
      const [exact, all] = await this.postings(kind, [term, prefixTerm(field, word)])
      return { exact: exact!, all: all! }
    }
    const lists: TermPostings[] = []
    for await (const page of postingPages(this.#storage.scan(this.#at, 'postings', [kind], term, prefixEnd(term)))) {
      lists.push(...page)
      if (lists.length >= limit) break
    }
    const exact = lists[0]?.term === term ? lists[0].postings : NO_POSTINGS
    return { exact, all: unionAll(lists.slice(0, limit).map(({ postings }) => postings)) }
  }

  /** All words of a field, one a line. Words with the same first letter are adjacent and sorted. */
  async dictionary(kind: Kind, field: WordField): Promise<string> {
    const lists: string[] = []
    for await (const rows of this.#storage.scan(this.#at, 'words', [kind, field], '', prefixEnd('')))
      lists.push(...rows.map(({ words }) => words))
    return lists.join('\n')
  }

  /** The synonyms of the store, as they were declared. */
  async synonymEntries(): Promise<readonly SynonymEntry[]> {
    return await this.#entries(SYNONYMS_KEY)
  }

  /** What is said of labels, as it was declared. */
  async labelEntries(): Promise<readonly LabelEntry[]> {
    return await this.#entries(LABELS_KEY)
  }

  /** The rules of the store, as they were declared. */
  async rules(): Promise<readonly Rule[]> {
    return await this.#entries(RULES_KEY)
  }

  /** The ids of the products that have, or had in any edition, these positions; undefined where there was none. */
  async productIds(positions: readonly number[]): Promise<(string | undefined)[]> {
    const located = await this.#storageIfEmpty.productIds(this.store.id, positions)
    const ids = new Map(located.map(({ value, position }) => [position, value]))
    return positions.map((position) => ids.get(position))
  }

  /** The codes that the store has given to names, in any edition. */
  async givenCodes(): Promise<readonly GivenCode[]> {
    return await this.#storageIfEmpty.codes(this.store.id)
  }

  /**
   * The log of publications of the store, newest first: all, or those before number `before`. It may go on after this
   * edition.
   */
  publications(before?: number): AsyncGenerator<Publication> {
    return publications(this.#storageIfEmpty, this.store.id, before)
  }

  /** The words of a field that have this first letter, sorted. */
  async dictionaryOfInitial(kind: Kind, field: WordField, initial: string): Promise<readonly string[]> {
    const [row] = await this.#storage.get(this.#at, 'words', [kind, field], [initial])
    return row ? row.words.split('\n') : []
  }

  /** All labels, categories, option groups and options of products, by term. */
  async facetValues(): Promise<readonly FacetValue[]> {
    const isSmall = this.productCount <= SMALL_EDITION
    const { values, chunks } = await this.#storage.facetValues(this.#at, isSmall)
    const lists = postingsByTerm(chunks)
    return values.map(({ term, size, name }) => {
      const value = { term, productCount: size, ...(JSON.parse(name) as Omit<FacetValue, 'term' | 'productCount'>) }
      return isSmall ? { ...value, postings: lists.get(term) ?? NO_POSTINGS } : value
    })
  }

  /**
   * The posting lists of all terms that begin with `prefix` and a colon (`label`, `option:color`), by term, in pages.
   */
  async *scanPostings(kind: Kind, prefix: string): AsyncGenerator<readonly TermPostings[]> {
    const [from, to] = [`${prefix}:`, prefixEnd(`${prefix}:`)]
    yield* postingPages(this.#storage.scan(this.#at, 'postings', [kind], from, to, true))
  }

  /** The product of each slug, in the order of `slugs`; undefined where no product has it. */
  async productsBySlug(slugs: readonly string[]): Promise<(number | undefined)[]> {
    return inOrder(slugs, await this.#storage.find(this.#at, 'slug', slugs))
  }

  /**
   * The products with these slugs, or with a variant with the sku, in the order of `names`; undefined where there is
   * none. Of several products with a sku, that of the first import.
   */
  async productsByName(names: readonly ProductName[]): Promise<(number | undefined)[]> {
    const slugs = names.flatMap((name) => ('slug' in name ? [name.slug] : []))
    const skus = names.flatMap((name) => ('sku' in name ? [name.sku] : []))
    const find = (index: 'slug' | 'productOfSku', values: readonly string[]) =>
      values.length > 0 ? this.#storage.find(this.#at, index, values) : []
    const located = await Promise.all([find('slug', slugs), find('productOfSku', skus)])
    const [bySlug, bySku] = located.map((all) => {
      const lastFirst = all.toSorted((a, b) => b.position - a.position)
      return new Map(lastFirst.map(({ value, position }) => [value, position]))
    })
    return names.map((name) => ('slug' in name ? bySlug!.get(name.slug) : bySku!.get(name.sku)))
  }

  /** The variants that have any of these skus, or the products of those variants. */
  async positionsBySku(kind: Kind, skus: readonly string[]): Promise<PostingList> {
    return asPostings(await this.#storage.find(this.#at, kind === 'product' ? 'productOfSku' : 'sku', skus))
  }

  /** The products that have each of these skus. A sku that no product has is missing. */
  async productsBySku(skus: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
    const located = skus.length === 0 ? [] : await this.#storage.find(this.#at, 'productOfSku', skus)
    const bySku = Map.groupBy(located, ({ value }) => value)
    return new Map([...bySku].map(([sku, all]) => [sku, new Set(all.map(({ position }) => position))]))
  }

  /** The variants of the product with this id. Empty if the edition has no such product. */
  async variantsOfProduct(product: string): Promise<PostingList> {
    return asPostings(await this.#storage.find(this.#at, 'variantsOfProduct', [product]))
  }

  /** The position of each id, in the order of `ids`; undefined where the edition has nothing with that id. */
  async positionsById(kind: Kind, ids: readonly string[]): Promise<(number | undefined)[]> {
    return inOrder(ids, await this.#storage.find(this.#at, kind === 'product' ? 'productId' : 'variantId', ids))
  }

  /** All positions of a kind, sorted. */
  async sortOrder(kind: Kind, sort: Sort): Promise<SortOrder> {
    return new SortOrder(await this.#chunks(kind, sort))
  }

  /**
   * The positions at ranks `from` to before `to` of an order; fewer at its end. Reads only the chunks that hold them.
   */
  async orderSlice(kind: Kind, sort: Sort, from: number, to: number): Promise<Uint32Array> {
    const first = Math.floor(from / ORDER_CHUNK)
    const positions = await this.#chunks(kind, sort, first, Math.floor((to - 1) / ORDER_CHUNK))
    return positions.subarray(from - first * ORDER_CHUNK, to - first * ORDER_CHUNK)
  }

  /** The product's position at the index that is the variant's position, else `NO_PRODUCT`. */
  async productOfVariant(): Promise<Uint32Array> {
    return await this.#chunks('variant', PRODUCT_OF_VARIANT)
  }

  /** The document of the product or variant with this id, as UTF-8; undefined if the edition has none. */
  documentById(form: RenderedForm | 'full', id: string): MaybePromise<LocatedDocument | undefined> {
    if (form === 'full') return this.#fullById(id)
    if (form !== 'variant') return this.#storage.documentById(this.#at, form, id)
    return mapMaybePromise(this.#variants({ id }), ([one]) => one && { position: one[0], body: Buffer.from(one[1]) })
  }

  /** Documents in the order of the positions, joined by commas, as UTF-8: the content of a JSON array. */
  async concatenatedDocuments(form: ReadForm, positions: Uint32Array): Promise<Uint8Array> {
    if (positions.length === 0) return new Uint8Array(0)
    if (isOfSource(form)) return await this.#concatenatedSources(form, positions)
    return (await this.renderedDocuments(form, positions)).body
  }

  /** The same of positions, of which there is at least one, with the bytes of each document. */
  async renderedDocuments(form: RenderedForm, positions: Uint32Array): Promise<ConcatenatedDocuments> {
    const documents =
      form === 'variant'
        ? joinDocuments(await this.#variants({ positions }), positions)
        : await this.#storage.concatenatedDocuments(this.#at, form, positions)
    if (documents.lengths.length !== positions.length) throw await this.#errorWithout('documents')
    return documents
  }

  /**
   * Documents as text, in the order of the positions; undefined where the edition has none. In `source` and `full`,
   * variants without a tax rate have got that of the store.
   */
  async documents(form: ReadForm, positions: readonly number[]): Promise<(string | undefined)[]> {
    if (form === 'variant') {
      const variants = await this.#variants({ positions: Uint32Array.from(positions) })
      return positions.map((position) => variants.get(position))
    }
    const rows = await this.#storage.get(this.#at, 'documents', [isOfSource(form) ? 'source' : form], positions)
    if (!isOfSource(form)) return rows.map((row) => row?.body)
    const storeRate = storeTaxRate(this.store)
    return rows.map((row) => row && withStoreTaxRate(unpackSource(row.body, form), storeRate))
  }

  /** The same of positions that the edition lists: all are there. */
  async listedDocuments(form: ReadForm, positions: readonly number[]): Promise<readonly string[]> {
    const documents = await this.documents(form, positions)
    if (!documents.every((document) => document !== undefined)) throw await this.#errorWithout('documents')
    return documents
  }

  /** The row of each position, in order; undefined where the edition has none. */
  async productRows(positions: readonly number[]): Promise<(ProductRow | undefined)[]> {
    return await this.#storage.get(this.#at, 'products', [], positions)
  }

  /** The name of each position, in order, without case and accents: faster than the rows. */
  async names(kind: Kind, positions: readonly number[]): Promise<readonly string[]> {
    const names = await this.#storage.names(this.#at, kind, positions)
    if (names.length !== positions.length) throw await this.#errorWithout(`${kind}s`)
    return names
  }

  async variantRows(positions: readonly number[]): Promise<(VariantRow | undefined)[]> {
    return await this.#storage.get(this.#at, 'variants', [], positions)
  }

  /** The publications of the store that limits refused, and that wait for an operator. */
  async refusals(): Promise<readonly Refusal[]> {
    return (await this.limits()).refusals
  }

  /** What the limits of publications know of the store. */
  async limits(): Promise<LimitState> {
    return new LimitState(await this.#storageIfEmpty.limits(this.store.id))
  }

  /** The stored editions of the store, newest first. */
  async retained(): Promise<readonly RetainedEdition[]> {
    return await this.#storageIfEmpty.editions(this.store.id)
  }

  /** Another stored edition of the store, with the settings that the store then has. */
  other(store: Store, summary: EditionSummary): Edition {
    return new Edition(this.#storageIfEmpty, { store, edition: summary, publication: null, content: null })
  }

  async #entries<Entry>({ kind, field, initial }: EntriesKey): Promise<readonly Entry[]> {
    const [row] = await this.#storageIfEmpty.get(this.#at, 'words', [kind, field], [initial])
    return row ? row.words.split('\n').map((line) => JSON.parse(line)) : []
  }

  async #fullById(id: string): Promise<LocatedDocument | undefined> {
    const [position] = await this.positionsById('product', [id])
    if (position === undefined) return undefined
    return { position, body: await this.#concatenatedSources('full', Uint32Array.of(position)) }
  }

  async #concatenatedSources(form: 'source' | 'full', positions: Uint32Array): Promise<Uint8Array> {
    return Buffer.from((await this.listedDocuments(form, [...positions])).join())
  }

  /** The full forms of these variants, by position. */
  #variants(keys: VariantKeys): MaybePromise<ReadonlyMap<number, string>> {
    const products = this.#storage.productsOfVariants(this.#at, keys)
    return mapMaybePromise(products, (all) => renderVariants(all, keys, storeTaxRate(this.store)))
  }

  async #errorWithout(things: string): Promise<Error> {
    return errorWithout(things, this, await this.retained())
  }

  /** Consecutive chunks of an order, as one array. Yields to the event loop between pages. */
  async #chunks(kind: Kind, name: string, first = 0, last = 0x7ffffffe): Promise<Uint32Array> {
    const parts: Uint32Array[] = []
    for await (const rows of this.#storage.scan(this.#at, 'orders', [kind, name], first, last + 1)) {
      if (parts.length > 0) await yieldToEventLoop()
      for (const { positions } of rows) parts.push(wordsOfBytes(positions))
    }
    return joinedWords(parts)
  }
}

function isOfSource(form: ReadForm): form is 'source' | 'full' {
  return form === 'source' || form === 'full'
}

/** The posting lists for a word that may be the beginning of a longer one. */
interface PrefixMatch {
  /** Things that have the word itself. */
  readonly exact: PostingList
  /** Things that have a word with this prefix, the word itself included. */
  readonly all: PostingList
}

/** An edition of at most this many products is small. */
export const SMALL_EDITION = 1000

/** The least string that is greater than every string with this prefix, by UTF-8 bytes. */
function prefixEnd(prefix: string): string {
  return `${prefix}\u{10ffff}`
}

function asPostings(located: readonly Located[]): PostingList {
  return toPostingList(located.map(({ position }) => position))
}

function inOrder(values: readonly string[], located: readonly Located[]): (number | undefined)[] {
  const positions = new Map(located.map(({ value, position }) => [value, position]))
  return values.map((value) => positions.get(value))
}
