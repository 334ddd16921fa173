import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { prepend } from '@vitrine/catalog/json/peek'
import type { Place } from '@vitrine/catalog/submission'
import { CsvError, parse } from 'csv-parse'

/**
 * Reads the rows of UTF-8 text in the format of RFC 4180. Lines may end in LF, CR LF or CR. Throws `CatalogFileError`
 * for wrong quotation marks, which leave open where a row ends, and for rows over `ROW_LIMIT`.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<CsvRow> {
  const counter = new LineCounter(delimiter)
  const chunks = bytes[Symbol.asyncIterator]()
  try {
    const unread = delimiter === '\t' ? yield* readUnquotedRows(chunks, counter) : Buffer.alloc(0)
    yield* parseRows(prepend(unread, chunks), delimiter, counter)
  } finally {
    await chunks.return?.()
  }
}

/** The longest row, in bytes. */
const ROW_LIMIT = 4 * 1024 * 1024

/** A line that Excel writes above the header to name the delimiter. */
export const SEP_LINE = /^\s*"?sep=(.)"?\s*$/i

/** A line above the header that explains the columns, as in Meta's template: `# Required | The price`. */
export const COMMENT = /^#\s+[^\s|][^|]*\|/

/** A row of a CSV file, or of another table. An empty line is not a row, but it counts as one. */
export interface CsvRow extends Place {
  readonly cells: readonly string[]
}

/**
 * The delimiter that occurs most often outside quotation marks, in the first line that has one and is no comment: a
 * line above it may be a title. `text` is the beginning of a file.
 */
export function delimiterOf(text: string): string {
  let count = 0
  // Line breaks in quoted cells do not end a line.
  for (const [line] of text.matchAll(/(?:"(?:[^"]|"")*(?:"|$)|[^"\r\n])+/g)) {
    if (++count > MAX_LINES) break
    const named = SEP_LINE.exec(line)?.[1]
    if (named) return named
    if (COMMENT.test(line.replace(/^\s*"?/, ''))) continue
    const unquoted = line.trim().replace(/"(?:[^"]|"")*"?/g, '')
    const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length)
    if (Math.max(...counts) > 1) return DELIMITERS[counts.indexOf(Math.max(...counts))]!
  }
  return DELIMITERS[0]
}

/** Lines in which the delimiter is looked for. */
const MAX_LINES = 10

/** The most common delimiter first: it wins a tie. */
const DELIMITERS = [',', ';', '\t', '|'] as const

/**
 * The rows of tab-separated text before the first quotation mark. Few feeds have one. Without it a row is a line, and
 * to split lines takes a fraction of the time of the parser. Returns the bytes that were received and not read: the
 * parser reads them, and everything after them.
 */
async function* readUnquotedRows(
  chunks: AsyncIterator<Uint8Array>,
  counter: LineCounter,
): AsyncGenerator<CsvRow, Buffer> {
  let unread = Buffer.alloc(0)
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    unread = Buffer.concat([unread, next.value])
    if (unread.length > ROW_LIMIT || next.value.includes(QUOTATION_MARK)) break
    const end = unread.lastIndexOf(NEWLINE) + 1
    const lines = unread.toString('utf8', 0, end).split(/\r\n|\r|\n/)
    // Nothing follows the last line break.
    lines.pop()
    for (const line of lines)
      if (line === '') counter.skipLine()
      else yield counter.nextLine(line.split('\t'))
    unread = unread.subarray(end)
  }
  return unread
}

const NEWLINE = 0x0a
const QUOTATION_MARK = 0x22

async function* parseRows(
  bytes: AsyncIterable<Uint8Array>,
  delimiter: string,
  counter: LineCounter,
): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Tab-separated feeds rarely quote cells, and contain inch marks.
    relax_quotes: delimiter === '\t',
    // With the tab as delimiter, a tab is not padding.
    trim: delimiter !== '\t',
    skip_empty_lines: true,
    max_record_size: ROW_LIMIT,
    // csv-parse declares the result as a record of cells, but passes on any value.
    on_record: (cells, info) => counter.next(cells, info) as never,
  })
  // A failure of the source destroys the parser, so that the loop below throws it.
  pipeline(Readable.from(smallChunks(bytes, counter)), parser).catch(() => {})
  try {
    for await (const row of parser as AsyncIterable<CsvRow>) {
      if (delimiter === '\t') rejectMultilineQuote(row)
      yield row
    }
  } catch (error) {
    throw error instanceof CsvError ? new CatalogFileError(messageOf(error), counter) : error
  } finally {
    parser.destroy()
  }
}

/** Counts lines and rows. The parser's own count takes a CR LF in a cell for two lines. */
class LineCounter implements Place {
  /** The line on which the next row begins, and its row in a spreadsheet, which does not show a `SEP_LINE`. */
  line = 1
  row = 1
  /** The bytes that the parser received since the last row. */
  bytes = 0
  readonly #delimiter: string
  #before = { lines: 0, empty_lines: 0 }

  constructor(delimiter: string) {
    this.#delimiter = delimiter
  }

  /** The row of these cells. `info` has the parser's counts of all lines and of empty lines so far. */
  next(cells: readonly string[], info: { readonly lines: number; readonly empty_lines: number }): CsvRow {
    const emptyLines = info.empty_lines - this.#before.empty_lines
    const read = { line: this.line + emptyLines, row: this.row + emptyLines, cells }
    const isMultiline = info.lines > this.#before.lines + emptyLines + 1
    this.line += emptyLines + 1 + (isMultiline ? lineBreaksIn(cells) : 0)
    this.row += emptyLines + (this.#isSepLine(cells) ? 0 : 1)
    this.#before = { lines: info.lines, empty_lines: info.empty_lines }
    this.bytes = 0
    return read
  }

  /** The row of the next line, which the parser does not get. */
  nextLine(cells: readonly string[]): CsvRow {
    const read = { line: this.line, row: this.row, cells }
    this.line++
    if (!this.#isSepLine(cells)) this.row++
    return read
  }

  /** Counts an empty line, which the parser does not get. */
  skipLine(): void {
    this.line++
    this.row++
  }

  #isSepLine(cells: readonly string[]): boolean {
    return this.row === 1 && SEP_LINE.test(cells.join(this.#delimiter))
  }
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
}

const CHUNK_SIZE = 16 * 1024

/**
 * The bytes in small chunks, so that few rows are queued between the streams. Copies them, because a source may reuse
 * its memory. The parser limits only the text of a row; the limit here covers rows of empty cells.
 */
async function* smallChunks(bytes: AsyncIterable<Uint8Array>, counter: LineCounter): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += CHUNK_SIZE) {
      const small = Buffer.from(chunk.subarray(start, start + CHUNK_SIZE))
      counter.bytes += small.length
      if (counter.bytes > 2 * ROW_LIMIT) throw new CatalogFileError(TOO_LONG, counter)
      yield small
    }
  }
}

/** Rejects a quoted cell with line breaks in a tab-separated row: a stray quotation mark may have swallowed lines. */
function rejectMultilineQuote({ cells, ...place }: CsvRow): void {
  if (cells.some((cell) => cell.startsWith('"') && /[\r\n]/.test(cell))) throw new CatalogFileError(UNCLOSED, place)
}

const UNCLOSED =
  'In the row that begins here a quotation mark opens a cell and none closes it. ' +
  'The file is cut off, or it has a quotation mark too few or too many.'
const TOO_LONG =
  'The row that begins here is longer than 4 MiB. Perhaps a quotation mark opens a cell and none closes it.'
const STRAY =
  'In the row that begins here a quotation mark is in the middle of a cell. ' +
  'Put the complete cell in quotation marks and double those in it: "15"" screen".'

function messageOf({ code, message }: CsvError): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return UNCLOSED
    case 'CSV_MAX_RECORD_SIZE':
      return TOO_LONG
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return STRAY
    default:
      return `The row that begins here cannot be read as CSV (${message}).`
  }
}
