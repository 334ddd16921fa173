import { MAX_MARKETS, marketStoreId } from '@vitrine/catalog/market'
import type { Market } from '@vitrine/catalog/store'
import { languageTag, type StoreId } from '@vitrine/catalog/store'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { printUndo } from '../editions/print-undo.ts'
import { CommandError, UsageError } from '../errors.ts'
import { requireEdition, requireMarket } from '../find-store.ts'
import { databaseOption, parseMarketCode, parseStoreId } from '../options.ts'
import { interruptible } from '../signals.ts'
import { type ShopOptions, shopOptions, shopSettingsOf } from '../stores/shop-options.ts'
import { noteUnknownLanguage } from '../stores/store-settings.ts'
import { type TaxRateOptions, taxRateFrom, taxRateIn, taxRateOptions } from '../stores/tax-rate.ts'
import { type WordOptions, wordOptions, wordSettingsOf } from '../stores/word-options.ts'
import { escapeControls, formatNumber, quantity, table, WAITING_FOR_IMPORT } from '../terminal-text.ts'

interface Options extends ShopOptions, WordOptions, TaxRateOptions {
  readonly language?: string
  readonly json?: boolean
  readonly database: string
}

/** `vitrine market`: adds, changes, lists and removes the markets of a store. */
export function addMarketCommand(market: Command): void {
  market.addHelpText('after', EXAMPLES)
  const add = changingCommand(market, 'add', 'add a market to a store', addMarket)
  for (const option of add.options)
    if (option.attributeName() === 'language' || option.attributeName() === 'currency') option.makeOptionMandatory()
  changingCommand(market, 'set', 'change the settings of a market', setMarket)
  market
    .command('list')
    .description('list the markets of a store')
    .argument('<store>', 'the id of the store', parseStoreId)
    .option('--json', 'print a JSON array')
    .addOption(databaseOption())
    .action(list)
  subcommand(market, 'remove', 'remove a market from a store').addOption(databaseOption()).action(removeMarket)
}

const EXAMPLES = `
Examples:
  vitrine market add books de --language de --currency EUR --url https://buecher.example
  vitrine market set books de --tax-rate 7 --host buecher.example,www.buecher.example
  vitrine market list books
  vitrine market remove books de

A market is the store in another language, with prices of its own. Requests name it: GET /store/products?market=de.
A text that its language lacks is that of the store. A variant without a price in its currency is not in the market.
Each change publishes an edition. A rollback takes it back.`

function subcommand(market: Command, name: string, description: string): Command {
  return market
    .command(name)
    .description(description)
    .argument('<store>', 'the id of the store', parseStoreId)
    .argument('<code>', 'the code of the market that requests name, such as de or de-at', parseMarketCode)
}

function changingCommand(
  market: Command,
  name: string,
  description: string,
  action: (store: StoreId, code: string, options: Options) => Promise<void>,
): Command {
  const command = subcommand(market, name, description).addOption(
    new Option('--language <tag>', 'the language of its texts, such as de').argParser(parseLanguage),
  )
  const rates = taxRateOptions(' (default: that of the store)', '"VAT"')
  for (const option of [...shopOptions(), ...wordOptions(), ...rates]) command.addOption(option)
  return command.addOption(databaseOption()).action(action)
}

async function addMarket(store: StoreId, code: string, options: Options): Promise<void> {
  const now = new Date().toISOString()
  await change(store, options.database, now, (markets) => {
    if (markets.some((market) => market.code === code))
      throw new CommandError(`store ${store} has a market ${code} already; \`vitrine market set\` changes it`)
    if (markets.length >= MAX_MARKETS) throw new CommandError(`store ${store} already has ${MAX_MARKETS} markets`)
    const { language, currency } = options
    return [...markets, { code, language: language!, currency: currency!, ...settingsOf(store, code, options, now) }]
  })
  noteUnknownLanguage(options.language)
}

async function setMarket(store: StoreId, code: string, options: Options): Promise<void> {
  const now = new Date().toISOString()
  await change(store, options.database, now, (markets) => {
    requireMarket(store, code, markets)
    const settings = settingsOf(store, code, options, now)
    if (Object.keys(settings).length === 0)
      throw new UsageError('nothing to change; `vitrine market set --help` lists the settings')
    return markets.map((market) => (market.code === code ? { ...market, ...settings } : market))
  })
  noteUnknownLanguage(options.language)
}

async function removeMarket(store: StoreId, code: string, { database }: Options): Promise<void> {
  await change(store, database, new Date().toISOString(), (markets) => {
    requireMarket(store, code, markets)
    return markets.filter((market) => market.code !== code)
  })
}

/** Publishes an edition with other markets, and prints them. */
async function change(
  store: StoreId,
  database: string,
  now: string,
  changed: (markets: readonly Market[]) => readonly Market[],
): Promise<void> {
  const signal = interruptible()
  await using catalogs = await openCatalogs(database, 'require')
  await requireEdition(catalogs, store)
  const onWait = () => console.error(WAITING_FOR_IMPORT)
  await using draft = await catalogs.draft(store, onWait, signal, ({ currency, markets = [] }) => {
    if (currency === undefined)
      throw new CommandError(`store ${store} has no currency; \`vitrine store set ${store} --currency …\` sets it`)
    return changed(markets)
  })
  const edition = await publishMarkets(draft, now)
  const markets = draft.markets.map(({ market }) => market!.code)
  const contents = markets.length > 0 ? `${quantity(markets.length, 'market')}: ${markets.join(', ')}` : 'no market'
  console.log(`store ${store} is now at edition ${formatNumber(edition.number)}: ${contents}`)
  await printUndo(catalogs, store)
}

/** The settings that the options change. */
function settingsOf(store: StoreId, code: string, options: Options, now: string): Partial<Market> {
  const rate = taxRateIn(options)
  const { currency, ...shop } = shopSettingsOf(options)
  if (options.currency !== undefined && currency === undefined)
    throw new UsageError('a market has a currency; expected a code such as EUR')
  return {
    ...(options.language === undefined ? {} : { language: options.language }),
    ...(currency === undefined ? {} : { currency }),
    ...shop,
    ...(wordSettingsOf(options) as Pick<Market, 'stopWords' | 'exactWords'>),
    ...(rate && { taxRate: taxRateFrom(marketStoreId(store, code), rate, now) }),
  }
}

async function list(id: StoreId, { json, database }: Options): Promise<void> {
  await using editions = await openEditions(database)
  const { store, productCount } = await requireEdition(editions, id)
  const markets = []
  for (const market of store.markets ?? []) {
    const edition = await editions.current(marketStoreId(id, market.code))
    markets.push({ ...market, products: edition.productCount, variants: edition.variantCount })
  }
  if (json) return console.log(escapeControls(JSON.stringify(markets)))
  if (markets.length === 0) return console.error(`store ${id} has no market; \`vitrine market add\` adds one`)
  const rows = markets.map(({ code, language, currency, url, products }) => [
    code,
    language,
    currency,
    `${formatNumber(products)} of ${formatNumber(productCount)}`,
    escapeControls(url ?? ''),
  ])
  console.log(table([['CODE', 'LANGUAGE', 'CURRENCY', 'PRODUCTS', 'URL'], ...rows]))
}

function parseLanguage(text: string): string {
  const tag = languageTag(text.trim())
  if (tag === undefined) throw new InvalidArgumentError('Expected a BCP 47 tag such as de or pt-BR.')
  return tag
}
