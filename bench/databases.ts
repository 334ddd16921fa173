import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from '../test/postgres/server.ts'
import { query } from '../test/postgres/sql.ts'
import { countOf } from './arguments.ts'
import { catalogFile } from './dataset.ts'
import { type LoadResult, load } from './load.ts'
import { machine } from './machine.ts'
import { meanOf } from './measure.ts'
import { ofStore } from './request.ts'
import { scenariosOf } from './scenarios.ts'
import type { Server } from './server.ts'
import { grouped, table } from './table.ts'
import { totalsOf } from './totals.ts'
import { type ImportResult, importCatalog, STORE, serve } from './vitrine.ts'

const USAGE = `node bench/databases.ts [--products 100000] [--seed 1] [--seconds 3] [--only NAMES] [--dir FOLDER] [--json FILE]

  Imports one catalog into SQLite and into a PostgreSQL server that it starts, and asks both for the same, in turns:
  warm (one URL again and again, caches as they come) and cold (different URLs, no answers kept), PostgreSQL also with
  two API processes. Everything shares the machine: the API process has one core, the client and PostgreSQL the other.

  --only   these kinds of requests, separated by semicolons`

/** One of each sort of request. */
const USUAL =
  'product list, any page; product by id; label and option; all filters together; search, one word; facets of a label; ' +
  'variants of a product; cart, 20 skus'

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '3' },
    only: { type: 'string', default: USUAL },
    dir: { type: 'string', default: join(tmpdir(), 'vitrine-bench') },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
})

if (values.help) {
  console.error(USAGE)
  process.exit(0)
}

/** How many requests are asked one after another before the first is asked again. */
const PATHS = { warm: 1, cold: 20_000 }
type Mode = keyof typeof PATHS

const DRAWING_SECONDS = 5

const HEADINGS = [
  'request',
  'SQLite requests/s',
  'p99 ms',
  'PostgreSQL requests/s',
  'p99 ms',
  'to SQLite',
  'two processes requests/s',
  'to one',
  'failures',
]

interface Row {
  readonly mode: Mode
  readonly scenario: string
  readonly sqlite: LoadResult
  readonly postgres: LoadResult
  readonly two: LoadResult
}

const options = { products: countOf('products', values.products), seed: countOf('seed', values.seed) }
const seconds = countOf('seconds', values.seconds)
const only = values.only.split(';').map((name) => name.trim())
const scratch = await mkdtemp(join(tmpdir(), 'vitrine-databases-'))
// What an operator would give a server of this size: the tables are in memory, as SQLite's file is.
const postgres = await startServer({
  shared_buffers: '1GB',
  fsync: true,
  synchronous_commit: true,
  full_page_writes: true,
})
try {
  const catalog = await catalogFile(values.dir, options)
  const sqliteFile = join(scratch, 'vitrine.db')
  console.error('importing into SQLite, then into PostgreSQL')
  const sqliteImport: ImportResult = await importCatalog(catalog, sqliteFile)
  const postgresImport = await importCatalog(catalog, postgres.url())
  await query(postgres.url(), 'VACUUM ANALYZE')

  const rows: Row[] = []
  for (const mode of ['warm', 'cold'] as const) rows.push(...(await measureMode(mode, sqliteFile)))

  const date = new Date().toISOString().slice(0, 10)
  console.log(`${date}, ${machine()}; ${grouped(options.products)} products, ${seconds} s each.\n`)
  console.log(
    table(
      ['import', 'seconds', 'products/s', 'peak MB', 'to SQLite'],
      [importRow('SQLite', sqliteImport, sqliteImport), importRow('PostgreSQL', postgresImport, sqliteImport)],
    ),
  )
  for (const mode of ['warm', 'cold'] as const) {
    console.log(`\n### ${mode}\n`)
    console.log(table(HEADINGS, rows.filter((row) => row.mode === mode).map(tableRow)))
  }
  if (values.json !== undefined) {
    const figures = { date, machine: machine(), ...options, sqliteImport, postgresImport, rows }
    await writeFile(values.json, `${JSON.stringify(figures, null, 2)}\n`)
  }
} finally {
  await postgres[Symbol.asyncDispose]()
  await rm(scratch, { recursive: true })
}

async function measureMode(mode: Mode, sqliteFile: string): Promise<Row[]> {
  const cache = mode === 'cold' ? { cacheMegabytes: 0 } : {}
  await using sqlite = await serve(sqliteFile, cache)
  await using one = await serve(postgres.url(), cache)
  await using other = await serve(postgres.url(), { ...cache, core: '1' })
  const totals = await totalsOf(sqlite.address, STORE, options)
  const rows: Row[] = []
  for (const { name, path } of scenariosOf(options, totals)) {
    if (!only.includes(name)) continue
    console.error(`${mode}: ${name}`)
    const paths = drawn(path, PATHS[mode])
    const asked = (server: Server, folder: string, duration = seconds) =>
      load({ address: server.address, requests: ofStore(STORE, paths), seconds: duration }, folder)
    for (const server of [sqlite, one, other]) await asked(server, scratch, 1)
    const sqliteBefore = await asked(sqlite, scratch)
    const postgresResult = await asked(one, scratch)
    const two = await both(one, other, asked)
    const sqliteAfter = await asked(sqlite, scratch)
    rows.push({ mode, scenario: name, sqlite: meanOf(sqliteBefore, sqliteAfter), postgres: postgresResult, two })
  }
  return rows
}

/** Two processes at once, each with a client of its own. */
async function both(
  one: Server,
  other: Server,
  asked: (server: Server, folder: string) => Promise<LoadResult>,
): Promise<LoadResult> {
  const folders = await Promise.all([0, 1].map(() => mkdtemp(join(scratch, 'client-'))))
  const results = await Promise.all([asked(one, folders[0]!), asked(other, folders[1]!)])
  const [a, b] = results as [LoadResult, LoadResult]
  return {
    ...meanOf(a, b),
    requestsPerSecond: a.requestsPerSecond + b.requestsPerSecond,
    failures: a.failures + b.failures,
  }
}

/** So many of a kind; not quite as many of those that take long to make up. */
function drawn(path: () => string, count: number): string[] {
  const until = performance.now() + DRAWING_SECONDS * 1000
  const paths = [path()]
  while (paths.length < count && performance.now() < until) paths.push(path())
  return paths
}

function tableRow({ scenario, sqlite, postgres, two }: Row): string[] {
  return [
    scenario,
    grouped(sqlite.requestsPerSecond),
    sqlite.p99.toFixed(2),
    grouped(postgres.requestsPerSecond),
    postgres.p99.toFixed(2),
    (postgres.requestsPerSecond / sqlite.requestsPerSecond).toFixed(2),
    grouped(two.requestsPerSecond),
    (two.requestsPerSecond / postgres.requestsPerSecond).toFixed(2),
    String(sqlite.failures + postgres.failures + two.failures),
  ]
}

function importRow(name: string, { seconds, peakMegabytes }: ImportResult, sqlite: ImportResult): string[] {
  const rate = grouped(options.products / seconds)
  return [name, seconds.toFixed(1), rate, grouped(peakMegabytes), (seconds / sqlite.seconds).toFixed(2)]
}
