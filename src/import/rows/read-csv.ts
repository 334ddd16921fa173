import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { CatalogFileError } from '../file-error.ts'

/** The longest row, in bytes. */
const ROW_LIMIT = 4 * 1024 * 1024

/** A row of a table, with the line that it begins on. Lines with nothing on them are no rows. */
export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * The rows of UTF-8 text with separated cells, as RFC 4180 has it; lines may end in any of the three ways. Throws
 * `CatalogFileError` where quotation marks leave open what is a row, and where a row is too long to hold.
 */
export async function* readCsv(bytes: AsyncIterable<Uint8Array>, delimiter: string): AsyncGenerator<TableRow> {
  const lines = new LineCount()
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Feeds with tabs seldom quote their cells, and have inches in them.
    relax_quotes: delimiter === '\t',
    // Cells may be padded, but a tab is no padding between tabs.
    trim: delimiter !== '\t',
    skip_empty_lines: true,
    max_record_size: ROW_LIMIT,
    // The types know of no record but cells.
    on_record: (cells, read) => lines.next(cells, read) as never,
  })
  // Whatever goes wrong on the way in destroys the parser with it, so that reading it below throws.
  pipeline(Readable.from(pieces(bytes, lines)), parser).catch(() => {})
  try {
    for await (const row of parser as AsyncIterable<TableRow>) {
      if (delimiter === '\t') refuseSwallowed(row)
      yield row
    }
  } catch (error) {
    throw error instanceof CsvError ? new CatalogFileError(sentence(error), lines.line) : error
  } finally {
    parser.destroy()
  }
}

/** Counts lines, since the parser takes a carriage return and a line feed inside of a cell for two. */
class LineCount {
  /** Where the next row begins. */
  line = 1
  /** How many bytes the parser was given since its last row. */
  bytes = 0
  #read = { lines: 0, empty_lines: 0 }

  /** `read`: how many lines the parser has counted, and how many of them it has skipped. */
  next(
    cells: readonly string[],
    { lines, empty_lines }: { readonly lines: number; readonly empty_lines: number },
  ): TableRow {
    const skipped = empty_lines - this.#read.empty_lines
    const row = { line: this.line + skipped, cells }
    const several = lines > this.#read.lines + skipped + 1
    this.line += skipped + 1 + (several ? breaksIn(cells) : 0)
    this.#read = { lines, empty_lines }
    this.bytes = 0
    return row
  }
}

/**
 * The bytes in small pieces, so that few rows wait between streams; copied, since a source may fill the same memory again
 * meanwhile. The parser's own limit is for the text of a row: this one is for cells without any.
 */
async function* pieces(bytes: AsyncIterable<Uint8Array>, lines: LineCount): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; from += PIECE) {
      const piece = Buffer.from(chunk.subarray(from, from + PIECE))
      lines.bytes += piece.length
      if (lines.bytes > 2 * ROW_LIMIT) throw new CatalogFileError(TOO_LONG, lines.line)
      yield piece
    }
  }
}

const PIECE = 16 * 1024

function breaksIn(cells: readonly string[]): number {
  let breaks = 0
  for (const cell of cells) if (/[\r\n]/.test(cell)) breaks += cell.match(/\r\n|\r|\n/g)!.length
  return breaks
}

/** Where stray quotation marks are let pass, one at the beginning of a cell may swallow the lines up to the next. */
function refuseSwallowed({ cells, line }: TableRow): void {
  if (cells.some((cell) => cell.startsWith('"') && /[\r\n]/.test(cell))) throw new CatalogFileError(UNCLOSED, line)
}

const UNCLOSED =
  'In the row that begins here a quotation mark opens a cell and none closes it. The file is cut off, or a quotation mark is missing or too many.'

const TOO_LONG =
  'The row that begins here is longer than 4 MiB. Perhaps a quotation mark opens a cell that none closes.'

function sentence({ code, message }: CsvError): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return UNCLOSED
    case 'CSV_MAX_RECORD_SIZE':
      return TOO_LONG
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE':
      return `In the row that begins here a quotation mark stands in the middle of a cell. A cell that has one is quoted as a whole, and the quotation mark written twice: "15"" screen".`
    default:
      return `The row that begins here cannot be read as separated cells (${message}).`
  }
}
