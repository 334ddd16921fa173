import { parseTimestamp } from '../../catalog/time.ts'
import { decimalText } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import type { Column } from './columns.ts'

/** What an item costs now. */
export function priceOf(row: Row<Column>, now: Date): string {
  const sale = row.text('salePrice')
  return amount(sale !== '' && isOnSale(row.text('saleDates'), now) ? sale : row.text('price'))
}

/** The number of “15.00 USD”; what else there is stays, to be told as a problem. */
function amount(text: string): string {
  return decimalText(text.replace(/^(?:[A-Z]{3}|\p{Sc})\s*(?=\d)|(?<=\d)\s*(?:[A-Z]{3}|\p{Sc})$/gu, ''))
}

/** Whether a sale that lasts from one moment to another, with a slash between them, is on. */
function isOnSale(dates: string, now: Date): boolean {
  const [from, to] = dates.split('/').map((moment) => parseTimestamp(moment.trim()))
  const today = now.toISOString()
  return (from === undefined || from <= today) && (to === undefined || today <= to)
}
