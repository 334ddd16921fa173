import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Request } from './request.ts'
import { Server } from './server.ts'

/** The store that is measured. */
export const STORE = 'bench'

/** A small one beside it: requests of it make the code fast, and leave nothing in memory of what is measured. */
export const WARM_UP = 'warm-up'

const PROGRAM = fileURLToPath(new URL('../bin/vitrine.js', import.meta.url))
const INSIDE = new URL('inside.ts', import.meta.url).href
const PEAK_MEMORY = new URL('peak-memory.ts', import.meta.url).href
const IMPORT_MINUTES = 120

export type ImportResult = { seconds: number; peakMegabytes: number }

/** Imports all of a catalog file as a new store, into a database that is made if need be, and tells what it took. */
export async function importCatalog(file: string, database: string, store = STORE): Promise<ImportResult> {
  const args = ['import', file, '--store', store, '--create', '--json', '--database', database]
  const { output, seconds, peakMegabytes } = await run(args)
  const { leftOut } = JSON.parse(output)
  if (leftOut.length > 0) throw new Error(`rows of ${file} were left out: ${JSON.stringify(leftOut)}`)
  return { seconds, peakMegabytes }
}

export type PatchResult = ImportResult & { changed: number; processSeconds: number }

/** Gives variants the prices and stocks of a file; `seconds` are those inside of the command. */
export async function patchCatalog(file: string, database: string, store = STORE): Promise<PatchResult> {
  const args = ['import', file, '--store', store, '--only', 'price,stock', '--json', '--database', database]
  const { output, seconds: processSeconds, peakMegabytes } = await run(args)
  const { outcome, changed, seconds } = JSON.parse(output)
  if (outcome !== 'published') throw new Error(`the changes were ${outcome}, not published`)
  return { changed, seconds, processSeconds, peakMegabytes }
}

/** A command to its end, which must be a good one. */
async function run(args: readonly string[]): Promise<ImportResult & { output: string }> {
  const started = performance.now()
  const child = spawn(process.execPath, ['--import', PEAK_MEMORY, PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: IMPORT_MINUTES * 60_000,
  })
  const [output, errors, peak, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(`the import ended with ${code ?? signal}:\n${output}${errors}`)
  return { output, seconds: (performance.now() - started) / 1000, peakMegabytes: Number(peak) }
}

export type ServeOptions = {
  /** Answered once before it counts as started. */
  first?: Request
  /** For answers given before; as the service sets it if left out. */
  cacheMegabytes?: number
  /** Whether it can tell of itself: see `Server.inside`. */
  watched?: boolean
  /** The processor that it runs on, if not the usual one of servers. */
  core?: string
}

/** As an operator would start it, but for these options. */
export function serve(database: string, options: ServeOptions = {}): Promise<Server> {
  const { first = { store: STORE, path: '/store/products' }, cacheMegabytes, watched = false, core } = options
  const preload = watched ? ['--import', INSIDE] : []
  const cache = cacheMegabytes === undefined ? [] : ['--cache-mb', String(cacheMegabytes)]
  const quiet = ['--metrics-port', '0', '--log-level', 'warn', ...cache]
  const place = (port: number) => ['--host', '127.0.0.1', '--port', String(port)]
  return Server.start(
    (port) => [...preload, PROGRAM, 'serve', '--database', database, ...place(port), ...quiet],
    first,
    core,
  )
}
