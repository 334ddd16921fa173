import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { Place } from '@vitrine/catalog/submission'
import type { CsvRow } from '../rows/read-csv.ts'
import { columnNumber, type MergedRange } from './merged-cells.ts'
import { type NumberFormat, numberText } from './number-format.ts'
import { RichText, type SharedStrings, unescapedText } from './shared-strings.ts'
import { type ElementHandlers, parsePart } from './xml-part.ts'

/** The rows of a sheet that are not blank, by their numbers in the sheet. */
export async function* readSheetRows(chunks: AsyncIterable<Buffer>, context: SheetContext): AsyncGenerator<CsvRow> {
  const parser = new SheetParser(context)
  for await (const _ of parsePart(chunks, parser)) yield* parser.takeRows()
}

/** The limits of Excel. */
const ROWS_LIMIT = 1_048_576
const COLUMNS_LIMIT = 16_384

/** The most characters of a row, and of the first rows that a merged cell may repeat. */
const ROW_LIMIT = 4 * 1024 * 1024

/** What the cells of a sheet refer to. */
export interface SheetContext {
  readonly strings: SharedStrings | undefined
  readonly formats: readonly NumberFormat[]
  readonly countsFrom1904: boolean
  /** By their first rows. */
  readonly merged: readonly MergedRange[]
  /** Called for a cell that shows an error such as `#N/A`. It counts as blank. */
  readonly onErrorCell?: (row: number, error: string) => void
}

class SheetParser implements ElementHandlers {
  readonly #context: SheetContext
  #rows: CsvRow[] = []

  /** The current row and cell. */
  #row = 0
  #cells: string[] = []
  #size = 0
  #column = -1
  #type = ''
  #format: NumberFormat | undefined
  #value = ''
  #isInValue = false
  readonly #inline = new RichText()

  /** The merged ranges that the current row may be in, with their values. */
  #open: (MergedRange & { readonly value: string })[] = []
  #nextMerged = 0

  constructor(context: SheetContext) {
    this.#context = context
  }

  takeRows(): CsvRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#beginRow(attributes)
    else if (name === 'c') this.#beginCell(attributes)
    else if (name === 'v') this.#isInValue = true
    else this.#inline.open(name)
  }

  text(text: string): void {
    if (this.#isInValue) this.#value += text
    else this.#inline.add(text)
  }

  close(name: string): void {
    if (name === 'row') this.#endRow()
    else if (name === 'c') this.#endCell()
    else if (name === 'v') this.#isInValue = false
    else this.#inline.close(name)
  }

  /** A spreadsheet has no lines; its rows count as lines. */
  get #place(): Place {
    return { line: this.#row, row: this.#row }
  }

  #beginRow({ r }: Readonly<Record<string, string>>): void {
    const row = r === undefined ? this.#row + 1 : Number(r)
    if (!(row > this.#row && row <= ROWS_LIMIT))
      throw new CatalogFileError(`The sheet has a row number ${row} that is not above the one before it.`, this.#place)
    this.#row = row
    this.#cells = []
    this.#size = 0
    this.#column = -1
  }

  #beginCell({ r, t = 'n', s }: Readonly<Record<string, string>>): void {
    const letters = r === undefined ? undefined : /^[A-Z]{1,3}(?=\d)/.exec(r)?.[0]
    this.#column = letters === undefined ? this.#column + 1 : columnNumber(letters)
    if (this.#column >= COLUMNS_LIMIT)
      throw new CatalogFileError(`The sheet has more than ${COLUMNS_LIMIT.toLocaleString('en')} columns.`, this.#place)
    this.#type = t
    this.#format = s === undefined ? undefined : this.#context.formats[Number(s)]
    this.#value = ''
    this.#inline.take()
  }

  #endCell(): void {
    const text = this.#cellText()
    if (text === '') return
    this.#size += text.length
    if (this.#size > ROW_LIMIT) throw new CatalogFileError('The row is longer than 4 MiB.', this.#place)
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = text
  }

  #cellText(): string {
    const value = this.#value
    switch (this.#type) {
      case 's':
        return this.#context.strings?.get(Number(value)) ?? ''
      case 'inlineStr':
        return this.#inline.take()
      case 'str':
        return unescapedText(value)
      case 'b':
        return value === '' ? '' : value === '1' ? 'TRUE' : 'FALSE'
      case 'e':
        if (value !== '') this.#context.onErrorCell?.(this.#row, value)
        return ''
      case 'd':
        return value.replace(/T00:00:00(?:\.0+)?Z?$/, '')
      default: {
        const number = Number(value)
        if (value.trim() === '' || Number.isNaN(number)) return value.trim()
        return numberText(number, this.#format, this.#context.countsFrom1904)
      }
    }
  }

  #endRow(): void {
    this.#repeatMerged()
    if (this.#cells.some((cell) => cell.trim() !== '')) this.#rows.push({ ...this.#place, cells: this.#cells })
  }

  /** Repeats the value of a merged cell in all its rows that have other values. */
  #repeatMerged(): void {
    const isBlank = this.#cells.length === 0
    const { merged } = this.#context
    this.#open = this.#open.filter(({ lastRow }) => lastRow >= this.#row)
    for (const { column, value } of isBlank ? [] : this.#open) {
      while (this.#cells.length < column) this.#cells.push('')
      this.#cells[column] ||= value
    }
    for (; this.#nextMerged < merged.length && merged[this.#nextMerged]!.firstRow <= this.#row; this.#nextMerged++) {
      const range = merged[this.#nextMerged]!
      const value = range.firstRow === this.#row ? this.#cells[range.column] : undefined
      if (value) this.#open.push({ ...range, value })
    }
  }
}
