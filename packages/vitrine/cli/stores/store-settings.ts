import { KNOWN_LANGUAGES } from '@vitrine/catalog/language'
import {
  ALL_FIELDS,
  languageTag,
  NO_LANGUAGE,
  SEARCH_FIELDS,
  type SearchFieldName,
  STORE_ORDERS,
  type Store,
  type StoreId,
  type StoreOrder,
  type StoreSettings,
} from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import { publishTaxRate } from '@vitrine/engine/publish/republish'
import { DEFAULT_FIELDS } from '@vitrine/engine/serve/search/fields'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from '../errors.ts'
import { requireEdition } from '../find-store.ts'
import { databaseOption, parseName, parseStoreId } from '../options.ts'
import { interruptible } from '../signals.ts'
import { escapeControls, formatNumber, WAITING_FOR_IMPORT } from '../terminal-text.ts'
import { type KeepOptions, keepOptions, keepSettingsOf, keepsDefault, keepText } from './keep-options.ts'
import { type ShopOptions, shopOptions, shopSettingsOf, shopTexts } from './shop-options.ts'
import { type TaxRateOptions, taxRateFrom, taxRateIn, taxRateOptions, taxRateText } from './tax-rate.ts'
import { type WordOptions, wordOptions, wordSettingsOf, wordTexts } from './word-options.ts'

/** The settings that `store add` and `store set` share, as an operator enters them. */
export interface SettingsOptions extends ShopOptions, KeepOptions, WordOptions {
  /** A BCP 47 tag, or `auto`. */
  readonly language?: string
  /** No field stands for the default. */
  readonly searchIn?: readonly SearchFieldName[]
  readonly order?: StoreOrder
  readonly outOfStock?: (typeof STOCK_PLACES)[number]
}

interface SetOptions extends SettingsOptions, TaxRateOptions {
  readonly name?: string
  readonly database: string
}

/** `vitrine store set`: changes the settings of a store. */
export function addStoreSetCommand(store: Command): void {
  const command = store
    .command('set')
    .description('change settings of a store')
    .argument('<id>', 'the id of the store', parseStoreId)
    .option('--name <name>', 'the name of the store', parseName)
  for (const option of taxRateOptions('; a new edition has it', 'that of the rate before')) command.addOption(option)
  addSettingsOptions(command).addOption(databaseOption()).addHelpText('after', EXAMPLES).action(set)
}

const EXAMPLES = `
Examples:
  vitrine store set books --language de
  vitrine store set books --search-in all
  vitrine store set books --language auto --search-in default
  vitrine store set books --currency EUR --url https://books.example --host books.example,www.books.example
  vitrine store set books --stop-words online,shop --exact-words apple,gti
  vitrine store set books --order popularity --out-of-stock last
  vitrine store set books --keep-editions 20 --keep-for 7d
  vitrine store set books --product-url 'https://books.example/{slug}' --public-name none
  vitrine store set books --tax-rate 21

none removes words and settings of the shop. Clients read the settings at GET /store.
Running servers show the change without a new edition. A new tax rate publishes an edition, in which the variants without a
rate in the catalog have it. A rollback takes it back.`

/** Adds the options for the settings that a store need not have. */
export function addSettingsOptions(command: Command): Command {
  for (const option of [
    languageOption(),
    searchInOption(),
    ...wordOptions(),
    orderOption(),
    outOfStockOption(),
    ...shopOptions(),
    ...keepOptions(),
  ])
    command.addOption(option)
  return command
}

function languageOption(): Option {
  return new Option(
    '--language <tag>',
    'the language of its texts, such as de; none for no word forms; auto to recognise it at the next import',
  ).argParser(parseLanguage)
}

function searchInOption(): Option {
  return new Option(
    '--search-in <fields>',
    `the fields that a search without searchIn looks in: some of ${SEARCH_FIELDS.join(',')}; all; or default`,
  ).argParser(parseSearchIn)
}

function orderOption(): Option {
  return new Option(
    '--order <field>',
    `the order of lists of products without a search and without sortBy: ${STORE_ORDERS.join(' or ')} (default: createdAt)`,
  ).argParser(parseOrder)
}

const STOCK_PLACES = ['last', 'default'] as const

function outOfStockOption(): Option {
  return new Option(
    '--out-of-stock <place>',
    'where products out of stock come in lists without sortBy: last, in a search among equal matches; or default, as if in stock',
  ).choices(STOCK_PLACES)
}

/** The settings that the options change. */
export function settingsOf({
  language,
  searchIn,
  order,
  outOfStock,
  ...options
}: SettingsOptions): Omit<StoreSettings, 'name'> {
  return {
    ...shopSettingsOf(options),
    ...keepSettingsOf(options),
    ...wordSettingsOf(options),
    ...(language === undefined ? {} : { language: language === 'auto' ? undefined : language }),
    ...(searchIn === undefined ? {} : { searchIn: searchIn.length > 0 ? searchIn : undefined }),
    ...(order === undefined ? {} : { order: order === 'createdAt' ? undefined : order }),
    ...(outOfStock === undefined ? {} : { outOfStock: outOfStock === 'default' ? undefined : outOfStock }),
  }
}

/** Says on standard error that a language has no word forms. */
export function noteUnknownLanguage(language: string | undefined): void {
  if (language === undefined || language === 'auto' || language === NO_LANGUAGE) return
  if (KNOWN_LANGUAGES.includes(language.split('-')[0]!)) return
  const languages = KNOWN_LANGUAGES.join(', ')
  console.error(`note: Vitrine has no word forms for the language ${language}: a plural does not find the singular`)
  console.error(`note: languages with word forms are ${languages}`)
}

/** The store's language for people. */
export function languageText({ language }: Store): string {
  if (language === undefined) return 'not recognised yet'
  return language === NO_LANGUAGE ? 'none' : language
}

/** The fields that a search of the store's products looks in, for people. */
export function searchInText({ searchIn }: Store): string {
  return searchIn ? searchIn.join(', ') : `${DEFAULT_FIELDS.product.join(', ')} (default)`
}

/** The order of the store's lists, for people. */
export function orderText({ order }: Store): string {
  return order === 'popularity' ? 'the most popular first' : 'the newest first (default)'
}

/** Where the store's products come that are out of stock, for people. */
export function outOfStockText({ outOfStock }: Store): string {
  return outOfStock ?? 'as if in stock (default)'
}

const SETTINGS_FLAGS =
  '--name, --language, --search-in, --stop-words, --exact-words, --order, --out-of-stock, --currency, --public-name, --url, --product-url, --tax-included, --host, --tax-rate, --keep-editions or --keep-for'

async function set(id: StoreId, { name, database, taxRate, taxName, ...options }: SetOptions): Promise<void> {
  const settings = { ...(name === undefined ? {} : { name }), ...settingsOf(options) }
  const changesSettings = Object.keys(settings).length > 0
  const changesRate = taxRateIn({ taxRate, taxName }) !== undefined
  if (!changesSettings && !changesRate) throw new UsageError(`nothing to change; expected ${SETTINGS_FLAGS}`)
  await using catalogs = await openCatalogs(database, 'require')
  await requireEdition(catalogs, id)
  const onWait = () => console.error(WAITING_FOR_IMPORT)
  let edition: EditionSummary | undefined
  if (changesRate) edition = await setTaxRate(catalogs, id, { taxRate, taxName }, settings, onWait)
  else await catalogs.changeStore(id, settings, onWait)
  const { store } = await catalogs.current(id)
  noteUnknownLanguage(options.language)
  const texts = [
    ['language', languageText(store)],
    ['search in', searchInText(store)],
    ...wordTexts(store),
    ['order', (store.order ?? options.order) && orderText(store)],
    ['out of stock', (store.outOfStock ?? options.outOfStock) && outOfStockText(store)],
    ...shopTexts(store),
    ['keeps', keepsDefault(store) ? undefined : keepText(store)],
    ['tax rate', changesRate ? taxRateText(store) : undefined],
    ['edition', edition && formatNumber(edition.number)],
  ] as const
  const shown = texts.filter(([, text]) => text !== undefined).map(([name, text]) => `${name} ${text}`)
  console.log(`store ${id} ("${escapeControls(store.name)}"): ${shown.join('; ')}`)
}

/**
 * Changes settings and publishes the products with another tax rate of the store, at once. Undefined if no product has
 * the rate, or if it is the same.
 */
async function setTaxRate(
  catalogs: Catalogs,
  id: StoreId,
  options: TaxRateOptions,
  settings: StoreSettings,
  onWait: () => void,
) {
  const signal = interruptible()
  await using draft = await catalogs.draft(id, onWait, signal)
  const { store } = draft.base
  const { name, rate } = taxRateIn(options, store)!
  const now = new Date().toISOString()
  if (name !== store.taxRate.name || rate !== store.taxRate.rate)
    return await publishTaxRate(draft, taxRateFrom(id, { name, rate }, now), now, settings)
  await draft.changeBase({}, settings)
  return undefined
}

function parseLanguage(text: string): string {
  const word = text.trim().toLowerCase()
  if (word === '' || word === 'auto') return 'auto'
  if (word === 'none') return NO_LANGUAGE
  const tag = languageTag(text.trim())
  if (tag === undefined) throw new InvalidArgumentError('Expected a BCP 47 tag such as de or pt-BR, none or auto.')
  return tag
}

function parseOrder(text: string): StoreOrder {
  const order = STORE_ORDERS.find((name) => name.toLowerCase() === text.trim().toLowerCase())
  if (!order) throw new InvalidArgumentError(`Expected ${STORE_ORDERS.join(' or ')}.`)
  return order
}

function parseSearchIn(text: string): readonly SearchFieldName[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  if (text.trim() === '' || text.trim().toLowerCase() === 'default') return []
  if (names.includes(ALL_FIELDS)) return SEARCH_FIELDS
  const unknown = names.find((name) => !(SEARCH_FIELDS as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new InvalidArgumentError(
      `"${unknown}" is not a field. Expected some of ${SEARCH_FIELDS.join(',')}, or all, or default.`,
    )
  return SEARCH_FIELDS.filter((name) => names.includes(name))
}
