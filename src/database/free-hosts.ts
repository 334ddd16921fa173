import { VitrineError } from '../catalog/error.ts'
import type { Store } from '../catalog/store.ts'
import type { TransactionStep } from './sql-connection.ts'
import type { Statements } from './statements.ts'

/**
 * The steps of a transaction before it writes the settings of a store. They throw `invalid-setting` if another store has one
 * of the hosts. Transactions take these steps one after the other, so that no two stores get a host at the same time.
 */
export function requireFreeHosts(sql: Statements, { id, hosts = [] }: Store): TransactionStep[] {
  if (hosts.length === 0) return []
  const check = (rows: readonly unknown[]) => {
    const stores = rows.map((row) => JSON.parse((row as { readonly settings: string }).settings) as Store)
    const others = stores.filter((store) => store.id !== id)
    for (const host of hosts) {
      const owner = others.find((other) => other.hosts?.includes(host))
      if (owner)
        throw new VitrineError('invalid-setting', `hosts has "${host}", which is a host of store ${owner.id} already`)
    }
  }
  return [...sql.lockHosts.map((text) => [text] as const), [sql.allStates], check]
}
