import type { Market, SettingsLayers } from '@vitrine/catalog/store'
import type { Edition } from './edition.ts'
import type { LimitState } from './limit-state.ts'
import type { OutdatedRange, RetainedEdition } from './prune.ts'

/** The current edition, and what else a draft of the next one has to know. */
export interface DraftBase {
  readonly edition: Edition
  readonly settings: SettingsLayers
  /** The editions to prune, and all editions that are stored. */
  readonly outdated: readonly OutdatedRange[]
  readonly stored: readonly RetainedEdition[]
  /** What the limits of publications know of the store. */
  readonly limits?: LimitState
  /** The market, if it is one. */
  readonly market?: Market | undefined
  /** Whether the store does not have the market yet. */
  readonly isNew?: boolean
}
