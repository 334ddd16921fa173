import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ClientGroup, type Figures } from './harness/client-group.ts'
import { databaseFile } from './harness/dataset.ts'
import { CLIENT_CORE } from './harness/load.ts'
import { integer, readOptions, SHARED, text } from './harness/options.ts'
import { describeRun, formatInteger, median, table, writeJson } from './harness/report.ts'
import { createScenarios, fetchTotals, type Scenario } from './harness/scenarios.ts'
import type { ServerProcess } from './harness/server-process.ts'
import { STORE, serve } from './harness/vitrine.ts'

const DESCRIPTION = `Sends cheap and expensive requests at once: a client that reads products by id, alone and beside clients with expensive
requests; then as many clients with mixed requests as the server has capacity for, and ten times as many. With --before,
measures another checkout of the project in turns.`

const SIDES = ['before', 'after'] as const
type Side = (typeof SIDES)[number]

const EXPENSIVE_CLIENTS = 16
const CAPACITY_CLIENTS = 50
const OVERLOAD_CLIENTS = 500

/** The time before each measurement in which its clients already send requests. */
const WARM_UP_SECONDS = 1

const options = readOptions(DESCRIPTION, {
  before: text('folder of the old checkout', ''),
  products: integer('catalog size', 100_000),
  rounds: integer('rounds; the figures are medians', 3),
  seconds: integer('seconds of each measurement', 4),
  seed: SHARED.seed,
  dir: SHARED.dir,
  fresh: SHARED.fresh,
  json: SHARED.json,
})
const { products, rounds, seed, seconds } = options
const checkouts = { before: resolve(options.before), after: resolve(import.meta.dirname, '..') }
const sides = options.before === '' ? (['after'] as const) : SIDES

await using stack = new AsyncDisposableStack()
const database = await databaseFile(options.dir, { products, seed }, options.fresh)
const servers = new Map<Side, ServerProcess>()
for (const side of sides) servers.set(side, stack.use(await serve(database, { checkout: checkouts[side] })))
const totals = await fetchTotals(servers.get('after')!.address, STORE, { products, seed })
const scenarios = createScenarios({ products, seed }, totals)
execFileSync('taskset', ['-a', '-p', '-c', CLIENT_CORE, String(process.pid)], { stdio: 'ignore' })

type Measurement = 'by id, alone' | 'by id, beside' | 'expensive' | 'at capacity' | 'overload'
const figures = new Map<`${Side} ${Measurement}`, Figures[]>()

for (let round = 0; round < rounds; round++) {
  for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
    console.error(`round ${round + 1}, ${side}`)
    await measureRound(side, round)
  }
}

console.log(`${describeRun()}; ${formatInteger(products)} products, ${rounds} rounds of ${seconds} s.\n`)
console.log(resultTable())
await writeJson(options.json, { options, checkouts, figures: Object.fromEntries(figures) })

async function measureRound(side: Side, round: number): Promise<void> {
  const byId = drawer('product by id')
  const expensive = expensiveRequests(round)
  const mixed = mixedRequests(round)
  const record = (measurement: Measurement, client: ClientGroup) => {
    const key = `${side} ${measurement}` as const
    figures.set(key, [...(figures.get(key) ?? []), client.figures()])
  }
  const alone = new ClientGroup(byId, 1)
  await runClients(side, [alone])
  record('by id, alone', alone)
  const [beside, worst] = [new ClientGroup(byId, 1), new ClientGroup(expensive, EXPENSIVE_CLIENTS)]
  await runClients(side, [beside, worst])
  record('by id, beside', beside)
  record('expensive', worst)
  for (const [measurement, count] of [
    ['at capacity', CAPACITY_CLIENTS],
    ['overload', OVERLOAD_CLIENTS],
  ] as const) {
    const client = new ClientGroup(mixed, count)
    await runClients(side, [client])
    record(measurement, client)
  }
}

async function runClients(side: Side, clients: readonly ClientGroup[]): Promise<void> {
  const controller = new AbortController()
  const running = Promise.all(clients.map((client) => client.run(servers.get(side)!.address, STORE, controller.signal)))
  await Promise.race([pause(WARM_UP_SECONDS * 1000), running])
  for (const client of clients) client.reset()
  await Promise.race([pause(seconds * 1000), running])
  controller.abort()
  await running
}

function drawer(name: string): Scenario['path'] {
  return scenarios.find((scenario) => scenario.name === name)!.path
}

/** The requests that cost most, each with a price range of its own, so that no cache has its results. */
function expensiveRequests(round: number): () => string {
  const prefix = drawer('search, first 2 letters')
  const option = drawer('option in stock')
  let number = round * 100_000
  return () => {
    const range = `minPrice=${(++number / 100_000).toFixed(2)}&maxPrice=${100_000 + number}`
    const search = prefix().split('?')[1]
    const conditions = option().split('?')[1]
    return [
      `/store/products/facets?inStock=true&${range}`,
      `/store/products/facets?${conditions}&${range}`,
      `/store/products/facets?${search}&${range}`,
      `/store/product-variants?inStock=true&sortBy=name:ASC&${search}&${range}`,
    ][number % 4]!
  }
}

/** Half of the requests are cheap: by id, and lists without conditions. */
function mixedRequests(round: number): () => string {
  const expensive = expensiveRequests(round + 1000)
  const names = ['product by id', 'product list, any page', 'label and option', 'search, two words', 'variant by id']
  const draws = [...names.map(drawer), expensive]
  let number = 0
  return () => draws[number++ % draws.length]!()
}

function resultTable(): string {
  const rows: [Measurement, string][] = [
    ['by id, alone', 'one client by id, alone'],
    ['by id, beside', `… beside ${EXPENSIVE_CLIENTS} clients with expensive requests`],
    ['expensive', `these ${EXPENSIVE_CLIENTS} clients`],
    ['at capacity', `${CAPACITY_CLIENTS} clients, mixed requests`],
    ['overload', `${OVERLOAD_CLIENTS} clients, mixed requests`],
  ]
  const head = ['clients', 'side', 'requests/s', 'refused', 'p50 ms', 'p99 ms', 'max ms']
  return table(
    head,
    rows.flatMap(([measurement, name]) => sides.map((side) => [name, side, ...cells(`${side} ${measurement}`)])),
  )
}

function cells(key: `${Side} ${Measurement}`): string[] {
  const all = figures.get(key)!
  const of = (read: (each: Figures) => number) => median(all.map(read))
  const refused = of(({ requests, refused }) => (100 * refused) / (requests + refused))
  return [
    formatInteger(of(({ requests }) => requests) / seconds),
    `${refused.toFixed(0)} %`,
    of(({ p50 }) => p50).toFixed(1),
    of(({ p99 }) => p99).toFixed(1),
    of(({ max }) => max).toFixed(0),
  ]
}
