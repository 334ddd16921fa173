import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { CatalogFileError } from '../file-error.ts'

/** The longest row, in bytes. */
const ROW_LIMIT = 4 * 1024 * 1024

/** A line that Excel writes above the header to name the delimiter. */
export const SEP_LINE = /^\s*"?sep=(.)"?\s*$/i

/** A row of a CSV file, or of another table. An empty line is not a row. */
export interface CsvRow {
  /** The line on which the row begins; the first line is 1. In a spreadsheet, the number of the row. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * The delimiter that occurs most often outside quotation marks, in the first line that has one: a line above it may be a
 * title. `text` is the beginning of a file.
 */
export function delimiterOf(text: string): string {
  // Line breaks in quoted cells do not end a line.
  for (const [index, [line]] of text
    .matchAll(/(?:"(?:[^"]|"")*(?:"|$)|[^"\r\n])+/g)
    .map((match, index) => [index, match] as const)) {
    if (index >= MAX_LINES) break
    const named = SEP_LINE.exec(line)?.[1]
    if (named) return named
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
 * Reads the rows of UTF-8 text in the format of RFC 4180. Lines may end in LF, CR LF or CR. Throws `CatalogFileError` for
 * wrong quotation marks, which leave open where a row ends, and for rows over `ROW_LIMIT`.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<CsvRow> {
  const counter = new LineCounter()
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
    throw error instanceof CsvError ? new CatalogFileError(messageOf(error), counter.line) : error
  } finally {
    parser.destroy()
  }
}

/** Counts lines. The parser's own count takes a CR LF in a cell for two lines. */
class LineCounter {
  /** The line on which the next row begins. */
  line = 1
  /** The bytes that the parser received since the last row. */
  bytes = 0
  #before = { lines: 0, empty_lines: 0 }

  /** The row of these cells. `info` has the parser's counts of all lines and of empty lines so far. */
  next(cells: readonly string[], info: { readonly lines: number; readonly empty_lines: number }): CsvRow {
    const emptyLines = info.empty_lines - this.#before.empty_lines
    const row = { line: this.line + emptyLines, cells }
    const isMultiline = info.lines > this.#before.lines + emptyLines + 1
    this.line += emptyLines + 1 + (isMultiline ? lineBreaksIn(cells) : 0)
    this.#before = { lines: info.lines, empty_lines: info.empty_lines }
    this.bytes = 0
    return row
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
      if (counter.bytes > 2 * ROW_LIMIT) throw new CatalogFileError(TOO_LONG, counter.line)
      yield small
    }
  }
}

/** Rejects a quoted cell with line breaks in a tab-separated row: a stray quotation mark may have swallowed the lines. */
function rejectMultilineQuote({ cells, line }: CsvRow): void {
  if (cells.some((cell) => cell.startsWith('"') && /[\r\n]/.test(cell))) throw new CatalogFileError(UNCLOSED, line)
}

const UNCLOSED =
  'In the row that begins here a quotation mark opens a cell and none closes it. The file is cut off, or it has a quotation mark too few or too many.'
const TOO_LONG =
  'The row that begins here is longer than 4 MiB. Perhaps a quotation mark opens a cell and none closes it.'
const STRAY =
  'In the row that begins here a quotation mark is in the middle of a cell. Put the complete cell in quotation marks and double those in it: "15"" screen".'

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
