import { storeOf } from '@vitrine/catalog/store'
import { type Difference, type PublishedState, publicationOf } from './publication.ts'
import type { StoreChange } from './storage.ts'

/** The change from one state of a store to another. Without a `difference`, any product may have changed. */
export function storeChange(
  before: PublishedState,
  after: PublishedState,
  difference: Difference | undefined,
): StoreChange {
  const { hosts: hostsBefore = [] } = storeOf(before.settings)
  const { hosts = [] } = storeOf(after.settings)
  return {
    replaced: before.number,
    current: after.number,
    settings: after.settings,
    newHosts: hosts.filter((host) => !hostsBefore.includes(host)),
    publication: publicationOf(before, after, difference, Date.now()),
  }
}
