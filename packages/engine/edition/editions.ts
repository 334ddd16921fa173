import type { StoreId } from '@vitrine/catalog/store'
import type { Edition } from './edition.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { StoreState } from './rows.ts'

/** The current editions of a database. */
export interface Editions<Current = Edition> extends AsyncDisposable {
  /** The store's current edition. Throws `store-not-found`, or `database-unusable`. */
  current(store: StoreId): MaybePromise<Current>

  /**
   * The time since which the database has not answered, by `performance.now()`; undefined while it answers. While it
   * does not answer, `current` gives the last known editions, and only cached reads succeed.
   */
  readonly unavailableSince: number | undefined

  /**
   * The same for a store whose part of the database does not answer, while others do; undefined for all other stores,
   * and in a database without parts.
   */
  lostSince?(store: StoreId): number | undefined

  /** Reads a stored row over the connections that requests use. Throws `database-unusable`. */
  ping(): Promise<void>

  /** Every store with its current edition. */
  list(): Promise<StoreState[]>
}

/** Milliseconds that a read may take, unless the operator says otherwise. */
export const DEFAULT_DEADLINE = 5000
