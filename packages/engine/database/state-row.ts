import { type StoreId, storeOf } from '@vitrine/catalog/store'
import type { EditionSummary, StoreState } from '../edition/rows.ts'

/** A store and its current edition, as the statements of `statements.ts` select them. */
export interface StateRow extends EditionSummary {
  readonly store: StoreId
  /** What the operator has set, as JSON. */
  readonly settings: string
  /** The settings of the edition, as JSON. */
  readonly found: string
}

export function stateOf({ settings, found, number, publishedAt, productCount, variantCount }: StateRow): StoreState {
  const layers = { operator: JSON.parse(settings), edition: JSON.parse(found) }
  return { store: storeOf(layers), edition: { number, publishedAt, productCount, variantCount }, settings: layers }
}
