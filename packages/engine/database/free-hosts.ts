import type { StoreId } from '@vitrine/catalog/store'
import { requireNoOwner } from '../edition/require-no-owner.ts'
import type { TransactionStep } from './sql-connection.ts'
import { type StateRow, stateOf } from './state-row.ts'
import type { Statements } from './statements.ts'

/**
 * The steps of a transaction before it gives hosts to a store. They throw `invalid-setting` if another store has one.
 * Transactions take these steps one after the other, so that no two stores get a host at the same time.
 */
export function requireFreeHosts(sql: Statements, store: StoreId, hosts: readonly string[]): TransactionStep[] {
  if (hosts.length === 0) return []
  const check = (rows: readonly unknown[]) => {
    const stores = rows.map((row) => stateOf(row as StateRow).store)
    requireNoOwner(store, hosts, stores)
  }
  return [...sql.lockHosts.map((text) => [text] as const), [sql.allStates], check]
}
