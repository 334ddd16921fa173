import { hash } from 'node:crypto'

/** A tenant of the service. */
export interface Store {
  readonly id: StoreId
  readonly name: string
  readonly createdAt: string
  readonly taxRate: StoreTaxRate
  /** The language of its texts, as a BCP 47 tag. Without one, the next import recognises it. */
  readonly language?: string | undefined
  /** The fields in which a search looks that does not name any. */
  readonly searchIn?: readonly SearchFieldName[] | undefined
  /** Words that say nothing about its products, besides those of its language; as `tokenize` gives them. */
  readonly stopWords?: readonly string[] | undefined
  /** Words that a search finds only as they are written; as `tokenize` gives them. */
  readonly exactWords?: readonly string[] | undefined
  /** The order of lists of products that ask for none and search for nothing; `createdAt` if it is not set. */
  readonly order?: StoreOrder | undefined
  /** Where products out of stock come among equal ones without `sortBy`; as if in stock if it is not set. */
  readonly outOfStock?: 'last' | undefined
  /** The currency of all its prices, a code of ISO 4217. */
  readonly currency?: string | undefined
  /** The name that shoppers see. */
  readonly publicName?: string | undefined
  /** The http(s) URL of the shop. */
  readonly url?: string | undefined
  /** The URL of a product in the shop, with `{slug}` and perhaps `{id}` or `{sku}`. */
  readonly productUrl?: string | undefined
  /** The host names of the shop, in lower case. No two stores or markets of a database share one. */
  readonly hosts?: readonly string[] | undefined
  /** Whether its prices include taxes. */
  readonly taxIncluded?: boolean | undefined
  /** How many of its newest editions stay stored; five if it is not set. */
  readonly keepEditions?: number | undefined
  /** How long each edition stays stored after it was replaced. */
  readonly keepForSeconds?: number | undefined
  /** The numbers of editions that stay stored until they are unpinned. */
  readonly pinnedEditions?: readonly number[] | undefined
  readonly lastImport?: LastImport | undefined
  /** The same products in other languages and currencies, by their codes. */
  readonly markets?: readonly Market[] | undefined
}

/**
 * A market of a store: the same products in another language, with prices of its own. The store itself is the market
 * that is meant if none is named. What is absent is as in the store.
 */
export interface Market
  extends Pick<Store, 'publicName' | 'url' | 'productUrl' | 'hosts' | 'taxIncluded' | 'stopWords' | 'exactWords'> {
  /** What requests name: 1 to 32 characters of a to z, 0 to 9 and hyphens, such as `de-at`. */
  readonly code: string
  /** The language of its texts, as a BCP 47 tag. */
  readonly language: string
  /** The currency of its prices, a code of ISO 4217. */
  readonly currency: string
  /**
   * Whether its currency was that of the store when it was declared. A variant without a price of the market then has
   * that of the store, and otherwise is not in the market.
   */
  readonly hasStorePrices?: boolean | undefined
  /** The tax rate of variants without one in the catalog. */
  readonly taxRate?: StoreTaxRate | undefined
}

export function hasMarkets({ markets = [] }: Pick<Store, 'markets'>): boolean {
  return markets.length > 0
}

/** The fields that a search may look in. */
export const SEARCH_FIELDS = ['name', 'label', 'option', 'sku', 'description'] as const
export type SearchFieldName = (typeof SEARCH_FIELDS)[number]

/** Where a search finds words: in a field, or in its last step in the slug, the pictures' file names and alt texts. */
export const MATCHED_FIELDS = [...SEARCH_FIELDS, 'slugOrPicture'] as const
export type MatchedField = (typeof MATCHED_FIELDS)[number]

/** What stands for all of these in a request and in the settings. */
export const ALL_FIELDS = 'all'

/** The newest first, or the most popular first. */
export const STORE_ORDERS = ['createdAt', 'popularity'] as const
export type StoreOrder = (typeof STORE_ORDERS)[number]

declare const checked: unique symbol

/** The id of a store: 1–64 characters of `A-Z a-z 0-9 _ -`. Only `storeId` makes one. */
export type StoreId = string & { readonly [checked]: 'store' }

/** The tax rate of variants without one in the catalog. */
export interface StoreTaxRate {
  readonly id: string
  readonly name: string
  /** A percentage: 20 is 20 %. */
  readonly rate: number
  readonly isDefault: true
  readonly createdAt: string
  readonly updatedAt: string
}

/** The tax rate of variants that are not taxed. */
export const NO_TAX = { name: 'No tax', rate: 0 }

/** What a store remembers of its last import of a catalog: a file, or another server. */
export interface LastImport {
  /** When it succeeded, whether anything had changed or not: ISO 8601 in UTC with milliseconds. */
  readonly at: string
  /** The name of the format; `api` for a server. */
  readonly format: string
  /** Products without problems. */
  readonly products: number
  /** Rows or items of the file; null if the format has none. */
  readonly rows: number | null
  /** What it did. Absent if an earlier version imported. */
  readonly effect?: RememberedCounts
  /** The formats of all imports so far. */
  readonly formats: readonly string[]
  /** The languages that were recognised in their texts. */
  readonly languages: readonly string[]
}

/** What an import did, and what its report warned of. */
export interface RememberedCounts {
  /** Numbers of products. */
  readonly created: number
  readonly changed: number
  readonly removed: number
  /** Rows that are not to be served, and products with problems. */
  readonly leftOut: number
  readonly warnings: number
}

/** The settings that change without a new edition. One that is absent stays; one that is undefined is removed. */
export type StoreSettings = Partial<Omit<Store, 'id' | 'createdAt' | 'taxRate' | 'markets'>>

/** The settings that a new edition may bring. */
export type PublishedSettings = StoreSettings & Partial<Pick<Store, 'taxRate' | 'markets'>>

/** Who has set what. */
export interface SettingsLayers {
  /** What the operator has set. It takes precedence, except for the tax rate. */
  readonly operator: Store
  /**
   * What imports found, and the tax rate and markets that were published since, as of one edition: a rollback goes back
   * to that.
   */
  readonly edition: PublishedSettings
}

/** The store as readers see it. */
export function storeOf({ operator, edition }: SettingsLayers): Store {
  return { ...edition, ...operator, taxRate: edition.taxRate ?? operator.taxRate }
}

/** The operator changes settings: also those that imports have found, which is how one is removed. */
export function withOperatorSettings({ operator, edition }: SettingsLayers, changes: StoreSettings): SettingsLayers {
  const untouched = Object.entries(edition).filter(([name]) => !Object.hasOwn(changes, name))
  return { operator: { ...operator, ...changes }, edition: Object.fromEntries(untouched) }
}

/** What searches depend on besides the edition, as text without line breaks. */
export function searchSettings({
  language = '',
  searchIn = [],
  stopWords,
  exactWords,
}: Pick<Store, 'language' | 'searchIn' | 'stopWords' | 'exactWords'>): string {
  const settings = `${language}/${searchIn.join()}`
  // A digest, since every key of a cache has this text.
  if (stopWords || exactWords) return `${settings}/${hash('sha1', JSON.stringify([stopWords, exactWords]))}`
  return settings
}

/** The settings that no answer depends on, apart from the documents of an edition, which have the tax rate in them. */
export const SETTINGS_WITHOUT_ANSWERS = [
  'name',
  'createdAt',
  'taxRate',
  'keepEditions',
  'keepForSeconds',
  'pinnedEditions',
  'lastImport',
] as const satisfies readonly (keyof Store)[]

/**
 * What answers depend on besides the edition and the id of the store, as text: all settings but those that no answer
 * shows. The settings that are named here keep their places, so that ETags stay as they are.
 */
export function settingsOfAnswers(store: Store): string {
  const { id: _, language, searchIn, currency, publicName, url, productUrl, hosts, ...others } = store
  const added = Object.entries(others)
    .filter(([name, value]) => value !== undefined && !(SETTINGS_WITHOUT_ANSWERS as readonly string[]).includes(name))
    .sort(([name], [other]) => (name < other ? -1 : 1))
  const search = searchSettings({ language, searchIn })
  return JSON.stringify([search, currency, publicName, url, productUrl, hosts, ...added])
}

/** The canonical form of a BCP 47 tag, such as `sr-Latn` for `SR-latn`; undefined if the text is not one. */
export function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}

/** The BCP 47 tag of a store whose language is not to be recognised: it has no word forms. */
export const NO_LANGUAGE = 'und'

/** The value as a store id, or undefined if it is not one. */
export function storeId(value: string): StoreId | undefined {
  return /^[A-Za-z0-9_-]{1,64}$/.test(value) ? (value as StoreId) : undefined
}
