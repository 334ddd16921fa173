import { canBePaid, currencyCode } from '../currency.ts'
import type { Variant } from '../product.ts'
import { formatValue, isObject, type ObjectReader } from './fields.ts'
import type { ReadContext } from './read-context.ts'

/** The currency of a product, which has to be that of the store; undefined if it has none, or after a problem. */
export function readCurrency(fields: ObjectReader, { currency: expected }: ReadContext): string | undefined {
  const value = fields.value('currency')
  if (value === undefined) return undefined
  const code = typeof value === 'string' ? currencyCode(value) : undefined
  if (code !== undefined && (expected === undefined || code === expected)) return code
  const right = expected === undefined ? 'a currency code of ISO 4217, such as EUR' : `${expected}, as in the store`
  fields.problem('currency', `is ${formatValue(value)}`, right)
  return undefined
}

/** Whether a product names a currency of ISO 4217 that is not the store's. */
export function isInOtherCurrency(value: unknown, { currency: expected }: ReadContext): boolean {
  if (expected === undefined || !isObject(value) || typeof value.currency !== 'string') return false
  const code = currencyCode(value.currency)
  return code !== undefined && code !== expected
}

/** Warns about each variant whose price cannot be paid in the currency. */
export function checkPrices(
  variants: readonly Pick<Variant, 'price'>[],
  currency: string | undefined,
  { diagnostics }: ReadContext,
): void {
  if (currency === undefined) return
  for (const [index, { price }] of variants.entries()) {
    if (price === '' || canBePaid(price, currency)) continue
    diagnostics.warnOfProduct(`variants[${index}].price`, unpayable(price, currency))
  }
}

/** What a warning says about a price that cannot be paid in the currency. */
export function unpayable(price: string, currency: string): string {
  return `is ${price}, but ${currency} has no decimals`
}
