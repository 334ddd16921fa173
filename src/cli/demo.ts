import type { Command } from 'commander'
import { storeId } from '../catalog/store.ts'
import { openCatalogs } from '../database/open.ts'
import { readNative } from '../import/native.ts'
import { publish } from '../publish/publish.ts'
import { demoCatalog, demoPictures, PICTURES_PATH } from './demo-files.ts'
import { editionIfAny } from './known-store.ts'
import { newStore } from './new-store.ts'
import { addSettings, readSettings } from './server-settings.ts'
import type { Serving } from './serving.ts'

const DEMO_STORE = storeId('7c0d5f3e-41b8-4e6a-9d27-b18e6a90c354')!

/** `vitrine demo`: a shop of our own making, imported at every start (which changes nothing after the first) and served. */
export function addDemo(program: Command): void {
  const command = program.command('demo').description('serve a demo shop, and say what to try')
  addSettings(command, ['host', 'port', 'publicUrl', 'logLevel', 'metricsHost', 'metricsPort', 'grace'])
  command
    .option('--database <path>', 'the SQLite file of the demo', './data/demo.db')
    .addHelpText('after', EXAMPLES)
    .action(demo)
}

const EXAMPLES = `
Examples:
  vitrine demo
  vitrine demo --port 8080
  npm start -- --port 8080      in a checkout`

async function demo({ database }: { readonly database: string }, command: Command): Promise<void> {
  // Requests that name no store get the demo's, so that its pages open in a browser.
  const settings = { ...readSettings(command), defaultStore: DEMO_STORE }
  const { Serving } = await import('./serving.ts')
  await makeStore(database)
  const serving = await Serving.start(settings, database, demoPictures())
  await load(database, settings.publicUrl ?? serving.url)
  console.log(whatToTry(serving))
}

async function makeStore(database: string): Promise<void> {
  await using catalogs = await openCatalogs(database, 'make')
  if (await editionIfAny(catalogs, DEMO_STORE)) return
  await catalogs.addStore(newStore(DEMO_STORE, 'Vitrine demo', { name: 'VAT', rate: 19 }))
}

/** Makes the demo's files the store's catalog, with its pictures where this server has them. */
async function load(database: string, url: string): Promise<void> {
  await using catalogs = await openCatalogs(database, 'refuse')
  await using draft = await catalogs.draft(DEMO_STORE)
  const products = readNative(demoCatalog(`${url.replace(/\/+$/, '')}${PICTURES_PATH}`), draft.base.store, () => {})
  const now = new Date().toISOString()
  const { outcome, problems } = await publish(draft, products, {
    replace: true,
    skipInvalid: false,
    dryRun: false,
    now,
  })
  if (outcome === 'refused') throw new Error(`the demo's own catalog is refused: ${JSON.stringify(problems[0])}`)
}

function whatToTry({ url, operationsUrl }: Serving): string {
  const curl = (target: string) => `curl -H "x-store-id: ${DEMO_STORE}" "${url}${target}"`
  return `
  The demo shop is open.

    API        ${url}/store/products
    Facets     ${url}/store/products/facets?label=clothing
    Reference  ${url}/docs
    Metrics    ${operationsUrl}/metrics

  Try:

    ${curl('/store/products?search=tea&limit=2')}
    ${curl('/store/products?label=clothing&option=color:navy&option=size:m&limit=2')}

  Ctrl-C stops it.
`
}
