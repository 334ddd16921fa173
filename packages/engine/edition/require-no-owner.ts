import { VitrineError } from '@vitrine/catalog/error'
import { describeStore, marketStoreId, storeAndMarket } from '@vitrine/catalog/market'
import type { Store, StoreId } from '@vitrine/catalog/store'

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
  const otherStores = owners.filter((owner) => owner.id !== id)
  for (const host of hosts) {
    const owner = otherStores.find((other) => other.hosts?.includes(host))
    if (owner) {
      const name = describeStore(owner.id)
      throw new VitrineError('invalid-setting', `hosts has "${host}", which is a host of ${name} already`)
    }
  }
}
