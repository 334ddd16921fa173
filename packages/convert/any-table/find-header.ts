import { headerIndex, isProductRow, MAX_ROWS_ABOVE } from '../rows/header-row.ts'
import { isMoneyWithCurrency } from './cell-content.ts'
import { roleOfHeader } from './header-words.ts'

/**
 * The index of the header of a table of no known format: the first row that is no title, or a row below it that looks
 * more like a header. Some systems write two headers, for people and for programs: the last one counts.
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const first = headerIndex(rows)
  const headers = rows.slice(0, MAX_ROWS_ABOVE + 1).map(isHeader)
  const header = headers[first] ? first : headers.indexOf(true, first)
  if (header === -1) return first
  const end = headers.indexOf(false, header)
  return (end === -1 ? headers.length : end) - 1
}

/** Whether the first rows of a table have a header with a name, and a price or several other columns. */
export function hasHeader(rows: readonly (readonly string[])[]): boolean {
  return rows.slice(0, MAX_ROWS_ABOVE + 1).some(isHeader)
}

/** Whether the first row of a table names columns, and is no product, as a row with a price and its currency is. */
export function namesColumns(cells: readonly string[]): boolean {
  const roles = cells.filter(roleOfHeader).length
  return isHeader(cells) || !(isProductRow(cells, roles) || (roles === 0 && cells.some(isMoneyWithCurrency)))
}

/** Whether the row names a name, and a price or several other columns. */
function isHeader(cells: readonly string[]): boolean {
  const roles = new Set(cells.map((cell) => roleOfHeader(cell)?.role))
  return roles.has('name') && (roles.has('price') || roles.size > MIN_ROLES)
}

/** Roles that a row of a product does not name by chance. */
const MIN_ROLES = 4
