import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { Warning } from '@vitrine/catalog/submission'
import type { CsvRow } from '../rows/read-csv.ts'
import { readMergedRanges } from './merged-cells.ts'
import { readNumberFormats } from './number-format.ts'
import { SharedStrings } from './shared-strings.ts'
import { readSheetRows, type SheetContext } from './sheet-rows.ts'
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts'
import type { ZipArchive } from './zip-archive.ts'

/**
 * The rows of a sheet of an .xlsx workbook. Cells are text: numbers as the sheet shows them, dates as ISO 8601, the
 * values of formulas. Throws `CatalogFileError` if the workbook is damaged or too large.
 */
export async function* readSpreadsheet(archive: ZipArchive, options: SpreadsheetOptions): AsyncGenerator<CsvRow> {
  const workbook = await readWorkbook(archive)
  const context = await readContext(archive, workbook)
  const sheet = await chooseSheet(archive, workbook, context, options)
  const errors = new ErrorCells()
  const merged = await readMergedRanges(archive.read(sheet.part, SHEET_LIMIT))
  const onErrorCell = errors.add.bind(errors)
  yield* readSheetRows(archive.read(sheet.part, SHEET_LIMIT), { ...context, merged, onErrorCell })
  errors.report(options.onWarning)
}

/** The most bytes of the XML of a sheet, which is not in memory. */
const SHEET_LIMIT = 2 * 1024 * 1024 * 1024

export interface SpreadsheetOptions {
  /** The name of a sheet. Without it, the first visible sheet with two rows that are not blank is read. */
  readonly sheet?: string | undefined
  /** Whether a sheet with these first rows is wanted: one that is goes before those above it. */
  readonly isWanted?: (rows: readonly (readonly string[])[]) => boolean
  readonly onWarning: (warning: Warning) => void
}

/** Refuses the name of a sheet for another file. */
export const NO_SHEETS = 'The file has no sheets; only an .xlsx workbook can be read with --sheet.'

async function readContext(archive: ZipArchive, workbook: Workbook): Promise<SheetContext> {
  const { sharedStrings, styles, countsFrom1904 } = workbook
  const reader = (part: string | undefined) =>
    part !== undefined && archive.has(part) ? (limit: number) => archive.read(part, limit) : undefined
  const [stringsPart, stylesPart] = [reader(sharedStrings), reader(styles)]
  return {
    strings: stringsPart && (await SharedStrings.read(stringsPart)),
    formats: stylesPart ? await readNumberFormats(stylesPart) : [],
    countsFrom1904,
    merged: [],
  }
}

async function chooseSheet(
  archive: ZipArchive,
  { sheets }: Workbook,
  context: SheetContext,
  { sheet: name, isWanted, onWarning }: SpreadsheetOptions,
): Promise<Sheet> {
  const names = sheets.map((sheet) => `“${sheet.name}”`).join(', ')
  if (name !== undefined) {
    const sheet = sheets.find((other) => other.name.toLowerCase() === name.toLowerCase())
    if (!sheet) throw new CatalogFileError(`The workbook has no sheet “${name}”. It has ${names}.`)
    return sheet
  }
  const filled: Sheet[] = []
  let wanted: Sheet | undefined
  for (const sheet of sheets.filter(({ isHidden }) => !isHidden)) {
    const rows: (readonly string[])[] = []
    for await (const { cells } of readSheetRows(archive.read(sheet.part, SHEET_LIMIT), context))
      if (rows.push(cells) >= FIRST_ROWS) break
    if (rows.length < 2) continue
    filled.push(sheet)
    if (isWanted?.(rows) === false) continue
    wanted = sheet
    break
  }
  const chosen = wanted ?? filled[0]
  if (!chosen)
    throw new CatalogFileError(`No visible sheet of the workbook has a header and a row below it. It has ${names}.`)
  if (filled.length > 1)
    onWarning({
      line: 1,
      path: 'the file',
      message: `has the sheets ${names}; “${chosen.name}” is read, and --sheet names another`,
    })
  return chosen
}

/** Rows in which a header may be. */
const FIRST_ROWS = 20

/** Counts the cells that show an error. */
class ErrorCells {
  #count = 0
  #first = { row: 0, error: '' }

  add(row: number, error: string): void {
    if (this.#count++ === 0) this.#first = { row, error }
  }

  report(onWarning: SpreadsheetOptions['onWarning']): void {
    if (this.#count === 0) return
    const { row, error } = this.#first
    const cells =
      this.#count === 1
        ? `a cell with the error ${error}, which counts`
        : `${this.#count} cells with errors such as ${error}, which count`
    onWarning({ line: row, row, path: 'the sheet', message: `has ${cells} as blank` })
  }
}
