import { storeOf } from '@vitrine/catalog/store'
import {
  NO_DIFFERENCE,
  type PublishedState,
  publicationOf,
  type StoredDifference,
  storedDifference,
} from './publication.ts'
import type { StoreChange } from './storage.ts'

/** The change from one state of a store to another. Without a `difference`, at most settings differ. */
export function storeChange(
  before: PublishedState,
  after: PublishedState,
  difference: StoredDifference = storedDifference(NO_DIFFERENCE),
): StoreChange {
  const { hosts: hostsBefore = [] } = storeOf(before.settings)
  const { hosts = [] } = storeOf(after.settings)
  return {
    store: after.settings.operator.id,
    replaced: before.number,
    current: after.number,
    settings: after.settings,
    newHosts: hosts.filter((host) => !hostsBefore.includes(host)),
    publication: publicationOf(before, after, difference, Date.now()),
  }
}
