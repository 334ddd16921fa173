import type { SettingsLayers } from '@vitrine/catalog/store'
import { encodeChanges, ProductChanges } from './product-changes.ts'
import { MAX_CHANGES_BYTES } from './tables.ts'

/** A row of the log of publications: one for each transaction that changed what answers show. */
export interface Publication {
  /** From 1 on, without gaps. No other publication of the store gets it, until the store is removed or restored. */
  readonly number: number
  /** ISO 8601 in UTC with milliseconds. A number has another time after the store was removed or restored. */
  readonly publishedAt: string
  /** The current edition before and after. They are equal if only settings changed. */
  readonly previous: number
  readonly edition: number
  /** Everything that may have changed besides products. */
  readonly also: readonly OtherChange[]
  /** Numbers of products; null if they are not known. */
  readonly created: number | null
  readonly changed: number | null
  readonly removed: number | null
  /** As `decodeChanges` reads them; null if any product may have changed. */
  readonly changes: Uint8Array | null
  /** The cache tags of the answers that may have changed, at most `MAX_PUBLICATION_TAGS`; null for all answers. */
  readonly tags: readonly string[] | null
}

/** What else than products a publication may change, in the order of answers. */
export const OTHER_CHANGES = ['settings', 'synonyms', 'labels', 'rules'] as const
export type OtherChange = (typeof OTHER_CHANGES)[number]

/** The difference between two editions of a store. */
export interface Difference {
  readonly products: ProductChanges
  readonly also: readonly OtherChange[]
  /** The cache tags of the answers that may differ. Undefined: all. */
  readonly tags?: ReadonlySet<string> | undefined
}

/** The most tags of a publication. More would take longer to purge than the whole store. */
export const MAX_PUBLICATION_TAGS = 200

/** The difference between two editions as the log has it. */
export type StoredDifference = Pick<Publication, 'also' | 'created' | 'changed' | 'removed' | 'changes' | 'tags'>

export const NO_DIFFERENCE: Difference = { products: new ProductChanges(), also: [] }

/** The current edition of a store, and its settings. */
export interface PublishedState {
  readonly number: number
  readonly settings: SettingsLayers
}

/** A difference as the log has it. Without one, everything but the settings may differ. */
export function storedDifference(difference: Difference | undefined): StoredDifference {
  const bytes = difference && encodeChanges(difference.products)
  const tags = difference?.also.length === 0 ? difference.tags : undefined
  return {
    also: difference ? difference.also : ['synonyms', 'labels', 'rules'],
    ...(difference?.products.counts() ?? UNKNOWN),
    changes: bytes && bytes.length <= MAX_CHANGES_BYTES ? bytes : null,
    tags: tags && tags.size > 0 && tags.size <= MAX_PUBLICATION_TAGS ? [...tags] : null,
  }
}

const UNKNOWN = { created: null, changed: null, removed: null }
