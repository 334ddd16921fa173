import { decimalText, stockCount, unescaped, yesOrNo } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import type { RowDiagnostics } from '../rows/row-diagnostics.ts'
import type { Column } from './columns.ts'

/** What a row costs now; '' if it says no price. */
export function priceOf(row: Row<Column>, now: Date): string {
  const sale = row.text('salePrice')
  const price = sale !== '' && isOnSale(row, now) ? sale : row.text('regularPrice')
  return decimalText(unescaped(price))
}

function isOnSale(row: Row<Column>, now: Date): boolean {
  const from = dayOf(row.text('saleFrom'))
  const to = dayOf(row.text('saleTo'))
  const today = now.toISOString().slice(0, 10)
  return (from === undefined || from <= today) && (to === undefined || today <= to)
}

/** The day of a date, as 2026-03-14; with a time or without. */
function dayOf(text: string): string | undefined {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]|$)/.exec(text)
  return match ? `${match[1]}-${match[2]!.padStart(2, '0')}-${match[3]!.padStart(2, '0')}` : undefined
}

/** null where stock is not tracked; a variation may share its parent's. */
export function stockOf(row: Row<Column>, parent: Row<Column>, remarks: RowDiagnostics<Column>): number | null {
  const shared = row !== parent && row.text('stock').toLowerCase() === 'parent'
  const owner = shared ? parent : row
  const quantity = unescaped(owner.text('stock'))
  if (quantity === '') return yesOrNo(owner.text('inStock')) === false ? 0 : null
  const count = stockCount(quantity)
  if (!count) remarks.problem(owner, 'stock', `is ${JSON.stringify(quantity)}`, 'a whole number, or nothing')
  else if (!count.exact && !shared) remarks.warn(owner, 'stock', `is ${quantity}, and is taken as ${count.stock}`)
  return count?.stock ?? null
}

/** Whether tax is charged on what the row sells; what a variation does not say its parent does. */
export function isTaxed(row: Row<Column>, parent: Row<Column>): boolean {
  const status = (row.text('taxStatus') || parent.text('taxStatus')).toLowerCase()
  return status !== 'none' && status !== 'shipping'
}
