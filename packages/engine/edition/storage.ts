import type { GivenCode } from '@vitrine/catalog/code-book'
import type { PublishedSettings, SettingsLayers, Store, StoreId } from '@vitrine/catalog/store'
import type { ChangedHistories, EditionHistory } from './edition-history.ts'
import type { HeldEdition } from './held-edition.ts'
import type { LimitChange, LimitRow } from './limit-state.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { OutdatedRange, RetainedEdition } from './prune.ts'
import type { Publication } from './publication.ts'
import type { EditionSummary, Form, StoreState } from './rows.ts'
import type { ListTable, PostingRow, RowCells, TableRows, VersionedTable } from './tables.ts'
import type { Kind, ProductField, Term, VariantField } from './term.ts'

/**
 * The storage port: what a database has to do. It stores versioned rows of a store and reads them by key. What the rows
 * mean is written once, above it: `Edition`, `Draft` and `Catalogs`.
 */

/**
 * Reads rows of one edition. Every method is one round trip, or one a page. Throws `database-unusable` if the database
 * does not answer or cannot be read, and `EditionGone` if rows may be missing because it no longer has the edition.
 */
export interface Storage {
  /** The row of each item of a group, in the order of `items`; undefined where the edition has none. */
  get<T extends VersionedTable>(
    at: Snapshot,
    table: T,
    group: KeyGroup,
    items: readonly KeyItem[],
  ): Promise<(TableRows[T] | undefined)[]>

  /**
   * The rows of a group from item `from` to before item `to`, in ascending order. With `bounded`, a page is a
   * few megabytes at most; else the storage may give everything as one page.
   */
  scan<T extends VersionedTable>(
    at: Snapshot,
    table: T,
    group: KeyGroup,
    from: KeyItem,
    to: KeyItem,
    bounded?: boolean,
  ): AsyncIterable<readonly TableRows[T][]>

  /**
   * The chunks of the posting lists of different terms, in any order of the terms. Those of a list are neighbours, in
   * their order.
   */
  chunks(at: Snapshot, kind: Kind, terms: readonly Term[]): Promise<readonly PostingRow[]>

  /** The positions that have these values, in any order. */
  find(at: Snapshot, index: LookupIndex, values: readonly string[]): Promise<readonly Located[]>

  /** The document of the product with this id, as UTF-8. */
  documentById(at: Snapshot, form: Form, id: string): MaybePromise<LocatedDocument | undefined>

  /** Documents in the order of the positions, of which there is at least one. */
  concatenatedDocuments(at: Snapshot, form: Form, positions: Uint32Array): Promise<ConcatenatedDocuments>

  /** The products of these variants, each once, in any order; fewer if some are missing. */
  productsOfVariants(at: Snapshot, variants: VariantKeys): MaybePromise<readonly ProductOfVariants[]>

  /**
   * The names of the products or variants at these positions, in order, without case and accents; fewer if some are
   * missing.
   */
  names(at: Snapshot, kind: Kind, positions: readonly number[]): Promise<readonly string[]>

  /**
   * All labels, option groups and options by term, and the chunks of their posting lists if `withPostings` is set, as
   * `chunks` gives them.
   */
  facetValues(at: Snapshot, withPostings: boolean): Promise<FacetValueRows>

  /** The ids of the products at these positions, in any order: also of products that no edition has any more. */
  productIds(store: StoreId, positions: readonly number[]): Promise<readonly Located[]>

  /**
   * The log of publications of a store, newest first: at most `count` rows, those before number `before` if it is
   * given.
   */
  publications(store: StoreId, before: number | undefined, count: number): Promise<readonly Publication[]>

  /** The codes that a store has given, in this order. */
  codes(store: StoreId): Promise<readonly GivenCode[]>

  /** The stored editions of a store, newest first. */
  editions(store: StoreId): Promise<readonly RetainedEdition[]>

  /** What the limits of publications know of a store, by name. No request reads it. */
  limits(store: StoreId): Promise<readonly LimitRow[]>
}

/** The edition that a read is about. */
export interface Snapshot {
  readonly store: StoreId
  readonly edition: number
}

/** The columns of a primary key between the store and `since`, but for the last one. */
export type KeyGroup = readonly string[]

/** A value of the last key column: a position, a term, an initial or the number of a chunk. */
export type KeyItem = string | number

/** The values by which positions can be looked up. `productOfSku` gives the product of the variant that has the sku. */
export type LookupIndex = 'productId' | 'variantId' | 'slug' | 'sku' | 'productOfSku' | 'variantsOfProduct'

export interface Located {
  readonly value: string
  readonly position: number
}

export interface FacetValueRows {
  readonly values: readonly TableRows['facet_values'][]
  readonly chunks: readonly PostingRow[]
}

/** Documents joined by commas, as UTF-8, and the bytes of each. */
export interface ConcatenatedDocuments {
  readonly body: Uint8Array
  readonly lengths: readonly number[]
}

/** The variant with an id, or those at some positions. */
export type VariantKeys = { readonly id: string } | { readonly positions: Uint32Array }

/** A product with all of its variants. */
export interface ProductOfVariants {
  /** The positions of the variants in its order, separated by commas. */
  readonly variants: string
  /** Its document `source`. */
  readonly body: string
}

export interface LocatedDocument {
  readonly position: number
  readonly body: Uint8Array
}

/** A change of the edition that is being written. */
export type RowChange =
  /** Writes rows. A row replaces that of the same key, in this edition and from this edition on. */
  | { readonly put: VersionedTable; readonly rows: readonly RowCells[] }
  /** The edition has no row at these keys. */
  | { readonly end: VersionedTable; readonly group: KeyGroup; readonly items: readonly KeyItem[] }
  /** The edition has the rows that edition `from` had at these keys. */
  | {
      readonly restore: VersionedTable
      readonly group: KeyGroup
      readonly items: readonly KeyItem[]
      readonly from: number
    }
  /** Notes positions whose rows are about to change, so that they can be discarded. */
  | { readonly journal: Kind; readonly run: number; readonly positions: Uint32Array }

export interface WriterState {
  /** The number of the edition that is being written. */
  readonly number: number
  /** For each kind, the first position that no published edition uses. */
  readonly firstNew: Readonly<Record<Kind, number>>
}

/** A change of the state of a store. Readers see all of it at the same moment. */
export interface StoreChange {
  readonly store: StoreId
  /** The number of the current edition before and after the change. They may be equal. */
  readonly replaced: number
  readonly current: number
  /** If the edition was written and is now added: what it counts, and the first positions that it does not use. */
  readonly added?: {
    readonly edition: EditionSummary
    readonly firstNew: Readonly<Record<Kind, number>>
    readonly history: EditionHistory
    /** As `ContentVersions` reads it. */
    readonly content: string
    /** If it does not become current, but is held: what is noted of it, and the settings that its import found. */
    readonly held?: { readonly note: HeldEdition; readonly settings: PublishedSettings }
  }
  /** If another edition becomes current. */
  readonly histories?: ChangedHistories | undefined
  /** The number of a held edition that is discarded. */
  readonly discarded?: number
  /** The settings after the change. */
  readonly settings: SettingsLayers
  /** Hosts that the store did not have before. */
  readonly newHosts: readonly string[]
  /** The row of the log, which gets the next number; undefined if the change is not in the log. */
  readonly publication: Omit<Publication, 'number'> | undefined
  /** Codes that the store has not given before. */
  readonly codes?: readonly GivenCode[]
  /** What the limits of publications know after the change; rows that are not named stay. */
  readonly limits?: readonly LimitChange[]
}

/** Writes a store and its markets. It holds the store's lock until it is disposed of. */
export interface StorageWriters extends AsyncDisposable {
  /**
   * The writer of the store, or of a market of it, for an edition of at least this number, and one more than that of
   * the newest. Throws `store-not-found`.
   */
  of(store: StoreId, least?: number): Promise<StorageWriter>

  /**
   * Makes changes of several stores in one transaction, durably. A held edition that becomes current is not held any
   * more, and has the time of the publication. Forgets publications that are too many or too old. Throws
   * `invalid-setting` if another store has one of the new hosts.
   */
  commit(changes: readonly StoreChange[]): Promise<void>

  /** Removes stores and everything in them, durably. */
  removeStores(stores: readonly StoreId[]): Promise<void>
}

/** Writes the next edition of one store. */
export interface StorageWriter {
  state(): Promise<WriterState>

  /** Makes the changes, in order, in one transaction. */
  write(changes: readonly RowChange[]): Promise<void>

  /** The position of each id; a new id gets the next position. */
  allocate(kind: Kind, ids: readonly string[]): Promise<number[]>

  /** Rows of an order as the edition will have them, from chunk `from` on, at most `count`. */
  chunks(kind: Kind, name: string, from: number, count: number): Promise<readonly TableRows['orders'][]>

  /** All positions of the edition in each of the directions of a field. `Sort` defines the order. */
  sorted(
    kind: Kind,
    field: ProductField | VariantField | 'highestPrice',
    directions: readonly ('ASC' | 'DESC')[],
  ): Promise<readonly Uint32Array[]>

  /** The product of each variant of the edition, by variant position; `NO_PRODUCT` where there is no variant. */
  productOfVariant(): Promise<Uint32Array>

  /** The positions at which the newest edition differs from edition `from`, in rows or in documents. */
  changedPositions(kind: Kind, from: number): Promise<Uint32Array>

  /** The full keys at which a list table of the newest edition differs from edition `from`, in ascending order. */
  changedKeys(table: ListTable, from: number): Promise<readonly (readonly KeyItem[])[]>

  /**
   * Removes everything that an edition has written that was not published, by this process or by one that was killed,
   * and reopens the rows that it ended, in short transactions. The last one forgets the edition.
   */
  discard(): Promise<void>

  /**
   * Removes editions, then the rows that only they were made of, in short transactions. What a killed process leaves is
   * discarded.
   */
  prune(outdated: readonly OutdatedRange[]): Promise<void>
}

/** A database opened for the operator's commands. */
export interface WritableStorage extends AsyncDisposable {
  /** Every store and market with its current edition, or only `store`. Empty if that store does not exist. */
  stores(store?: StoreId): Promise<readonly StoreState[]>

  /** Every market that is stored for a store, also those that it does not have any more. */
  markets(store: StoreId): Promise<readonly StoreState[]>

  /** Adds a store with an edition that holds nothing, of number 0 unless told otherwise. False if it exists. */
  addStore(store: Store, edition?: number): Promise<boolean>

  /** Reads the editions of all stores. */
  readonly storage: Storage

  /**
   * Locks a store with its markets. The next edition has at least the number `least`. Calls `onWait` once if it has to
   * wait for another writer. Throws the signal's reason, or `database-unusable`.
   */
  open(store: StoreId, onWait: () => void, signal?: AbortSignal, least?: number): Promise<StorageWriters>

  /** Throws `database-unusable` unless the database answers and has this version's tables. */
  check(): Promise<void>
}
