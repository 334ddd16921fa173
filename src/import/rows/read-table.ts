import { CatalogFileError } from '../file-error.ts'
import type { ReadOptions } from '../read-options.ts'
import { ColumnLayout, type Columns } from './column-layout.ts'
import { delimiterOf, SEP_LINE } from './delimiter.ts'
import { readCsv, type TableRow } from './read-csv.ts'
import { Row } from './row.ts'

/** A row that cannot be told what its cells mean. */
export interface BadRow {
  readonly line: number
  readonly fault: { readonly wrong: string; readonly right: string }
}

/** What a format says of its columns. */
export interface TableMapping<Key extends string> {
  readonly columns: Columns<Key>
  /** Columns that a file must have. */
  readonly required: readonly Key[]
  /** Columns that are known and not used. */
  readonly unused: RegExp
}

/** What has to be known of a file beside its bytes. */
export type TableReadOptions = Pick<ReadOptions, 'columns' | 'onWarning'>

/** The most columns of a table. */
const COLUMNS_LIMIT = 10_000

/**
 * The rows of a table by the columns of its header line. Throws `CatalogFileError` when there is nothing but a header,
 * when a column is missing that is needed, and when the table ends within a row.
 */
export async function* readTable<Key extends string>(
  bytes: AsyncIterable<Uint8Array>,
  meaning: TableMapping<Key>,
  reading: TableReadOptions,
): AsyncGenerator<Row<Key> | BadRow> {
  const { delimiter, chunks, endsLine } = await begun(bytes)
  let header: Header<Key> | undefined
  const check = new LengthCheck(reading)
  let rows = 0
  for await (const row of readCsv(chunks, delimiter)) {
    if (isEmpty(row) || (!header && SEP_LINE.test(row.cells.join(delimiter)))) continue
    if (!header) {
      header = headerOf(row, meaning, reading)
      continue
    }
    rows++
    yield check.fault(row, header.size) ?? new Row(row.line, kept(row, header.layout), header.layout)
  }
  check.end(endsLine())
  if (rows === 0) throw new CatalogFileError('The table has a header line at most, and no row below it.')
}

/** The delimiter; the chunks, with the first one again; and whether the last of them ended a line. */
async function begun(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]()
  const first = await source.next()
  const head = first.done
    ? Buffer.alloc(0)
    : Buffer.from(first.value.buffer, first.value.byteOffset, first.value.length)
  let last: number | undefined
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (let next = first; !next.done; next = await source.next()) {
        last = next.value.at(-1) ?? last
        yield next.value
      }
    } finally {
      await source.return?.(undefined)
    }
  }
  return {
    delimiter: delimiterOf(head.toString('utf8', 0, HEAD)),
    chunks: chunks(),
    endsLine: () => last === 0x0a || last === 0x0d,
  }
}

const HEAD = 64 * 1024

/** A line with nothing on it. A row of separators is a row, and counted. */
function isEmpty({ cells }: TableRow): boolean {
  return cells.length === 1 && cells[0]!.trim() === ''
}

interface Header<Key extends string> {
  readonly layout: ColumnLayout<Key>
  readonly size: number
}

function headerOf<Key extends string>(
  { cells, line }: TableRow,
  { columns, required, unused }: TableMapping<Key>,
  { columns: renamed, onWarning }: TableReadOptions,
): Header<Key> {
  if (cells.length > COLUMNS_LIMIT)
    throw new CatalogFileError(`The header has ${cells.length} columns; at most ${COLUMNS_LIMIT} can be read.`, line)
  const names = cells.map((cell) => renamed?.get(cell.trim().toLowerCase()) ?? cell)
  const layout = new ColumnLayout(columns, names)
  const missing = required.filter((key) => !layout.has(key))
  if (missing.length > 0) {
    const wanted = missing.map((key) => `“${columns[key].headers.join('” or “')}”`).join(', ')
    throw new CatalogFileError(`The header has no column ${wanted}.`, line)
  }
  const unknown = layout.unknown.filter((name) => !unused.test(name))
  if (unknown.length > 0)
    onWarning({ line, path: 'the header', message: `has columns that are not used: ${listed(unknown)}` })
  return { layout, size: cells.length }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).map((name) => (name.length > 60 ? `${name.slice(0, 59)}…` : name))
  return names.length > NAMED ? `${shown.join(', ')} and ${names.length - NAMED} more` : shown.join(', ')
}

const NAMED = 8

function kept<Key extends string>({ cells }: TableRow, { kept: indexes }: ColumnLayout<Key>): string[] {
  return indexes.map((index) => cells[index] ?? '')
}

/** Whether rows have as many cells as the header. */
class LengthCheck {
  readonly #reading: TableReadOptions
  #shortBefore = false
  #short: { readonly line: number; readonly cells: number; readonly size: number } | undefined

  constructor(reading: TableReadOptions) {
    this.#reading = reading
  }

  /** Why the row cannot be read by the header, if it cannot. */
  fault({ line, cells }: TableRow, size: number): BadRow | undefined {
    this.#say()
    if (cells.length < size) this.#short = { line, cells: cells.length, size }
    if (cells.length <= size || cells.slice(size).every((cell) => cell.trim() === '')) return undefined
    const wrong = `has ${cells.length} cells, but the header has ${size}`
    return {
      line,
      fault: { wrong, right: 'one cell a column: a cell with a separator in it stands in quotation marks' },
    }
  }

  /** Where only the last row is short, and ends no line, the file was cut off. */
  end(endsLine: boolean): void {
    if (!this.#short) return
    if (endsLine || this.#shortBefore) {
      this.#say()
      return
    }
    const { line, cells, size } = this.#short
    const sentence = `The file is cut off: its last row has ${cells} of ${size} cells.`
    throw new CatalogFileError(sentence, line)
  }

  #say(): void {
    if (!this.#short) return
    const { line, cells, size } = this.#short
    const message = `has ${cells} cells, but the header has ${size}; the others are taken as blank`
    this.#reading.onWarning({ line, path: 'the row', message })
    this.#shortBefore = true
    this.#short = undefined
  }
}
