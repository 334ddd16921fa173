import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { COMMENT, type CsvRow, SEP_LINE } from './read-csv.ts'

/**
 * The rows of a table from its header on, without what is above it. The header is the row of the cells in `columns`, if
 * most cells of a row are there.
 */
export async function* fromHeader(
  rows: AsyncIterable<CsvRow>,
  columns?: ReadonlyMap<string, string>,
): AsyncGenerator<CsvRow> {
  const indexIn = (first: readonly CsvRow[]) => {
    const cells = first.map((row) => row.cells)
    const named = columns ? cells.findIndex((row) => isNamed(row, columns)) : -1
    return named === -1 ? headerIndex(cells) : named
  }
  let first: CsvRow[] | undefined = []
  for await (const row of rows) {
    if (!first) yield row
    else if (first.push(row) > MAX_ROWS_ABOVE) {
      yield* first.slice(indexIn(first))
      first = undefined
    }
  }
  if (first) yield* first.slice(indexIn(first))
}

/** The most rows above the header: blank ones, the line that names the delimiter, comments and titles. */
export const MAX_ROWS_ABOVE = 20

function isNamed(cells: readonly string[], columns: ReadonlyMap<string, string>): boolean {
  const filled = cells.map((cell) => cell.trim().toLowerCase()).filter((cell) => cell !== '')
  return filled.length > 1 && filled.filter((cell) => columns.has(cell)).length * 2 > filled.length
}

/**
 * The index of the header among the first rows: the first row that is neither blank nor a comment. Rows above it with
 * one cell, such as the “Table 1” of Apple Numbers, are titles if a row with several cells follows.
 */
export function headerIndex(rows: readonly (readonly string[])[]): number {
  const counts = rows.map((cells) =>
    isSepLine(cells) || COMMENT.test(cells[0] ?? '') ? 0 : cells.filter((cell) => cell.trim() !== '').length,
  )
  const first = counts.findIndex((count) => count > 0)
  const wide = counts.findIndex((count) => count > 1)
  return counts[first] === 1 && wide !== -1 ? wide : Math.max(first, 0)
}

/**
 * Whether the first row of a table is no header, but a product: a cell is an address, a price with the sign of a
 * currency or HTML, or more cells are numbers than names of columns that are known.
 */
export function isProductRow(cells: readonly string[], knownNames: number): boolean {
  const texts = cells.map((cell) => cell.trim())
  const numbers = texts.filter((text) => /^(?=.*\d)[\d.,'’\s-]+$|^(?:true|false)$/i.test(text))
  return texts.some((text) => PRODUCT_CELL.test(text)) || numbers.length > knownNames
}

const PRODUCT_CELL = /^(?:https?:\/\/|www\.|<[a-z]|\p{Sc}\s*\d|\d[\d.,]*\s*\p{Sc}$)/iu

/** Says that a table has no header. `names` are columns that it needs. */
export function noHeaderLine(names: readonly string[]): CatalogFileError {
  const examples = new Intl.ListFormat('en').format(names.map((name) => `“${name}”`))
  return new CatalogFileError(
    'The file seems to have no header line: its first row looks like a product. ' +
      `Put a row with the names of the columns above it, such as ${examples}.`,
  )
}

function isSepLine(cells: readonly string[]): boolean {
  return [',', ';', '\t', '|'].some((delimiter) => SEP_LINE.test(cells.join(delimiter)))
}
