import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf, listOf, oneOf } from './arguments.ts'
import { database } from './dataset.ts'
import { CONNECTIONS } from './load.ts'
import { machine } from './machine.ts'
import { type Measurement, measure } from './measure.ts'
import { ofStore } from './request.ts'
import { scenariosOf } from './scenarios.ts'
import type { Memory } from './server.ts'
import { grouped, measurementTable, memoryTable } from './table.ts'
import { totalsOf } from './totals.ts'
import { STORE, serve } from './vitrine.ts'

const USAGE = `node bench/run.ts [--sizes 10000,100000] [--seed 1] [--modes hot,uncached] [--only WORDS] [--seconds 3]
                  [--dir FOLDER] [--fresh] [--json FILE]

  --modes   hot: one URL again and again, caches as they come; uncached: many URLs, caches off
  --only    only the requests whose name contains this
  --dir     where catalogs and databases are kept; they are made once and used again
  --fresh   make the databases anew: do this after a change of how they are written`

/** One table of the report: one size of catalog in one mode. */
type Part = { products: number; mode: Mode; memory: Memory; measurements: Measurement[] }
type Mode = keyof typeof PATHS

/** How many requests are asked one after another before the first is asked again. */
const PATHS = { hot: 1, uncached: 20_000 }
const DRAWING_SECONDS = 5

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    seed: { type: 'string', default: '1' },
    modes: { type: 'string', default: 'hot,uncached' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '3' },
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

const sizes = listOf(values.sizes).map((size) => countOf('sizes', size))
const modes = listOf(values.modes).map((mode) => oneOf<Mode>('modes', mode, ['hot', 'uncached']))
const seconds = countOf('seconds', values.seconds)
const seed = countOf('seed', values.seed)

const date = new Date().toISOString().slice(0, 10)
console.log(`${date}, ${machine()}; one server process on one core, ${CONNECTIONS} connections, ${seconds} s each.\n`)

const scratch = await mkdtemp(join(tmpdir(), 'vitrine-run-'))
const parts: Part[] = []
try {
  for (const products of sizes) {
    const file = await database(values.dir, { products, seed }, values.fresh)
    for (const mode of modes) {
      const part = await measureMode(file, products, mode)
      console.log(`### ${grouped(products)} products, ${mode}\n\n${measurementTable(part.measurements)}\n`)
      console.log(`${memoryTable([['the server afterwards', part.memory]])}\n`)
      parts.push(part)
    }
  }
} finally {
  await rm(scratch, { recursive: true })
}

if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ date, machine: machine(), seconds, seed, parts }, null, 2)}\n`)
}

const failures = parts
  .flatMap(({ measurements }) => measurements)
  .reduce((sum, { service }) => sum + service.failures, 0)
if (failures > 0) {
  console.error(`${failures} requests failed: these figures are not to be used`)
  process.exitCode = 1
}

async function measureMode(file: string, products: number, mode: Mode): Promise<Part> {
  await using service = await serve(file, mode === 'uncached' ? { cacheMegabytes: 0 } : {})
  const totals = await totalsOf(service.address, STORE, { products, seed })
  if (totals.products !== products) throw new Error(`${file} has ${totals.products} products; --fresh makes it anew`)
  const measurements: Measurement[] = []
  for (const { name, path } of scenariosOf({ products, seed }, totals)) {
    if (!name.includes(values.only)) continue
    console.error(`${products} products, ${mode}: ${name}`)
    const requests = ofStore(STORE, drawn(path, PATHS[mode]))
    try {
      measurements.push(await measure(service, name, requests, seconds, scratch))
    } catch (error) {
      console.error(`${name} was not measured: ${(error as Error).message}`)
      process.exitCode = 1
    }
  }
  return { products, mode, memory: await service.memory(), measurements }
}

/** So many of a kind; not quite as many of those that take long to make up. */
function drawn(path: () => string, count: number): string[] {
  const until = performance.now() + DRAWING_SECONDS * 1000
  const paths = [path()]
  while (paths.length < count && performance.now() < until) paths.push(path())
  return paths
}
