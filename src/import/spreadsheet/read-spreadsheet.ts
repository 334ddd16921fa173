import type { Warning } from '../../catalog/submission.ts'
import { CatalogFileError } from '../file-error.ts'
import type { CsvRow } from '../rows/read-csv.ts'
import { readMergedRanges } from './merged-cells.ts'
import { readNumberFormats } from './number-format.ts'
import { SharedStrings } from './shared-strings.ts'
import { readSheetRows, type SheetContext } from './sheet-rows.ts'
import { readWorkbook, type Sheet, type Workbook } from './workbook.ts'
import { ZipArchive } from './zip-archive.ts'

/** The most bytes of a workbook, which is in memory, and of the XML of a sheet, which is not. */
const FILE_LIMIT = 256 * 1024 * 1024
const SHEET_LIMIT = 2 * 1024 * 1024 * 1024

export interface SpreadsheetOptions {
  /** The name of a sheet. Without it, the first visible sheet with two rows that are not blank is read. */
  readonly sheet?: string | undefined
  readonly onWarning: (warning: Warning) => void
}

/** Refuses the name of a sheet for another file. */
export const NO_SHEETS = 'The file has no sheets; only an .xlsx workbook can be read with --sheet.'

/** Whether a file with this beginning is a ZIP archive, as an .xlsx workbook is. */
export function isZip(head: Uint8Array): boolean {
  return head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5)
}

/**
 * The rows of a sheet of an .xlsx workbook. Cells are text: numbers as the sheet shows them, dates as ISO 8601, the values
 * of formulas. Throws `CatalogFileError` if the file is another archive, or is damaged or too large.
 */
export async function* readSpreadsheet(
  bytes: AsyncIterable<Uint8Array>,
  { sheet: name, onWarning }: SpreadsheetOptions,
): AsyncGenerator<CsvRow> {
  const archive = await ZipArchive.open(await inMemory(bytes))
  refuseOtherArchive(archive.names)
  const workbook = await readWorkbook(archive)
  const context = await readContext(archive, workbook)
  const sheet = await chooseSheet(archive, workbook, context, name)
  const errors = new ErrorCells()
  const merged = await readMergedRanges(archive.read(sheet.part, SHEET_LIMIT))
  const onErrorCell = errors.add.bind(errors)
  yield* readSheetRows(archive.read(sheet.part, SHEET_LIMIT), { ...context, merged, onErrorCell })
  errors.report(onWarning)
}

async function inMemory(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > FILE_LIMIT)
      throw new CatalogFileError('The spreadsheet is larger than 256 MiB. Save the sheet as CSV in UTF-8.')
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}

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
  name: string | undefined,
): Promise<Sheet> {
  const names = sheets.map((sheet) => `“${sheet.name}”`).join(', ')
  if (name !== undefined) {
    const sheet = sheets.find((other) => other.name.toLowerCase() === name.toLowerCase())
    if (!sheet) throw new CatalogFileError(`The workbook has no sheet “${name}”. It has ${names}.`)
    return sheet
  }
  for (const sheet of sheets)
    if (!sheet.isHidden && (await hasTwoRows(readSheetRows(archive.read(sheet.part, SHEET_LIMIT), context))))
      return sheet
  throw new CatalogFileError(`No visible sheet of the workbook has a header and a row below it. It has ${names}.`)
}

async function hasTwoRows(rows: AsyncIterable<CsvRow>): Promise<boolean> {
  let count = 0
  for await (const _ of rows) if (++count === 2) return true
  return false
}

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

/** Refuses archives that are no workbook of Office Open XML, with what to do. */
function refuseOtherArchive(names: readonly string[]): void {
  const refuse = (what: string) => {
    throw new CatalogFileError(`The file is ${what}`)
  }
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/^xl\/workbook\.bin$/i)) refuse(`a binary Excel workbook (.xlsb). ${SAVE_AS}`)
  if (has(/^xl\//i)) return
  if (has(/^Index(?:\.zip|\/.*\.iwa)$/)) refuse('an Apple Numbers document. Export it as CSV or Excel.')
  if (has(/^content\.xml$/) && has(/^mimetype$/)) refuse(`an OpenDocument file, such as .ods. ${SAVE_AS}`)
  if (has(/^(?:word|ppt)\//)) refuse('a Word or PowerPoint document, which is not a catalog.')
  if (names.length === 0) refuse('an empty ZIP archive.')
  const files = names.filter((name) => !name.endsWith('/') && !name.startsWith('__MACOSX/'))
  const shown = files.slice(0, 5).map((name) => name.slice(0, 100))
  refuse(
    `a ZIP archive with ${shown.join(', ')}${files.length > 5 ? ', …' : ''}. Unzip it, and import the catalog in it.`,
  )
}

const SAVE_AS = 'Open it in a spreadsheet program, and save it as .xlsx or as CSV in UTF-8.'
