import type { Store, StoreId, StoreSettings } from '../catalog/store.ts'
import type { SynonymEntry } from '../catalog/synonyms.ts'
import type { PostingList } from '../index/posting-list.ts'
import type { Edition, EditionSummary, Editions, FacetValueName, Form } from './edition.ts'
import type { ProductRow, VariantRow } from './rows.ts'
import type { Kind, Sort, Term } from './term.ts'
import type { Field } from './word-term.ts'

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
  readonly postings: PostingList
  /** The id and name of the label, option group or option that the term is of. */
  readonly name?: FacetValueName | undefined
}

/**
 * The next edition of a store while it is written, in several transactions. Readers see nothing of it before `publish`.
 * There is one draft a store at a time. Disposing of an unpublished draft takes back everything it wrote. What a killed process
 * wrote is taken back when the next draft is opened.
 */
export interface Draft extends AsyncDisposable {
  /** The edition that is current while this one is written. */
  readonly base: Edition

  /** The position of each id, in the order of `ids`. A new id gets the next position. */
  allocatePositions(kind: Kind, ids: readonly string[]): Promise<number[]>

  writeRows(batch: RowBatch): Promise<void>

  /** Replaces posting lists. An empty list removes the term. */
  writePostings(lists: readonly PostingUpdate[]): Promise<void>

  /** Replaces the words of a field that have this first letter. The order of `words` is kept. */
  writeDictionary(kind: Kind, field: Field, initial: string, words: readonly string[]): Promise<void>

  /** Replaces the synonyms of the store. */
  writeSynonyms(entries: readonly SynonymEntry[]): Promise<void>

  /** Sorts the rows of the next edition and stores the orders. */
  buildSortOrders(kind: Kind, sorts: readonly Sort[]): Promise<void>

  /** Stores an order that the caller has computed. */
  writeSortOrder(kind: Kind, sort: Sort, positions: Uint32Array): Promise<void>

  /** Stores the product of each variant of the next edition. */
  buildProductOfVariant(): Promise<void>

  /**
   * Makes the draft the store's current edition, atomically and durably. Its number was never used before. In the same
   * transaction, the store gets `settings` if they are given.
   */
  publish(summary: Omit<EditionSummary, 'number'>, settings?: StoreSettings): Promise<EditionSummary>
}

/** Chooses the edition to go back to: the number of one of `kept`, which is newest first. */
export type ChooseEdition = (kept: readonly EditionSummary[], current: EditionSummary) => number

/** A database opened for the operator's commands. The server never holds one. */
export interface Catalogs extends Editions {
  /** Adds a store with an empty edition. Throws `store-exists`. */
  addStore(store: Store): Promise<void>

  /**
   * Changes settings of a store, and returns the store. No edition changes. Waits while the store is being written. Throws
   * `store-not-found`.
   */
  changeStore(store: StoreId, settings: StoreSettings, onWait?: () => void): Promise<Store>

  /** Removes a store and all that it holds. Waits while it is being written. Throws `store-not-found`. */
  removeStore(store: StoreId, onWait?: () => void): Promise<void>

  /**
   * Opens the store's next edition. Calls `onWait` once if another one is being written, and waits for it. Every method of
   * the draft throws the signal's reason once it is aborted. Throws `store-not-found`.
   */
  draft(store: StoreId, onWait?: () => void, signal?: AbortSignal): Promise<Draft>

  /** The editions that a store can go back to, newest first: the last five. Throws `store-not-found`. */
  editions(store: StoreId): Promise<EditionSummary[]>

  /**
   * Makes a kept edition current. Waits while another one is being written. All editions stay kept, so that the store can go
   * forward again. The next draft starts from the chosen edition. An error thrown by `choose` changes nothing. Throws
   * `store-not-found`.
   */
  rollback(store: StoreId, choose: ChooseEdition, onWait?: () => void): Promise<EditionSummary>
}
