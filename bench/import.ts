import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FORMAT_NAMES, type FormatName } from './formats/formats.ts'
import { catalogFile, fileMegabytes } from './harness/dataset.ts'
import { flag, readOptions, SHARED, words } from './harness/options.ts'
import { describeRun, formatInteger, median, table, writeJson } from './harness/report.ts'
import { type ImportResult, importCatalog, serve } from './harness/vitrine.ts'

const DESCRIPTION = `Time and memory of importing the same products in each format into a new database, and of starting a server on it.`

type ImportFigures = ImportResult & {
  format: FormatName
  products: number
  fileMegabytes: number
  databaseMegabytes: number
  startMilliseconds: number
  serverMegabytes: number
}

const STARTS = 5

const { formats, sizes, seed, shuffled, dir, json } = readOptions(DESCRIPTION, {
  formats: words('formats', FORMAT_NAMES),
  sizes: SHARED.sizes,
  seed: SHARED.seed,
  shuffled: flag('the products in random order'),
  dir: SHARED.dir,
  json: SHARED.json,
})

const figures: ImportFigures[] = []
for (const format of formats) for (const products of sizes) figures.push(await measureImport(format, products))

console.log(`${describeRun()}.\n`)
console.log(
  table(
    [
      ...['format', 'products', 'file MB', 'import s', 'products/s', 'CPU s', 'import peak MB', 'database MB'],
      ...['start ms', 'server MB'],
    ],
    figures.map((row) => [
      row.format,
      formatInteger(row.products),
      formatInteger(row.fileMegabytes),
      row.seconds.toFixed(1),
      formatInteger(row.products / row.seconds),
      row.cpuSeconds.toFixed(1),
      formatInteger(row.peakMegabytes),
      formatInteger(row.databaseMegabytes),
      formatInteger(row.startMilliseconds),
      formatInteger(row.serverMegabytes),
    ]),
  ),
)
await writeJson(json, { seed, figures })

async function measureImport(format: FormatName, products: number): Promise<ImportFigures> {
  const catalog = await catalogFile(dir, { products, seed, shuffled }, format)
  const folder = await mkdtemp(join(dir, 'import-'))
  const database = join(folder, 'vitrine.db')
  try {
    console.error(`${products} products, ${format}: import and ${STARTS} starts`)
    const result = await importCatalog(catalog, database)
    const sizes = {
      fileMegabytes: await fileMegabytes(catalog),
      databaseMegabytes: await fileMegabytes(database),
    }
    return { format, products, ...result, ...sizes, ...(await measureStarts(database)) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Medians over several starts, each up to the response to a list of products. */
async function measureStarts(database: string): Promise<{ startMilliseconds: number; serverMegabytes: number }> {
  const times: number[] = []
  const memory: number[] = []
  for (let start = 0; start < STARTS; start++) {
    await using server = await serve(database)
    times.push(server.startMilliseconds)
    memory.push((await server.memory()).resident)
  }
  return { startMilliseconds: median(times), serverMegabytes: median(memory) }
}
