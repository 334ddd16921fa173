import { type Cents, formatPrice, isHigher, parsePrice } from '../money.ts'
import type { Variant } from '../product.ts'
import { RIGHT_LIST_PRICE } from '../submission.ts'
import type { Diagnostics } from './diagnostics.ts'
import { formatValue, type ObjectReader } from './fields.ts'
import { quote } from './json-path.ts'

/** The price as it is served, "19.90"; '' after a problem. */
export function readPrice(fields: ObjectReader, name: 'price' | 'listPrice' = 'price'): string {
  const value = fields.value(name)
  const price = servedPrice(value)
  if (price !== undefined) return price
  fields.problem(name, value === undefined ? 'is missing' : wrongPrice(value), RIGHT)
  return ''
}

/**
 * The list price as it is served; undefined if there is none. One that equals the price says that nothing is reduced.
 * One below the price is dropped.
 */
export function readListPrice(fields: ObjectReader, price: string): string | undefined {
  const value = fields.value('listPrice')
  if (value === undefined) return undefined
  const listPrice = servedPrice(value)
  if (listPrice === price) return undefined
  if (listPrice !== undefined && isHigher(listPrice, price)) return listPrice
  const wrong =
    listPrice === undefined ? wrongPrice(value) : `is ${formatValue(value)}, and the price is ${quote(price)}`
  fields.drop('listPrice', wrong, RIGHT_LIST_PRICE)
  return undefined
}

/** The value as a price is served; undefined if it is not a price. */
export function servedPrice(value: unknown): string | undefined {
  if (typeof value === 'string' && SERVED.test(value)) return value
  const cents = typeof value === 'number' || typeof value === 'string' ? toCents(value) : undefined
  return cents === undefined ? undefined : formatPrice(cents)
}

/** Warns about prices of 0, which are often prices that are missing. */
export function warnOfZeroPrices(variants: readonly Pick<Variant, 'price'>[], diagnostics: Diagnostics): void {
  for (const [index, { price }] of variants.entries())
    if (price === ZERO_PRICE) diagnostics.warnOfProduct(`variants[${index}].price`, ZERO_PRICE_WARNING)
}

export const ZERO_PRICE = '0.00'
export const ZERO_PRICE_WARNING = 'is 0: shoppers see that it costs nothing'

function wrongPrice(value: unknown): string {
  return `is ${formatValue(value)}${reason(value)}`
}

/** A price as it is served, of at most 12 digits before the point, needs no parsing. */
const SERVED = /^(?:0|[1-9]\d{0,11})\.\d\d$/

const RIGHT = 'a price of 0 or more with at most two decimals, such as "19.90"'

/** From here on a JSON number cannot represent every hundredth; a string can. */
const INEXACT = 2 ** 46

/** Longer than any price. */
const LENGTH_LIMIT = 60

function toCents(value: number | string): Cents | undefined {
  if (typeof value === 'number') return value < INEXACT ? parsePrice(value) : undefined
  return value.length <= LENGTH_LIMIT ? parsePrice(value) : undefined
}

/** Why the value is not a price, as a clause. */
function reason(value: unknown): string {
  if (typeof value === 'number' && value >= INEXACT)
    return ', which is too large to be exact as a number: write it as a string'
  if (typeof value !== 'number' && typeof value !== 'string') return ''
  const text = String(value).slice(0, LENGTH_LIMIT + 1)
  return REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? ', which is not a decimal number'
}

/** The first pattern that matches counts. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, ', which is blank'],
  [/^\s*-\s*[\d.]/, ', which is negative'],
  [/^\d+\.\d{3,}$|^\d.*e-\d+$/, ', which has more than two decimals'],
  [/^\d+(?:\.\d+)?$/, ', which is too large to be exact'],
  [/\d\s*(?:\p{Sc}|[A-Z]{3})?\s*[/|;~–-]\D*\d|\d\s*(?:\p{Sc}|[A-Z]{3})\s\D*\d/u, ', which has several prices'],
  [/^\s*\p{Ll}+\s.*\d/su, ', which has a word before the price'],
  [/^(?=.*\d).*(?:\p{Sc}|\b[A-Z]{3}\b)/su, ', which names a currency'],
  [/^[\d.\s'’]*,[\d.,\s'’]*$/, ', which has a comma'],
  [/^(?=.*\d)[\d.\s]*\s[\d.\s]*$/, ', which has white space'],
]
