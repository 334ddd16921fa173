import { VitrineError } from '@vitrine/catalog/error'
import { storeAndMarket } from '@vitrine/catalog/market'
import type { StoreId } from '@vitrine/catalog/store'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { isPostgres } from '@vitrine/engine/database/postgres/address'
import type { Command } from 'commander'
import { confirm } from '../confirm.ts'
import { CommandError } from '../errors.ts'
import { requireEdition } from '../find-store.ts'
import { databaseOption, parseName, parseStoreId } from '../options.ts'
import { escapeControls, formatNumber, quantity, table, WAITING_FOR_IMPORT } from '../terminal-text.ts'
import { keepText } from './keep-options.ts'
import { lastImportText } from './last-import-text.ts'
import { newStore } from './new-store.ts'
import { shopTexts } from './shop-options.ts'
import {
  addSettingsOptions,
  addStoreSetCommand,
  languageText,
  noteUnknownLanguage,
  orderText,
  outOfStockText,
  type SettingsOptions,
  searchInText,
  settingsOf,
} from './store-settings.ts'
import { type TaxRateOptions, taxRateIn, taxRateOptions, taxRateText } from './tax-rate.ts'
import { wordTexts } from './word-options.ts'

interface AddOptions extends SettingsOptions, TaxRateOptions {
  readonly name: string
  readonly database: string
}

/** The options of the other commands. */
interface Options {
  readonly json?: boolean
  readonly yes?: boolean
  readonly database: string
}

/** `vitrine store`: adds, lists, shows, changes and removes stores. */
export function addStoreCommand(store: Command): void {
  store.addHelpText('after', examples('store add books --name Books', 'store list', 'store remove books'))
  const command = store
    .command('add')
    .description('create a store, and the database if there is none')
    .argument('<id>', 'the id that requests send in x-store-id: 1 to 64 characters of A-Z a-z 0-9 _ -', parseStoreId)
    .requiredOption('--name <name>', 'the name of the store', parseName)
  for (const option of taxRateOptions(' (default: no tax)', '"VAT"')) command.addOption(option)
  addSettingsOptions(command)
    .addOption(databaseOption())
    .addHelpText('after', examples('store add books --name Books', 'store add tools --name Tools --tax-rate 20'))
    .action(add)
  store
    .command('list')
    .description('list all stores')
    .option('--json', 'print a JSON array')
    .addOption(databaseOption())
    .addHelpText('after', examples('store list', "store list --json | jq -r '.[].id'"))
    .action(list)
  store
    .command('show')
    .description('show the settings and the current edition of a store')
    .argument('<id>', 'the id of the store', parseStoreId)
    .option('--json', 'print a JSON object')
    .addOption(databaseOption())
    .addHelpText('after', examples('store show books', 'store show books --json'))
    .action(show)
  addStoreSetCommand(store)
  store
    .command('remove')
    .description('remove a store and all of its products')
    .argument('<id>', 'the id of the store', parseStoreId)
    .option('--yes', 'do not ask for confirmation')
    .addOption(databaseOption())
    .addHelpText('after', examples('store remove books', 'store remove books --yes'))
    .action(remove)
}

function examples(...commands: readonly string[]): string {
  return `\nExamples:${commands.map((command) => `\n  vitrine ${command}`).join('')}`
}

async function add(id: StoreId, { name, taxRate, taxName, database, ...options }: AddOptions): Promise<void> {
  const newTaxRate = taxRateIn({ taxRate, taxName })
  await using catalogs = await openCatalogs(database, 'create')
  try {
    await catalogs.addStore(newStore(id, name, newTaxRate, settingsOf(options)))
  } catch (error) {
    if (!(error instanceof VitrineError) || error.code !== 'store-exists') throw error
    throw new CommandError(`${error.message}; \`vitrine store show ${id}\` shows it`)
  }
  noteUnknownLanguage(options.language)
  console.log(`created store ${id}; \`vitrine import <file> --store ${id}\` imports its products`)
}

async function list({ json, database }: Options): Promise<void> {
  await using editions = await openEditions(database)
  const stores = (await editions.list()).filter(({ store }) => storeAndMarket(store.id).market === undefined)
  if (json)
    return console.log(escapeControls(JSON.stringify(stores.map(({ store, edition }) => ({ ...store, edition })))))
  if (stores.length === 0) return console.error('there are no stores yet; `vitrine store add` creates one')
  const rows = stores.map(({ store, edition }) => [
    store.id,
    escapeControls(store.name),
    formatNumber(edition.number),
    formatNumber(edition.productCount),
    formatNumber(edition.variantCount),
    edition.number === 0 ? 'not yet' : edition.publishedAt,
    store.currency ?? 'none',
    languageText(store),
    searchInText(store),
  ])
  console.log(
    table([
      ['ID', 'NAME', 'EDITION', 'PRODUCTS', 'VARIANTS', 'PUBLISHED', 'CURRENCY', 'LANGUAGE', 'SEARCH IN'],
      ...rows,
    ]),
  )
}

async function show(id: StoreId, { json, database }: Options): Promise<void> {
  await using editions = await openEditions(database)
  const current = await requireEdition(editions, id)
  const { store, number, publishedAt, productCount, variantCount } = current
  const refusals = await current.refusals()
  if (json) {
    const edition = { number, publishedAt, productCount, variantCount }
    return console.log(escapeControls(JSON.stringify({ ...store, edition, ...(refusals.length > 0 && { refusals }) })))
  }
  const rows = [
    ['store', store.id],
    ['name', escapeControls(store.name)],
    ['tax rate', taxRateText(store)],
    ['language', languageText(store)],
    ['search in', searchInText(store)],
    ...wordTexts(store).map(orNotSet),
    ['order', orderText(store)],
    ['out of stock', outOfStockText(store)],
    ...shopTexts(store).map(orNotSet),
    ['markets', store.markets?.map(({ code }) => code).join(', ') ?? 'none'],
    ['keeps', keepText(store)],
    ['created', store.createdAt],
    ['last import', lastImportText(store.lastImport)],
    ['edition', formatNumber(number)],
    ['published', number === 0 ? 'not yet' : publishedAt],
    ['products', formatNumber(productCount)],
    ['variants', formatNumber(variantCount)],
    ...refusals.map(({ source, refusedAt, reason, isApproved }) => {
      const state = isApproved ? 'approved, and waits for the next one' : `\`vitrine approve ${id}\` allows it once`
      return ['refused', escapeControls(`${source}, ${refusedAt}: ${reason}; ${state}`)]
    }),
  ]
  console.log(table(rows))
}

function orNotSet([setting, text = 'not set']: readonly [string, string | undefined]): string[] {
  return [setting, text]
}

async function remove(id: StoreId, { yes, database }: Options): Promise<void> {
  await using catalogs = await openCatalogs(database, 'require')
  const { store, productCount } = await requireEdition(catalogs, id)
  const name = `store ${id} ("${escapeControls(store.name)}")`
  if (!yes) await confirm(`Remove ${name} and its ${quantity(productCount, 'product')}?`, 'nothing was removed')
  await catalogs.removeStore(id, () => console.error(WAITING_FOR_IMPORT))
  console.log(`removed store ${id}`)
  if (!isPostgres(database))
    console.log('the file keeps its size, and the next imports use the room; `vitrine backup` makes a smaller copy')
}
