import { VitrineError } from '@vitrine/catalog/error'
import {
  SHOP_SETTINGS,
  type ShopSettingName,
  type ShopSettings,
  shopSetting,
  shopSettings,
} from '@vitrine/catalog/shop-settings'
import type { Store } from '@vitrine/catalog/store'
import { InvalidArgumentError, Option } from 'commander'
import { escapeControls } from '../terminal-text.ts'

/** The settings of the shop, as an operator enters them. An empty value removes a setting. */
export interface ShopOptions {
  readonly currency?: string
  readonly publicName?: string
  readonly url?: string
  readonly productUrl?: string
  readonly host?: readonly string[]
  readonly taxIncluded?: string
}

/** `--currency`, `--public-name`, `--url`, `--product-url`, `--tax-included` and `--host`. */
export function shopOptions(): Option[] {
  return [
    textOption('currency', '--currency <code>', 'the currency of its prices, such as EUR'),
    textOption('publicName', '--public-name <name>', 'the name that shoppers see'),
    textOption('url', '--url <url>', 'the address of the shop, such as https://shop.example'),
    textOption(
      'productUrl',
      '--product-url <template>',
      'the address of a product in the shop, such as https://shop.example/products/{slug}',
    ),
    textOption('taxIncluded', '--tax-included <yes|no>', 'whether its prices include taxes'),
    new Option(
      '--host <names>',
      'the host names of the shop, such as shop.example,www.shop.example; can be repeated',
    ).argParser(parseHosts),
  ]
}

/** The settings that the options change. */
export function shopSettingsOf({
  currency,
  publicName,
  url,
  productUrl,
  host: hosts,
  taxIncluded,
}: ShopOptions): ShopSettings {
  const options = Object.entries({ currency, publicName, url, productUrl, hosts, taxIncluded }).filter(
    ([, value]) => value !== undefined,
  )
  return shopSettings(
    Object.fromEntries(options.map(([name, value]) => [name, value === '' || value!.length === 0 ? null : value])),
  )
}

/** The settings of the shop for people, those that are not set included. */
export function shopTexts(store: Store): readonly (readonly [name: string, text: string | undefined])[] {
  return SHOP_SETTINGS.map((name) => {
    const value = store[name]
    return [NAMES[name], value === undefined ? undefined : escapeControls([value].flat().join(', '))]
  })
}

const NAMES: Readonly<Record<ShopSettingName, string>> = {
  currency: 'currency',
  publicName: 'public name',
  url: 'url',
  productUrl: 'product url',
  hosts: 'hosts',
  taxIncluded: 'tax included',
}

function textOption(name: ShopSettingName, flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string) => (isNone(text) ? '' : checked(name, text)))
}

function parseHosts(text: string, before: readonly string[] | undefined): readonly string[] {
  return isNone(text) ? [] : (checked('hosts', [...(before ?? []), ...text.split(',')]) as readonly string[])
}

/** Whether the text removes a setting. */
export function isNone(text: string): boolean {
  return /^\s*(?:none)?\s*$/i.test(text)
}

function checked(name: ShopSettingName, value: unknown) {
  try {
    return shopSetting[name](value)
  } catch (error) {
    throw error instanceof VitrineError ? new InvalidArgumentError(error.message) : error
  }
}
