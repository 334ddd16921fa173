import type { LastImport } from '@vitrine/catalog/store'
import { formatNumber, quantity } from '../terminal-text.ts'

/** When a catalog was last imported, of which format and size it was, and what it changed. */
export function lastImportText(lastImport: LastImport | undefined): string {
  if (!lastImport) return 'not yet'
  const { at, format, products, rows, effect } = lastImport
  const content = `${at}: ${format}, ${quantity(products, 'product')}${rows === null ? '' : ` in ${quantity(rows, 'row')}`}`
  if (!effect) return content
  const { created, changed, removed, leftOut, warnings } = effect
  const counts = [
    `created ${formatNumber(created)}, changed ${formatNumber(changed)}, removed ${formatNumber(removed)}`,
  ]
  if (leftOut > 0) counts.push(`left out ${formatNumber(leftOut)}`)
  if (warnings > 0) counts.push(quantity(warnings, 'warning'))
  return `${content}; ${counts.join(', ')}`
}
