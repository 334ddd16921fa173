import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf, listOf } from './arguments.ts'
import { Catalog } from './catalog.ts'
import { database } from './dataset.ts'
import { machine } from './machine.ts'
import { Random } from './random.ts'
import { grouped, table } from './table.ts'
import { patchCatalog } from './vitrine.ts'

const USAGE = `node bench/small-changes.ts [--sizes 10000,100000] [--rows 100] [--rounds 7] [--seed 1] [--dir FOLDER] [--json FILE]

  Gives variants taken at random new prices, a tenth more or less at most, and any stock, with
  \`vitrine import --only price,stock\`, several times over, in a copy of each database. What is told is the time inside
  of the command: the start of its process is apart.
  --rows    rows of each file`

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    rows: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '7' },
    seed: { type: 'string', default: '1' },
    dir: { type: 'string', default: join(tmpdir(), 'vitrine-bench') },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
})

if (values.help) {
  console.error(USAGE)
  process.exit(0)
}

type Figures = {
  products: number
  changed: number
  seconds: number[]
  processSeconds: number
  peakMegabytes: number
}

const seed = countOf('seed', values.seed)
const rows = countOf('rows', values.rows)
const rounds = countOf('rounds', values.rounds)
const figures: Figures[] = []
for (const size of listOf(values.sizes)) figures.push(await measureChanges(countOf('sizes', size)))

const date = new Date().toISOString().slice(0, 10)
console.log(`${date}, ${machine()}; ${grouped(rows)} rows a file, ${rounds} files one after another.\n`)
console.log(
  table(
    ['products', 'products changed', 'median s', 'least s', 'most s', 'with the process s', 'peak MB'],
    figures.map(({ products, changed, seconds, processSeconds, peakMegabytes }) => [
      grouped(products),
      grouped(changed),
      median(seconds).toFixed(2),
      Math.min(...seconds).toFixed(2),
      Math.max(...seconds).toFixed(2),
      processSeconds.toFixed(2),
      grouped(peakMegabytes),
    ]),
  ),
)
if (values.json !== undefined) {
  await writeFile(values.json, `${JSON.stringify({ date, machine: machine(), seed, rows, figures }, null, 2)}\n`)
}

async function measureChanges(products: number): Promise<Figures> {
  const original = await database(values.dir, { products, seed })
  const home = await mkdtemp(join(values.dir, 'small-changes-'))
  const file = join(home, 'vitrine.db')
  try {
    await copyFile(original, file)
    const random = new Random(`small changes ${seed}`)
    const results = []
    for (let round = 0; round < rounds; round++) {
      const stock = join(home, 'stock.csv')
      await writeFile(stock, rowsOf(new Catalog({ products, seed }), products, random))
      results.push(await patchCatalog(stock, file))
    }
    return {
      products,
      changed: results[0]!.changed,
      seconds: results.map(({ seconds }) => seconds),
      processSeconds: median(results.map(({ processSeconds }) => processSeconds)),
      peakMegabytes: Math.max(...results.map(({ peakMegabytes }) => peakMegabytes)),
    }
  } finally {
    await rm(home, { recursive: true })
  }
}

function rowsOf(catalog: Catalog, products: number, random: Random): string {
  const lines = Array.from({ length: rows }, () => {
    const { variants } = catalog.product(random.whole(0, products - 1))
    const { sku, price } = random.pick(variants)
    return `${sku},${(Number(price) * (0.9 + random.fraction() / 5)).toFixed(2)},${random.whole(0, 50)}\n`
  })
  return `sku,price,stock\n${lines.join('')}`
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
}
