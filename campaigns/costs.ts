import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { storeId } from '@vitrine/catalog/store'
import { openEditions } from '@vitrine/engine/database/open'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import { decimal, integer, optionalFile, readOptions } from '../bench/harness/options.ts'
import { importCatalog, importPatches, STORE } from '../bench/harness/vitrine.ts'
import { WorkingDirectory } from '../test/cli/vitrine.ts'
import { writeCatalogOfManyScripts } from './costs/catalog.ts'
import { type Cost, MeasuredServer } from './costs/measured-server.ts'
import { type CostlyRequest, RequestDraw } from './costs/requests.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import type { Findings } from './harness/findings.ts'

const DESCRIPTION = `Sends random requests of every kind, script, length and mixture, one after the other, to a server without a response
cache. Promises: no request fails, holds the event loop for longer than --hold, or takes more processor time than
--processor. A request that does is repeated on new servers, and the least of its costs counts.`

/** Requests that compile the code of a new server, and build what all requests share. */
const WARM_UP_REQUESTS = 250
/** New servers on which a suspicious request is repeated. */
const REPETITIONS = 3
/** Skus that the second patch has. The first has all that begin alike: half of the products change. */
const FEW_SKUS = 100
const SHOWN_CHARACTERS = 700

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  requests: integer('requests', 2000),
  products: integer('products of the catalog', 2000),
  hold: decimal('most milliseconds for which a request may hold the event loop; 0 judges none', 50),
  processor: decimal('most milliseconds of processor time of a request; 0 judges none', 100),
  database: optionalFile('a SQLite file that keeps the catalog for other runs with the same products and seed'),
  checkout: optionalFile('the folder of the checkout whose server is measured; this one by default'),
})
const catalog = { products: options.products, seed: options.seed }

interface Measured {
  readonly request: CostlyRequest
  readonly cost: Cost
}

await runCampaign(options, async (findings, { isOver }) => {
  using workplace = new WorkingDirectory()
  const database = await importedCatalog(workplace)
  const publications = await publicationsOf(database)
  const measured: Measured[] = []
  const draw = new RequestDraw(catalog, publications, 'requests')
  {
    await using server = await warmServer(database, publications)
    while (measured.length < options.requests && !isOver()) {
      const request = draw.next()
      const cost = await server.measure(request)
      if (cost.status !== 200) findings.broken('no request fails', `${cost.status}: ${shown(request)}`)
      measured.push({ request, cost })
    }
  }
  const suspicious = measured.filter(({ cost }) => isTooMuch(cost))
  const repeated = await repeat(database, publications, suspicious, isOver)
  const least = new Map(repeated.map((each) => [each.request, each]))
  const judged = measured.map((each) => least.get(each.request) ?? each)
  for (const { request, cost } of judged) judge(findings, request, cost)
  findings.figure('requests', judged.length)
  findings.figure('repeated', suspicious.length)
  addWorst(
    findings,
    Map.groupBy(judged, ({ request }) => request.kind),
  )
  addWorst(
    findings,
    Map.groupBy(judged, ({ request }) => request.script && `script ${request.script}`),
  )
})

async function importedCatalog(workplace: WorkingDirectory): Promise<string> {
  const database = options.database ?? workplace.path('vitrine.db')
  if (existsSync(database)) return database
  const file = workplace.path('catalog.ndjson')
  const skus = await writeCatalogOfManyScripts(catalog, file)
  await importCatalog(file, database)
  // Without a currency, assistants get no prices and so no products.
  const settings = ['--language', 'en', '--currency', 'EUR', '--database', database]
  const { code, stderr } = await workplace.run(['store', 'set', STORE, ...settings])
  if (code !== 0) throw new Error(stderr)
  const patches = workplace.path('patches.csv')
  for (const [stock, changed] of [skus, skus.slice(0, FEW_SKUS)].entries()) {
    await writeFile(patches, `sku,price,stock\n${changed.map((sku) => `${sku},${9 + stock}.99,${stock}\n`).join('')}`)
    // All prices become the same.
    await importPatches(patches, database, undefined, ['--max-lost', '100%'])
  }
  return database
}

/** The names of the publications of the store, the newest first. */
async function publicationsOf(database: string): Promise<string[]> {
  await using editions = await openEditions(database)
  const names: string[] = []
  for await (const each of (await editions.current(storeId(STORE)!)).publications()) names.push(publicationName(each))
  return names
}

async function warmServer(database: string, publications: readonly string[]): Promise<MeasuredServer> {
  const server = await MeasuredServer.start(database, options.checkout)
  const draw = new RequestDraw(catalog, publications, 'warm-up')
  for (let count = 0; count < WARM_UP_REQUESTS; count++) await server.measure(draw.next())
  return server
}

/** The least cost of each request. New servers have no results of it. */
async function repeat(
  database: string,
  publications: readonly string[],
  suspicious: readonly Measured[],
  isOver: () => boolean,
): Promise<Measured[]> {
  let costs = suspicious
  for (let round = 0; round < REPETITIONS && costs.some(({ cost }) => isTooMuch(cost)) && !isOver(); round++) {
    await using server = await warmServer(database, publications)
    const next: Measured[] = []
    for (const { request, cost } of costs)
      next.push({ request, cost: isTooMuch(cost) ? leastOf(cost, await server.measure(request)) : cost })
    costs = next
  }
  return [...costs]
}

function leastOf(one: Cost, other: Cost): Cost {
  const [hold, processor] = [Math.min(one.hold, other.hold), Math.min(one.processor, other.processor)]
  return { status: other.status, hold, processor }
}

function isTooMuch({ hold, processor }: Cost): boolean {
  return isAbove(hold, options.hold) || isAbove(processor, options.processor)
}

function isAbove(milliseconds: number, limit: number): boolean {
  return limit > 0 && milliseconds > limit
}

function judge(findings: Findings, request: CostlyRequest, { hold, processor }: Cost): void {
  const example = `${hold.toFixed(0)} ms held, ${processor.toFixed(0)} ms of processor time: ${shown(request)}`
  if (isAbove(hold, options.hold)) findings.broken(`no request holds the event loop for ${options.hold} ms`, example)
  if (isAbove(processor, options.processor))
    findings.broken(`no request takes ${options.processor} ms of processor time`, example)
}

function shown({ kind, path, body = '' }: CostlyRequest): string {
  return `${kind}: ${decodeURIComponent(path)} ${body}`.slice(0, SHOWN_CHARACTERS)
}

/** The most processor time and the longest hold of each group with a name. */
function addWorst(findings: Findings, groups: ReadonlyMap<string | undefined, readonly Measured[]>): void {
  for (const [name, measured] of groups) {
    const most = (part: 'processor' | 'hold') => Math.max(...measured.map(({ cost }) => cost[part])).toFixed(0)
    if (name) findings.figure(name, `${most('processor')} ms of processor time, ${most('hold')} ms held`)
  }
}
