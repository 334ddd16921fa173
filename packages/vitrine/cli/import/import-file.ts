import { fstatSync } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { Store } from '@vitrine/catalog/store'
import type { NamedFile, OpenOptions } from '@vitrine/catalog/stream/converter'
import type { StreamRecord } from '@vitrine/catalog/stream/record'
import type { Patch, Submission } from '@vitrine/catalog/submission'
import type { Edition } from '@vitrine/engine/edition/edition'
import { CommandError, cannotRead } from '../errors.ts'
import { type InputFile, openInput } from '../input-file.ts'
import { findConverter } from '../optional-packages.ts'
import { createProgress, type Progress } from '../progress.ts'
import { limitHeapGrowth } from '../v8-flags.ts'
import { readColumnNames } from './columns-file.ts'
import { approveGuess, writeGuess } from './guessed-columns.ts'
import { checkTranslationOptions, type ImportOptions } from './import-options.ts'
import { productsForMarket, textsForMarkets } from './market-import.ts'
import { openCatalog } from './open-catalog.ts'
import { publishImport, requireTarget } from './publish-import.ts'
import type { ImportReport, ReportBuilder } from './report/import-report.ts'

/** Larger files, and pipes, use worker threads, which take time to start. In bytes of the file, compressed or not. */
const SMALL_FILE_BYTES = 2_000_000

/**
 * Imports a catalog file, or standard input if it is `-`, or several files as one catalog. `report` collects what is
 * found. Returns undefined if it only wrote the file of `--write-columns`. Throws `CommandError` if a file cannot be
 * read.
 */
export async function importFiles(
  paths: readonly string[],
  options: ImportOptions,
  report: ReportBuilder,
  signal: AbortSignal,
): Promise<ImportReport | undefined> {
  limitHeapGrowth()
  const inputs = paths[0] === '-' ? [standardInput()] : openFiles(paths)
  try {
    const columns = options.columns === undefined ? undefined : await readColumnNames(options.columns, signal)
    report.openFile()
    return await importInputs(paths, inputs, { ...options, columns }, report, signal)
  } finally {
    for (const { stream } of inputs) stream.destroy()
  }
}

async function importInputs(
  paths: readonly string[],
  inputs: readonly InputFile[],
  { columns, ...options }: Omit<ImportOptions, 'columns'> & Pick<OpenOptions, 'columns'>,
  report: ReportBuilder,
  signal: AbortSignal,
): Promise<ImportReport | undefined> {
  const size = sizeOf(inputs)
  const progress = createProgress(process.stderr, size)
  const counted = new ReadingProgress(progress)
  const files = namedFiles(paths, inputs, signal, counted.addBytes)
  const names = files.map(({ name }) => name).join(' and ')
  const { only, market, writeColumns } = options
  try {
    const isPiped = paths[0] === '-'
    // The store is looked for before a pipe is read, which may take long.
    if (isPiped) await requireTarget(options)
    const catalog = await openCatalog(files, { ...options, columns }, await findConverter())
    const { contents, format, guess } = catalog
    if (writeColumns !== undefined) {
      await writeGuess(names, guess, writeColumns)
      return undefined
    }
    if (guess) {
      report.details.guess = guess
      await requireTarget(options)
      // Nobody can be asked while standard input is the file.
      await approveGuess(names, guess, { ...options, asks: !isPiped })
    }
    if (contents === 'texts') checkTranslationOptions(options)
    if (contents === 'products') report.noteFormat(format)
    const read = (store: Store, now: Date) => catalog.records(store, now, report.note)
    const ofMarkets = (base: Edition, now: Date) =>
      contents === 'texts'
        ? textsForMarkets(base, read(base.store, now), report)
        : productsForMarket(base, market!, (store) => submissionsIn(read(store, now)), report)
    return await publishImport(options, {
      report,
      progress,
      signal,
      step: `reading ${names}`,
      replace: options.replace === true,
      inWorker: !only && (size === undefined || size > SMALL_FILE_BYTES),
      submissions: ({ store }, now) => submissionsIn(read(store, now)),
      ...((contents === 'texts' || market !== undefined) && { ofMarkets }),
      onProgress: counted.setProducts,
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof CatalogFileError)) throw error
    const message = files.length > 1 ? error.message : `${names}: ${error.message}`
    throw new CommandError(`${message} Nothing was changed.`)
  } finally {
    progress.end()
  }
}

/** What is published of the records of products and of patches. */
async function* submissionsIn(records: AsyncIterable<StreamRecord>): AsyncGenerator<Submission & Patch> {
  for await (const record of records) yield ('patch' in record ? record.patch : record) as Submission & Patch
}

/** Bytes of all files; undefined if one is a pipe. */
function sizeOf(inputs: readonly InputFile[]): number | undefined {
  if (!inputs.every(({ status }) => status.isFile())) return undefined
  return inputs.reduce((sum, { status }) => sum + status.size, 0)
}

/** Shows the bytes and the products that have been read. */
class ReadingProgress {
  readonly #progress: Progress
  #bytes = 0
  #products = 0

  constructor(progress: Progress) {
    this.#progress = progress
  }

  readonly addBytes = (length: number): void => {
    // The previous chunks have been read by now; this one has not.
    if (this.#bytes > 0) this.#progress.read(this.#bytes, this.#products)
    this.#bytes += length
  }

  readonly setProducts = (count: number): void => {
    this.#products = count
    this.#progress.read(this.#bytes, count)
  }
}

function namedFiles(
  paths: readonly string[],
  inputs: readonly InputFile[],
  signal: AbortSignal,
  onChunk: (length: number) => void,
): NamedFile[] {
  const areDistinct = new Set(inputs.map(({ name }) => name)).size === inputs.length
  return inputs.map(({ name: ownName, stream }, index) => {
    // Files of several folders may have the same name.
    const name = areDistinct ? ownName : paths[index]!
    return { name, bytes: readChunks(addAbortSignal(signal, stream), name, signal, onChunk) }
  })
}

function standardInput(): InputFile {
  const status = fstatSync(0)
  if (status.isDirectory()) throw new CommandError(`standard input is a folder; expected ${A_CATALOG}`)
  return { name: 'standard input', status, stream: process.stdin }
}

/** Opens all files before the first is read. */
function openFiles(paths: readonly string[]): InputFile[] {
  const opened: InputFile[] = []
  try {
    for (const path of paths) opened.push(openInput(path, A_CATALOG, OR_INPUT))
    return opened
  } catch (error) {
    for (const { stream } of opened) stream.destroy()
    throw error
  }
}

const A_CATALOG = 'a catalog file'
const OR_INPUT = ', or - for standard input'

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
    throw signal.aborted ? signal.reason : cannotRead(name, error as Error, A_CATALOG + OR_INPUT)
  }
}
