import type { StoreId } from '../../catalog/store.ts'
import type { EditionSummary } from '../../edition/edition.ts'
import type { Statement } from './connection.ts'

/** Where writers tell which store has a new edition, or is gone. */
export const CHANNEL = 'vitrine'
export const tell: Statement = { name: 'tell', text: 'SELECT pg_notify($1, $2)' }

/** A store with its current edition. */
export interface StoreRow extends EditionSummary {
  readonly store: StoreId
  /** The store as JSON. */
  readonly settings: string
}

const COLUMNS = `s.store, s.settings, e.edition AS number, e.published_at AS "publishedAt", e.products AS "productCount",
  e.variants AS "variantCount"`

const CURRENT = 'vitrine.stores s JOIN vitrine.editions e ON e.store = s.store AND e.edition = s.edition'

export const oneStore: Statement = {
  name: 'one-store',
  text: `SELECT ${COLUMNS} FROM ${CURRENT} WHERE s.store = $1 AND e.store = $1`,
}

export const allStores: Statement = { name: 'all-stores', text: `SELECT ${COLUMNS} FROM ${CURRENT} ORDER BY s.store` }

/** Of the stores `$1`, known with the editions `$2`, published at `$3`: those that have another now, or are gone. */
export const changedStores: Statement = {
  name: 'changed-stores',
  text: `SELECT k.store AS known, ${COLUMNS}
    FROM unnest($1::text[], $2::int[], $3::text[]) AS k (store, edition, published_at)
    LEFT JOIN (${CURRENT}) ON s.store = k.store
    WHERE e.edition IS DISTINCT FROM k.edition OR e.published_at IS DISTINCT FROM k.published_at`,
}

export function summaryOf({ number, publishedAt, productCount, variantCount }: StoreRow): EditionSummary {
  return { number, publishedAt, productCount, variantCount }
}
