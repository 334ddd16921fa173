/** An exact amount of money in hundredths (cents): a whole number from 0 to 2^53−1. */
export type Cents = number

const DECIMAL = /^(\d+)(?:\.(\d+))?$/

/**
 * A decimal number as an amount: "19.90" is 1990. undefined if it is negative, not a number, more than 2^53−1
 * hundredths, or has more than two significant decimals. Exact, without floating-point arithmetic.
 */
export function parsePrice(value: string | number): Cents | undefined {
  const match = DECIMAL.exec(String(value))
  if (!match) return undefined
  const decimals = (match[2] ?? '').replace(/0+$/, '')
  if (decimals.length > 2) return undefined
  const cents = Number(match[1] + decimals.padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : undefined
}

/** The amount as the API serves it: a decimal string with two digits, "19.90". */
export function formatPrice(cents: Cents): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Whether a price is above another one. Both are as the API serves them, "19.90". */
export function isHigher(price: string, other: string): boolean {
  // Prices have no leading zeros.
  return price.length === other.length ? price > other : price.length > other.length
}
