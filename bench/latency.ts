import { execFileSync } from 'node:child_process'
import { type LatencyRow, LatencyTarget, measureScenario, type Series } from './harness/latency-series.ts'
import { CLIENT_CORE } from './harness/load.ts'
import { integer, integers, readOptions, SHARED, text } from './harness/options.ts'
import { describeRun, formatInteger, memoryTable, table, writeJson } from './harness/report.ts'
import type { ProcessMemory } from './harness/server-process.ts'

const DESCRIPTION = `Latency and processor time of a client that sends one request at a time, to servers with catalogs of different
sizes in turns: different requests first, then the same ones again. The response cache is off.`

const { sizes, seed, only, requests, seconds, dir, fresh, json } = readOptions(DESCRIPTION, {
  sizes: integers('catalog sizes in products', '10000,1000000'),
  seed: SHARED.seed,
  only: text('only scenarios whose name contains this', ''),
  requests: integer('different requests of each scenario', 300),
  seconds: integer('most seconds of each measurement', 10),
  dir: SHARED.dir,
  fresh: SHARED.fresh,
  json: SHARED.json,
})

await using stack = new AsyncDisposableStack()
const targets: LatencyTarget[] = []
for (const products of sizes) targets.push(stack.use(await LatencyTarget.open(dir, products, seed, fresh)))
execFileSync('taskset', ['-a', '-p', '-c', CLIENT_CORE, String(process.pid)], { stdio: 'ignore' })

const rows: LatencyRow[] = []
for (const scenario of commonScenarios()) {
  console.error(scenario)
  try {
    rows.push(await measureScenario(targets, scenario, { requests, seconds }))
  } catch (error) {
    console.error(`${scenario} was not measured: ${(error as Error).message}`)
    process.exitCode = 1
  }
}

const memory: ProcessMemory[] = []
for (const { server } of targets) memory.push(await server.memory())

console.log(`${describeRun()}; one client, one request at a time.\n`)
console.log(`First time:\n\n${latencyTable(rows.map(({ scenario, first }) => [scenario, first]))}\n`)
console.log(`Repeated:\n\n${latencyTable(rows.map(({ scenario, repeated }) => [scenario, repeated]))}\n`)
console.log(memoryTable(memory.map((each, index) => [`${formatInteger(sizes[index]!)} products`, each])))
await writeJson(json, { seed, sizes, requests, seconds, rows, memory })

/** The scenarios that every size has and that `--only` selects. */
function commonScenarios(): string[] {
  const [first, ...others] = targets.map(({ scenarios }) => scenarios.map(({ name }) => name))
  return first!.filter((name) => name.includes(only) && others.every((names) => names.includes(name)))
}

/** The sizes side by side, the smallest first. A ratio compares the largest with the smallest. */
function latencyTable(rows: readonly (readonly [scenario: string, series: readonly Series[]])[]): string {
  const names = sizes.map(shortName)
  const largest = names.at(-1)
  const head = [
    ...['request', `requests ${largest}`, ...names.map((name) => `p50 µs ${name}`), 'ratio', `p99 ms ${largest}`],
    ...[`max ms ${largest}`, `CPU µs ${names.join(' / ')}`, 'ratio', `longest block ms ${largest}`],
    `disk kB ${largest}`,
  ]
  return table(
    head,
    rows.map(([scenario, series]) => [scenario, ...latencyCells(series)]),
  )
}

function latencyCells(series: readonly Series[]): string[] {
  const largest = series.at(-1)!
  return [
    String(largest.requests),
    ...series.map(({ p50 }) => formatInteger(p50 * 1000)),
    (largest.p50 / series[0]!.p50).toFixed(2),
    largest.p99.toFixed(2),
    largest.max.toFixed(2),
    series.map(({ cpu }) => formatInteger(cpu)).join(' / '),
    (largest.cpu / series[0]!.cpu).toFixed(2),
    largest.longestBlock.toFixed(1),
    formatInteger(largest.diskKilobytes),
  ]
}

/** 10k, 1M */
function shortName(products: number): string {
  if (products >= 1e6) return `${products / 1e6}M`
  return products >= 1000 ? `${products / 1000}k` : String(products)
}
