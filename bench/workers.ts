import { setTimeout as pause } from 'node:timers/promises'
import { ClientGroup } from './harness/client-group.ts'
import { databaseFile } from './harness/dataset.ts'
import { integer, readOptions, SHARED } from './harness/options.ts'
import { describeRun, formatInteger, median, table, writeJson } from './harness/report.ts'
import { createScenarios, fetchTotals } from './harness/scenarios.ts'
import { STORE, serve } from './harness/vitrine.ts'

const DESCRIPTION = `The processor time of a request with one process and with several workers, side by side. The servers and the clients share
all processors, so requests a second are no measure here; processor time is.`

const SCENARIOS = ['product by id', 'product list, any page', 'label and option', 'search, one word']
const CLIENTS = 16
const WARM_UP_SECONDS = 1

/** Processor time in microseconds. */
type Round = { request: number; primary: number; busiest: number }
type Row = { scenario: string; one: Round[]; several: Round[] }

const options = readOptions(DESCRIPTION, {
  products: integer('catalog size', 10_000),
  workers: integer('workers of the second server', 2),
  rounds: integer('rounds that count; one more comes first as warm-up. The figures are medians', 3),
  seconds: integer('seconds of each measurement', 2),
  seed: SHARED.seed,
  dir: SHARED.dir,
  fresh: SHARED.fresh,
  json: SHARED.json,
})
const { products, workers, rounds, seconds, seed } = options

const database = await databaseFile(options.dir, { products, seed }, options.fresh)
const settings = { cacheMegabytes: 0, core: '0,1' }
await using one = await serve(database, settings)
await using several = await serve(database, { ...settings, workers })
const totals = await fetchTotals(one.address, STORE, { products, seed })
const rows: Row[] = []
for (const { name, path } of createScenarios({ products, seed }, totals)) {
  if (!SCENARIOS.includes(name)) continue
  const row: Row = { scenario: name, one: [], several: [] }
  for (let round = 0; round <= rounds; round++) {
    console.error(`${name}, round ${round}`)
    const sides = [() => measure(one, path, row.one), () => measure(several, path, row.several)]
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side()
  }
  rows.push({ ...row, one: row.one.slice(1), several: row.several.slice(1) })
}

console.log(`${describeRun()}; ${formatInteger(products)} products, ${CLIENTS} connections, response cache off.\n`)
const figure = (series: Round[], name: keyof Round, digits = 0) =>
  median(series.map((round) => round[name])).toFixed(digits)
console.log(
  table(
    [
      'request',
      'CPU µs, 1 process',
      `CPU µs, ${workers} workers`,
      'ratio',
      'of these, primary',
      'share of the busiest',
    ],
    rows.map(({ scenario, one, several }) => [
      scenario,
      figure(one, 'request'),
      figure(several, 'request'),
      median(several.map(({ request }, round) => request / one[round]!.request)).toFixed(2),
      figure(several, 'primary', 1),
      figure(several, 'busiest', 2),
    ]),
  ),
)
await writeJson(options.json, { options, rows })

async function measure(server: typeof one, draw: () => string, series: Round[]): Promise<void> {
  const clients = new ClientGroup(draw, CLIENTS)
  const controller = new AbortController()
  const running = clients.run(server.address, STORE, controller.signal)
  await Promise.race([pause(WARM_UP_SECONDS * 1000), running])
  clients.reset()
  const before = await server.processorTimes()
  await Promise.race([pause(seconds * 1000), running])
  const used = (await server.processorTimes()).map((time, index) => time - before[index]!)
  const { requests } = clients.figures()
  controller.abort()
  await running
  const total = used.reduce((sum, time) => sum + time)
  const [primary, ...ofWorkers] = used as [number, ...number[]]
  const isGroup = ofWorkers.length > 0
  series.push({
    request: total / requests,
    primary: isGroup ? primary / requests : 0,
    busiest: isGroup ? Math.max(...ofWorkers) / total : 1,
  })
}
