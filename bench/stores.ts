import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lookAt } from './answers.ts'
import { countOf } from './arguments.ts'
import { database } from './dataset.ts'
import { CONNECTIONS, type LoadResult, load } from './load.ts'
import { machine } from './machine.ts'
import { manyStores, nameOfStore } from './many-stores.ts'
import type { Request } from './request.ts'
import type { Server } from './server.ts'
import { grouped, memoryTable, table } from './table.ts'
import { STORE, serve } from './vitrine.ts'
import { randomWalk, type Shape, WALKS, type Walk } from './walk.ts'

const USAGE = `node bench/stores.ts [--stores 10000] [--products 20] [--against 200000] [--seed 1] [--seconds 3]
                     [--cache-mb 0] [--dir FOLDER] [--fresh] [--json FILE]

  A random walk over many small stores of one database, beside the same walk over one large store.
  --stores    how many small stores; --products how many products each has
  --against   how many products the large store has
  --cache-mb  memory for answers given before
  --fresh     make the databases anew: do this after a change of how they are written`

/** How many requests are asked one after another before the first is asked again. */
const REQUESTS = 20_000
const WARM_UP_SECONDS = 1

const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: '10000' },
    products: { type: 'string', default: '20' },
    against: { type: 'string', default: '200000' },
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '3' },
    'cache-mb': { type: 'string', default: '0' },
    dir: { type: 'string', default: join(tmpdir(), 'vitrine-bench') },
    fresh: { type: 'boolean', default: false },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
})

if (values.help) {
  console.error(USAGE)
  process.exit(0)
}

/** One of the two things compared. */
type Side = { title: string; shape: Shape; nameOf: (store: number) => string; server: Server }
type Result = LoadResult & { cpu: number }
type Row = { walk: string; results: Result[] }

const seed = countOf('seed', values.seed)
const seconds = countOf('seconds', values.seconds)
const many = { stores: countOf('stores', values.stores), productsEach: countOf('products', values.products), seed }
const one = { stores: 1, productsEach: countOf('against', values.against), seed }
const options = { cacheMegabytes: countOf('cache-mb', values['cache-mb']), watched: true }

const manyFile = await manyStores(values.dir, many, values.fresh)
const oneFile = await database(values.dir, { products: one.productsEach, seed }, values.fresh)
const first = { store: nameOfStore(0), path: '/store/products' }
await using manyServer = await serve(manyFile, { ...options, first })
await using oneServer = await serve(oneFile, options)
const sides: Side[] = [
  { title: `${grouped(many.stores)} stores`, shape: many, nameOf: nameOfStore, server: manyServer },
  { title: 'one store', shape: one, nameOf: () => STORE, server: oneServer },
]

const scratch = await mkdtemp(join(tmpdir(), 'vitrine-stores-'))
const rows: Row[] = []
try {
  await measureRow('all of these', WALKS)
  for (const kind of WALKS) await measureRow(kind, [kind])
} finally {
  await rm(scratch, { recursive: true })
}
const memory = [await manyServer.memory(), await oneServer.memory()]

const date = new Date().toISOString().slice(0, 10)
const titles = sides.map(({ title }) => title)
console.log(`${date}, ${machine()}; one server process on one core, ${CONNECTIONS} connections, ${seconds} s each.\n`)
console.log(`${resultTable(titles, rows)}\n`)
console.log(memoryTable(sides.map(({ title }, index) => [title, memory[index]!])))
if (values.json !== undefined) {
  const report = { date, machine: machine(), seconds, many, one, titles, rows, memory }
  await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`)
}

/** A walk of these kinds on each side, one after the other. */
async function measureRow(walk: string, kinds: readonly Walk[]): Promise<void> {
  console.error(walk)
  try {
    const results: Result[] = []
    for (const { shape, nameOf, server } of sides) {
      results.push(await measure(server, randomWalk(shape, kinds, REQUESTS, nameOf)))
    }
    rows.push({ walk, results })
  } catch (error) {
    console.error(`${walk} was not measured: ${(error as Error).message}`)
    process.exitCode = 1
  }
}

async function measure(server: Server, requests: readonly Request[]): Promise<Result> {
  await lookAt(server.address, requests)
  await load({ address: server.address, requests, seconds: WARM_UP_SECONDS }, scratch)
  const before = await server.inside()
  const result = await load({ address: server.address, requests, seconds }, scratch)
  const after = await server.inside()
  if (result.failures > 0) throw new Error(`${result.failures} requests failed`)
  return { ...result, cpu: (after.cpu - before.cpu) / result.requests }
}

function resultTable(titles: readonly string[], rows: readonly Row[]): string {
  const head = ['requests/s', 'CPU µs', 'p50 ms', 'p99 ms'].flatMap((name) =>
    titles.map((title) => `${name}, ${title}`),
  )
  const columns = [
    ({ requestsPerSecond }: Result) => grouped(requestsPerSecond),
    ({ cpu }: Result) => grouped(cpu),
    ({ p50 }: Result) => p50.toFixed(2),
    ({ p99 }: Result) => p99.toFixed(2),
  ]
  return table(
    ['walk', ...head],
    rows.map(({ walk, results }) => [walk, ...columns.flatMap((cell) => results.map(cell))]),
  )
}
