import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Random } from './catalog/random.ts'
import { Sample } from './catalog/sample.ts'
import { databaseFile } from './harness/dataset.ts'
import { HttpConnection } from './harness/http-connection.ts'
import { integer, names, readOptions, SHARED } from './harness/options.ts'
import type { PublicationCost, SkuPatch } from './harness/publisher.ts'
import { describeRun, formatInteger, median, percentile, table, writeJson } from './harness/report.ts'
import type { StoreRequest } from './harness/requests.ts'
import { createScenarios, fetchTotals, scenarioNames, selectScenarios } from './harness/scenarios.ts'
import type { ServerProcess } from './harness/server-process.ts'
import { STORE, serve } from './harness/vitrine.ts'

const DESCRIPTION = `What a catalog that changes costs: requests without publications and beside them, in turns. Another process publishes a new
price and stock of one variant each time. One request at a time, with the default settings.`

const KINDS = [
  'product list, any page',
  'label and option',
  'price range',
  'search, one word',
  'facets of a label',
  'suggestions, 1 to 6 letters',
]

const options = readOptions(DESCRIPTION, {
  products: integer('catalog size', 10_000),
  only: names('kinds of requests, separated by semicolons', scenarioNames(), KINDS),
  every: integer('milliseconds from one publication to the next', 1000),
  seconds: integer('seconds of a turn', 6),
  turns: integer('turns of each kind that count, with publications and without; one more comes first', 3),
  seed: SHARED.seed,
  dir: SHARED.dir,
  fresh: SHARED.fresh,
  json: SHARED.json,
})

/** Between two requests: the server has a processor, but no request waits for another. */
const PAUSE_MILLISECONDS = 8

/** Different requests of a kind. A shop has popular pages, which come again. */
const DIFFERENT_REQUESTS = 200

/** Of a request: microseconds of processor time, and milliseconds until the answer. */
type Turn = { processor: number; p99: number }

const original = await databaseFile(options.dir, options, options.fresh)
const folder = mkdtempSync(join(tmpdir(), 'vitrine-publications-'))
const database = join(folder, 'vitrine.db')
copyFileSync(original, database)
const publisher = fork(fileURLToPath(new URL('harness/publisher.ts', import.meta.url)), [database, STORE])
try {
  await once(publisher, 'message')
  await using server = await serve(database)
  const scenarios = createScenarios(options, await fetchTotals(server.address, options))
  const costs: PublicationCost[] = []
  const kinds: { name: string; still: Turn[]; live: Turn[] }[] = []
  for (const scenario of selectScenarios(scenarios, options.only)) {
    console.error(scenario.name)
    const requests = Array.from({ length: DIFFERENT_REQUESTS }, scenario.draw)
    const [still, live]: [Turn[], Turn[]] = [[], []]
    for (let turn = 0; turn <= options.turns; turn++) {
      still.push(await measure(server, requests))
      live.push(await measure(server, requests, costs))
    }
    // The first turns fill the caches.
    kinds.push({ name: scenario.name, still: still.slice(1), live: live.slice(1) })
  }
  print(kinds, costs)
  await writeJson(options.json, { options, kinds, costs })
} finally {
  publisher.disconnect()
  rmSync(folder, { recursive: true, force: true })
}

/** Sends requests for some seconds. With `costs`, publishes meanwhile, and adds what each publication took. */
async function measure(
  server: ServerProcess,
  requests: readonly StoreRequest[],
  costs?: PublicationCost[],
): Promise<Turn> {
  using connection = new HttpConnection(server.address)
  await server.untilIdle()
  const [before] = await server.processorTimes()
  const end = performance.now() + options.seconds * 1000
  const publishing = costs && publish(costs, () => performance.now() < end)
  const milliseconds: number[] = []
  for (let count = 0; performance.now() < end; count++) {
    milliseconds.push((await connection.send(requests[count % requests.length]!)).milliseconds)
    await pause(PAUSE_MILLISECONDS)
  }
  const [after] = await server.processorTimes()
  await publishing
  return { processor: (after! - before!) / milliseconds.length, p99: percentile(milliseconds, 0.99) }
}

async function publish(costs: PublicationCost[], goesOn: () => boolean): Promise<void> {
  const sample = new Sample(options, `publications ${costs.length}`)
  const random = new Random(`${options.seed}/publications/${costs.length}`)
  while (goesOn()) {
    const [sku] = sample.skus(1)
    const patch: SkuPatch = { sku: sku!, price: `${random.integer(5, 200)}.50`, stock: random.integer(0, 90) }
    publisher.send(patch)
    const [cost] = await once(publisher, 'message')
    costs.push(cost)
    await pause(options.every)
  }
}

function print(
  kinds: readonly { name: string; still: Turn[]; live: Turn[] }[],
  costs: readonly PublicationCost[],
): void {
  const { products, every, turns } = options
  console.log(
    `${describeRun()}; ${formatInteger(products)} products, a publication each ${every} ms, ${turns} turns.\n`,
  )
  const figure = (of: readonly Turn[], name: keyof Turn, digits: number) =>
    median(of.map((turn) => turn[name])).toFixed(digits)
  console.log(
    table(
      ['', 'processor time, µs', 'beside publications', 'ratio', 'p99, ms', 'beside publications'],
      kinds.map(({ name, still, live }) => [
        name,
        figure(still, 'processor', 0),
        figure(live, 'processor', 0),
        median(live.map(({ processor }, turn) => processor / still[turn]!.processor)).toFixed(2),
        figure(still, 'p99', 1),
        figure(live, 'p99', 1),
      ]),
    ),
  )
  const ofOne = (name: keyof PublicationCost) => median(costs.map((cost) => cost[name])).toFixed(1)
  console.log(
    `\nA publication of one sku: ${ofOne('processor')} ms of processor time, ${ofOne('clock')} ms, of ${costs.length}.`,
  )
}
