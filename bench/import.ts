import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf, listOf, oneOf } from './arguments.ts'
import { catalogFile } from './dataset.ts'
import { FORMAT_NAMES, type FormatName } from './formats/formats.ts'
import { machine } from './machine.ts'
import { grouped, table } from './table.ts'
import { importCatalog, serve } from './vitrine.ts'

const USAGE = `node bench/import.ts [--formats ${FORMAT_NAMES}] [--sizes 10000,100000]
                     [--seed 1] [--shuffled] [--dir FOLDER] [--json FILE]

  Imports the same products in each format into a new database, starts the server on it, and removes the database again.
  --dir   where catalogs are kept; they are made once and used again`

/** What one size of catalog in one format took. */
type Figures = {
  format: FormatName
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
    formats: { type: 'string', default: FORMAT_NAMES.join(',') },
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
const formats = listOf(values.formats).map((format) => oneOf('formats', format, FORMAT_NAMES))
const sizes = listOf(values.sizes).map((size) => countOf('sizes', size))
const figures: Figures[] = []
for (const format of formats) for (const products of sizes) figures.push(await measureImport(format, products))

const date = new Date().toISOString().slice(0, 10)
console.log(`${date}, ${machine()}.\n`)
console.log(
  table(
    [
      'format',
      'products',
      'file MB',
      'import s',
      'products/s',
      'import peak MB',
      'database MB',
      'start ms',
      'server MB',
    ],
    figures.map((row) => [
      row.format,
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

async function measureImport(format: FormatName, products: number): Promise<Figures> {
  const catalog = await catalogFile(values.dir, { products, seed, shuffled: values.shuffled }, format)
  const home = await mkdtemp(join(values.dir, 'import-'))
  const file = join(home, 'vitrine.db')
  try {
    console.error(`${products} products, ${format}: import`)
    const { seconds, peakMegabytes } = await importCatalog(catalog, file)
    console.error(`${products} products, ${format}: ${STARTS} starts`)
    return {
      format,
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
