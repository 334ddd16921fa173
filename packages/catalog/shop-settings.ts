import { currencyCode } from './currency.ts'
import { VitrineError } from './error.ts'
import type { Store } from './store.ts'

/** The settings of a store that are about its shop: the website that sells its products. */
export const SHOP_SETTINGS = ['currency', 'publicName', 'url', 'productUrl', 'hosts', 'taxIncluded'] as const
export type ShopSettingName = (typeof SHOP_SETTINGS)[number]
export type ShopSettings = Partial<Pick<Store, ShopSettingName>>

const NAME_LIMIT = 200
const URL_LIMIT = 2000
const HOSTS_LIMIT = 100

const PLACEHOLDERS: readonly string[] = ['{slug}', '{id}', '{sku}']
const RIGHT_PRODUCT_URL =
  'an http or https URL with {slug}, such as https://shop.example/products/{slug}; it may have {id} and {sku} too'

/** Checks a setting and returns it in its canonical form. Throws `invalid-setting`. */
export const shopSetting: {
  readonly [Name in ShopSettingName]: (value: unknown) => NonNullable<ShopSettings[Name]>
} = {
  currency(value) {
    const code = typeof value === 'string' ? currencyCode(value) : undefined
    return code ?? refuse('currency', value, 'a currency code of ISO 4217, such as EUR')
  },

  publicName(value) {
    const name = typeof value === 'string' ? value.trim() : ''
    if (name !== '' && name.length <= NAME_LIMIT && !/\p{Cc}/u.test(name) && name.isWellFormed()) return name
    return refuse('publicName', value, `a name on one line, of 1 to ${NAME_LIMIT} characters`)
  },

  url(value) {
    const url = webAddress(value)
    if (url && !/[?#]/.test(value as string)) return url.href
    return refuse(
      'url',
      value,
      'an http or https URL without a user, a query and a fragment, such as https://shop.example',
    )
  },

  productUrl(value) {
    const text = typeof value === 'string' ? value.trim() : ''
    const placeholders: readonly string[] = text.match(/\{[^}]*\}?|\}/g) ?? []
    const isKnown = placeholders.includes('{slug}') && placeholders.every((each) => PLACEHOLDERS.includes(each))
    const isWeb = webAddress(text) && !/[{}]/.test(hostOf(text)) && !/\s/.test(text)
    return isKnown && isWeb ? text : refuse('productUrl', value, RIGHT_PRODUCT_URL)
  },

  hosts(value) {
    if (!Array.isArray(value) || value.length === 0 || value.length > HOSTS_LIMIT)
      return refuse('hosts', value, `a list of 1 to ${HOSTS_LIMIT} host names`)
    return [...new Set(value.map(hostName))]
  },

  taxIncluded(value) {
    if (typeof value === 'boolean') return value
    const word = typeof value === 'string' ? value.trim().toLowerCase() : ''
    return word === 'yes' || (word !== 'no' && refuse('taxIncluded', value, 'yes, no, true or false'))
  },
}

/** Checks the settings that are given; null and undefined remove one. Throws `invalid-setting`. */
export function shopSettings(input: Readonly<Partial<Record<ShopSettingName, unknown>>>): ShopSettings {
  const unknown = Object.keys(input).find((name) => !(SHOP_SETTINGS as readonly string[]).includes(name))
  if (unknown !== undefined) {
    const names = SHOP_SETTINGS.join(', ')
    throw new VitrineError('invalid-setting', `${JSON.stringify(unknown)} is not a setting; expected some of ${names}`)
  }
  const names = SHOP_SETTINGS.filter((name) => Object.hasOwn(input, name))
  return Object.fromEntries(
    names.map((name) => [name, input[name] == null ? undefined : shopSetting[name](input[name])]),
  )
}

function hostName(value: unknown): string {
  const right = 'a host name without a scheme, a port and a path, such as shop.example'
  const text = typeof value === 'string' ? value.trim() : ''
  // The URL parser writes names in other scripts as a Host header has them.
  const host = /[/:@?#\\\s]/.test(text) ? undefined : URL.parse(`http://${text}`)?.hostname
  return host !== undefined && HOST.test(host) ? host : refuse('hosts', value, right)
}

const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** The http(s) URL that the text is; undefined if it is none, names a user, or is too long. */
function webAddress(value: unknown): URL | undefined {
  if (typeof value !== 'string' || value.length > URL_LIMIT || !/^\s*https?:\/\//i.test(value)) return undefined
  const url = URL.parse(value)
  return url && url.username === '' && url.password === '' ? url : undefined
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1] ?? ''
}

function refuse(name: ShopSettingName, value: unknown, right: string): never {
  throw new VitrineError('invalid-setting', `${name} is ${shown(value)}; expected ${right}`)
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
