import type { Store, StoreSettings } from '@vitrine/catalog/store'
import type { ImportOptions } from '../import-options.ts'

/**
 * Settings that say whose shop it is, and where. A copy is at other addresses than its origin, and assistants trust its
 * hosts, so a store gets them only if the operator asks for it.
 */
const OF_SHOP = ['publicName', 'url', 'productUrl', 'hosts'] as const

/** The settings of a server that a store may get. */
export function takenSettings(settings: StoreSettings, { remoteShop }: ImportOptions): StoreSettings {
  if (remoteShop) return settings
  const { publicName: _, url: __, productUrl: ___, hosts: ____, ...others } = settings
  return others
}

/** A sentence about the settings that the store lacks and does not get; undefined if there are none. */
export function untakenSettings(
  settings: StoreSettings,
  store: Store,
  { remoteShop }: ImportOptions,
): string | undefined {
  const names = OF_SHOP.filter((name) => settings[name] !== undefined && store[name] === undefined)
  if (remoteShop || names.length === 0) return undefined
  const values = names.map((name) => `${name} ${[settings[name]].flat().join(' ')}`)
  return `not taken from the server: ${values.join(', ')}; --remote-shop takes them`
}
