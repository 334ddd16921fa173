import { type Cents, formatPrice, parsePrice } from '../../catalog/money.ts'
import { type ObjectReader, shown } from '../fields.ts'

/** The price in the form that is served; '' when it is wrong. */
export function readPrice(fields: ObjectReader): string {
  const value = fields.value('price')
  if (typeof value === 'string' && SERVED.test(value)) return value
  const cents = typeof value === 'number' || typeof value === 'string' ? centsOf(value) : undefined
  if (cents !== undefined) return formatPrice(cents)
  fields.problem('price', value === undefined ? 'is missing' : `is ${shown(value)}${reason(value)}`, RIGHT)
  return ''
}

/** A price as it is served, of fewer digits than can be kept: such a one need not be parsed. */
const SERVED = /^(?:0|[1-9]\d{0,11})\.\d\d$/

const RIGHT = 'a price of 0 or more with at most two decimals, such as "19.90"'

/** From here on a JSON number cannot tell every hundredth from the next; a string can. */
const INEXACT = 2 ** 46

/** More digits than any price has, yet few enough to look at. */
const LENGTH_LIMIT = 60

function centsOf(value: number | string): Cents | undefined {
  if (typeof value === 'number') return value < INEXACT ? parsePrice(value) : undefined
  return value.length <= LENGTH_LIMIT ? parsePrice(value) : undefined
}

/** Why it is not a price, as far as that can be told. */
function reason(value: unknown): string {
  if (typeof value === 'number' && value >= INEXACT) return ', too large to be exact as a number: write it as a string'
  if (typeof value !== 'number' && typeof value !== 'string') return ''
  const text = String(value).slice(0, LENGTH_LIMIT + 1)
  return REASONS.find(([form]) => form.test(text))?.[1] ?? ', which is not a decimal number'
}

/** The first that fits. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, ', which is blank'],
  [/^\s*-\s*[\d.]/, ', which is negative'],
  [/^\d+\.\d{3,}$|^\d.*e-\d+$/, ', which has more than two decimals'],
  [/^\d+(?:\.\d+)?$/, ', which is more than can be kept exactly'],
  [/^(?=.*\d).*(?:\p{Sc}|\b[A-Z]{3}\b)/su, ', which names a currency'],
  [/^[\d.\s'’]*,[\d.,\s'’]*$/, ', which has a comma'],
  [/^(?=.*\d)[\d.\s]*\s[\d.\s]*$/, ', which has white space'],
]
