import type { StoreId } from '../catalog/store.ts'
import type { EditionSummary, StoreState } from '../edition/edition.ts'

/** A store and its current edition, as the statements of `statements.ts` select them. */
export interface StateRow extends EditionSummary {
  readonly store: StoreId
  /** The store as JSON. */
  readonly settings: string
}

export function stateOf({ settings, number, publishedAt, productCount, variantCount }: StateRow): StoreState {
  return { store: JSON.parse(settings), edition: { number, publishedAt, productCount, variantCount } }
}
