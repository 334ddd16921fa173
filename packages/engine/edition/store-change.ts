import { type SettingsLayers, storeOf } from '@vitrine/catalog/store'
import type { StoreChange } from './storage.ts'

/** What a change of settings is to the store. */
export function changeOfStore(
  before: SettingsLayers,
  after: SettingsLayers,
): Pick<StoreChange, 'settings' | 'newHosts'> {
  const { hosts: hostsBefore = [] } = storeOf(before)
  const { hosts = [] } = storeOf(after)
  return { settings: after, newHosts: hosts.filter((host) => !hostsBefore.includes(host)) }
}
