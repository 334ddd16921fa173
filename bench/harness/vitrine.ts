import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { ResourceUse } from './probe.ts'
import type { StoreRequest } from './requests.ts'
import { ServerProcess } from './server-process.ts'

/** The store that is measured. */
export const STORE = 'bench'

const THIS_CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
const PROBE = new URL('probe.ts', import.meta.url).href
const IMPORT_LIMIT = fileURLToPath(new URL('import-limit.ts', import.meta.url))
const IMPORT_MINUTES = 120

/** `seconds` is the life of the process. */
export type ImportResult = ResourceUse & { seconds: number }

/** `seconds` is the time that the command itself reports. */
export type PatchResult = ImportResult & { changed: number; processSeconds: number }

export type ServeOptions = {
  /** The request that has to be answered before the server counts as started. */
  first?: StoreRequest
  /** The size of the response cache. */
  cacheMegabytes?: number
  /** The URL of a module to preload. */
  probe?: string
  workers?: number
  /** The processor core of the server, or several: `0,1`. */
  core?: string
  /** The folder of the checkout whose server this is. */
  checkout?: string
  /** The most event streams. */
  events?: number
}

/** Imports a catalog file as a new store. Throws an error if anything in it was left out. */
export async function importCatalog(
  file: string,
  database: string,
  { store = STORE, checkout = THIS_CHECKOUT } = {},
): Promise<ImportResult> {
  const { output, ...result } = await run(checkout, [
    ...['import', file, '--store', store, '--create', '--json', '--database', database],
  ])
  const { leftOut } = JSON.parse(output)
  if (leftOut.length > 0) throw new Error(`rows of ${file} were left out: ${JSON.stringify(leftOut)}`)
  return result
}

/** Sets a setting of the measured store: `--language de`. */
export async function setStore(database: string, setting: readonly string[], checkout?: string): Promise<void> {
  await run(checkout, ['store', 'set', STORE, ...setting, '--database', database])
}

/** Imports a file of prices and stocks by sku. `more` are other options. */
export async function importPatches(
  file: string,
  database: string,
  checkout?: string,
  more: readonly string[] = [],
): Promise<PatchResult> {
  const { output, seconds, ...result } = await run(checkout, [
    ...['import', file, '--store', STORE, '--only', 'price,stock', '--json', '--database', database, ...more],
  ])
  const report = JSON.parse(output)
  if (report.outcome !== 'published') throw new Error(`the changes were ${report.outcome}, not published`)
  return { ...result, seconds: report.seconds, processSeconds: seconds, changed: report.changed }
}

/** What any import takes at least: see import-limit.ts. */
export async function importLimit(catalog: string, database: string): Promise<ImportResult> {
  return await runMeasured([IMPORT_LIMIT, catalog, database])
}

/** Starts `vitrine serve` with the default settings, except for the options. */
export function serve(database: string, options: ServeOptions = {}): Promise<ServerProcess> {
  const { first = { store: STORE, path: '/store/products' }, cacheMegabytes, workers = 1, core, checkout } = options
  const preload = options.probe === undefined ? [] : ['--import', options.probe]
  const cache = cacheMegabytes === undefined ? [] : ['--cache-mb', String(cacheMegabytes)]
  const processes = workers === 1 ? [] : ['--workers', String(workers)]
  const events = options.events === undefined ? [] : ['--events', String(options.events)]
  const quiet = ['--metrics-port', '0', '--log-level', 'warn']
  const listen = (port: number) => ['--host', '127.0.0.1', '--port', String(port)]
  return ServerProcess.start(
    (port) => [
      ...preload,
      programOf(checkout),
      'serve',
      '--database',
      database,
      ...listen(port),
      ...quiet,
      ...cache,
      ...events,
      ...processes,
    ],
    first,
    core,
  )
}

/** Runs a command of the program. Throws an error unless it exits with 0. */
async function run(checkout: string | undefined, args: readonly string[]): Promise<ImportResult & { output: string }> {
  return await runMeasured([programOf(checkout), ...args])
}

async function runMeasured(args: readonly string[]): Promise<ImportResult & { output: string }> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', PROBE, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: IMPORT_MINUTES * 60_000,
  })
  const [output, errors, resourceUse, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code ?? signal}:\n${output}${errors}`)
  return { output, seconds: (performance.now() - started) / 1000, ...(JSON.parse(resourceUse) as ResourceUse) }
}

function programOf(checkout = THIS_CHECKOUT): string {
  const program = join(checkout, 'packages/vitrine/bin/vitrine.js')
  // Where checkouts before the packages have it.
  return existsSync(program) ? program : join(checkout, 'bin/vitrine.js')
}
