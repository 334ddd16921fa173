import { type Sent, sendAtConstantRate } from './harness/constant-rate.ts'
import { databaseFile } from './harness/dataset.ts'
import { integer, readOptions, SHARED } from './harness/options.ts'
import { describeRun, formatInteger, percentile, secondsSince, table, writeJson } from './harness/report.ts'
import { createScenarios, drawRequests, fetchTotals, selectScenarios } from './harness/scenarios.ts'
import { pinClient, Target } from './harness/target.ts'
import { STORE, serve } from './harness/vitrine.ts'

const DESCRIPTION = `Sends a mix of requests at a constant rate, 30 % and 60 % of what the server can answer, and measures each from the moment
when it was due: what shoppers wait. A bare server gets the same load, which shows what the client itself adds.`

/** The kinds of requests, the scenarios of each, and how many of a hundred requests are of the kind. */
const MIX: Record<string, { share: number; scenarios: string[] }> = {
  'by id': { share: 25, scenarios: ['product by id', 'variant by id'] },
  lists: {
    share: 20,
    scenarios: ['product list, page 1', 'product list, any page', 'product list by price, any page'],
  },
  filters: {
    share: 15,
    scenarios: ['label and option', 'color and size of one variant', 'option in stock', 'price range'],
  },
  searches: {
    share: 15,
    scenarios: ['search, one word', 'search, two words', 'search with label', 'search, one letter wrong'],
  },
  suggestions: { share: 10, scenarios: ['suggestions, 1 to 6 letters', 'suggestions, second word'] },
  variants: { share: 8, scenarios: ['variants of a product', 'cart, 20 skus'] },
  'facets of all': { share: 2, scenarios: ['facets of all'] },
  'facets with conditions': {
    share: 5,
    scenarios: [
      'facets of a label',
      'facets of label and option',
      'facets of a search',
      'facets of option and price range',
    ],
  },
}

/** Shares of the server's capacity. */
const LOADS = [0.3, 0.6]

/** Different requests of a scenario. */
const PATHS = 5000

/** The mean size of the responses. */
const BARE_BYTES = 20_000

/** Requests that find what the server can answer, after as many that compile the code. */
const CAPACITY_REQUESTS = 5000

const options = readOptions(DESCRIPTION, {
  products: integer('catalog size', 100_000),
  seconds: integer('seconds at each rate', 20),
  seed: SHARED.seed,
  dir: SHARED.dir,
  fresh: SHARED.fresh,
  json: SHARED.json,
})
const { products, seconds, seed } = options

const database = await databaseFile(options.dir, { products, seed }, options.fresh)
await using target = new Target(await serve(database))
const { address } = target.server
const scenarios = createScenarios({ products, seed }, await fetchTotals(address, { products, seed }))
pinClient()

const draw = drawMixed()
const capacity = await findCapacity()
const runs = []
for (const load of LOADS) {
  const perSecond = Math.max(1, Math.round(capacity * load))
  console.error(`${perSecond} requests a second`)
  const rate = { perSecond, seconds }
  const answered = await sendAtConstantRate(address, STORE, rate, draw)
  runs.push({ load, perSecond, kinds: figuresOf(answered), bare: await sendToBareServer(rate) })
}

console.log(`${describeRun()}; ${formatInteger(products)} products, ${formatInteger(capacity)} requests/s at most.\n`)
for (const { load, perSecond, kinds, bare } of runs) {
  console.log(`${100 * load} % of that, ${formatInteger(perSecond)} requests/s for ${seconds} s:\n`)
  const rows = [...kinds, { ...bare, kind: 'bare server, all requests' }].map(
    ({ kind, requests, refused, ...times }) => [
      kind,
      formatInteger(requests),
      formatInteger(refused),
      ...[times.p50, times.p99, times.p999, times.max].map((time) => time.toFixed(2)),
    ],
  )
  console.log(`${table(['requests', 'answered', 'refused', 'p50 ms', 'p99 ms', 'p99.9 ms', 'max ms'], rows)}\n`)
}
await writeJson(options.json, { options, capacity, runs })

/** Draws requests, as many of each kind as its share says. */
function drawMixed(): () => { kind: string; path: string } {
  const names = Object.values(MIX).flatMap(({ scenarios }) => scenarios)
  const paths = new Map(
    selectScenarios(scenarios, names).map((scenario) => [
      scenario.name,
      drawRequests(scenario, PATHS).map(({ path }) => path),
    ]),
  )
  const hundred = Object.entries(MIX).flatMap(([kind, { share, scenarios }]) =>
    Array.from({ length: share }, (_, index) => ({ kind, scenario: scenarios[index % scenarios.length]! })),
  )
  const interleaved = hundred.map((_, index) => hundred[(index * 37) % hundred.length]!)
  let number = 0
  return () => {
    const { kind, scenario } = interleaved[number % interleaved.length]!
    const drawn = paths.get(scenario)!
    return { kind, path: drawn[Math.floor(number++ / interleaved.length) % drawn.length]! }
  }
}

/** Requests a second, over connections that each send the next request after a response. */
async function findCapacity(): Promise<number> {
  const requests = () => Array.from({ length: CAPACITY_REQUESTS }, () => ({ store: STORE, path: draw().path }))
  await target.take(requests())
  const started = performance.now()
  await target.take(requests())
  return CAPACITY_REQUESTS / secondsSince(started)
}

async function sendToBareServer(rate: { perSecond: number; seconds: number }) {
  await using bare = await Target.bare()
  const path = `/${BARE_BYTES}`
  return figuresOf(await sendAtConstantRate(bare.server.address, STORE, rate, () => ({ kind: 'all', path })))[0]!
}

function figuresOf(sent: readonly Sent[]) {
  return [...Map.groupBy(sent, ({ kind }) => kind)].map(([kind, requests]) => {
    const times = requests.flatMap(({ milliseconds }) => milliseconds ?? [])
    const [p50, p99, p999, max] = [0.5, 0.99, 0.999, 1].map((fraction) => percentile(times, fraction))
    return {
      kind,
      requests: times.length,
      refused: requests.length - times.length,
      p50: p50!,
      p99: p99!,
      p999: p999!,
      max: max!,
    }
  })
}
