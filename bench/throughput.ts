import { fileURLToPath } from 'node:url'
import { databaseFile } from './harness/dataset.ts'
import { averageLoad, CONNECTIONS, type LoadResult, runLoad } from './harness/load.ts'
import { readOptions, SHARED, text, words } from './harness/options.ts'
import { describeRun, formatInteger, memoryTable, table, writeJson } from './harness/report.ts'
import { checkResponses, requestsFor, type StoreRequest } from './harness/requests.ts'
import { createScenarios, drawPaths, fetchTotals, MODES, type Mode } from './harness/scenarios.ts'
import { type ProcessMemory, ServerProcess } from './harness/server-process.ts'
import { STORE, serve } from './harness/vitrine.ts'

const DESCRIPTION = `Requests a second on ${CONNECTIONS} connections, beside a bare node:http server that sends bodies of the same size.
Modes: cached sends one URL again and again; uncached sends many URLs, with the response cache off.`

/** One table of the report. */
type Report = { products: number; mode: Mode; memory: ProcessMemory; measurements: Measurement[] }

type Measurement = {
  scenario: string
  /** Means over the responses. */
  bytes: number
  items: number | undefined
  service: LoadResult
  /** The mean of a measurement right before the service and one right after. */
  bare: LoadResult
  /** The difference of those two as a fraction of their mean: the noise of the machine. */
  bareSpread: number
  /** Requests a second, service to bare. */
  ratio: number
}

const BARE_SERVER = fileURLToPath(new URL('harness/bare-server.ts', import.meta.url))
const WARM_UP_SECONDS = 1

const { sizes, seed, modes, only, seconds, dir, fresh, json } = readOptions(DESCRIPTION, {
  sizes: SHARED.sizes,
  seed: SHARED.seed,
  modes: words('modes', Object.keys(MODES) as Mode[]),
  only: text('only scenarios whose name contains this', ''),
  seconds: SHARED.seconds,
  dir: SHARED.dir,
  fresh: SHARED.fresh,
  json: SHARED.json,
})

console.log(`${describeRun()}; one server process on one core, ${CONNECTIONS} connections, ${seconds} s each.\n`)
const reports: Report[] = []
for (const products of sizes) {
  const file = await databaseFile(dir, { products, seed }, fresh)
  for (const mode of modes) {
    const report = await measureMode(file, products, mode)
    console.log(`### ${formatInteger(products)} products, ${mode}\n\n${measurementTable(report.measurements)}\n`)
    console.log(`${memoryTable([['the server afterwards', report.memory]])}\n`)
    reports.push(report)
  }
}
await writeJson(json, { seconds, seed, reports })

const measurements = reports.flatMap((report) => report.measurements)
const failures = measurements.reduce((sum, { service }) => sum + service.failures, 0)
if (failures > 0) {
  console.error(`${failures} requests failed: do not use these figures`)
  process.exitCode = 1
}

async function measureMode(file: string, products: number, mode: Mode): Promise<Report> {
  await using server = await serve(file, MODES[mode].serve)
  const totals = await fetchTotals(server.address, STORE, { products, seed })
  const measurements: Measurement[] = []
  for (const scenario of createScenarios({ products, seed }, totals)) {
    if (!scenario.name.includes(only)) continue
    console.error(`${products} products, ${mode}: ${scenario.name}`)
    const requests = requestsFor(STORE, drawPaths(scenario, MODES[mode].urls))
    try {
      measurements.push(await measure(server, scenario.name, requests))
    } catch (error) {
      console.error(`${scenario.name} was not measured: ${(error as Error).message}`)
      process.exitCode = 1
    }
  }
  return { products, mode, memory: await server.memory(), measurements }
}

/** Measures the bare server, the service, and the bare server again. */
async function measure(
  service: ServerProcess,
  scenario: string,
  requests: readonly StoreRequest[],
): Promise<Measurement> {
  const { meanBytes, meanItems } = await checkResponses(service.address, requests)
  await using bareServer = await ServerProcess.start((port) => [BARE_SERVER, String(port), String(meanBytes)], {
    store: 'any',
    path: '/',
  })

  await runLoad(bareServer.address, requests, WARM_UP_SECONDS)
  const before = await runLoad(bareServer.address, requests, seconds)
  await runLoad(service.address, requests, WARM_UP_SECONDS)
  const result = await runLoad(service.address, requests, seconds)
  const after = await runLoad(bareServer.address, requests, seconds)

  const bare = averageLoad(before, after)
  return {
    scenario,
    bytes: meanBytes,
    items: meanItems,
    service: result,
    bare,
    bareSpread: Math.abs(before.requestsPerSecond - after.requestsPerSecond) / bare.requestsPerSecond,
    ratio: result.requestsPerSecond / bare.requestsPerSecond,
  }
}

function measurementTable(measurements: readonly Measurement[]): string {
  const results = ['requests/s', 'bare requests/s', 'bare ±', 'ratio', 'p50 ms', 'p99 ms', 'bare p99 ms', 'failures']
  return table(
    ['request', 'items', 'kB', ...results],
    measurements.map(({ scenario, items, bytes, service, bare, bareSpread, ratio }) => [
      scenario,
      items === undefined ? '' : formatInteger(items),
      (bytes / 1000).toFixed(1),
      formatInteger(service.requestsPerSecond),
      formatInteger(bare.requestsPerSecond),
      `${Math.round(bareSpread * 50)} %`,
      ratio.toFixed(2),
      service.p50.toFixed(2),
      service.p99.toFixed(2),
      bare.p99.toFixed(2),
      String(service.failures),
    ]),
  )
}
