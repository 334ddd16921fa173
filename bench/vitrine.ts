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

/** Imports a catalog file as a new store, into a database that is made if need be, and tells what it took. */
export async function importCatalog(file: string, database: string, store = STORE): Promise<ImportResult> {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ['--import', PEAK_MEMORY, PROGRAM, 'import', file, '--store', store, '--create', '--database', database],
    { stdio: ['ignore', 'pipe', 'pipe', 'pipe'], timeout: IMPORT_MINUTES * 60_000 },
  )
  const [output, errors, peak, [code, signal]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    text(child.stdio[3] as NodeJS.ReadableStream),
    once(child, 'exit'),
  ])
  if (code !== 0) throw new Error(`the import ended with ${code ?? signal}:\n${output}${errors}`)
  return { seconds: (performance.now() - started) / 1000, peakMegabytes: Number(peak) }
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
