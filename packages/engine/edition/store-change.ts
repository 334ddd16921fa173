import { storeOf } from '@vitrine/catalog/store'
import { type PublishedState, publicationOf, type StoredDifference } from './publication.ts'
import type { StoreChange } from './storage.ts'

/** The change from one state of a store to another. */
export function storeChange(before: PublishedState, after: PublishedState, difference: StoredDifference): StoreChange {
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
