import { VitrineError } from '@vitrine/catalog/error'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { Rule } from '@vitrine/catalog/rules'
import {
  type PublishedSettings,
  type SettingsLayers,
  type StoreSettings,
  withOperatorSettings,
} from '@vitrine/catalog/store'
import type { SynonymEntry } from '@vitrine/catalog/synonyms'
import { yieldByTime } from '@vitrine/runtime/event-loop'
import { changeChunks } from '../index/posting-chunks.ts'
import { bytesOfWords } from '../index/posting-codec.ts'
import type { PostingList } from '../index/posting-list.ts'
import type { Edition } from './edition.ts'
import { packSource } from './packed-source.ts'
import { chunkKey, type StoredPostings } from './posting-rows.ts'
import type { OutdatedRange } from './prune.ts'
import { type Difference, type PublishedState, storedDifference } from './publication.ts'
import { rebase } from './rebase.ts'
import {
  type EditionSummary,
  type FacetValue,
  type FacetValueName,
  type Form,
  kindOf,
  type ProductRow,
  type VariantRow,
} from './rows.ts'
import type { RowChange, StorageWriter, WriterState } from './storage.ts'
import { storeChange } from './store-change.ts'
import {
  formsOf,
  LABELS_KEY,
  MAX_HELD_EDITIONS,
  ORDER_CHUNK,
  PRODUCT_OF_VARIANT,
  productCells,
  type RowCells,
  RULES_KEY,
  rowTable,
  SYNONYMS_KEY,
  variantCells,
} from './tables.ts'
import { type Direction, isFacetTerm, KINDS, type Kind, type Sort, type Term } from './term.ts'
import type { WordField } from './word-term.ts'

/**
 * The next edition of a store while it is written, in several transactions. There is one draft a store at a time. Rows
 * carry the number of the edition, which no reader asks for before `publish`. The journal names the rows that are
 * written, so that an unpublished draft can be discarded: on dispose, or by the next draft if the process was killed.
 */
export class Draft implements AsyncDisposable {
  /** The edition that is current while this one is written. */
  readonly base: Edition
  readonly #settings: SettingsLayers
  readonly #held: readonly number[]
  readonly #writer: StorageWriter
  readonly #signal: AbortSignal | undefined
  readonly #number: number
  readonly #next: Record<Kind, number>
  #runs = 0
  #begun: Promise<void> | undefined
  #isAdded = false

  private constructor(
    writer: StorageWriter,
    { number, firstNew }: WriterState,
    { edition, settings, held }: DraftBase,
    signal: AbortSignal | undefined,
  ) {
    this.base = edition
    this.#settings = settings
    this.#held = held
    this.#writer = writer
    this.#signal = signal
    this.#number = number
    this.#next = { ...firstNew }
  }

  /**
   * Discards the unpublished rows of a killed process, and prunes `outdated` editions. Once the signal is aborted,
   * every method throws its reason.
   */
  static async open(
    writer: StorageWriter,
    base: DraftBase,
    outdated: readonly OutdatedRange[],
    signal?: AbortSignal,
  ): Promise<Draft> {
    await writer.discard()
    if (outdated.length > 0) await writer.prune(outdated)
    return new Draft(writer, await writer.state(), base, signal)
  }

  /** The position of each id, in the order of `ids`. A new id gets the next position. */
  async allocatePositions(kind: Kind, ids: readonly string[]): Promise<number[]> {
    await this.#yieldOrAbort()
    const positions = await this.#writer.allocate(kind, ids)
    for (const position of positions) this.#next[kind] = Math.max(this.#next[kind], position + 1)
    return positions
  }

  async writeRows(batch: RowBatch): Promise<void> {
    const { products, variants, documents, removed } = batch
    const changes: RowChange[] = this.#journalOf(batch)
    for (const kind of KINDS) {
      changes.push({ end: rowTable(kind), group: [], items: removed[kind] })
      for (const form of formsOf(kind)) changes.push({ end: 'documents', group: [form], items: removed[kind] })
    }
    changes.push(
      { put: 'products', rows: products.map(productCells) },
      { put: 'variants', rows: variants.map(variantCells) },
    )
    // By form, as in the key of the table: one statement ends what all documents of a form replace.
    for (const [form, same] of Map.groupBy(documents, ({ form }) => form))
      changes.push({
        put: 'documents',
        rows: same.map(({ position, body }) => [form, position, storedBody(form, body)]),
      })
    await this.#write(changes)
  }

  /** Replaces posting lists of the base, each once. Writes the chunks that change. */
  async writePostings(lists: readonly PostingUpdate[]): Promise<void> {
    const changes: RowChange[] = []
    for (const [kind, same] of Map.groupBy(lists, ({ kind }) => kind)) {
      const rows: RowCells[] = []
      const ended: string[] = []
      for (const { term, before, after, changed } of same) {
        const chunks = changeChunks(before.chunks, after, changed)
        for (const { start, bytes } of chunks.written) rows.push([kind, chunkKey(term, start), bytes])
        for (const start of chunks.ended) ended.push(chunkKey(term, start))
      }
      changes.push({ end: 'postings', group: [kind], items: ended }, { put: 'postings', rows })
    }
    const products = lists.filter(({ kind }) => kind === 'product')
    const values = products.filter(({ name, after }) => name && after.size > 0)
    const emptied = products.filter(({ term, after }) => after.size === 0 && isFacetTerm(term))
    changes.push(
      { end: 'facet_values', group: [], items: emptied.map(({ term }) => term) },
      { put: 'facet_values', rows: values.map(({ term, after, name }) => [term, after.size, JSON.stringify(name)]) },
    )
    await this.#write(changes)
  }

  /** Replaces the rows of labels and categories. */
  async writeFacetValues(values: readonly FacetValue[]): Promise<void> {
    const rows = values.map(({ term, productCount, ...name }) => [term, productCount, JSON.stringify(name)])
    await this.#write([{ put: 'facet_values', rows }])
  }

  /** Replaces the words of a field that have this first letter. Stores them in the order of `words`. */
  async writeDictionary(kind: Kind, field: WordField, initial: string, words: readonly string[]): Promise<void> {
    await this.#write([
      words.length > 0
        ? { put: 'words', rows: [[kind, field, initial, words.join('\n')]] }
        : { end: 'words', group: [kind, field], items: [initial] },
    ])
  }

  /** Replaces the synonyms of the store. */
  async writeSynonyms(entries: readonly SynonymEntry[]): Promise<void> {
    await this.#writeEntries(SYNONYMS_KEY, entries)
  }

  /** Replaces what is said of labels. */
  async writeLabelEntries(entries: readonly LabelEntry[]): Promise<void> {
    await this.#writeEntries(LABELS_KEY, entries)
  }

  /** Replaces the rules of the store. */
  async writeRules(rules: readonly Rule[]): Promise<void> {
    await this.#writeEntries(RULES_KEY, rules)
  }

  async #writeEntries({ kind, field, initial }: EntriesKey, entries: readonly object[]): Promise<void> {
    const lines = entries.map((entry) => JSON.stringify(entry)).join('\n')
    await this.#write([
      entries.length > 0
        ? { put: 'words', rows: [[kind, field, initial, lines]] }
        : { end: 'words', group: [kind, field], items: [initial] },
    ])
  }

  /** Sorts the rows of the next edition and stores the orders. */
  async buildSortOrders(kind: Kind, sorts: readonly Sort[]): Promise<void> {
    for (const [field, same] of Map.groupBy(sorts, (sort) => sort.slice(0, sort.indexOf(':')))) {
      await this.#begin()
      const directions = same.map((sort) => sort.slice(sort.indexOf(':') + 1) as Direction)
      const sorted = await this.#writer.sorted(kind, field as Parameters<StorageWriter['sorted']>[1], directions)
      for (const [index, sort] of same.entries()) await this.writeSortOrder(kind, sort, sorted[index]!)
    }
  }

  /** Stores an order. Writes the chunks that differ from those stored, and ends those that the order no longer has. */
  async writeSortOrder(kind: Kind, name: Sort | typeof PRODUCT_OF_VARIANT, positions: Uint32Array): Promise<void> {
    const count = Math.ceil(positions.length / ORDER_CHUNK)
    for (let from = 0; ; from += CHUNKS_TOGETHER) {
      const stored = await this.#writer.chunks(kind, name, from, CHUNKS_TOGETHER)
      if (from >= count && stored.length === 0) return
      const byChunk = new Map(stored.map((row) => [row.chunk, row.positions]))
      const rows: RowCells[] = []
      for (let chunk = from; chunk < Math.min(count, from + CHUNKS_TOGETHER); chunk++) {
        // A copy: sending a view to a worker would send all of the buffer behind it.
        const bytes = bytesOfWords(positions.slice(chunk * ORDER_CHUNK, (chunk + 1) * ORDER_CHUNK))
        const existing = byChunk.get(chunk)
        if (!existing || Buffer.compare(existing, bytes) !== 0) rows.push([kind, name, chunk, bytes])
      }
      const surplus = [...byChunk.keys()].filter((chunk) => chunk >= count)
      await this.#write([
        { put: 'orders', rows },
        { end: 'orders', group: [kind, name], items: surplus },
      ])
    }
  }

  /** Stores the product of each variant of the next edition. */
  async buildProductOfVariant(): Promise<void> {
    await this.#begin()
    await this.writeSortOrder('variant', PRODUCT_OF_VARIANT, await this.#writer.productOfVariant())
  }

  /**
   * Makes the draft the store's current edition, atomically and durably. Its number was never used before. It has the
   * settings of its base, changed by `settings`, and `operator` changes those of the operator. The log gets the
   * `difference` to the base; without one, everything may differ.
   */
  async publish(
    summary: Omit<EditionSummary, 'number'>,
    difference?: Difference,
    settings: PublishedSettings = {},
    operator: StoreSettings = {},
  ): Promise<EditionSummary> {
    await this.#begin()
    const edition = { ...summary, number: this.#number }
    const after = { number: this.#number, settings: this.#with(settings, operator) }
    const change = storeChange(this.#before, after, storedDifference(difference))
    await this.#writer.commit({ ...change, added: { edition, firstNew: this.#next } })
    this.#isAdded = true
    return edition
  }

  /** Throws `invalid-setting` if the store holds as many editions as it may. */
  requireRoomToHold(): void {
    if (this.#held.length < MAX_HELD_EDITIONS) return
    const { id } = this.base.store
    throw new VitrineError(
      'invalid-setting',
      `store ${id} already holds ${MAX_HELD_EDITIONS} editions: ${this.#held.join(', ')}; ` +
        `\`vitrine publish ${id} <number>\` publishes one, \`vitrine editions ${id} --discard <number>\` discards one`,
    )
  }

  /**
   * Stores the draft as an edition that is held, atomically and durably. It differs from the base by `difference` and
   * `settings`. `command` imports the same again. The base stays current.
   */
  async hold(
    summary: Omit<EditionSummary, 'number'>,
    difference: Difference,
    settings: PublishedSettings,
    command: string,
  ): Promise<EditionSummary> {
    await this.#begin()
    const edition = { ...summary, number: this.#number }
    const note = { base: this.base.number, command, ...storedDifference(difference) }
    const change = storeChange(this.#before, this.#before)
    await this.#writer.commit({ ...change, added: { edition, firstNew: this.#next, held: { note, settings } } })
    this.#isAdded = true
    return edition
  }

  /** Changes the settings of the base, and those of the operator, without a new edition. */
  async changeBase(settings: PublishedSettings, operator: StoreSettings = {}): Promise<void> {
    const after = { number: this.base.number, settings: this.#with(settings, operator) }
    await this.#writer.commit(storeChange(this.#before, after))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      if (!this.#isAdded) await this.#writer.discard()
    } finally {
      await this.#writer[Symbol.asyncDispose]()
    }
  }

  get #before(): PublishedState {
    return { number: this.base.number, settings: this.#settings }
  }

  #with(settings: PublishedSettings, changes: StoreSettings): SettingsLayers {
    const { operator, edition } = withOperatorSettings(this.#settings, changes)
    return { operator, edition: { ...edition, ...settings } }
  }

  async #write(changes: readonly RowChange[]): Promise<void> {
    await this.#begin()
    const filled = changes.filter((change) => !isEmpty(change))
    if (filled.length > 0) await this.#writer.write(filled)
  }

  /** If the base is not the newest edition, the next edition first gets the rows of the base. */
  async #begin(): Promise<void> {
    await this.#yieldOrAbort()
    if (this.base.number === this.#number - 1) return
    this.#begun ??= (async () => {
      for await (const changes of rebase(this.#writer, this.base.number, () => this.#runs++))
        await this.#writer.write(changes)
    })()
    await this.#begun
  }

  /** The journal entries for what a batch is about to change. */
  #journalOf({ products, variants, documents, removed }: RowBatch): RowChange[] {
    const run = this.#runs++
    const touched = { product: new Set(removed.product), variant: new Set(removed.variant) }
    for (const { position } of products) touched.product.add(position)
    for (const { position } of variants) touched.variant.add(position)
    for (const { form, position } of documents) touched[kindOf(form)].add(position)
    return KINDS.filter((kind) => touched[kind].size > 0).map((kind) => ({
      journal: kind,
      run,
      positions: Uint32Array.from(touched[kind]),
    }))
  }

  /** SQLite answers synchronously, so without this a long import would let no signal and no timer through. */
  async #yieldOrAbort(): Promise<void> {
    await yieldByTime()
    this.#signal?.throwIfAborted()
  }
}

/** Rows for the next edition. A row replaces the one at the same position, from the next edition on. */
export interface RowBatch {
  readonly products: readonly ProductRow[]
  readonly variants: readonly VariantRow[]
  readonly documents: readonly { readonly form: Form; readonly position: number; readonly body: string }[]
  /** Positions that the next edition no longer has. Their rows and documents end with the current edition. */
  readonly removed: Readonly<Record<Kind, readonly number[]>>
}

/** A posting list of the next edition. */
export interface PostingUpdate {
  readonly kind: Kind
  readonly term: Term
  /** The list of the base. */
  readonly before: StoredPostings
  /** Empty if the edition does not have the term. */
  readonly after: PostingList
  /** Sets that have each position in which the two differ. */
  readonly changed: readonly PostingList[]
  /** The id and name of the label, option group or option that the term is of. */
  readonly name?: FacetValueName | undefined
}

/** The current edition, the settings that its store is made of, and the numbers of the editions that it holds. */
export interface DraftBase {
  readonly edition: Edition
  readonly settings: SettingsLayers
  readonly held: readonly number[]
}

type EntriesKey = typeof SYNONYMS_KEY | typeof LABELS_KEY | typeof RULES_KEY

/** Chunks of an order that are compared, and written, together: 4 MB. */
const CHUNKS_TOGETHER = 64

function storedBody(form: Form, body: string): string {
  return form === 'source' ? packSource(body) : body
}

function isEmpty(change: RowChange): boolean {
  return 'put' in change ? change.rows.length === 0 : 'items' in change && change.items.length === 0
}
