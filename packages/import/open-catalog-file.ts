import type { Store } from '@vitrine/catalog/store'
import type { Submission } from '@vitrine/catalog/submission'
import { findHeader, namesColumns } from './any-table/find-header.ts'
import { type ColumnGuess, guessColumns } from './any-table/guess-columns.ts'
import { isOtherJson, jsonTable, listIndex, readJsonRows } from './any-table/json-rows.ts'
import { isRole, ROLES } from './any-table/roles.ts'
import { anyTable } from './any-table/table-format.ts'
import { CatalogFileError, EMPTY_FILE } from './file-error.ts'
import { jsonRefusal, textRefusal } from './file-signature.ts'
import type { FileContent, Format, FormatSample } from './format.ts'
import { detectFormat, FORMATS_HINT, parseTable, tableSample, textSample } from './formats.ts'
import { NATIVE_PRODUCT_FIELDS } from './native/product.ts'
import { native } from './native.ts'
import { peekItems } from './peek-items.ts'
import type { ReadOptions } from './read-options.ts'
import { noHeaderLine } from './rows/header-row.ts'
import { NO_SHEETS, readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import type { ZipArchive } from './spreadsheet/zip-archive.ts'
import { unpack } from './unpack.ts'

/**
 * Opens a catalog file in any format, compressed or not, and reads only its beginning; a spreadsheet completely. Throws
 * `CatalogFileError` if the file cannot be a catalog.
 */
export async function openCatalogFile(
  source: AsyncIterable<Uint8Array>,
  options: FileOpenOptions,
): Promise<OpenCatalogFile> {
  const unpacked = await unpack(source, HEAD_BYTES)
  if (unpacked.workbook) return await openSpreadsheet(unpacked.workbook, options)
  const { head, bytes } = unpacked
  const sample = sampleOf(head, options)
  const format = options.format ?? detectFormat(sample)
  if (sample.records && (format === anyTable || (format === native && !options.format)))
    return openJson(head, bytes, sample.records, options)
  if (format && format !== anyTable)
    return { format, read: (store, now) => format.read(bytes, { ...options, store, now }) }
  if (!sample.table || sample.table.header.length < 2) throw new CatalogFileError(describe(sample))
  const rows = parseTable(sample.text, GUESS_ROWS)
  const guess = guessTable(rows, options)
  return {
    format: anyTable,
    guess,
    read: (store, now) => anyTable.read(bytes, { ...options, ...readingOf(guess), store, now }),
  }
}

/** Bytes from which the format is detected and the columns are guessed. The header line of a table may be long. */
const HEAD_BYTES = 256 * 1024

/** Rows from which columns are guessed. */
const GUESS_ROWS = 1000

export interface FileOpenOptions extends Omit<ReadOptions, 'store' | 'now'> {
  /** Detected if undefined. */
  readonly format?: Format | undefined
  /** The sheet of a workbook; if undefined, the first visible one with rows. */
  readonly sheet?: string | undefined
}

/** A catalog file whose format is known. */
export interface OpenCatalogFile {
  readonly format: Format
  /** What the columns probably are, if the table is of no known format. */
  readonly guess?: ColumnGuess
  /** Reads the products. Only once. */
  read(store: Store, now: Date): AsyncIterable<Submission>
}

/** The sample of text. Throws `CatalogFileError` if the file cannot be a catalog. */
function sampleOf(head: Buffer, options: FileOpenOptions): FormatSample {
  if (head.length === 0) throw new CatalogFileError(EMPTY_FILE)
  if (options.sheet !== undefined) throw new CatalogFileError(NO_SHEETS)
  const refusal = textRefusal(head)
  if (refusal) throw new CatalogFileError(`${refusal} ${FORMATS_HINT}`)
  return textSample(head, options)
}

/** The beginning of a file, and its content with that. Throws `CatalogFileError` if the file cannot be a catalog. */
export async function openContent(
  source: AsyncIterable<Uint8Array>,
  options: FileOpenOptions,
): Promise<{ readonly sample: FormatSample; readonly content: FileContent }> {
  const unpacked = await unpack(source, HEAD_BYTES)
  if (!unpacked.workbook) return { sample: sampleOf(unpacked.head, options), content: { bytes: unpacked.bytes } }
  const { sample, all } = await peekSpreadsheet(unpacked.workbook, options)
  return { sample, content: { rows: all } }
}

async function peekSpreadsheet(workbook: ZipArchive, options: FileOpenOptions) {
  const { first, all } = await peekItems(readSpreadsheet(workbook, options), GUESS_ROWS)
  const rows = first.map(({ cells }) => cells)
  return { rows, all, sample: { text: '', records: undefined, table: tableSample(rows, options) } }
}

async function openSpreadsheet(workbook: ZipArchive, options: FileOpenOptions): Promise<OpenCatalogFile> {
  const { rows, all, sample } = await peekSpreadsheet(workbook, options)
  const format = options.format ?? detectFormat(sample)
  if (format && format !== anyTable) {
    if (!format.readRows)
      throw new CatalogFileError(`The file is a spreadsheet, and ${format.title} is none. ${FORMATS_HINT}`)
    return { format, read: (store, now) => format.readRows!(all, { ...options, store, now }) }
  }
  const guess = guessTable(rows, options)
  return {
    format: anyTable,
    guess,
    read: (store, now) => anyTable.readRows!(all, { ...options, ...readingOf(guess), store, now }),
  }
}

/** JSON of the native format, or of another shape if the columns of that are certain. */
function openJson(
  head: Buffer,
  bytes: AsyncIterable<Uint8Array>,
  records: readonly unknown[],
  options: FileOpenOptions,
): OpenCatalogFile {
  const list = listIndex(head.toString('latin1'))
  const guess = isOtherJson(records) ? guessFor(jsonTable(records), options) : undefined
  const isTable =
    guess && (!guess.missing || list !== undefined || options.format === anyTable || hasOtherFields(guess))
  if (!isTable) return { format: native, read: (store, now) => native.read(bytes, { ...options, store, now }) }
  const later: string[] = []
  const onUnused = (headers: readonly string[]) => options.onUnused?.([...headers, ...later])
  return {
    format: anyTable,
    guess,
    read: (store, now) =>
      anyTable.readRows!(
        readJsonRows(bytes, list, (headers) => later.push(...headers)),
        { ...options, onUnused, ...readingOf(guess), store, now },
      ),
  }
}

/** Whether the products have several fields that the native format does not have. */
function hasOtherFields({ columns }: ColumnGuess): boolean {
  return columns.filter(({ header }) => !NATIVE_PRODUCT_FIELDS.has(header.split('.')[0]!)).length > 1
}

/** Throws `CatalogFileError` if the table has no header. */
function guessTable(rows: readonly (readonly string[])[], options: FileOpenOptions): ColumnGuess {
  const table = rows.slice(findHeader(rows))
  const [header = []] = table
  const isNamed = header.some((name) => options.columns?.has(name.trim().toLowerCase()))
  if (!isNamed && !namesColumns(header)) throw noHeaderLine(['name', 'price', 'sku'])
  return guessFor(table, options)
}

function guessFor([header = [], ...rows]: readonly (readonly string[])[], { columns }: FileOpenOptions): ColumnGuess {
  const unknown = columns && [...columns.values()].find((name) => !isRole(name))
  if (unknown === undefined) return guessColumns(header, rows, columns)
  const roles = Object.values(ROLES).map(({ headers }) => `“${headers[0]}”`)
  throw new CatalogFileError(
    `The file for --columns calls a column “${unknown}”, which is neither a column of a known format nor one of ` +
      `${roles.join(', ')}.`,
  )
}

/** What the reader of the table needs to know: the roles by headers in lower case, and the separator of thousands. */
function readingOf({ columns, thousands }: ColumnGuess): Pick<FileOpenOptions, 'columns' | 'thousands'> {
  return { columns: new Map(columns.map(({ header, becomes }) => [header.toLowerCase(), becomes])), thousands }
}

function describe({ text }: FormatSample): string {
  if (text.trim() === '') return `${EMPTY_FILE} ${FORMATS_HINT}`
  const root = /^\s*(?:<[?!][^>]*>\s*)*<([\w:.-]{1,40})/.exec(text)?.[1]
  if (root)
    return (
      `The file looks like XML. Its first element is <${root}>; a feed for Google Merchant Center begins with ` +
      `<rss> or <feed>. ${FORMATS_HINT}`
    )
  return `${jsonRefusal(Buffer.from(text)) ?? 'The file is of no known format.'} ${FORMATS_HINT}`
}
