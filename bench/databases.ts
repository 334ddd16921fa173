import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../test/postgres/server.ts'
import { query } from '../test/postgres/sql.ts'
import { catalogFile } from './harness/dataset.ts'
import { averageLoad, type LoadResult, runLoad } from './harness/load.ts'
import { integer, readOptions, SHARED, text } from './harness/options.ts'
import { describeRun, formatInteger, table, writeJson } from './harness/report.ts'
import { requestsFor, type StoreRequest } from './harness/requests.ts'
import { createScenarios, drawPaths, fetchTotals, MODES, type Mode } from './harness/scenarios.ts'
import type { ServerProcess } from './harness/server-process.ts'
import { type ImportResult, importCatalog, STORE, serve } from './harness/vitrine.ts'

const DESCRIPTION = `Imports one catalog into SQLite and into a PostgreSQL server that it starts, and sends both the same requests in turns:
cached and uncached (see throughput.ts), to PostgreSQL also with two API processes. One core has the API process, the other
the client, PostgreSQL and the second API process.`

const SCENARIOS =
  'product list, any page; product by id; label and option; all filters together; search, one word; facets of a label; ' +
  'variants of a product; cart, 20 skus'

/** What an operator would give a server of this size: the tables are in memory, as the SQLite file is. */
const POSTGRES = { shared_buffers: '1GB', fsync: true, synchronous_commit: true, full_page_writes: true }
const WARM_UP_SECONDS = 1

type DatabaseRow = { mode: Mode; scenario: string; sqlite: LoadResult; postgres: LoadResult; two: LoadResult }

const { products, seed, seconds, only, dir, json } = readOptions(DESCRIPTION, {
  products: integer('catalog size', 100_000),
  seed: SHARED.seed,
  seconds: SHARED.seconds,
  only: text('scenarios, separated by semicolons', SCENARIOS),
  dir: SHARED.dir,
  json: SHARED.json,
})
const scenarioNames = only.split(';').map((name) => name.trim())
const modes = Object.keys(MODES) as Mode[]

await using stack = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'vitrine-databases-'))
stack.defer(() => rm(folder, { recursive: true }))
const postgres = stack.use(await startServer(POSTGRES))
const sqliteFile = join(folder, 'vitrine.db')

const catalog = await catalogFile(dir, { products, seed })
console.error('importing into SQLite and PostgreSQL')
const sqliteImport = await importCatalog(catalog, sqliteFile)
const postgresImport = await importCatalog(catalog, postgres.url())
await query(postgres.url(), 'VACUUM ANALYZE')
const rows: DatabaseRow[] = []
for (const mode of modes) rows.push(...(await measureMode(mode)))

console.log(`${describeRun()}; ${formatInteger(products)} products, ${seconds} s each.\n`)
console.log(
  table(
    ['import', 'seconds', 'products/s', 'CPU s', 'peak MB', 'to SQLite'],
    [importRow('SQLite', sqliteImport), importRow('PostgreSQL', postgresImport)],
  ),
)
for (const mode of modes) console.log(`\n### ${mode}\n\n${resultTable(rows.filter((row) => row.mode === mode))}`)
await writeJson(json, { products, seed, sqliteImport, postgresImport, rows })

async function measureMode(mode: Mode): Promise<DatabaseRow[]> {
  await using sqlite = await serve(sqliteFile, MODES[mode].serve)
  await using first = await serve(postgres.url(), MODES[mode].serve)
  await using second = await serve(postgres.url(), { ...MODES[mode].serve, core: '1' })
  const totals = await fetchTotals(sqlite.address, STORE, { products, seed })
  const rows: DatabaseRow[] = []
  for (const scenario of createScenarios({ products, seed }, totals)) {
    if (!scenarioNames.includes(scenario.name)) continue
    console.error(`${mode}: ${scenario.name}`)
    const requests = requestsFor(STORE, drawPaths(scenario, MODES[mode].urls))
    for (const { address } of [sqlite, first, second]) await runLoad(address, requests, WARM_UP_SECONDS)
    const before = await runLoad(sqlite.address, requests, seconds)
    const one = await runLoad(first.address, requests, seconds)
    const two = await runBoth([first, second], requests)
    const after = await runLoad(sqlite.address, requests, seconds)
    rows.push({ mode, scenario: scenario.name, sqlite: averageLoad(before, after), postgres: one, two })
  }
  return rows
}

/** Two processes at the same time, each with a client of its own. */
async function runBoth(
  servers: readonly [ServerProcess, ServerProcess],
  requests: readonly StoreRequest[],
): Promise<LoadResult> {
  const [first, second] = await Promise.all([
    runLoad(servers[0].address, requests, seconds),
    runLoad(servers[1].address, requests, seconds),
  ])
  return {
    ...averageLoad(first, second),
    requestsPerSecond: first.requestsPerSecond + second.requestsPerSecond,
  }
}

function resultTable(rows: readonly DatabaseRow[]): string {
  const head = ['request', 'SQLite requests/s', 'p99 ms', 'PostgreSQL requests/s', 'p99 ms', 'to SQLite']
  return table(
    [...head, 'two processes requests/s', 'to one', 'failures'],
    rows.map(({ scenario, sqlite, postgres, two }) => [
      scenario,
      formatInteger(sqlite.requestsPerSecond),
      sqlite.p99.toFixed(2),
      formatInteger(postgres.requestsPerSecond),
      postgres.p99.toFixed(2),
      (postgres.requestsPerSecond / sqlite.requestsPerSecond).toFixed(2),
      formatInteger(two.requestsPerSecond),
      (two.requestsPerSecond / postgres.requestsPerSecond).toFixed(2),
      String(sqlite.failures + postgres.failures + two.failures),
    ]),
  )
}

function importRow(name: string, { seconds, cpuSeconds, peakMegabytes }: ImportResult): string[] {
  return [
    ...[name, seconds.toFixed(1), formatInteger(products / seconds), cpuSeconds.toFixed(1)],
    ...[formatInteger(peakMegabytes), (seconds / sqliteImport.seconds).toFixed(2)],
  ]
}
