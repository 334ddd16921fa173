import { VitrineError } from '@vitrine/catalog/error'
import { isObject } from '@vitrine/catalog/native/fields'
import { SHOP_SETTINGS, shopSetting } from '@vitrine/catalog/shop-settings'
import { languageTag, type StoreSettings } from '@vitrine/catalog/store'
import type { ReadingOptions } from './catalog-reader.ts'
import type { RemoteClient } from './client.ts'
import { RemoteError } from './remote-error.ts'

/** A server that cannot answer now is asked once more. The import goes on without the settings. */
const MAX_ATTEMPTS = 2

/**
 * The settings of the store as the server tells them; none if it does not. Throws `RemoteError` if it does not tell
 * those of the market: a server without markets answers with the store itself.
 */
export async function readSettings(
  client: RemoteClient,
  options: Pick<ReadingOptions, 'store' | 'market' | 'signal' | 'onUnreadable'>,
): Promise<StoreSettings> {
  const { store, market, signal, onUnreadable } = options
  try {
    const { status, body } = await client.get(client.address.store, signal, undefined, MAX_ATTEMPTS)
    // Other servers may have something else at this path.
    const isStore = status === 200 && isObject(body) && body.id === store
    if (market !== undefined && !(isStore && body.market === market))
      throw new RemoteError(`Store ${store} of the server has no market ${market}.`)
    return isStore ? settingsIn(body, onUnreadable) : {}
  } catch (error) {
    if (!(error instanceof RemoteError) || market !== undefined) throw error
    onUnreadable(`the settings of the store could not be read: ${error.message}`)
    return {}
  }
}

function settingsIn(body: Readonly<Record<string, unknown>>, onUnreadable: (sentence: string) => void): StoreSettings {
  const settings: Record<string, unknown> = {}
  const language = typeof body.language === 'string' ? languageTag(body.language) : undefined
  if (language !== undefined) settings.language = language
  for (const name of SHOP_SETTINGS.filter((name) => body[name] !== undefined)) {
    try {
      settings[name] = shopSetting[name](body[name])
    } catch (error) {
      if (!(error instanceof VitrineError)) throw error
      onUnreadable(`a setting of the server is left out: ${error.message}`)
    }
  }
  return settings
}
