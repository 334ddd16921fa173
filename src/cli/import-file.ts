import { fstatSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { CatalogFileError } from '../import/file-error.ts'
import { readCatalog } from '../import/read-catalog.ts'
import { readPatches } from '../import/read-patches.ts'
import { CommandError } from './errors.ts'
import type { ImportOptions } from './import-options.ts'
import { type ImportReport, ReportBuilder } from './import-report.ts'
import { createProgress } from './progress.ts'
import { publishImport } from './publish-import.ts'
import { limitHeapGrowth } from './v8-flags.ts'

/** Larger files, and pipes, use worker threads, which take time to start. In bytes of the file, compressed or not. */
const SMALL_FILE_BYTES = 2_000_000

/** Imports a catalog file, or standard input if `file` is `-`. Throws `CommandError` if it cannot be read. */
export async function importFile(file: string, options: ImportOptions, signal: AbortSignal): Promise<ImportReport> {
  limitHeapGrowth()
  const { name, status, stream } = file === '-' ? standardInput() : await openFile(file)
  const size = status.isFile() ? status.size : undefined
  const { only, format, encoding, html } = options
  const columns = options.columns === undefined ? undefined : await readColumnNames(options.columns)
  using report = new ReportBuilder(options.report)
  const progress = createProgress(process.stderr, size)
  let bytesRead = 0
  let products = 0
  const chunks = readChunks(addAbortSignal(signal, stream), name, signal, (length) => {
    // The previous chunks have been read by now; this one has not.
    if (bytesRead > 0) progress.read(bytesRead, products)
    bytesRead += length
  })
  try {
    return await publishImport(options, {
      report,
      progress,
      signal,
      step: `reading ${name}`,
      replace: options.replace === true,
      inWorker: !only && (size === undefined || size > SMALL_FILE_BYTES),
      submissions: (store, now) =>
        only
          ? readPatches(chunks, { only, encoding, columns, currency: store.currency, ...report.callbacks })
          : readCatalog(chunks, { format, encoding, columns, html, now, store, ...report.callbacks }),
      onProgress: (count) => {
        products = count
        progress.read(bytesRead, products)
      },
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof CatalogFileError) throw new CommandError(`${name}: ${error.message} Nothing was changed.`)
    throw error
  } finally {
    progress.end()
  }
}

function standardInput() {
  const status = fstatSync(0)
  if (status.isDirectory()) throw new CommandError('standard input is a directory; expected a catalog file')
  return { name: 'standard input', status, stream: process.stdin }
}

async function openFile(file: string) {
  const handle = await open(file).catch((error) => {
    throw readError(file, error)
  })
  const status = await handle.stat()
  if (status.isDirectory()) {
    await handle.close()
    throw new CommandError(`${file} is a directory; expected a catalog file`)
  }
  return { name: basename(file), status, stream: handle.createReadStream({ highWaterMark: 256 * 1024 }) }
}

async function* readChunks(
  stream: Readable,
  name: string,
  signal: AbortSignal,
  onChunk: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) {
      onChunk(chunk.length)
      yield chunk
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : readError(name, error as NodeJS.ErrnoException)
  }
}

function readError(file: string, { code, message }: NodeJS.ErrnoException): CommandError {
  if (code === 'ENOENT')
    return new CommandError(`file ${file} does not exist; expected a catalog file, or - for standard input`)
  if (code === 'EACCES') return new CommandError(`no permission to read ${file}`)
  return new CommandError(`cannot read ${file}: ${message}`)
}

/** Reads the file of `--columns`: from the headers of the catalog file, in lower case, to those of the format. */
async function readColumnNames(path: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new CommandError(`cannot read ${path}: ${error.message}`)
  })
  const names = parseColumnNames(text)
  if (!names)
    throw new CommandError(`${path} must contain a JSON object such as {"Nom": "Name", "Tarif": "Regular price"}`)
  return new Map(Object.entries(names).map(([header, name]) => [header.trim().toLowerCase(), name]))
}

function parseColumnNames(text: string): Record<string, string> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject && Object.values(value).every((name) => typeof name === 'string') ? { ...value } : undefined
  } catch {
    return undefined
  }
}
