import type { StoreId } from '../../catalog/store.ts'
import type { EditionSummary, StoreState } from '../../edition/edition.ts'
import type { Statement } from './statements.ts'

/** Where writers announce the stores that have a new edition or are removed. */
export const NOTIFY_CHANNEL = 'vitrine'
export const NOTIFY: Statement = { name: 'notify', text: 'SELECT pg_notify($1, $2)' }

/** A store with its current edition. */
export interface StateRow extends EditionSummary {
  readonly store: StoreId
  /** The store as JSON. */
  readonly settings: string
}

const COLUMNS = `s.store, s.settings, e.edition AS number, e.published_at AS "publishedAt", e.products AS "productCount",
  e.variants AS "variantCount"`

const CURRENT = 'vitrine.stores s JOIN vitrine.editions e ON e.store = s.store AND e.edition = s.edition'

export const ONE_STATE: Statement = {
  name: 'one-state',
  text: `SELECT ${COLUMNS} FROM ${CURRENT} WHERE s.store = $1 AND e.store = $1`,
}

export const ALL_STATES: Statement = { name: 'all-states', text: `SELECT ${COLUMNS} FROM ${CURRENT} ORDER BY s.store` }

/** Of the stores `$1`, known with the editions `$2` published at `$3`: those that have another edition now, or are gone. */
export const CHANGED_STATES: Statement = {
  name: 'changed-states',
  text: `SELECT k.store AS known, ${COLUMNS}
    FROM unnest($1::text[], $2::int[], $3::text[]) AS k (store, edition, published_at)
    LEFT JOIN (${CURRENT}) ON s.store = k.store
    WHERE e.edition IS DISTINCT FROM k.edition OR e.published_at IS DISTINCT FROM k.published_at`,
}

export function stateOf({ settings, number, publishedAt, productCount, variantCount }: StateRow): StoreState {
  return { store: JSON.parse(settings), edition: { number, publishedAt, productCount, variantCount } }
}
