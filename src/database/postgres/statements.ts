import type { KeyItem } from '../../edition/storage.ts'
import { type Dialect, statementsIn } from '../statements.ts'

/** Where writers announce the stores that have a new edition or are removed. */
export const NOTIFY_CHANNEL = 'vitrine'

const POSTGRES: Dialect = {
  schema: 'vitrine.',
  parameter: (n) => `$${n}`,
  isOneOf: (column, n, type) => `${column} = ANY ($${n}::${type}[])`,
  listOf,
  indexedBy: () => '',
  announce: [`SELECT pg_notify('${NOTIFY_CHANNEL}', $1)`],
}

export const SQL = statementsIn(POSTGRES)

/** Numbers become the text of an array: quicker than the driver's own conversion. */
export function listOf(items: readonly KeyItem[] | Uint32Array): unknown {
  return typeof items[0] === 'number' ? `{${items.join()}}` : items
}
