import type { SettingsLayers } from '@vitrine/catalog/store'
import type { RetainedEdition } from './prune.ts'

/**
 * The settings of a store once a stored edition is current. A held edition has only what its import found: the rest
 * stays as it is by then.
 */
export function settingsAfter(current: SettingsLayers, { held, settings }: RetainedEdition): SettingsLayers {
  return { ...current, edition: held === null ? settings : { ...current.edition, ...settings } }
}
