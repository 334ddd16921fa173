import type { GivenCode } from '@vitrine/catalog/code-book'
import { VitrineError } from '@vitrine/catalog/error'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { Rule } from '@vitrine/catalog/rules'
import type { Market } from '@vitrine/catalog/store'
import {
  type PublishedSettings,
  type SettingsLayers,
  type StoreSettings,
  withOperatorSettings,
} from '@vitrine/catalog/store'
import type { SynonymEntry } from '@vitrine/catalog/synonyms'
import { yieldByTime } from '@vitrine/runtime/event-loop'
import { bytesOfWords } from '../index/posting-codec.ts'
import { ContentChanges, partOf } from './content-versions.ts'
import type { DraftBase } from './draft-base.ts'
import { DraftLimits } from './draft-limits.ts'
import type { Edition } from './edition.ts'
import { type EditionHistory, historyFrom, type MadeFrom } from './edition-history.ts'
import { LimitState, noted, type Refusal } from './limit-state.ts'
import { settingsOfMarket } from './market-state.ts'
import { changesToPostings, type PostingUpdate } from './posting-update.ts'
import { isHeld, type RetainedEdition } from './prune.ts'
import { type Difference, NO_DIFFERENCE, type PublishedState, storedDifference } from './publication.ts'
import { rebase } from './rebase.ts'
import { changesTo, type RowBatch } from './row-batch.ts'
import type { EditionSummary, FacetValue } from './rows.ts'
import type { RowChange, StorageWriter, StorageWriters, StoreChange, WriterState } from './storage.ts'
import { storeChange, withHistories } from './store-change.ts'
import {
  type EntriesKey,
  LABELS_KEY,
  MAX_HELD_EDITIONS,
  ORDER_CHUNK,
  PRODUCT_OF_VARIANT,
  type RowCells,
  RULES_KEY,
  SYNONYMS_KEY,
} from './tables.ts'
import type { Direction, Kind, Sort } from './term.ts'
import type { WordField } from './word-term.ts'

/**
 * The next edition of a store while it is written, in several transactions. There is one draft a store at a time. Rows
 * carry the number of the edition, which no reader asks for before `publish`. The journal names the rows that are
 * written, so that an unpublished draft can be discarded: on dispose, or by the next draft if the process was killed.
 * The draft of a store has one of each market, and publishes all of them in one transaction.
 */
export class Draft implements AsyncDisposable {
  /** The edition that is current while this one is written. */
  readonly base: Edition
  /** The market, if the draft is of one. */
  readonly market: Market | undefined
  /** The drafts of the markets that the store has once this edition is published. */
  readonly markets: readonly Draft[]
  readonly #settings: SettingsLayers
  /** Codes that the store gives when the edition is published or held. */
  givenCodes: readonly GivenCode[] = []
  /** What the limits of publications know of the store. */
  readonly limits: DraftLimits
  readonly #stored: readonly RetainedEdition[]
  readonly #isNew: boolean
  readonly #writers: StorageWriters
  readonly #writer: StorageWriter
  readonly #signal: AbortSignal | undefined
  readonly #number: number
  readonly #next: Record<Kind, number>
  #runs = 0
  #begun: Promise<void> | undefined
  #isAdded = false
  #contents: DraftContents
  /** What differs from the content of the base. */
  readonly #changes = new ContentChanges()

  private constructor(
    writers: StorageWriters,
    writer: StorageWriter,
    { number, firstNew }: WriterState,
    { edition, settings, stored, limits = new LimitState(), market, isNew = false }: DraftBase,
    markets: readonly Draft[],
    signal: AbortSignal | undefined,
  ) {
    this.base = edition
    this.market = market
    this.markets = markets
    this.#settings = settings
    this.#stored = stored
    const numbers = stored.map(({ number }) => number)
    this.limits = new DraftLimits(limits, edition.number, numbers)
    this.#isNew = isNew
    const { productCount, variantCount } = edition
    this.#contents = { productCount, variantCount, difference: NO_DIFFERENCE }
    this.#writers = writers
    this.#writer = writer
    this.#signal = signal
    this.#number = number
    this.#next = { ...firstNew }
  }

  /**
   * Discards the unpublished rows of a killed process, and prunes outdated editions. Once the signal is aborted,
   * every method throws its reason. `number` is that of the edition, if it is not the next one.
   */
  static async open(
    writers: StorageWriters,
    base: DraftBase,
    markets: readonly Draft[] = [],
    signal?: AbortSignal,
    number?: number,
  ): Promise<Draft> {
    const writer = await writers.of(base.edition.store.id, number)
    await writer.discard()
    if (base.outdated.length > 0) await writer.prune(base.outdated)
    return new Draft(writers, writer, await writer.state(), base, markets, signal)
  }

  get contents(): DraftContents {
    return this.#contents
  }

  /** Says what the edition of a market holds when it is published, if that differs from its base. */
  setContents(contents: DraftContents): void {
    this.#contents = contents
  }

  /** The position of each id, in the order of `ids`. A new id gets the next position. */
  async allocatePositions(kind: Kind, ids: readonly string[]): Promise<number[]> {
    await this.#yieldOrAbort()
    const positions = await this.#writer.allocate(kind, ids)
    for (const position of positions) this.#next[kind] = Math.max(this.#next[kind], position + 1)
    return positions
  }

  async writeRows(batch: RowBatch): Promise<void> {
    await this.#write(changesTo(batch, this.#runs++))
  }

  /** Replaces posting lists of the base, each once. Writes the chunks that change. */
  async writePostings(lists: readonly PostingUpdate[]): Promise<void> {
    await this.#write(changesToPostings(lists))
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
    // What things are sorted by has changed, even if that moves none.
    this.#changes.parts.add(partOf('orders', [kind, name]))
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
   * settings of the summary, or those of its base, changed by `settings`, and `operator` changes those of the operator.
   * The log gets the `difference` to the base; without one, everything may differ.
   */
  async publish(
    summary: NewEdition,
    difference?: Difference,
    settings: PublishedSettings = {},
    operator: StoreSettings = {},
  ): Promise<EditionSummary> {
    const { publishedAt, madeFrom = 'import', settings: after = this.#with(settings, operator), ...counts } = summary
    this.setContents({ ...counts, difference })
    return await this.#add(publishedAt, madeFrom, (draft, added) => {
      const state = { number: draft.#number, settings: draft.#settingsOf(after) }
      const change = storeChange(draft.#before, state, storedDifference(draft.#contents.difference))
      return {
        ...withHistories(change, draft.#historyOfBase, added.history, madeFrom, draft.base.publication),
        added,
        limits: [
          ...draft.limits.added(draft.#number),
          ...draft.limits.current(publishedAt, this.limits),
          ...draft.limits.settled(),
          ...draft.limits.ofOther,
        ],
      }
    })
  }

  /** Throws `invalid-setting` if the store holds as many editions as it may. */
  requireRoomToHold(): void {
    const held = this.#stored.filter(isHeld).map(({ number }) => number)
    if (held.length < MAX_HELD_EDITIONS) return
    const { id } = this.base.store
    throw new VitrineError(
      'invalid-setting',
      `store ${id} already holds ${MAX_HELD_EDITIONS} editions: ${held.join(', ')}; ` +
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
    const { publishedAt, ...counts } = summary
    this.setContents({ ...counts, difference })
    return await this.#add(publishedAt, 'held', (draft, added) => {
      const note = { base: draft.base.number, command, ...storedDifference(draft.#contents.difference) }
      const held = { note, settings: draft.market ? {} : settings }
      const change = storeChange(draft.#before, draft.#before)
      return {
        ...change,
        added: { ...added, held },
        limits: [...draft.limits.added(draft.#number), ...draft.limits.settled()],
      }
    })
  }

  /** Changes the settings of the base, and those of the operator, without a new edition. */
  async changeBase(settings: PublishedSettings, operator: StoreSettings = {}): Promise<void> {
    const after = this.#with(settings, operator)
    const changes = this.#all.map((draft) => ({
      ...storeChange(draft.#before, { number: draft.base.number, settings: draft.#settingsOf(after) }),
      limits: draft.limits.settled(),
    }))
    await this.#writers.commit(changes)
  }

  /** Notes in the store that the publication was refused. Nothing else changes. */
  async refuse(refusal: Refusal): Promise<void> {
    await this.#writers.commit([{ ...storeChange(this.#before, this.#before), limits: [noted(refusal)] }])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      if (this.#isAdded) return
      for (const draft of this.#all) await draft.#writer.discard()
      const added = this.markets.filter((draft) => draft.#isNew).map(({ base }) => base.store.id)
      if (added.length > 0) await this.#writers.removeStores(added)
    } finally {
      await this.#writers[Symbol.asyncDispose]()
    }
  }

  get #all(): readonly Draft[] {
    return [this, ...this.markets]
  }

  /** Adds the editions of the store and of its markets, by the change that `changeOf` makes for each. */
  async #add(
    publishedAt: string,
    madeFrom: MadeFrom,
    changeOf: (draft: Draft, added: NonNullable<StoreChange['added']>) => StoreChange,
  ): Promise<EditionSummary> {
    for (const draft of this.#all) await draft.#begin()
    const changes = this.#all.map((draft) => {
      const { difference: _, ...counts } = draft.#contents
      const edition = { publishedAt, ...counts, number: draft.#number }
      const history = historyFrom(draft.base.number, draft.#stored, madeFrom)
      const content = draft.base.versions.after(draft.#changes, edition)
      return { ...changeOf(draft, { edition, firstNew: draft.#next, history, content }), codes: draft.givenCodes }
    })
    await this.#writers.commit(changes)
    this.#isAdded = true
    return changes[0]!.added!.edition
  }

  get #historyOfBase(): EditionHistory {
    return this.#stored.find(({ number }) => number === this.base.number)!.history
  }

  /** The settings of this store or market, from those of its store. */
  #settingsOf(settings: SettingsLayers): SettingsLayers {
    return this.market ? settingsOfMarket(settings, this.market) : settings
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
    if (filled.length === 0) return
    for (const change of filled) this.#changes.note(change)
    await this.#writer.write(filled)
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

  /** SQLite answers synchronously, so without this a long import would let no signal and no timer through. */
  async #yieldOrAbort(): Promise<void> {
    await yieldByTime()
    this.#signal?.throwIfAborted()
  }
}

/** What is published. Unless told otherwise, it was made from an import. */
type NewEdition = Omit<EditionSummary, 'number'> & { readonly madeFrom?: MadeFrom; readonly settings?: SettingsLayers }

/** What an edition holds. Without a difference, everything may differ from the base. */
export interface DraftContents extends Pick<EditionSummary, 'productCount' | 'variantCount'> {
  readonly difference: Difference | undefined
}

/** Chunks of an order that are compared, and written, together: 4 MB. */
const CHUNKS_TOGETHER = 64

function isEmpty(change: RowChange): boolean {
  return 'put' in change ? change.rows.length === 0 : 'items' in change && change.items.length === 0
}
