import { type StoreId, storeOf } from '@vitrine/catalog/store'
import type { EditionSummary, StoreState } from '../edition/rows.ts'

/** A store and its current edition, as the statements of `statements.ts` select them. */
export interface StateRow extends EditionSummary {
  readonly store: StoreId
  /** What the operator has set, as JSON. */
  readonly settings: string
  /** The settings of the edition, as JSON. */
  readonly editionSettings: string
  /** The number and the time of the newest publication. */
  readonly publication: number | null
  readonly publicationAt: string | null
  readonly content: string | null
}

export function stateOf({ settings, editionSettings, ...row }: StateRow): StoreState {
  const { number, publishedAt, productCount, variantCount, publication, publicationAt, content } = row
  const layers = { operator: JSON.parse(settings), edition: JSON.parse(editionSettings) }
  const edition = { number, publishedAt, productCount, variantCount }
  const newest = publication === null ? null : { number: publication, publishedAt: publicationAt! }
  return { store: storeOf(layers), edition, settings: layers, publication: newest, content }
}
