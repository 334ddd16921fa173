import type { Command } from 'commander'
import { addStoreAdd } from './store-add.ts'
import { addStoreList } from './store-list.ts'
import { addStoreRemove } from './store-remove.ts'
import { addStoreShow } from './store-show.ts'

/** `vitrine store`: the tenants of a database. */
export function addStore(program: Command): void {
  const store = program.command('store').description('add, list, show or remove stores')
  for (const add of [addStoreAdd, addStoreList, addStoreShow, addStoreRemove]) add(store)
}
