import { VitrineError } from '@vitrine/catalog/error'
import { describeStore, marketStoreId, storeAndMarket } from '@vitrine/catalog/market'
import type { Store, StoreId } from '@vitrine/catalog/store'
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

/**
 * Throws `invalid-setting` if one of the stores, other than this one, or a market of one has one of the hosts. A market
 * that is only stored for a rollback has none.
 */
export function requireNoOwner(id: StoreId, hosts: readonly string[], stores: readonly Store[]): void {
  const owners = stores
    .filter((store) => storeAndMarket(store.id).market === undefined)
    .flatMap(({ id, hosts, markets = [] }) => [
      { id, hosts },
      ...markets.map(({ code, hosts }) => ({ id: marketStoreId(id, code), hosts })),
    ])
  const others = owners.filter((owner) => owner.id !== id)
  for (const host of hosts) {
    const owner = others.find((other) => other.hosts?.includes(host))
    if (owner) {
      const name = describeStore(owner.id)
      throw new VitrineError('invalid-setting', `hosts has "${host}", which is a host of ${name} already`)
    }
  }
}
