import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf, listOf } from './arguments.ts'
import { catalogFile } from './dataset.ts'
import { machine } from './machine.ts'
import { grouped, table } from './table.ts'
import { importCatalog, serve } from './vitrine.ts'

const USAGE = `node bench/import.ts [--sizes 10000,100000] [--seed 1] [--shuffled] [--dir FOLDER] [--json FILE]

  Imports a catalog into a new database, starts the server on it, and removes the database again.
  --dir   where catalogs are kept; they are made once and used again`

/** What one size of catalog took. */
type Figures = {
  products: number
  fileMegabytes: number
  importSeconds: number
  importPeakMegabytes: number
  databaseMegabytes: number
  startMilliseconds: number
  serverMegabytes: number
}

const STARTS = 5

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    seed: { type: 'string', default: '1' },
    shuffled: { type: 'boolean', default: false },
    dir: { type: 'string', default: join(tmpdir(), 'vitrine-bench') },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
})

if (values.help) {
  console.error(USAGE)
  process.exit(0)
}

const seed = countOf('seed', values.seed)
const figures: Figures[] = []
for (const size of listOf(values.sizes)) figures.push(await measureImport(countOf('sizes', size)))

const date = new Date().toISOString().slice(0, 10)
console.log(`${date}, ${machine()}.\n`)
console.log(
  table(
    ['products', 'file MB', 'import s', 'products/s', 'import peak MB', 'database MB', 'start ms', 'server MB'],
    figures.map((row) => [
      grouped(row.products),
      grouped(row.fileMegabytes),
      row.importSeconds.toFixed(1),
      grouped(row.products / row.importSeconds),
      grouped(row.importPeakMegabytes),
      grouped(row.databaseMegabytes),
      grouped(row.startMilliseconds),
      grouped(row.serverMegabytes),
    ]),
  ),
)
if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ date, machine: machine(), seed, figures }, null, 2)}\n`)
}

async function measureImport(products: number): Promise<Figures> {
  const catalog = await catalogFile(values.dir, { products, seed, shuffled: values.shuffled })
  const home = await mkdtemp(join(values.dir, 'import-'))
  const file = join(home, 'vitrine.db')
  try {
    console.error(`${products} products: import`)
    const { seconds, peakMegabytes } = await importCatalog(catalog, file)
    console.error(`${products} products: ${STARTS} starts`)
    return {
      products,
      fileMegabytes: (await stat(catalog)).size / 1e6,
      importSeconds: seconds,
      importPeakMegabytes: peakMegabytes,
      databaseMegabytes: (await stat(file)).size / 1e6,
      ...(await measureStart(file)),
    }
  } finally {
    await rm(home, { recursive: true })
  }
}

/** The median of a few starts, each until a page of products has been answered. */
async function measureStart(file: string): Promise<Pick<Figures, 'startMilliseconds' | 'serverMegabytes'>> {
  const starts: { startMilliseconds: number; serverMegabytes: number }[] = []
  for (let start = 0; start < STARTS; start++) {
    await using server = await serve(file)
    starts.push({ startMilliseconds: server.startMilliseconds, serverMegabytes: (await server.memory()).resident })
  }
  return starts.sort((a, b) => a.startMilliseconds - b.startMilliseconds)[Math.floor(STARTS / 2)]!
}
