import type { Store } from '../../catalog/store.ts'
import type { EditionSummary, StoreState } from '../../edition/edition.ts'

/** Stores with their current editions. */
export const SELECT_STATES = `
  SELECT s.settings, e.edition AS number, e.published_at AS publishedAt, e.products AS productCount,
    e.variants AS variantCount
  FROM stores s JOIN editions e ON e.store = s.store AND e.edition = s.edition`

export function stateOf({ settings, ...edition }: Record<string, unknown>): StoreState {
  return { store: JSON.parse(settings as string) as Store, edition: edition as unknown as EditionSummary }
}
