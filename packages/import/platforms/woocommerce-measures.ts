import { comparedUnit } from '@vitrine/catalog/unit'
import type { AttributeColumn } from '../rows/attribute-columns.ts'

/**
 * The measure that a column of a WooCommerce export is, in any language. Its header has the unit of the shop in
 * parentheses: a unit of weight, or for the length, the width and the height in this order, a unit of length.
 */
export function woocommerceMeasure(headers: readonly string[], index: number): AttributeColumn | undefined {
  const unit = unitIn(headers[index]!)
  const base = unit && comparedUnit(unit)?.base
  if (base === 'g') return { owner: 'variant', code: 'weight', name: 'Weight', unit }
  if (base !== 'mm') return undefined
  const lengths = headers.slice(0, index).filter((header) => comparedUnit(unitIn(header) ?? '')?.base === 'mm')
  const name = ['Length', 'Width', 'Height'][lengths.length]
  return name === undefined ? undefined : { owner: 'variant', code: name.toLowerCase(), name, unit }
}

/** The unit in a header such as “Weight (kg)”. */
function unitIn(header: string): string | undefined {
  return /^[^()]+\(([^()]+)\)$/.exec(header.trim())?.[1]
}
