import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { peek } from '@vitrine/catalog/json/peek'
import { CONTROLS } from '@vitrine/catalog/native/control-characters'
import type { StreamStore } from '@vitrine/catalog/stream/record'
import type { Place } from '@vitrine/catalog/submission'
import { SAMPLE_ROWS } from '../format.ts'
import type { ReadOptions } from '../read-options.ts'
import { ColumnLayout, type Columns, type UnusedColumn } from './columns.ts'
import { fromHeader, isProductRow, noHeaderLine } from './header-row.ts'
import { type CsvRow, delimiterOf, readCsv } from './read-csv.ts'
import { Row } from './row.ts'

/**
 * The rows of a CSV file below its header line. Throws `CatalogFileError` if there are none, if a required column is
 * missing, and if the file ends within a row.
 */
export async function* readTable<Key extends string>(
  bytes: AsyncIterable<Uint8Array>,
  mapping: TableMapping<Key>,
  options: TableReadOptions,
): AsyncGenerator<Row<Key> | BadRow> {
  let lastByte: number | undefined
  async function* watched() {
    for await (const chunk of withoutControlBytes(bytes, options.onWarning)) {
      lastByte = chunk.at(-1) ?? lastByte
      yield chunk
    }
  }
  const { head, bytes: all } = await peek(watched(), HEAD)
  const rows = readCsv(all, delimiterOf(head.toString('utf8')))
  yield* readTableRows(rows, mapping, options, () => lastByte === 0x0a || lastByte === 0x0d)
}

/** UTF-8 without the control characters that no table needs. One in a header or a number would hide the value. */
async function* withoutControlBytes(
  bytes: AsyncIterable<Uint8Array>,
  onWarning: TableReadOptions['onWarning'],
): AsyncGenerator<Uint8Array> {
  let line = 1
  let hasWarned = false
  for await (const chunk of bytes) {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
    const index = text.search(CONTROLS)
    if (!hasWarned) line += text.slice(0, index === -1 ? undefined : index).split('\n').length - 1
    if (index !== -1 && !hasWarned)
      onWarning({ line, path: 'the file', message: 'has control characters, the first on this line; they are removed' })
    hasWarned ||= index !== -1
    yield index === -1 ? chunk : Buffer.from(text.replaceAll(CONTROLS, ''), 'latin1')
  }
}

/** The columns of a table format. */
export interface TableMapping<Key extends string> {
  readonly columns: Columns<Key>
  /**
   * The columns of a file with these headers, if they differ, for example by language. `rows` are the first rows, at
   * most `SAMPLE_ROWS`. `store` is that of the import, whose markets may have columns.
   */
  columnsFor?(headers: readonly string[], rows: readonly (readonly string[])[], store?: StreamStore): Columns<Key>
  /** The columns that a file must have. */
  readonly required: readonly Key[]
  /**
   * The rows from the header on in the usual notation, if files have several. It may add columns at the end. `columns`
   * has the names that the file for --columns, or a guess, gives to the headers.
   */
  normalised?(rows: AsyncIterable<CsvRow>, columns: TableReadOptions['columns']): AsyncIterable<CsvRow>
}

/** A row whose cells cannot be assigned to columns. */
export interface BadRow extends Place {
  /** What a problem calls it, if it is not “the row”. */
  readonly path?: string
  readonly fault: { readonly wrong: string; readonly right: string }
}

export interface TableReadOptions extends Pick<ReadOptions, 'columns' | 'onWarning' | 'onUsed' | 'onUnused'> {
  /** The store, if it is known. */
  readonly store?: StreamStore | undefined
  /** The name of the file, if an import reads several. */
  readonly file?: string | undefined
}

/** The most columns of a table. */
export const COLUMNS_LIMIT = 10_000

/** The bytes in which the delimiter is looked for. */
const HEAD = 64 * 1024

/**
 * As `readTable`, for rows of any source. `endsLine` returns whether a line break ends the last row; without it, cells
 * may be missing at the end of a row.
 */
export async function* readTableRows<Key extends string>(
  rows: AsyncIterable<CsvRow>,
  mapping: TableMapping<Key>,
  options: TableReadOptions,
  endsLine?: () => boolean,
): AsyncGenerator<Row<Key> | BadRow> {
  const start = ([header, ...sample]: readonly CsvRow[]) =>
    new TableRows(header!, sample, mapping, options, endsLine === undefined)
  let table: TableRows<Key> | undefined
  /** The header and the first rows, until there are enough to choose the columns. */
  const head: CsvRow[] = []
  const all = fromHeader(rows, options.columns)
  for await (const row of mapping.normalised?.(all, options.columns) ?? all) {
    // A line of white space is no row. A line of delimiters is a blank row.
    if (row.cells.length === 1 && row.cells[0]!.trim() === '') continue
    if (table) yield table.read(row)
    else if (head.push(row) > SAMPLE_ROWS) {
      table = start(head)
      yield* table.readSample()
    }
  }
  if (!table && head.length > 0) {
    table = start(head)
    yield* table.readSample()
  }
  table?.end(endsLine?.() ?? true)
  options.onUnused?.(table?.unusedHeaders() ?? [])
  if (!table?.count) throw new CatalogFileError('The table has a header line at most, and no row below it.')
}

/** Assigns the cells of rows to the columns of the header. */
class TableRows<Key extends string> {
  readonly #layout: ColumnLayout<Key>
  readonly #sample: readonly CsvRow[]
  readonly #width: number
  /** Whether blank cells at the end of a row may be missing. */
  readonly #mayBeShort: boolean
  readonly #onWarning: TableReadOptions['onWarning']
  /** The columns that are not used, with the index of each, while all their cells are blank. */
  #blankColumns: readonly UnusedColumn[]
  /** The rows that have more cells than the header, which are blank: their number, and the widest row. */
  #widerRows = 0
  #widest: CsvRow | undefined
  /** The last row, if it has fewer cells than the header. */
  #short: CsvRow | undefined
  #hasWarned = false
  /** The raw indexes of columns with the same header, of which one value counts, while they agree. */
  #repeated: readonly (readonly number[])[]
  readonly #header: readonly string[]
  count = 0

  constructor(
    header: CsvRow,
    sample: readonly CsvRow[],
    mapping: TableMapping<Key>,
    options: TableReadOptions,
    mayBeShort: boolean,
  ) {
    this.#mayBeShort = mayBeShort
    this.#sample = sample
    this.#layout = layoutOf(header, sample, mapping, options)
    options.onUsed?.(this.#layout.usedColumns)
    this.#width = header.cells.length
    this.#onWarning = options.onWarning
    this.#blankColumns = this.#layout.unusedColumns
    this.#header = header.cells
    this.#repeated = repeatedColumns(this.#layout, header.cells)
  }

  *readSample(): Generator<Row<Key> | BadRow> {
    for (const row of this.#sample) yield this.read(row)
  }

  read(row: CsvRow): Row<Key> | BadRow {
    const { line, row: number, cells } = row
    this.count++
    this.#warnIfShort()
    if (cells.length < this.#width && !this.#mayBeShort) this.#short = row
    if (cells.slice(this.#width).some((cell) => cell.trim() !== ''))
      return { line, row: number, fault: { wrong: this.#lengthOf(row), right: ONE_CELL_PER_COLUMN } }
    if (cells.length > this.#width) this.#countWider(row)
    if (this.#blankColumns.some(({ index }) => cells[index]))
      this.#blankColumns = this.#blankColumns.filter(({ index }) => !cells[index]?.trim())
    this.#warnIfRepeated(row)
    const read = this.#layout.indexes.map((index) => cells[index] ?? '')
    return new Row(line, read, this.#layout, number)
  }

  /** The headers of the columns that have values and are not used. */
  unusedHeaders(): readonly string[] {
    return this.#layout.unusedColumns
      .filter((column) => !this.#blankColumns.includes(column))
      .map(({ header }) => header)
  }

  /** If only the last row is short, and no line break ends it, the file was cut off. */
  end(endsLine: boolean): void {
    if (this.#short && !endsLine && !this.#hasWarned) {
      const { cells, ...place } = this.#short
      const message = `The file is cut off: its last row has ${cells.length} of ${this.#width} cells.`
      throw new CatalogFileError(message, place)
    }
    this.#warnIfShort()
    if (this.#widerRows * 2 > this.count) this.#refuseDrift(this.#widest!)
  }

  #countWider(row: CsvRow): void {
    this.#widerRows++
    if (!this.#widest || row.cells.length > this.#widest.cells.length) this.#widest = row
  }

  /** If most rows are wider than the header, values may be in other columns than it says. A blank cell may end each. */
  #refuseDrift(widest: CsvRow): void {
    const { cells, ...place } = widest
    const share = `${this.#widerRows} of ${this.count} rows have additional blank cells`
    if (cells.length > this.#width + 1)
      throw new CatalogFileError(
        `This row ${this.#lengthOf(widest)}, and ${share}. Their values are perhaps in the wrong columns. ` +
          'Give every column a header, and every row one cell per column.',
        place,
      )
    this.#onWarning({
      ...place,
      path: 'the row',
      message: `${this.#lengthOf(widest)}, as ${share}: check that the values are in the right columns`,
    })
  }

  #warnIfRepeated({ cells, ...place }: CsvRow): void {
    this.#repeated = this.#repeated.filter((indexes) => {
      const values = new Set(indexes.map((index) => cells[index]?.trim()).filter(Boolean))
      if (values.size < 2) return true
      const quoted = [...values].map((value) => JSON.stringify(value)).join(' and ')
      const message = `is the header of ${indexes.length} columns, which have ${quoted} here: the first one that is not blank counts`
      this.#onWarning({ ...place, path: this.#header[indexes[0]!]!.trim(), message })
      return false
    })
  }

  #warnIfShort(): void {
    if (!this.#short) return
    const message = `${this.#lengthOf(this.#short)}; the missing cells count as blank`
    const { line, row } = this.#short
    this.#onWarning({ line, row, path: 'the row', message })
    this.#hasWarned = true
    this.#short = undefined
  }

  #lengthOf({ cells }: CsvRow): string {
    return `has ${cells.length} cells, but the header has ${this.#width}`
  }
}

/** Fields that have one value. Pictures and the like may be in several columns. */
const SINGLE_FIELDS = [
  'name',
  'description',
  'variants[].sku',
  'variants[].price',
  'variants[].listPrice',
  'variants[].stock',
]

/** The indexes of columns with the same header, for fields that have one value. */
function repeatedColumns<Key extends string>(layout: ColumnLayout<Key>, header: readonly string[]): number[][] {
  const keys = new Set(SINGLE_FIELDS.flatMap((field) => layout.keyOfField(field) ?? []))
  return [...keys].flatMap((key) => {
    const indexes = layout.cellIndexes(key).map((index) => layout.indexes[index]!)
    return [...Map.groupBy(indexes, (index) => header[index]!.trim().toLowerCase()).values()].filter(
      (same) => same.length > 1,
    )
  })
}

const ONE_CELL_PER_COLUMN = 'one cell per column; a cell that contains the delimiter must be in quotation marks'

function layoutOf<Key extends string>(
  { cells, ...place }: CsvRow,
  sample: readonly CsvRow[],
  mapping: TableMapping<Key>,
  { columns: renamed, file, store }: TableReadOptions,
): ColumnLayout<Key> {
  if (cells.length > COLUMNS_LIMIT)
    throw new CatalogFileError(`The header has ${cells.length} columns; at most ${COLUMNS_LIMIT} can be read.`, place)
  const headers = cells.map((cell) => renamed?.get(cell.trim().toLowerCase()) ?? cell)
  const rows = sample.map((row) => row.cells)
  const columns = mapping.columnsFor?.(headers, rows, store) ?? mapping.columns
  const layout = new ColumnLayout(columns, headers, cells, file)
  const missing = mapping.required.filter((key) => !layout.keys.has(key))
  if (missing.length > 0) {
    if (isProductRow(headers, layout.keys.size))
      throw noHeaderLine(mapping.required.map((key) => columns[key].headers[0]!))
    const names = missing.map((key) => `“${columns[key].headers.join('” or “')}”`).join(', ')
    throw new CatalogFileError(
      `The header has no column ${names}. Export the file with all columns, or add them.`,
      place,
    )
  }
  return layout
}
