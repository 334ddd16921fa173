import type { GivenCode } from '@vitrine/catalog/code-book'
import type { SettingsLayers, StoreId } from '@vitrine/catalog/store'
import type { LimitRow } from './limit-state.ts'
import type { Kind } from './term.ts'

/**
 * The current edition of a store, or of a market, in a database of this version of the stored format or of an earlier
 * one. It depends on what no version changes: docs/storage-format.md lists it. Throws `database-unusable`.
 */
export interface OlderStore {
  readonly id: StoreId
  /** Without the pinned editions. */
  readonly settings: SettingsLayers
  readonly productCount: number
  readonly variantCount: number
  /** The highest number of an edition that the store has. */
  readonly newest: number
  /** Differs for each edition and after each change of the settings. */
  readonly state: string
  /** The level of prices that the limits of publications know. */
  readonly priceLevel: number
  /** What the limits of publications know. */
  readonly limits: readonly LimitRow[]

  /** The codes that the store has given, in this order. */
  codes(): Promise<readonly GivenCode[]>

  /** The id at each position that was ever given, from position 0 on, in batches. */
  ids(kind: Kind): AsyncIterable<readonly string[]>

  /** The products in the order of their positions, in batches. */
  products(): AsyncIterable<readonly OlderProduct[]>

  /** What an operator says of the store, in its order. */
  entries(kind: 'labels' | 'rules' | 'synonyms'): Promise<readonly object[]>
}

/** A store with its markets, by their codes. */
export interface OlderStores {
  readonly store: OlderStore
  readonly markets: ReadonlyMap<string, OlderStore>
}

export interface OlderProduct {
  readonly position: number
  readonly digest: string
  /** The document `source`, with the tax rate of the store in variants without one. */
  readonly source: string
}
