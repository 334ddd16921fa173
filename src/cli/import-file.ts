import { closeSync, constants, createReadStream, fstatSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { basename } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import type { Store } from '../catalog/store.ts'
import type { Submission } from '../catalog/submission.ts'
import { CatalogFileError } from '../import/file-error.ts'
import { type FileOpenOptions, type OpenCatalogFile, openCatalogFile } from '../import/open-catalog-file.ts'
import { type NamedFile, openCatalogFiles } from '../import/open-several-files.ts'
import { readCatalog } from '../import/read-catalog.ts'
import { readPatches } from '../import/read-patches.ts'
import { readColumnNames } from './columns-file.ts'
import { CommandError, cannotRead } from './errors.ts'
import { approveGuess, type GuessApproval, writeGuess } from './guessed-columns.ts'
import type { ImportOptions } from './import-options.ts'
import { type ImportReport, ReportBuilder } from './import-report.ts'
import { createProgress } from './progress.ts'
import { publishImport, requireTarget } from './publish-import.ts'
import { limitHeapGrowth } from './v8-flags.ts'

/** Larger files, and pipes, use worker threads, which take time to start. In bytes of the file, compressed or not. */
const SMALL_FILE_BYTES = 2_000_000

/**
 * Imports a catalog file, or standard input if it is `-`, or several files as one catalog. Returns undefined if it only
 * wrote the file of `--write-columns`. Throws `CommandError` if a file cannot be read.
 */
export async function importFiles(
  paths: readonly string[],
  options: ImportOptions,
  signal: AbortSignal,
): Promise<ImportReport | undefined> {
  limitHeapGrowth()
  const isPiped = paths[0] === '-'
  const inputs = isPiped ? [standardInput()] : openFiles(paths)
  const sizes = inputs.map(({ status }) => (status.isFile() ? status.size : Number.NaN))
  const total = sizes.reduce((sum, size) => sum + size)
  const size = Number.isNaN(total) ? undefined : total
  const { only, format, encoding, html, sheet, writeColumns } = options
  const columns = options.columns === undefined ? undefined : await readColumnNames(options.columns)
  using report = new ReportBuilder(options.report)
  const progress = createProgress(process.stderr, size)
  let bytesRead = 0
  let products = 0
  const onChunk = (length: number) => {
    // The previous chunks have been read by now; this one has not.
    if (bytesRead > 0) progress.read(bytesRead, products)
    bytesRead += length
  }
  const hasNames = new Set(inputs.map(({ name }) => name)).size === inputs.length
  const files = inputs.map(({ name: ownName, stream }, index) => {
    // Files of several folders may have the same name.
    const name = hasNames ? ownName : paths[index]!
    return { name, bytes: readChunks(addAbortSignal(signal, stream), name, signal, onChunk) }
  })
  const { bytes } = files[0]!
  const names = files.map(({ name }) => name).join(' and ')
  try {
    const reading = { format, encoding, columns, sheet, ...report.callbacks }
    if (writeColumns !== undefined) {
      await writeGuess(names, (await openCatalogFile(bytes, reading)).guess, writeColumns)
      return undefined
    }
    const approval = { ...options, onGuess: () => requireTarget(options) }
    // A question must not keep other imports waiting. Nobody can be asked while standard input is the file.
    const opened = only || isPiped ? undefined : await openApproved(files, names, reading, approval)
    async function* readProducts(store: Store, now: Date): AsyncGenerator<Submission> {
      const catalog = opened ?? (await openApproved(files, names, reading, { ...approval, asks: false }))
      yield* readCatalog(catalog, { store, now, html, ...report.callbacks })
    }
    return await publishImport(options, {
      report,
      progress,
      signal,
      step: `reading ${names}`,
      replace: options.replace === true,
      inWorker: !only && (size === undefined || size > SMALL_FILE_BYTES),
      submissions: (store, now) =>
        only ? readPatches(bytes, { ...reading, only, currency: store.currency }) : readProducts(store, now),
      onProgress: (count) => {
        products = count
        progress.read(bytesRead, products)
      },
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof CatalogFileError)) throw error
    const message = files.length > 1 ? error.message : `${names}: ${error.message}`
    throw new CommandError(`${message} Nothing was changed.`)
  } finally {
    progress.end()
    for (const { stream } of inputs) stream.destroy()
  }
}

/** Opens a catalog whose columns are known or certain, or whose guess the user approves. */
export async function openApproved(
  files: readonly NamedFile[],
  name: string,
  reading: FileOpenOptions,
  { onGuess, ...options }: GuessApproval & { readonly onGuess?: () => Promise<void> },
): Promise<OpenCatalogFile> {
  const catalog = await openCatalogFiles(files, reading)
  if (catalog.guess) {
    await onGuess?.()
    await approveGuess(name, catalog.guess, options)
  }
  return catalog
}

function standardInput() {
  const status = fstatSync(0)
  if (status.isDirectory()) throw new CommandError('standard input is a folder; expected a catalog file')
  return { name: 'standard input', status, stream: process.stdin }
}

/** Opens all files before the first is read. */
function openFiles(paths: readonly string[]) {
  const opened: ReturnType<typeof openFile>[] = []
  try {
    for (const path of paths) opened.push(openFile(path))
    return opened
  } catch (error) {
    for (const { stream } of opened) stream.destroy()
    throw error
  }
}

const A_CATALOG = 'a catalog file, or - for standard input'

/**
 * Opens a file or a named pipe. Otherwise `open` and `read` wait for the writer of a pipe in a thread that no signal ends, and
 * for which the process waits at its end.
 */
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK

function openFile(file: string) {
  let descriptor: number
  try {
    descriptor = openSync(file, WITHOUT_WAITING)
  } catch (error) {
    throw cannotRead(file, error as Error, A_CATALOG)
  }
  const status = fstatSync(descriptor)
  const name = basename(file)
  if (status.isFIFO()) return { name, status, stream: new Socket({ fd: descriptor, readable: true, writable: false }) }
  if (status.isFile())
    return { name, status, stream: createReadStream('', { fd: descriptor, highWaterMark: 256 * 1024 }) }
  closeSync(descriptor)
  throw new CommandError(`${file} is a ${status.isDirectory() ? 'folder' : 'device'}; expected a catalog file`)
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
    throw signal.aborted ? signal.reason : cannotRead(name, error as Error, A_CATALOG)
  }
}
