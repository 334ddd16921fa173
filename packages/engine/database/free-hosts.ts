import { VitrineError } from '@vitrine/catalog/error'
import type { Store } from '@vitrine/catalog/store'
import type { TransactionStep } from './sql-connection.ts'
import type { Statements } from './statements.ts'

/**
 * The steps of a transaction before it writes the settings of a store. They throw `invalid-setting` if another store
 * has one of the hosts. Transactions take these steps one after the other, so that no two stores get a host at the same
 * time.
 */
export function requireFreeHosts(sql: Statements, store: Store): TransactionStep[] {
  if (!store.hosts?.length) return []
  const check = (rows: readonly unknown[]) =>
    requireNoOwner(
      store,
      rows.map((row) => JSON.parse((row as { readonly settings: string }).settings)),
    )
  return [...sql.lockHosts.map((text) => [text] as const), [sql.allStates], check]
}

/** Throws `invalid-setting` if one of the stores, other than this one, has a host of this one. */
export function requireNoOwner({ id, hosts = [] }: Store, stores: readonly Store[]): void {
  const others = stores.filter((store) => store.id !== id)
  for (const host of hosts) {
    const owner = others.find((other) => other.hosts?.includes(host))
    if (owner)
      throw new VitrineError('invalid-setting', `hosts has "${host}", which is a host of store ${owner.id} already`)
  }
}
