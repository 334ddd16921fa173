import { parseTimestamp } from '@vitrine/catalog/time'
import { isBetween } from './parse-cells.ts'

/**
 * Whether a day, as 2026-03-14, is in a sale from one cell to the other, both inclusive. A blank cell is open. Besides
 * ISO dates, the cells may have dates as the languages of the shop's staff write them: 3/14/26, 14.03.2026. The order
 * of day and month in 3/4/26 is unknown; undefined if it matters, and if a cell cannot be read.
 */
export function isSaleDay(today: string, from: string, to: string): boolean | undefined {
  const orders: DateOrder[] = ['month first', 'day first']
  const answers = orders.map((order) => isBetween(today, [from, to], (cell) => dayIn(cell, order)))
  const [first, ...others] = answers.filter((answer) => answer !== undefined)
  return others.every((answer) => answer === first) ? first : undefined
}

/** An order of day and month in a date with slashes or hyphens. */
type DateOrder = 'month first' | 'day first'

/** The day of a cell, without its time. */
function dayIn(cell: string, order: DateOrder): string | undefined {
  const date = cell.split(/[T ,]/, 1)[0]!
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date) ?? []
  if (year) return isoDay(year, month!, day!)
  const [, first, separator, second, last] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)$/.exec(date) ?? []
  if (!first) return undefined
  const isMonthFirst = order === 'month first' && separator !== '.'
  const fullYear = last!.length === 2 ? `20${last}` : last!
  return isMonthFirst ? isoDay(fullYear, first, second!) : isoDay(fullYear, second!, first)
}

function isoDay(year: string, month: string, day: string): string | undefined {
  return parseTimestamp(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)?.slice(0, 10)
}
