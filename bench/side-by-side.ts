import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FORMAT_NAMES } from './formats/formats.ts'
import { integer, integers, names, readOptions, runCommand, SHARED, text, texts, words } from './harness/options.ts'
import { describeRun, formatInteger, median, memoryTable, percentile, table, writeJson } from './harness/report.ts'
import { checkAnswer, type StoreRequest } from './harness/requests.ts'
import { drawRequests, type Scenario, scenarioNames, selectScenarios } from './harness/scenarios.ts'
import { importTables, measureImports } from './harness/side-imports.ts'
import { type Databases, type OpenSide, openSide, type Side, sidesOf, startPostgres } from './harness/sides.ts'
import { pinClient, type Turn } from './harness/target.ts'

const DESCRIPTION = `Imports a catalog into the database of each side, and sends the same requests to the servers of all sides in turns: for the first
time, then again. A side is a choice of checkout, catalog size, number of stores, format, database, workers and encoding. Name
several of one of these to compare them: --checkouts "/path/to/old; ." or --databases sqlite,postgres. Ratios are to the first
side, medians over the rounds; below 1 is less.`

const SCENARIOS = [
  'product by id',
  'product list, any page',
  'label and option',
  'search, one word',
  'facets of label and option',
]

/** Rounds that compile the code, before those that count. */
const WARM_UP_ROUNDS = 2

type RequestRow = {
  scenario: string
  time: 'first' | 'again'
  side: string
  milliseconds: number[]
  /** Processor time of a request, in each round. */
  micros: number[]
}

const options = readOptions(DESCRIPTION, {
  checkouts: texts('folders of checkouts, separated by semicolons; each needs its node_modules', ['.']),
  sizes: integers('catalog sizes in products', '10000'),
  stores: integers('stores over which the products are spread; many of them are SQLite', '1'),
  formats: words(`formats: ${FORMAT_NAMES.join(', ')}`, FORMAT_NAMES, ['native']),
  databases: words('databases: sqlite, postgres', ['sqlite', 'postgres'], ['sqlite']),
  workers: integers('processes that answer', '1'),
  encodings: texts('Accept-Encoding headers', ['identity']),
  imports: integer('imports into each database; 0 uses SQLite databases of earlier runs', 1),
  changes: integer('files of prices and stocks to import then, one after the other', 0),
  rows: integer('rows of such a file', 100),
  only: names('kinds of requests, separated by semicolons', scenarioNames(), SCENARIOS),
  rounds: integer('rounds of requests that count', 15),
  requests: integer('requests of each kind in a round', 200),
  connections: integer('connections to each server', 1),
  'cache-mb': integer('size of the response cache', 0),
  language: text('language of the stores, such as de; by default the one that the import recognises', ''),
  seed: SHARED.seed,
  dir: SHARED.dir,
  json: SHARED.json,
})
const sides = sidesOf({
  checkout: options.checkouts,
  products: options.sizes,
  stores: options.stores,
  format: options.formats,
  database: options.databases,
  workers: options.workers,
  encoding: options.encodings,
})
const rows: RequestRow[] = []
let differences = 0

await runCommand(async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-sides-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const postgres = await startPostgres(sides)
  if (postgres !== undefined) stack.use(postgres)
  const { seed, language, dir: kept } = options
  const databases: Databases = { folder, kept, seed, language, postgres }
  const figures = await measureImports(sides, options, databases)
  const open: OpenSide[] = []
  for (const side of sides) open.push(stack.use(await openSide(side, options, databases)))
  pinClient()
  for (const scenario of options.only)
    for (let round = -WARM_UP_ROUNDS; round < options.rounds; round++) await measureRound(scenario, round, open)
  const memory = await Promise.all(open.map(({ target }) => target.server.memory()))
  console.log(`${describeRun()}; ${options.rounds} rounds of ${options.requests} requests.\n`)
  console.log(`${importTables(figures)}\n`)
  if (rows.length > 0) console.log(`${requestTable()}\n`)
  console.log(memoryTable(open.map(({ side }, index) => [side.name, memory[index]!])))
  if (differences > 0) console.error(`${differences} response bodies differ from those of another side`)
  await writeJson(options.json, { options, sides, ...figures, rows, memory, differences })
  if (differences > 0) process.exitCode = 1
})

/** New requests to all sides, then the same ones again. Sides with the same catalog get the same requests. */
async function measureRound(name: string, round: number, open: readonly OpenSide[]): Promise<void> {
  if (round === 0) console.error(name)
  const drawn = new Map<Scenario, StoreRequest[]>()
  for (const { scenarios } of open) {
    const [scenario] = selectScenarios(scenarios, [name]) as [Scenario]
    if (!drawn.has(scenario)) drawn.set(scenario, drawRequests(scenario, options.requests))
  }
  for (const time of ['first', 'again'] as const) {
    const bodies = new Map<string, Buffer[]>()
    for (const { side, scenarios, target } of round % 2 === 0 ? open : open.toReversed()) {
      const requests = drawn.get(selectScenarios(scenarios, [name])[0]!)!
      const turn = await target.take(requests.map((each) => ({ ...each, acceptEncoding: side.encoding })))
      if (round >= 0) record(name, time, side, turn)
      else if (side.encoding === 'identity') checkBodies(`${side.products} ${side.stores}`, requests, turn, bodies)
    }
  }
}

function record(scenario: string, time: RequestRow['time'], side: Side, { micros, milliseconds }: Turn): void {
  const found = rows.find((each) => each.scenario === scenario && each.time === time && each.side === side.name)
  const row = found ?? { scenario, time, side: side.name, milliseconds: [], micros: [] }
  if (found === undefined) rows.push(row)
  row.milliseconds.push(...milliseconds)
  row.micros.push(micros)
}

/** Compares answers with those of another side that has the same catalog. */
function checkBodies(
  catalog: string,
  requests: readonly StoreRequest[],
  turn: Turn,
  bodies: Map<string, Buffer[]>,
): void {
  for (const [index, request] of requests.entries()) checkAnswer(request, turn.bodies[index]!)
  const others = bodies.get(catalog)
  if (others === undefined) bodies.set(catalog, turn.bodies)
  else differences += turn.bodies.filter((body, index) => !body.equals(others[index]!)).length
}

function requestTable(): string {
  return table(
    ['request', 'time', 'side', 'p50 ms', 'p99 ms', 'CPU µs', 'to the first side', 'least – most'],
    rows.map(({ scenario, time, side, milliseconds, micros }) => {
      const first = rows.find((row) => row.scenario === scenario && row.time === time && row.side === sides[0]!.name)!
      const ratios = micros.map((each, round) => each / first.micros[round]!)
      return [
        ...[scenario, time, side, ...[0.5, 0.99].map((fraction) => percentile(milliseconds, fraction).toFixed(2))],
        formatInteger(median(micros)),
        ...[median(ratios).toFixed(2), `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`],
      ]
    }),
  )
}
