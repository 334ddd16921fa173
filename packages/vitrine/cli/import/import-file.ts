import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { Store } from '@vitrine/catalog/store'
import type { OpenCatalog, OpenOptions } from '@vitrine/catalog/stream/converter'
import type { StreamRecord } from '@vitrine/catalog/stream/record'
import type { Patch, Submission } from '@vitrine/catalog/submission'
import type { Edition } from '@vitrine/engine/edition/edition'
import { CommandError } from '../errors.ts'
import type { InputFile } from '../input-file.ts'
import { findConverter } from '../optional-packages.ts'
import { createProgress, type Progress } from '../progress.ts'
import { limitHeapGrowth } from '../v8-flags.ts'
import { readColumnNames } from './columns-file.ts'
import { approveGuess, type GuessApproval, writeGuess } from './guessed-columns.ts'
import { checkTranslationOptions, type ImportOptions } from './import-options.ts'
import { namedFiles, openInputs, sizeOf } from './input-files.ts'
import { productsForMarket, textsForMarkets } from './market-import.ts'
import { openImport } from './open-import.ts'
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
  const inputs = await openInputs(paths, options, signal)
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
  const ending = new TableEnding()
  const files = namedFiles(paths, inputs, signal, (chunk) => {
    counted.addBytes(chunk.length)
    if (size === undefined) ending.add(chunk)
  })
  const names = files.map(({ name }) => name).join(' and ')
  const { only, market, writeColumns } = options
  try {
    // A program that breaks off looks to its reader like one that has ended.
    const onEnd = () => {
      if (options.replace && ending.isMissing) throw new CatalogFileError(CUT_TABLE)
    }
    const open = async (asks: boolean) => {
      const catalog = await openImport(files, { ...options, columns }, await findConverter())
      if (writeColumns === undefined) await approve(catalog, names, { ...options, asks }, report)
      return catalog
    }
    // A question must not keep other imports waiting. Nobody can be asked while standard input is the file.
    const opened = paths[0] === '-' ? undefined : await open(true)
    if (writeColumns !== undefined) {
      await writeGuess(names, (opened ?? (await open(false))).guess, writeColumns)
      return undefined
    }
    return await publishImport(options, {
      report,
      progress,
      signal,
      step: `reading ${names}`,
      replace: options.replace === true,
      inWorker: !only && (size === undefined || size > SMALL_FILE_BYTES),
      read: async (base, now) => read(opened ?? (await open(false)), base, { now, market, report, onEnd }),
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

/** Shows guessed columns, and asks whether they are right. Throws `CommandError` if they are not. */
async function approve(
  { guess, contents, format }: OpenCatalog,
  names: string,
  options: ImportOptions & GuessApproval,
  report: ReportBuilder,
): Promise<void> {
  if (guess) {
    report.details.guess = guess
    await requireTarget(options)
    await approveGuess(names, guess, options)
  }
  if (contents === 'texts') checkTranslationOptions(options)
  if (contents === 'products') report.noteFormat(format)
}

/** What the catalog says of the store, or of its markets. */
function read({ contents, records }: OpenCatalog, base: Edition, { now, market, report, onEnd }: Reading) {
  const recordsFor = (store: Store) => records(store, now, report.note)
  if (contents === 'texts') return textsForMarkets(base, recordsFor(base.store), report)
  if (market === undefined) return { submissions: submissionsIn(recordsFor(base.store), onEnd) }
  return productsForMarket(base, market, (store) => submissionsIn(recordsFor(store), onEnd), report)
}

/** What is published of the records of products and of patches. */
async function* submissionsIn(
  records: AsyncIterable<StreamRecord>,
  onEnd: () => void,
): AsyncGenerator<Submission & Patch> {
  for await (const record of records) yield ('patch' in record ? record.patch : record) as Submission & Patch
  onEnd()
}

interface Reading {
  readonly now: Date
  readonly market: string | undefined
  readonly report: ReportBuilder
  /** Called when everything is read. Throws to refuse it. */
  readonly onEnd: () => void
}

const CUT_TABLE =
  'The last line of the table has no end, so the table may be cut off. ' +
  'Write it to a file and import that, or leave out --replace.'

/** Whether the last line of a table ends. What is no table tells itself whether it is cut off. */
class TableEnding {
  #first: Uint8Array = new Uint8Array(0)
  #last: Uint8Array = new Uint8Array(0)

  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return
    if (this.#first.length === 0) this.#first = chunk.slice(0, 64)
    this.#last = chunk.slice(-2)
  }

  get isMissing(): boolean {
    // JSON, XML, gzip, and ZIP, which workbooks are.
    const isOther = /^(?:\xef\xbb\xbf)?\s*[[{<]|^\x1f\x8b|^PK/.test(Buffer.from(this.#first).toString('latin1'))
    return this.#first.length > 0 && !isOther && !this.#last.some((byte) => byte === 0x0a || byte === 0x0d)
  }
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
