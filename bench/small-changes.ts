import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { GeneratedCatalog } from './catalog/generated-catalog.ts'
import { Random } from './catalog/random.ts'
import { databaseFile } from './harness/dataset.ts'
import { integer, readOptions, SHARED } from './harness/options.ts'
import { describeRun, formatInteger, median, table, writeJson } from './harness/report.ts'
import { importPatches, type PatchResult } from './harness/vitrine.ts'

const DESCRIPTION = `Time of \`vitrine import --only price,stock\` with files of random skus, one after another, in a copy of each database.
Prices change by at most a tenth, stocks to any number. The times are those that the command reports.`

type ChangeFigures = { products: number; results: PatchResult[] }

const { sizes, rows, rounds, seed, dir, fresh, json } = readOptions(DESCRIPTION, {
  sizes: SHARED.sizes,
  rows: integer('rows in each file', 100),
  rounds: integer('number of files', 7),
  seed: SHARED.seed,
  dir: SHARED.dir,
  fresh: SHARED.fresh,
  json: SHARED.json,
})

const figures: ChangeFigures[] = []
for (const products of sizes) figures.push({ products, results: await measureChanges(products) })

console.log(`${describeRun()}; ${formatInteger(rows)} rows in each of ${rounds} files.\n`)
console.log(
  table(
    ['products', 'products changed', 'median s', 'min s', 'max s', 'with process start s', 'CPU s', 'peak MB'],
    figures.map(({ products, results }) => {
      const seconds = results.map((result) => result.seconds)
      return [
        formatInteger(products),
        formatInteger(results[0]!.changed),
        median(seconds).toFixed(2),
        Math.min(...seconds).toFixed(2),
        Math.max(...seconds).toFixed(2),
        median(results.map(({ processSeconds }) => processSeconds)).toFixed(2),
        median(results.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2),
        formatInteger(Math.max(...results.map(({ peakMegabytes }) => peakMegabytes))),
      ]
    }),
  ),
)
await writeJson(json, { seed, rows, figures })

async function measureChanges(products: number): Promise<PatchResult[]> {
  const original = await databaseFile(dir, { products, seed }, fresh)
  const folder = await mkdtemp(join(dir, 'small-changes-'))
  const [database, patches] = [join(folder, 'vitrine.db'), join(folder, 'stock.csv')]
  try {
    await copyFile(original, database)
    const catalog = new GeneratedCatalog({ products, seed })
    const random = new Random(`small changes ${seed}`)
    const results: PatchResult[] = []
    for (let round = 0; round < rounds; round++) {
      await writeFile(patches, createPatches(catalog, random))
      results.push(await importPatches(patches, database))
    }
    return results
  } finally {
    await rm(folder, { recursive: true })
  }
}

function createPatches(catalog: GeneratedCatalog, random: Random): string {
  const lines = Array.from({ length: rows }, () => {
    const { variants } = catalog.product(random.integer(0, catalog.products - 1))
    const { sku, price } = random.pick(variants)
    return `${sku},${(Number(price) * (0.9 + random.fraction() / 5)).toFixed(2)},${random.integer(0, 50)}\n`
  })
  return `sku,price,stock\n${lines.join('')}`
}
