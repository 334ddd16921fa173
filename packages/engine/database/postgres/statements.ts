import type { KeyItem } from '../../edition/storage.ts'
import { type Dialect, statementsIn } from '../statements.ts'

/** Where writers announce the stores that have a new edition or are removed. */
export const NOTIFY_CHANNEL = 'vitrine'

const POSTGRES: Dialect = {
  schema: 'vitrine.',
  parameterSign: '$',
  isOneOf: (column, parameter, type) => `${column} = ANY (${parameter}::${type}[])`,
  listOf,
  inSteps: (_table, _key, condition) => condition,
  joinNewest,
  indexedBy: () => '',
  announce: [`SELECT pg_notify('${NOTIFY_CHANNEL}', $1)`],
  lockHosts: [`SELECT pg_advisory_xact_lock(hashtextextended('vitrine hosts', 0))`],
}

export const SQL = statementsIn(POSTGRES)

/** A lateral join, since Citus cannot plan a subquery in a subquery that is about the store of the outermost one. */
export function joinNewest(store: string): string {
  return `
    LEFT JOIN LATERAL (
      SELECT number, published_at FROM vitrine.publications WHERE store = ${store} ORDER BY number DESC LIMIT 1
    ) p ON true`
}

/** Numbers become the text of an array: quicker than the driver's own conversion. */
export function listOf(items: readonly KeyItem[] | Uint32Array): unknown {
  return typeof items[0] === 'number' ? `{${items.join()}}` : items
}
