import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { catalogFile, fileMegabytes } from './harness/dataset.ts'
import { HttpConnection } from './harness/http-connection.ts'
import { measureInTurns, type Series, type Target } from './harness/latency-series.ts'
import { CLIENT_CORE } from './harness/load.ts'
import { integer, readOptions, SHARED, text } from './harness/options.ts'
import { describeRun, formatInteger, median, memoryTable, table, writeJson } from './harness/report.ts'
import { checkResponses, fetchBody, requestsFor, type StoreRequest } from './harness/requests.ts'
import { type CatalogTotals, createScenarios, drawPaths, fetchTotals, type Scenario } from './harness/scenarios.ts'
import { importCatalog, STORE, serve, setLanguage } from './harness/vitrine.ts'

const DESCRIPTION = `Compares two checkouts of the project: imports one generated catalog with each, starts a server of each, and sends both the
same requests in turns, with the response cache off. A ratio is after / before; below 1 is faster. Ratios are medians over
the rounds, and [least – most]. Each checkout needs its own node_modules.`

const SCENARIOS =
  'product by id; product list, any page; label and option; search, one word; facets of label and option'

/** Requests to one server before the other server's turn. */
const TURN = 50
const SIDES = ['before', 'after'] as const
type Side = (typeof SIDES)[number]
const MEASUREMENT_SECONDS = 30

/** The figures of both sides in each round. */
type Pair = { before: number; after: number }
type RequestRow = { scenario: string; time: 'first' | 'repeated'; wall: Pair[]; cpu: Pair[]; differences: number }
type ImportRow = { seconds: Pair; cpuSeconds: Pair; peakMegabytes: Pair; databaseMegabytes: Pair }

const options = readOptions(DESCRIPTION, {
  before: text('folder of the old checkout', '.'),
  after: text('folder of the new checkout', '.'),
  products: integer('catalog size', 20_000),
  imports: integer('imports of each side', 3),
  rounds: integer('rounds of requests that count; one more comes first as warm-up', 15),
  requests: integer('requests of each scenario in a round', 200),
  only: text('scenarios, separated by semicolons', SCENARIOS),
  language: text('the language of the store, such as de; by default the one that the import recognises', ''),
  encodings: text('the Accept-Encoding headers of each scenario, separated by semicolons', 'identity'),
  seed: SHARED.seed,
  dir: SHARED.dir,
  json: SHARED.json,
})
const { products, rounds, seed } = options
const encodings = options.encodings.split(';').map((name) => name.trim())
const checkouts = { before: resolve(options.before), after: resolve(options.after) }

await using stack = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'vitrine-compare-'))
stack.defer(() => rm(folder, { recursive: true }))
const databases = { before: join(folder, 'before-0.db'), after: join(folder, 'after-0.db') }

const imports = await measureImports()
const targets = { before: await openTarget('before'), after: await openTarget('after') }
const totals = { before: await fetchSideTotals('before'), after: await fetchSideTotals('after') }
if (JSON.stringify(totals.before) !== JSON.stringify(totals.after)) console.error('the totals of the sides differ')
execFileSync('taskset', ['-a', '-p', '-c', CLIENT_CORE, String(process.pid)], { stdio: 'ignore' })
const rows: RequestRow[] = []
for (const scenario of selectScenarios())
  for (const encoding of encodings) rows.push(...(await measureScenario(scenario, encoding)))
const memory = { before: await targets.before.server.memory(), after: await targets.after.server.memory() }

const differences = rows.reduce((sum, row) => sum + row.differences, 0)
console.log(`${describeRun()}; ${formatInteger(products)} products, ${rounds} rounds of ${options.requests} requests.`)
console.log(`\nbefore: ${checkouts.before}\nafter: ${checkouts.after}\n`)
console.log(`${requestTable()}\n`)
console.log(`${importTable()}\n`)
console.log(memoryTable(SIDES.map((side) => [side, memory[side]])))
console.log(`\n${differences === 0 ? 'All' : 'NOT all'} compared response bodies were equal.`)
await writeJson(options.json, { options, checkouts, rows, imports, memory, ratios: ratiosByName() })
if (differences > 0) process.exitCode = 1

/** Imports with both sides in alternating order. The database of the first import stays for the server. */
async function measureImports(): Promise<ImportRow[]> {
  const catalog = await catalogFile(options.dir, { products, seed })
  const rows: ImportRow[] = []
  for (let round = 0; round < Math.max(1, options.imports); round++) {
    const row: ImportRow = { seconds: zero(), cpuSeconds: zero(), peakMegabytes: zero(), databaseMegabytes: zero() }
    for (const side of alternating(round)) {
      console.error(`import ${round + 1}, ${side}`)
      const database = join(folder, `${side}-${round}.db`)
      const result = await importCatalog(catalog, database, { checkout: checkouts[side] })
      row.seconds[side] = result.seconds
      row.cpuSeconds[side] = result.cpuSeconds
      row.peakMegabytes[side] = result.peakMegabytes
      row.databaseMegabytes[side] = await fileMegabytes(database)
      if (round > 0) await rm(database)
    }
    rows.push(row)
  }
  return rows
}

async function openTarget(side: Side): Promise<Target> {
  if (options.language) await setLanguage(databases[side], options.language, checkouts[side])
  const settings = { cacheMegabytes: 0, probe: true, checkout: checkouts[side] }
  const server = stack.use(await serve(databases[side], settings))
  const connection = stack.use(new HttpConnection(server.address))
  return { server, send: (request) => connection.send(request) }
}

function fetchSideTotals(side: Side): Promise<CatalogTotals> {
  return fetchTotals(targets[side].server.address, STORE, { products, seed })
}

function selectScenarios(): Scenario[] {
  const names = options.only.split(';').map((name) => name.trim())
  return createScenarios({ products, seed }, totals.before).filter(({ name }) => names.includes(name))
}

/** Each round sends new requests, then the same ones again. */
async function measureScenario(scenario: Scenario, encoding: string): Promise<RequestRow[]> {
  const name = encoding === 'identity' ? scenario.name : `${scenario.name}, ${encoding}`
  console.error(name)
  const first: RequestRow = { scenario: name, time: 'first', wall: [], cpu: [], differences: 0 }
  const repeated: RequestRow = { ...first, time: 'repeated', wall: [], cpu: [] }
  for (let round = 0; round <= rounds; round++) {
    const requests = requestsFor(STORE, drawPaths(scenario, options.requests), encoding)
    for (const row of [first, repeated]) {
      const series = await measureBoth(alternating(round), requests)
      if (round === 0) continue
      row.wall.push({ before: series.before.p50 * 1000, after: series.after.p50 * 1000 })
      row.cpu.push({ before: series.before.cpu, after: series.after.cpu })
    }
    if (round === 0) first.differences = await countDifferences(requests)
  }
  return [first, repeated]
}

async function measureBoth(
  sides: readonly Side[],
  requests: readonly StoreRequest[],
): Promise<{ before: Series; after: Series }> {
  const lists = sides.map(() => requests)
  const inOrder = sides.map((side) => targets[side])
  const series = await measureInTurns(inOrder, lists, MEASUREMENT_SECONDS, TURN)
  return { before: series[sides.indexOf('before')]!, after: series[sides.indexOf('after')]! }
}

/** The number of response bodies that differ. Throws an error if a response of the old side is wrong. */
async function countDifferences(requests: readonly StoreRequest[]): Promise<number> {
  await checkResponses(targets.before.server.address, requests)
  let count = 0
  for (const request of requests) {
    const [before, after] = await Promise.all(SIDES.map((side) => fetchText(targets[side].server.address, request)))
    if (before === after) continue
    if (count++ === 0) console.error(`the responses to ${request.path} differ`)
  }
  return count
}

/** The body without the server's address, which links may contain. */
async function fetchText(address: string, request: StoreRequest): Promise<string> {
  return (await fetchBody(address, request)).toString().replaceAll(address, '')
}

function requestTable(): string {
  const units = ['p50 µs', 'CPU µs'].flatMap((unit) => [...SIDES.map((side) => `${unit} ${side}`), 'ratio'])
  return table(
    ['request', 'time', ...units],
    rows.map(({ scenario, time, wall, cpu }) => [scenario, time, ...pairCells(wall, 0), ...pairCells(cpu, 0)]),
  )
}

function importTable(): string {
  const figures: [name: string, digits: number, pairs: Pair[]][] = [
    ['seconds', 2, imports.map(({ seconds }) => seconds)],
    ['CPU seconds', 2, imports.map(({ cpuSeconds }) => cpuSeconds)],
    ['peak MB', 0, imports.map(({ peakMegabytes }) => peakMegabytes)],
    ['database MB', 0, imports.map(({ databaseMegabytes }) => databaseMegabytes)],
  ]
  return table(
    ['import', ...SIDES, 'ratio'],
    figures.map(([name, digits, pairs]) => [name, ...pairCells(pairs, digits)]),
  )
}

/** The medians of both sides, and the median of the ratios with their range. */
function pairCells(pairs: readonly Pair[], digits: number): string[] {
  const ratios = pairs.map(ratio)
  const range = `[${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}]`
  return [
    ...SIDES.map((side) => median(pairs.map((pair) => pair[side])).toFixed(digits)),
    `${median(ratios).toFixed(2)} ${range}`,
  ]
}

/** Median ratios for the JSON report. */
function ratiosByName(): Record<string, { wall: number; cpu: number }> {
  const medianRatio = (pairs: readonly Pair[]) => median(pairs.map(ratio))
  const requests = rows.map(({ scenario, time, wall, cpu }) => [
    `${scenario}, ${time}`,
    { wall: medianRatio(wall), cpu: medianRatio(cpu) },
  ])
  const wall = medianRatio(imports.map(({ seconds }) => seconds))
  const cpu = medianRatio(imports.map(({ cpuSeconds }) => cpuSeconds))
  return { ...Object.fromEntries(requests), import: { wall, cpu } }
}

function ratio({ before, after }: Pair): number {
  return after / before
}

function zero(): Pair {
  return { before: 0, after: 0 }
}

/** The sides, in reverse order every other round. */
function alternating(round: number): readonly Side[] {
  return round % 2 === 0 ? SIDES : SIDES.toReversed()
}
