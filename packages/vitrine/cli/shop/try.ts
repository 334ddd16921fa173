import { basename } from 'node:path'
import { truncate } from '@vitrine/catalog/native/json-path'
import { SEARCH_FIELDS, type StoreId, storeId } from '@vitrine/catalog/store'
import type { Converter } from '@vitrine/catalog/stream/converter'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { Command } from 'commander'
import { checkSources, isAddress } from '../import/addresses.ts'
import { addFileOptions, addSkippingOptions } from '../import/import.ts'
import { importAndReport, type PageUse } from '../import/import-and-report.ts'
import type { ImportOptions } from '../import/import-options.ts'
import { commandLine, type EndedImport, importCommand, type NextStep, nextSteps } from '../import/next-steps.ts'
import { REPORT_POLICY } from '../import/report/report-page.ts'
import { settingsFindings } from '../import/report/report-text.ts'
import { DEFAULT_DATABASE, parseName, parseStoreId } from '../options.ts'
import { checkListening } from '../serve/listen.ts'
import type { RunningServer } from '../serve/running-server.ts'
import { addSettings, effectiveSettings, toServerSettings } from '../serve/server-settings.ts'
import { interruptible } from '../signals.ts'
import { newStore } from '../stores/new-store.ts'
import { shopOptions, shopSettingsOf } from '../stores/shop-options.ts'
import { temporaryDatabase } from '../temporary-database.ts'
import { type ExampleShop, printBanner, REPORT_PATH, serveShop } from './serve-shop.ts'

/** `vitrine try`: imports a file into a temporary database, and serves the example shop with it until it is stopped. */
export function addTryCommand(command: Command, shop: ExampleShop, converter: Converter | undefined): void {
  command.argument(
    '<file...>',
    'a catalog file or its address, or several of one catalog, as `vitrine import` takes them',
  )
  addSettings(command, ['host', 'port', 'logLevel', 'metricsHost', 'metricsPort'])
  command
    .option('--store <id>', 'the id of the store (default: from the name of the file)', parseStoreId)
    .option('--name <name>', 'the name of the shop (default: from the name of the file)', parseName)
    .addOption(shopOptions().find(({ long }) => long === '--currency')!)
  addSkippingOptions(command)
  addFileOptions(command, converter)
  command.addHelpText('after', EXAMPLES).action((sources, options) => tryFiles(sources, options, shop, command))
}

const EXAMPLES = `
Examples:
  vitrine try products_export.csv
  vitrine try pricelist.xlsx --currency EUR --port 8080
  vitrine try pricelist.csv --yes --report report.html
  vitrine try https://shop.example/feed.xml

The options of a file are those of \`vitrine import\`. Nothing is kept: the database is removed at Ctrl-C.`

interface TryOptions extends Omit<ImportOptions, 'store' | 'database'> {
  readonly store?: StoreId
  readonly currency?: string
}

async function tryFiles(
  sources: readonly string[],
  { store: id, name: givenName, currency, ...options }: TryOptions,
  shop: ExampleShop,
  command: Command,
): Promise<void> {
  checkSources(sources, options)
  const name = givenName ?? nameFrom(sources[0]!)
  const store = id ?? idFrom(name)
  const settings = { ...toServerSettings(effectiveSettings(command)), defaultStore: store }
  const shopSettings = shopSettingsOf({ publicName: name, ...(currency && { currency }) })
  // With --write-columns, nothing is served.
  if (options.writeColumns === undefined) await checkListening(settings)
  const database = temporaryDatabase()
  {
    await using catalogs = await openCatalogs(database, 'create')
    await catalogs.addStore(newStore(store, name, undefined, { ...shopSettings, searchIn: SEARCH_FIELDS }))
  }
  const commands = [
    commandLine([
      'store',
      'add',
      store,
      '--name',
      name,
      '--public-name',
      name,
      '--search-in',
      'all',
      ...(currency ? ['--currency', currency] : []),
    ]),
    importCommand(sources, { ...options, store, database: DEFAULT_DATABASE }),
    commandLine(['serve']),
  ]
  let page = ''
  const use: PageUse = {
    onPage: (text) => {
      page = text
    },
    stepsOf: (ended) => stepsAfter(ended, commands),
  }
  const report = await importAndReport(sources, { ...options, store, database }, interruptible(), use)
  if (!report) return
  const server = await serveShop(settings, database, shop, { report: { page, policy: REPORT_POLICY } })
  printBanner(banner(server, name, commands, report.lacksCurrency))
}

const NAME_LIMIT = 60

/** The name of a shop: “Products export” from `shop/products_export.csv.gz`. */
function nameFrom(source: string): string {
  const path = isAddress(source) ? new URL(source).pathname : source
  const stem = basename(path).replace(/\.[a-z]\w{0,5}(?:\.(?:gz|zip))?$/i, '')
  const words = stem.replace(/[\p{Cc}\p{Zs}_-]+/gu, ' ').trim()
  const name = truncate(words.toWellFormed(), NAME_LIMIT).trim()
  return name === '' ? 'My shop' : name.replace(/^./u, (first) => first.toUpperCase())
}

/** The id of a store: `cafe-list` from “Café list”. */
function idFrom(name: string): StoreId {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return storeId(plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')) ?? storeId('my-shop')!
}

/** As after an import into a store that does not exist yet. */
function stepsAfter(ended: EndedImport, commands: readonly string[]): readonly NextStep[] {
  const { report, options } = ended
  if (!report || report.outcome === 'refused')
    return nextSteps({ ...ended, options: { ...options, create: true, database: DEFAULT_DATABASE } })
  const findings = [...settingsFindings(report)].map((sentence) => ({ sentence }))
  return [
    { sentence: 'This shop is temporary. Add a store that stays, import the file, and serve it.', commands },
    ...findings,
  ]
}

function banner({ url }: RunningServer, name: string, commands: readonly string[], lacksCurrency: boolean): string {
  const currency = lacksCurrency
    ? '\n  Prices have no currency: start again with --currency, such as --currency EUR.\n'
    : ''
  return `
  The shop "${name}" is running with a temporary database. Open it in a browser:

    Shop       ${url}/
    Report     ${url}${REPORT_PATH}
    API        ${url}/store/products
${currency}
  To keep it:

${commands.map((line) => `    ${line}`).join('\n')}

  Press Ctrl-C to stop, which removes the database.
`
}
