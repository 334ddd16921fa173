import { formatPrice, parsePrice } from './money.ts'

/**
 * What a variant contains, and what an amount of it costs, as shops of the European Union have to say (Directive
 * 98/6/EC): a bag of 250 g for 10.50 costs 4.20 per 100 g.
 */
export interface UnitPrice {
  /** The price of `amount`, as a decimal with two digits: "4.20". */
  readonly price: string
  /** A decimal above 0: "100". */
  readonly amount: string
  /** The unit of both amounts: "g". */
  readonly unit: string
  /** What the variant contains, a decimal above 0: "250". */
  readonly contents: string
}

/** The units that convert into each other, with the power of ten of each. */
const POWERS: readonly Readonly<Record<string, number>>[] = [
  { mg: -3, g: 0, kg: 3 },
  { ml: -3, cl: -2, dl: -1, l: 0 },
  { mm: -3, cm: -2, m: 0 },
]

/** The amount whose price a shop shows if the catalog names none. */
const USUAL_AMOUNTS: Readonly<Record<string, string>> = { g: '100', ml: '100' }

/** An amount of something: "250" of "g". */
export interface Measure {
  /** A decimal above 0. */
  readonly amount: string
  readonly unit: string
}

/**
 * The price of the base, for a variant that costs `price`, rounded half up. Without a base, of 100 g, 100 ml, or one of
 * another unit. undefined if an amount is no decimal above 0 with at most six digits after the point, or if the units
 * do not convert into each other.
 */
export function unitPrice(price: string, contents: Measure, base?: Measure): UnitPrice | undefined {
  const { amount, unit } = base ?? { amount: USUAL_AMOUNTS[contents.unit] ?? '1', unit: contents.unit }
  const powers = POWERS.find((units) => contents.unit in units && unit in units)
  if (!powers && contents.unit !== unit) return undefined
  const shift = powers ? powers[contents.unit]! - powers[unit]! : 0
  const [contained, wanted] = [scaled(contents.amount, shift), scaled(amount, 0)]
  if (contained === undefined || wanted === undefined) return undefined
  const cents = (2n * BigInt(parsePrice(price)!) * wanted + contained) / (2n * contained)
  if (cents > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
  return { price: formatPrice(Number(cents)), amount, unit, contents: decimal(contained) }
}

/** The same for another price of the variant. */
export function withPrice({ amount, unit, contents }: UnitPrice, price: string): UnitPrice | undefined {
  return unitPrice(price, { amount: contents, unit }, { amount, unit })
}

const DIGITS = 12

/** The decimal times 10^(12 + power), a whole number above 0. */
function scaled(amount: string, power: number): bigint | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(amount)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  const number = BigInt(whole + decimals.padEnd(DIGITS + power, '0'))
  return number > 0n ? number : undefined
}

function decimal(number: bigint): string {
  const digits = String(number).padStart(DIGITS + 1, '0')
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`.replace(/\.?0+$/, '')
}
