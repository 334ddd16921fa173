import type { UnitPrice } from '../product.ts'
import { unitPrice } from '../unit-price.ts'
import { formatValue, isObject, type ObjectReader, readObject } from './fields.ts'

/**
 * The unit price of a variant: `{ "contents": "250", "unit": "g" }`, with an `amount` if it is not the usual one. Its
 * price follows from that of the variant. undefined if there is none. A wrong one is dropped.
 */
export function readUnitPrice(variant: ObjectReader, price: string): UnitPrice | undefined {
  const value = variant.value('unitPrice')
  if (value === undefined || price === '') return undefined
  const right = 'an object with contents and a unit, such as { "contents": "250", "unit": "g", "amount": "100" }'
  if (!isObject(value)) {
    variant.drop('unitPrice', `is ${formatValue(value)}`, right)
    return undefined
  }
  const fields = readObject(value, variant.at('unitPrice'), variant.diagnostics, FIELDS, right)!
  const unit = textOf(fields, 'unit')?.toLowerCase()
  const [contents, contentsUnit = unit] = measureOf(textOf(fields, 'contents'))
  const [amount, amountUnit = unit ?? contentsUnit] = measureOf(textOf(fields, 'amount'))
  const base = amount !== undefined && amountUnit !== undefined ? { amount, unit: amountUnit } : undefined
  const result =
    contents !== undefined && contentsUnit !== undefined
      ? unitPrice(price, { amount: contents, unit: contentsUnit }, base)
      : undefined
  if (!result) variant.drop('unitPrice', `is ${JSON.stringify(value)}`, right)
  return result
}

/** `price` is in exports, and follows from the others. */
const FIELDS = new Set(['contents', 'unit', 'amount', 'price'])

function textOf(fields: ObjectReader, name: string): string | undefined {
  const value = fields.value(name)
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() || undefined : undefined
}

/** "250 g" and "250" in parts. Units are in lower case. */
function measureOf(text: string | undefined): [amount?: string, unit?: string] {
  const match = /^([\d.]+)\s*(\p{L}\S{0,19})?$/u.exec(text ?? '')
  if (!match) return []
  const [, amount, unit] = match
  return unit === undefined ? [amount!] : [amount!, unit.toLowerCase()]
}
