import type { Store, StoreId } from '../catalog/store.ts'
import type { PostingList } from '../index/set-algebra.ts'
import type { Edition, EditionSummary, Editions, FacetValueName, Form } from './edition.ts'
import type { ProductRow, VariantRow } from './rows.ts'
import type { Kind, Sort, Term } from './term.ts'
import type { Field } from './word-term.ts'

/** Rows for the next edition. A row put where one is takes its place from that edition on. */
export interface RowBatch {
  readonly products: readonly ProductRow[]
  readonly variants: readonly VariantRow[]
  readonly documents: readonly { readonly form: Form; readonly position: number; readonly body: string }[]
  /** Positions that the next edition no longer has: their rows and documents end with the current one. */
  readonly removed: Readonly<Record<Kind, readonly number[]>>
}

/** A posting list of the next edition. */
export interface PostingUpdate {
  readonly kind: Kind
  readonly term: Term
  readonly postings: PostingList
  /** What the term is called, if it is that of a label, an option group or an option. */
  readonly name?: FacetValueName | undefined
}

/**
 * The next edition of a store while it is written, in transactions of its own choosing: some rows wait for others of their
 * kind. Nothing is seen by a reader before `publish`. One draft a store at a time; disposing of one that was not published takes back all
 * that it wrote, and what a killed process left is taken back when the next draft is opened.
 */
export interface Draft extends AsyncDisposable {
  /** The edition that is current while this one is written. */
  readonly base: Edition

  /** The position of each id, in the order asked; an id without one is given the next, in the order asked. */
  allocatePositions(kind: Kind, ids: readonly string[]): Promise<number[]>

  writeRows(batch: RowBatch): Promise<void>

  /** Makes these lists the next edition's; an empty set ends the list. */
  writePostings(lists: readonly PostingUpdate[]): Promise<void>

  /** Makes these the words of a field with this first letter, in the order given; none ends them. */
  writeDictionary(kind: Kind, field: Field, initial: string, words: readonly string[]): Promise<void>

  /** Sorts what the next edition will hold and keeps the orders: by one field, in one direction or in both. */
  buildSortOrders(kind: Kind, sorts: readonly Sort[]): Promise<void>

  /** Keeps an order that was made of the base's. */
  writeSortOrder(kind: Kind, sort: Sort, positions: Uint32Array): Promise<void>

  /** Keeps which product each variant of the next edition belongs to. */
  buildProductOfVariant(): Promise<void>

  /** Makes the draft the store's current edition, at once and for good. Its number is one that no edition had before. */
  publish(summary: Omit<EditionSummary, 'number'>): Promise<EditionSummary>
}

/** Which edition a store goes back to: the number of one of those that are kept, newest first. */
export type ChooseEdition = (kept: readonly EditionSummary[], current: EditionSummary) => number

/** What the operator's commands do to a database. The server never holds one. */
export interface Catalogs extends Editions {
  /** Makes a store, with an edition that holds nothing. Throws `store-exists`. */
  addStore(store: Store): Promise<void>

  /** Removes a store and all that it holds; waits while it is being written. Throws `store-not-found`. */
  removeStore(store: StoreId, onWait?: () => void): Promise<void>

  /**
   * Opens the store's next edition. Calls `onWait` once if another one is being written, and waits for it. Every method of
   * the draft throws the signal's reason once it is aborted. Throws `store-not-found`.
   */
  draft(store: StoreId, onWait?: () => void, signal?: AbortSignal): Promise<Draft>

  /** The editions that are kept to go back to, newest first: the last five. Throws `store-not-found`. */
  editions(store: StoreId): Promise<EditionSummary[]>

  /**
   * Makes one of the editions that are kept the current one, at once; waits while another is being written. All stay kept,
   * so that one can go forward again, and the next draft is made of the chosen one. What `choose` throws changes nothing.
   * Throws `store-not-found`.
   */
  rollback(store: StoreId, choose: ChooseEdition, onWait?: () => void): Promise<EditionSummary>
}
