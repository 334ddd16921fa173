import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Server } from './server.ts'

export const STORE = 'bench'

const PROGRAM = fileURLToPath(new URL('../bin/vitrine.js', import.meta.url))
const PEAK_MEMORY = new URL('peak-memory.ts', import.meta.url).href
const IMPORT_MINUTES = 60

export type ImportResult = { seconds: number; peakMegabytes: number }

/** Imports a catalog file into a new database and tells what it took. */
export async function importCatalog(file: string, database: string): Promise<ImportResult> {
  const started = performance.now()
  const child = spawn(
    process.execPath,
    ['--import', PEAK_MEMORY, PROGRAM, 'import', file, '--store', STORE, '--create', '--database', database],
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

/** As an operator would start it, or with a cache of so many MB. */
export function serve(database: string, path: string, cacheMegabytes?: number): Promise<Server> {
  const cache = cacheMegabytes === undefined ? [] : ['--cache-mb', String(cacheMegabytes)]
  const quiet = ['--metrics-port', '0', '--log-level', 'warn', ...cache]
  return Server.start(
    (port) => [PROGRAM, 'serve', '--database', database, '--host', '127.0.0.1', '--port', String(port), ...quiet],
    path,
    STORE,
  )
}
