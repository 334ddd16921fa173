import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf, listOf } from './arguments.ts'
import { latencyTable } from './latency-table.ts'
import { CLIENT_CORE } from './load.ts'
import { machine } from './machine.ts'
import { measureRow, type Row } from './one-client.ts'
import type { Memory } from './server.ts'
import { Site } from './site.ts'
import { grouped, memoryTable } from './table.ts'

const USAGE = `node bench/latency.ts [--sizes 10000,1000000] [--seed 1] [--only WORDS] [--requests 300] [--seconds 10]
                      [--dir FOLDER] [--fresh] [--json FILE]

  One client that asks one thing at a time, of all sizes in turn: requests asked for the first time, then the same again.
  The caches of answers are off; all else is as an operator would have it.
  --only      only the requests whose name contains this
  --requests  different ones of each kind and size
  --seconds   the most that a kind may take, all sizes together, each of the two times
  --fresh     make the databases anew: do this after a change of how they are written`

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    requests: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '10' },
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
const seed = countOf('seed', values.seed)
const bounds = { requests: countOf('requests', values.requests), seconds: countOf('seconds', values.seconds) }

await using sites = new AsyncDisposableStack()
const opened: Site[] = []
for (const products of sizes) opened.push(sites.use(await Site.open(values.dir, products, seed, values.fresh)))
execFileSync('taskset', ['-a', '-p', '-c', CLIENT_CORE, String(process.pid)], { stdio: 'ignore' })

const rows: Row[] = []
for (const scenario of scenariosOfAll(opened)) {
  console.error(scenario)
  try {
    rows.push(await measureRow(opened, scenario, bounds))
  } catch (error) {
    console.error(`${scenario} was not measured: ${(error as Error).message}`)
    process.exitCode = 1
  }
}

const memory: Memory[] = []
for (const { server } of opened) memory.push(await server.memory())

const date = new Date().toISOString().slice(0, 10)
console.log(`${date}, ${machine()}; one client, one request at a time.\n`)
console.log(`Asked for the first time:\n\n${latencyTable(sizes, rows, 'fresh')}\n`)
console.log(`Asked again:\n\n${latencyTable(sizes, rows, 'again')}\n`)
console.log(memoryTable(memory.map((each, index) => [`${grouped(sizes[index]!)} products`, each])))
if (values.json !== undefined) {
  const report = { date, machine: machine(), seed, sizes, bounds, rows, memory }
  await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`)
}

/** The kinds that every size has and that were asked for. */
function scenariosOfAll([first, ...others]: readonly Site[]): string[] {
  return first!.scenarios.filter(
    (name) => name.includes(values.only) && others.every(({ scenarios }) => scenarios.includes(name)),
  )
}
