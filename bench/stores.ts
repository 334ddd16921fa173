import { databaseFile } from './harness/dataset.ts'
import { CONNECTIONS, type LoadResult, runLoad } from './harness/load.ts'
import {
  drawStoreRequests,
  REQUEST_KINDS,
  type RequestKind,
  type StoreSet,
  storesDatabase,
} from './harness/many-stores.ts'
import { integer, readOptions, SHARED } from './harness/options.ts'
import { describeRun, formatInteger, memoryTable, table, writeJson } from './harness/report.ts'
import { checkResponses, type StoreRequest } from './harness/requests.ts'
import type { ServerProcess } from './harness/server-process.ts'
import { STORE, serve } from './harness/vitrine.ts'

const DESCRIPTION = `Requests to random stores among many small ones in one database, beside the same kinds of requests to one large store.`

/** Requests that are sent in turn. */
const REQUESTS = 20_000
const WARM_UP_SECONDS = 1

/** One of the two sides that are compared. */
type Side = { title: string; set: StoreSet; server: ServerProcess }
type SideResult = LoadResult & { cpu: number }
type ResultRow = { kinds: string; results: SideResult[] }

const options = readOptions(DESCRIPTION, {
  stores: integer('number of small stores', 10_000),
  products: integer('products of each small store', 20),
  against: integer('products of the large store', 200_000),
  'cache-mb': integer('size of the response cache', 0),
  seed: SHARED.seed,
  seconds: SHARED.seconds,
  dir: SHARED.dir,
  fresh: SHARED.fresh,
  json: SHARED.json,
})
const { seed, seconds, dir, fresh } = options
const many = { stores: options.stores, productsEach: options.products, seed, nameOf: (n: number) => `store-${n}` }
const one = { stores: 1, productsEach: options.against, seed, nameOf: () => STORE }

await using stack = new AsyncDisposableStack()
const sides: Side[] = [
  await openSide(`${formatInteger(many.stores)} stores`, many, await storesDatabase(dir, many, fresh)),
  await openSide('one store', one, await databaseFile(dir, { products: one.productsEach, seed }, fresh)),
]
const rows: ResultRow[] = []
await measureRow('all of these', REQUEST_KINDS)
for (const kind of REQUEST_KINDS) await measureRow(kind, [kind])
const memory = await Promise.all(sides.map(({ server }) => server.memory()))

console.log(`${describeRun()}; one server process on one core, ${CONNECTIONS} connections, ${seconds} s each.\n`)
console.log(`${resultTable()}\n`)
console.log(memoryTable(sides.map(({ title }, index) => [title, memory[index]!])))
await writeJson(options.json, { seconds, many, one, rows, memory })

async function openSide(title: string, set: StoreSet, file: string): Promise<Side> {
  const first = { store: set.nameOf(0), path: '/store/products' }
  const server = stack.use(await serve(file, { first, cacheMegabytes: options['cache-mb'], probe: true }))
  return { title, set, server }
}

/** Requests of these kinds to each side, one side after the other. */
async function measureRow(name: string, kinds: readonly RequestKind[]): Promise<void> {
  console.error(name)
  try {
    const results: SideResult[] = []
    for (const { set, server } of sides) results.push(await measure(server, drawStoreRequests(set, kinds, REQUESTS)))
    rows.push({ kinds: name, results })
  } catch (error) {
    console.error(`${name} was not measured: ${(error as Error).message}`)
    process.exitCode = 1
  }
}

async function measure(server: ServerProcess, requests: readonly StoreRequest[]): Promise<SideResult> {
  await checkResponses(server.address, requests)
  await runLoad(server.address, requests, WARM_UP_SECONDS)
  const before = await server.probe()
  const result = await runLoad(server.address, requests, seconds)
  const after = await server.probe()
  if (result.failures > 0) throw new Error(`${result.failures} requests failed`)
  return { ...result, cpu: (after.cpu - before.cpu) / result.requests }
}

function resultTable(): string {
  const columns: [name: string, cell: (result: SideResult) => string][] = [
    ['requests/s', ({ requestsPerSecond }) => formatInteger(requestsPerSecond)],
    ['CPU µs', ({ cpu }) => formatInteger(cpu)],
    ['p50 ms', ({ p50 }) => p50.toFixed(2)],
    ['p99 ms', ({ p99 }) => p99.toFixed(2)],
  ]
  return table(
    ['requests', ...columns.flatMap(([name]) => sides.map(({ title }) => `${name}, ${title}`))],
    rows.map(({ kinds, results }) => [kinds, ...columns.flatMap(([, cell]) => results.map(cell))]),
  )
}
