import { fstatSync } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import type { Store } from '@vitrine/catalog/store'
import type { Submission } from '@vitrine/catalog/submission'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { ColumnGuess } from '@vitrine/import/any-table/guess-columns'
import { CatalogFileError } from '@vitrine/import/file-error'
import { type FileOpenOptions, type OpenCatalogFile, openCatalogFile } from '@vitrine/import/open-catalog-file'
import { type NamedFile, openCatalogFiles } from '@vitrine/import/open-several-files'
import { readCatalog } from '@vitrine/import/read-catalog'
import { readPatches } from '@vitrine/import/read-patches'
import { readColumnNames } from './columns-file.ts'
import { CommandError, cannotRead } from './errors.ts'
import { approveGuess, type GuessApproval, writeGuess } from './guessed-columns.ts'
import { checkTranslationOptions, type ImportOptions } from './import-options.ts'
import type { ImportReport, ReportBuilder } from './import-report.ts'
import { type InputFile, openInput } from './input-file.ts'
import { productsForMarket, translationsFor } from './market-import.ts'
import { createProgress, type Progress } from './progress.ts'
import { publishImport, requireTarget } from './publish-import.ts'
import { limitHeapGrowth } from './v8-flags.ts'

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
  { columns, ...options }: Omit<ImportOptions, 'columns'> & Pick<FileOpenOptions, 'columns'>,
  report: ReportBuilder,
  signal: AbortSignal,
): Promise<ImportReport | undefined> {
  const size = sizeOf(inputs)
  const progress = createProgress(process.stderr, size)
  const counted = new ReadingProgress(progress)
  const files = namedFiles(paths, inputs, signal, counted.addBytes)
  const { bytes } = files[0]!
  const names = files.map(({ name }) => name).join(' and ')
  const { only, market, format, encoding, html, sheet, writeColumns } = options
  try {
    const reading = { format, encoding, columns, sheet, ...report.callbacks }
    if (writeColumns !== undefined) {
      await writeGuess(names, (await openCatalogFile(bytes, reading)).guess, writeColumns)
      return undefined
    }
    const onGuess = async (guess: ColumnGuess) => {
      report.details.guess = guess
      await requireTarget(options)
    }
    const approval = { ...options, onGuess }
    // A question must not keep other imports waiting. Nobody can be asked while standard input is the file.
    const isPiped = paths[0] === '-'
    const opened = only || isPiped ? undefined : await openApproved(files, names, reading, approval)
    async function* readProducts(store: Store, now: Date): AsyncGenerator<Submission> {
      const catalog = opened ?? (await openApproved(files, names, reading, { ...approval, asks: false }))
      yield* readCatalog(catalog, { store, now, html, ...report.callbacks })
    }
    const readTranslations = opened?.readTranslations
    if (readTranslations) checkTranslationOptions(options)
    const ofMarkets = (base: Edition, now: Date) =>
      readTranslations
        ? translationsFor(base, readTranslations, { now, html, report })
        : productsForMarket(base, market!, (store) => readProducts(store, now), report)
    return await publishImport(options, {
      report,
      progress,
      signal,
      step: `reading ${names}`,
      replace: options.replace === true,
      inWorker: !only && (size === undefined || size > SMALL_FILE_BYTES),
      submissions: ({ store }, now) =>
        only ? readPatches(bytes, { ...reading, only, currency: store.currency }) : readProducts(store, now),
      ...((readTranslations || market !== undefined) && { ofMarkets }),
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

/** Opens a catalog whose columns are known or certain, or whose guess the user approves. */
export async function openApproved(
  files: readonly NamedFile[],
  name: string,
  reading: FileOpenOptions,
  { onGuess, ...options }: GuessApproval & { readonly onGuess?: (guess: ColumnGuess) => Promise<void> },
): Promise<OpenCatalogFile> {
  const catalog = await openCatalogFiles(files, reading)
  if (catalog.guess) {
    await onGuess?.(catalog.guess)
    await approveGuess(name, catalog.guess, options)
  }
  return catalog
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
