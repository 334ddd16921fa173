import { scaledNumber, scaleOfUnit } from './attribute.ts'
import { formatPrice, parsePrice } from './money.ts'
import type { UnitPrice } from './product.ts'

/**
 * The price of the base, for a variant that costs `price`, rounded half up. Without a base, of 100 g, 100 ml, or one of
 * another unit. undefined if an amount is no decimal above 0 that `scaledNumber` takes, or if the units do not compare.
 */
export function unitPrice(price: string, contents: Measure, base?: Measure): UnitPrice | undefined {
  const { amount, unit } = base ?? { amount: USUAL_AMOUNTS[contents.unit] ?? '1', unit: contents.unit }
  if (scaleOfUnit(contents.unit) !== scaleOfUnit(unit)) return undefined
  const [contained, wanted] = [scaledNumber(contents.amount, contents.unit), scaledNumber(amount, unit)]
  if (!contained || !wanted || contained < 0 || wanted < 0) return undefined
  const cents = Number(rounded(BigInt(parsePrice(price)!) * BigInt(wanted), contained))
  if (!Number.isSafeInteger(cents)) return undefined
  const inUnit = rounded(BigInt(contained) * 1_000_000n, scaledNumber('1', unit)!)
  return { price: formatPrice(cents), amount, unit, contents: String(Number(inUnit) / 1_000_000) }
}

/** An amount of something: "250" of "g". */
export interface Measure {
  /** A decimal above 0. */
  readonly amount: string
  readonly unit: string
}

/** The amount whose price a shop shows if the catalog names none. */
const USUAL_AMOUNTS: Readonly<Record<string, string>> = { g: '100', ml: '100' }

/** The same for another price of the variant. */
export function withPrice({ amount, unit, contents }: UnitPrice, price: string): UnitPrice | undefined {
  return unitPrice(price, { amount: contents, unit }, { amount, unit })
}

/** The quotient, rounded half up. */
function rounded(dividend: bigint, divisor: number): bigint {
  const by = BigInt(divisor)
  return (2n * dividend + by) / (2n * by)
}
