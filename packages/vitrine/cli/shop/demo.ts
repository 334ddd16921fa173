import { createReadStream, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { readLabelEntries } from '@vitrine/catalog/declared/label-entries'
import { readNative } from '@vitrine/catalog/native/read-native'
import { SEARCH_FIELDS, storeId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import { publish } from '@vitrine/engine/publish/publish'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import type { Pictures } from '@vitrine/server/server-options'
import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { findEdition } from '../find-store.ts'
import { startCommand } from '../options.ts'
import type { RunningServer } from '../serve/running-server.ts'
import { addSettings, effectiveSettings, toServerSettings } from '../serve/server-settings.ts'
import { newStore } from '../stores/new-store.ts'
import { type ExampleShop, printBanner, serveShop } from './serve-shop.ts'

const DEMO_STORE = storeId('7c0d5f3e-41b8-4e6a-9d27-b18e6a90c354')!

/** Event streams, so that the examples of the documentation work. */
const MAX_STREAMS = 100

/** The path of the pictures on the server and in the demo's catalog. */
const PICTURES_PATH = '/demo/pictures'

/** What the demo shows. It is no part of a package, so the program names it. */
export interface DemoShop extends ExampleShop {
  /** The folder of its catalog and its pictures. */
  readonly folder: URL
}

/** The demo searches all fields. It has no URL, because nobody knows its address before it starts. */
const SETTINGS = {
  language: 'en',
  searchIn: SEARCH_FIELDS,
  currency: 'EUR',
  publicName: 'Fennel & Tide',
  taxIncluded: true,
}

/** The market that the demo's catalog has texts and prices of. */
const MARKET = { code: 'de', language: 'de', currency: 'CHF' }

/** `vitrine demo`: imports a demo shop, which changes nothing after the first start, and then serves it. */
export function addDemoCommand(command: Command, shop: DemoShop): void {
  addSettings(command, ['host', 'port', 'publicUrl', 'logLevel', 'metricsHost', 'metricsPort', 'grace'])
  command
    .option('--database <path>', 'the SQLite file of the demo', './data/demo.db')
    .allowExcessArguments()
    .addHelpText('after', EXAMPLES)
    .action(({ database }: { readonly database: string }) => demo(database, shop, command))
}

const EXAMPLES = `
Examples:
  vitrine demo
  vitrine demo --port 8080
  npm start -- --port 8080      in a checkout`

async function demo(database: string, shop: DemoShop, command: Command): Promise<void> {
  refuseArguments(command.args)
  // With a default store, the demo's URLs open in a browser, which sends no x-store-id.
  const settings = { ...toServerSettings(effectiveSettings(command)), defaultStore: DEMO_STORE, events: MAX_STREAMS }
  await createStore(database)
  await addMarket(database)
  await importCatalog(database, shop.folder)
  await importLabels(database, shop.folder, 'labels.json')
  await importLabels(database, shop.folder, 'labels.de.json', MARKET.code)
  const server = await serveShop(settings, database, shop, { pictures: demoPictures(shop.folder) })
  printBanner(banner(server))
}

/** npm keeps the options of `npm start --port 8080` for itself and passes only their values on. */
function refuseArguments([argument]: readonly string[]): void {
  if (argument === undefined) return
  const option = /^\d+$/.test(argument) ? `--port ${argument}` : '--help'
  throw new UsageError(`demo has no argument ${JSON.stringify(argument)}; write \`${startCommand(option)}\``)
}

async function createStore(database: string): Promise<void> {
  await using catalogs = await openCatalogs(database, 'create')
  const edition = await findEdition(catalogs, DEMO_STORE)
  if (!edition) await catalogs.addStore(newStore(DEMO_STORE, 'Vitrine demo', { name: 'VAT', rate: 19 }, SETTINGS))
  // A store of an earlier version has no currency.
  else if (edition.store.currency === undefined) await catalogs.changeStore(DEMO_STORE, SETTINGS)
}

async function addMarket(database: string): Promise<void> {
  await using catalogs = await openCatalogs(database, 'require')
  const { store } = await catalogs.current(DEMO_STORE)
  if (store.markets !== undefined) return
  await using draft = await catalogs.draft(DEMO_STORE, undefined, undefined, () => [MARKET])
  await publishMarkets(draft, new Date().toISOString())
}

async function importCatalog(database: string, folder: URL): Promise<void> {
  await using catalogs = await openCatalogs(database, 'require')
  await using draft = await catalogs.draft(DEMO_STORE)
  const products = readNative(createReadStream(new URL('catalog.ndjson', folder)), draft.base.store, () => {})
  const now = new Date().toISOString()
  const options = { replace: true, skipInvalid: false, dryRun: false, now }
  const { outcome, problems } = await publish(draft, products, options)
  if (outcome === 'refused') throw new Error(`the demo's catalog has problems: ${JSON.stringify(problems[0])}`)
}

async function importLabels(database: string, folder: URL, file: string, market?: string): Promise<void> {
  await using catalogs = await openCatalogs(database, 'require')
  await using draft = await catalogs.draft(DEMO_STORE)
  const { entries, problems } = readLabelEntries(await readFile(new URL(file, folder), 'utf8'))
  if (problems.length > 0) throw new Error(`the demo's ${file} has problems: ${JSON.stringify(problems[0])}`)
  await publishDeclared(draft, 'labels', entries, new Date().toISOString(), market)
}

/** Serves only names that are in the folder, so a name cannot lead out of it. */
function demoPictures(demo: URL): Pictures {
  const folder = new URL('pictures/', demo)
  const names = new Set(readdirSync(folder).filter((name) => name.endsWith('.svg')))
  return {
    path: PICTURES_PATH,
    find: async (name) => {
      if (!names.has(name)) return undefined
      return { mimeType: 'image/svg+xml', body: await readFile(new URL(name, folder)) }
    },
  }
}

function banner({ url, monitoringUrl }: RunningServer): string {
  const curl = (target: string) => `curl -H "x-store-id: ${DEMO_STORE}" "${url}${target}"`
  return `
  The demo shop is running. Open it in a browser:

    Shop       ${url}/
    API        ${url}/store/products
    Facets     ${url}/store/products/facets?label=clothing
    Reference  ${url}/docs
    Assistants ${url}/mcp
    Metrics    ${monitoringUrl}/metrics

  Try:

    ${curl('/store/products?search=tea&limit=2')}
    ${curl('/store/products?label=clothing&option=color:navy&option=size:m&limit=2')}
    ${curl('/store/products?market=de&search=leinen&limit=2')}

  Press Ctrl-C to stop.
`
}
