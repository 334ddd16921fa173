import { Readable } from 'node:stream'
import { minorUnits } from '@vitrine/catalog/currency'
import { CatalogFileError, EMPTY_FILE } from '@vitrine/catalog/json/file-error'
import { jsonRefusal, textRefusal } from '@vitrine/catalog/json/file-signature'
import { type Peeked, peek } from '@vitrine/catalog/json/peek'
import { readListRecords, readRecords } from '@vitrine/catalog/json/read-records'
import type { CatalogRecord } from '@vitrine/catalog/json/record'
import { RECORD_LIMIT } from '@vitrine/catalog/json/record-splitter'
import { isObject } from '@vitrine/catalog/native/fields'
import { NATIVE_PRODUCT_FIELDS } from '@vitrine/catalog/native/product'
import type { StreamStore } from '@vitrine/catalog/stream/record'
import type { RefusedProduct, Submission } from '@vitrine/catalog/submission'
import { OTHER_NAME } from './any-table/checked-names.ts'
import { isOfOrder, sentenceAboutThousands } from './any-table/doubts.ts'
import { findHeader, hasHeader, namesColumns } from './any-table/find-header.ts'
import { guessColumns, type TableGuess } from './any-table/guess-columns.ts'
import { roleOfHeader } from './any-table/header-words.ts'
import { findJsonList, type JsonList, withFieldsBeside } from './any-table/json-list.ts'
import { withNames } from './any-table/json-references.ts'
import { isOtherJson, jsonTable, readJsonRows } from './any-table/json-rows.ts'
import { refusalOfLateValues } from './any-table/late-values.ts'
import { SIZE_COLUMNS } from './any-table/prices-of-sizes.ts'
import { isRole, ROLES } from './any-table/roles.ts'
import { anyTable } from './any-table/table-format.ts'
import { findXmlItems, readXmlItems, requireWellFormed } from './any-table/xml-items.ts'
import type { FileContent, Format, FormatSample, TranslationRecord } from './format.ts'
import { detectFormat, FORMATS_HINT, parseTable, tableSample, textSample } from './formats.ts'
import { native } from './native-format.ts'
import { peekItems } from './peek-items.ts'
import type { ReadOptions } from './read-options.ts'
import { noHeaderLine } from './rows/header-row.ts'
import { delimiterOf, readCsv } from './rows/read-csv.ts'
import { NO_SHEETS, readSpreadsheet } from './spreadsheet/read-spreadsheet.ts'
import { unpack } from './unpack.ts'
import { utf8Text } from './utf8-text.ts'

/**
 * Opens a catalog file in any format, compressed or not, and reads only its beginning; a spreadsheet completely. Throws
 * `CatalogFileError` if the file cannot be a catalog.
 */
export async function openCatalogFile(
  source: AsyncIterable<Uint8Array>,
  options: FileOpenOptions,
): Promise<OpenCatalogFile> {
  const { head, sample, firstRows, content } = await openContent(source, options)
  const format = options.format ?? detectFormat(sample)
  if (sample.records && (format === anyTable || (format === native && !options.format)))
    return openJson(head, sample.records, content, options)
  if (format && format !== anyTable) return openAs(format, content, options)
  const items = 'bytes' in content && /^\s*</.test(sample.text) ? findXmlItems(sample.text) : undefined
  if (items && 'bytes' in content) {
    const records = readXmlItems(utf8Text(content.bytes, options), items.path)
    return openRecords(guessFor(jsonTable(items.values), options), records, options)
  }
  if ('bytes' in content && (sample.table?.header.length ?? 0) < 2) throw new CatalogFileError(describe(sample))
  const rows = firstRows()
  if (rows.length < 2 && 'bytes' in content) await requireClosedQuotes(sample.text)
  return openTable(guessTable(rows, options), content, options)
}

/** Throws `CatalogFileError` if a quotation mark is why the beginning of a table has no rows. */
async function requireClosedQuotes(text: string): Promise<void> {
  for await (const _ of readCsv(Readable.from([Buffer.from(text)]), delimiterOf(text)));
}

/** Bytes from which the format is detected and the columns are guessed. The header line of a table may be long. */
const HEAD_BYTES = 256 * 1024

/** Rows from which columns are guessed. */
const GUESS_ROWS = 1000

export interface FileOpenOptions extends Omit<ReadOptions, 'store' | 'now'> {
  /** Detected if undefined. */
  readonly format?: Format | undefined
  /** The sheet of a workbook; if undefined, the first visible one with a name and a price, or else with rows. */
  readonly sheet?: string | undefined
}

/** A catalog file whose format is known. */
export interface OpenCatalogFile {
  readonly format: Format
  /** What the columns probably are, if the table is of no known format. */
  readonly guess?: TableGuess
  /** Reads the products. Only once. */
  read(store: StreamStore, now: Date): AsyncIterable<Submission>
  /** Reads the texts of a file without products. Only once. */
  readTexts?(store: StreamStore, now: Date): AsyncIterable<TranslationRecord | RefusedProduct>
}

/** A file whose beginning is read. */
export interface OpenContent {
  /** The first bytes of text; empty for a spreadsheet. */
  readonly head: Buffer
  readonly sample: FormatSample
  /** The first rows of a table, with what is above its header. */
  readonly firstRows: () => readonly (readonly string[])[]
  /** All of it, with its beginning. */
  readonly content: FileContent
}

/** Reads the beginning of a file. Throws `CatalogFileError` if the file cannot be a catalog. */
export async function openContent(source: AsyncIterable<Uint8Array>, options: FileOpenOptions): Promise<OpenContent> {
  const unpacked = await unpack(source, HEAD_BYTES)
  if (!unpacked.workbook) {
    const sample = sampleOf(unpacked.head, options)
    if (sample.records?.length === 0) return await openLongRecord(unpacked.bytes, options)
    return openText(unpacked, sample)
  }
  const isWanted = (rows: readonly (readonly string[])[]) => hasHeader(rows) || isOfFormat(rows, options)
  const sheetRows = readSpreadsheet(unpacked.workbook, { ...options, isWanted })
  const { first, all } = await peekItems(sheetRows, GUESS_ROWS, ({ cells }) => cells)
  const rows = first.map(({ cells }) => cells)
  const sample = { text: '', records: undefined, table: tableSample(rows, options) }
  return { head: Buffer.alloc(0), sample, firstRows: () => rows, content: { rows: all } }
}

function openText({ head, bytes }: Peeked, sample: FormatSample): OpenContent {
  return { head, sample, firstRows: () => parseTable(sample.text, GUESS_ROWS), content: { bytes } }
}

/** Reads the beginning of JSON up to the end of its first record: one object may have all products by their ids. */
async function openLongRecord(source: AsyncIterable<Uint8Array>, options: FileOpenOptions): Promise<OpenContent> {
  const peeked = await peek(source, RECORD_LIMIT)
  return openText(peeked, sampleOf(peeked.head, options))
}

/** Whether a table is of a known format, or one that such a format refuses. */
function isOfFormat(rows: readonly (readonly string[])[], options: FileOpenOptions): boolean {
  try {
    return detectFormat({ text: '', records: undefined, table: tableSample(rows, options) }) !== undefined
  } catch {
    return true
  }
}

/** The sample of text. Throws `CatalogFileError` if the file cannot be a catalog. */
function sampleOf(head: Buffer, options: FileOpenOptions): FormatSample {
  if (head.length === 0) throw new CatalogFileError(EMPTY_FILE)
  if (options.sheet !== undefined) throw new CatalogFileError(NO_SHEETS)
  const refusal = textRefusal(head)
  if (refusal) throw new CatalogFileError(`${refusal} ${FORMATS_HINT}`)
  return textSample(head, options)
}

/** Throws `CatalogFileError` for a spreadsheet if the format has no tables. */
function openAs(format: Format, content: FileContent, options: FileOpenOptions): OpenCatalogFile {
  const { readTexts } = format
  if (readTexts)
    return {
      format,
      read: (store, now) => format.read(Readable.from([]), { ...options, store, now }),
      readTexts: (store, now) => readTexts(content, { ...options, store, now }),
    }
  if ('bytes' in content)
    return { format, read: (store, now) => format.read(content.bytes, { ...options, store, now }) }
  const { title, readRows } = format
  if (!readRows) throw new CatalogFileError(`The file is a spreadsheet, and ${title} is none. ${FORMATS_HINT}`)
  return { format, read: (store, now) => readRows(content.rows, { ...options, store, now }) }
}

/** A table of no known format: the roles by headers in lower case, and the separator of thousands, are guessed. */
function openTable(guess: TableGuess, content: FileContent, options: FileOpenOptions): OpenCatalogFile {
  const guessed = guess.columns.map(({ header, becomes }) => [header.toLowerCase(), becomes] as const)
  const others = guess.otherNames.map((header) => [header.toLowerCase(), OTHER_NAME] as const)
  const { thousands, stockThousands, commasInItems, unchanging } = guess
  const columns = new Map([...(options.columns ?? []), ...guessed, ...others, ...unchanging, ...SIZE_COLUMNS])
  return { ...openAs(anyTable, content, { ...options, columns, thousands, stockThousands, commasInItems }), guess }
}

/** JSON of the native format, or of another shape if the columns of that are certain. */
function openJson(
  head: Buffer,
  records: readonly unknown[],
  content: FileContent,
  options: FileOpenOptions,
): OpenCatalogFile {
  const list = findJsonList(head)
  const { currency: named, references = [] } = list ?? {}
  const values = records.map((value) => (isObject(value) ? withNames(value, references) : value))
  const table = isOtherJson(values) ? jsonTable(values) : undefined
  const currency = table && !hasCurrency(table) ? named : undefined
  const ofTable = table && guessFor(currency === undefined ? table : withColumn(table, 'currency', currency), options)
  const guess = ofTable && withDoubtAboutNumbers(withDoubtsAboutList(ofTable, list), head)
  const isTable = guess && (!guess.missing || list || options.format === anyTable || hasOtherFields(guess))
  if (!isTable || 'rows' in content) return openAs(native, content, options)
  const all = list ? readListRecords(content.bytes, list.index) : readRecords(content.bytes)
  return openRecords(guess, withFieldsBeside(all, { currency, references }), options)
}

/** The guess with questions about products beside the list, and about what looks like an order. */
function withDoubtsAboutList(guess: TableGuess, list: JsonList | undefined): TableGuess {
  if (!list || guess.isNamed) return guess
  const [name, ...others] = list.outside
  const count = others.length === 0 ? '' : ` and ${others.length} more`
  const order = list.fields.find(isOfOrder)
  const doubts = [
    name !== undefined && `“${name}”${count} beside the list of products would not be read.`,
    order !== undefined && `“${order}” is a field of orders or invoices.`,
  ].filter((sentence) => typeof sentence === 'string')
  return { ...guess, doubts: [...guess.doubts, ...doubts] }
}

function hasCurrency([header]: Table): boolean {
  return header!.some((field) => roleOfHeader(field)?.role === 'currency')
}

/** The table with one more column, of the same value in each row. */
function withColumn([header, ...rows]: Table, name: string, value: string): Table {
  return [[...header!, name], ...rows.map((cells) => [...cells, value])]
}

/** Its header, and its rows. */
type Table = readonly (readonly string[])[]

/**
 * The guess with a question if prices are JSON numbers such as `60.000`. A program writes 60, and a merchant who
 * wrote this perhaps means 60,000.
 */
function withDoubtAboutNumbers(guess: TableGuess, head: Buffer): TableGuess {
  const field = guess.columns
    .find(({ becomes }) => becomes === 'price')
    ?.header.split('.')
    .at(-1)
  const numbers = head.toString().matchAll(/"([^"\\]+)"\s*:\s*(\d+\.\d+)(?=\s*[,}\]])/g)
  const written = [...numbers].flatMap(([, key, number]) => (key === field ? [number!] : []))
  const currencies = guess.columns.find(({ becomes }) => becomes === 'currency')?.samples ?? []
  const hasThree = currencies.some((code) => minorUnits(code) > 2)
  const isUndecided = !guess.isNamed && !hasThree && written.every((text) => /^[1-9]\d{0,2}\.\d{3}$/.test(text))
  const number = isUndecided ? written.find((text) => text.endsWith('0')) : undefined
  return number === undefined ? guess : { ...guess, doubts: [...guess.doubts, sentenceAboutThousands(number)] }
}

/** Records whose values are objects with the fields of a product, as a table. */
function openRecords(
  guess: TableGuess,
  records: AsyncIterable<CatalogRecord>,
  options: FileOpenOptions,
): OpenCatalogFile {
  const later: string[] = []
  const onUnused = (headers: readonly string[]) => options.onUnused?.([...headers, ...later])
  const rows = readJsonRows(records, (headers) => later.push(...headers), {
    columns: guess.columns.map(({ header }) => header),
    named: options.columns?.keys(),
    onLate: refusalOfLateValues(guess.columns.map(({ becomes }) => becomes)),
  })
  return openTable(guess, { rows }, { ...options, onUnused })
}

/** Whether the products have a price, or several other fields that the native format does not have. */
function hasOtherFields({ columns }: TableGuess): boolean {
  const others = columns.filter(({ header }) => !NATIVE_PRODUCT_FIELDS.has(header.split('.')[0]!))
  return others.length > 1 || others.some(({ header }) => header === 'price')
}

/** Throws `CatalogFileError` if the table has no header. */
function guessTable(rows: readonly (readonly string[])[], options: FileOpenOptions): TableGuess {
  const table = rows.slice(findHeader(rows))
  const [header = []] = table
  const isNamed = header.some((name) => options.columns?.has(name.trim().toLowerCase()))
  if (!isNamed && !namesColumns(header)) throw noHeaderLine(['name', 'price', 'sku'])
  return guessFor(table, options)
}

function guessFor([header = [], ...rows]: readonly (readonly string[])[], { columns }: FileOpenOptions): TableGuess {
  const unknown = columns && [...columns.values()].find((name) => !isRole(name))
  if (unknown === undefined) return guessColumns(header, rows, columns)
  const roles = Object.values(ROLES).map(({ headers }) => `“${headers[0]}”`)
  throw new CatalogFileError(
    `The file for --columns calls a column “${unknown}”, which is neither a column of a known format nor one of ` +
      `${roles.join(', ')}.`,
  )
}

function describe({ text }: FormatSample): string {
  if (text.trim() === '') return `${EMPTY_FILE} ${FORMATS_HINT}`
  const root = /^\s*(?:<[?!][^>]*>\s*)*<([\w:.-]{1,40})/.exec(text)?.[1]
  if (root) {
    requireWellFormed(text)
    return (
      `The file looks like XML. Its first element is <${root}>, and no element that is repeated has a name and a price. ` +
      `A feed for Google Merchant Center begins with <rss> or <feed>. ${FORMATS_HINT}`
    )
  }
  return `${jsonRefusal(Buffer.from(text)) ?? 'The file is of no known format.'} ${FORMATS_HINT}`
}
