import type { Cents } from '@vitrine/catalog/money'
import type { Term } from './term.ts'

/**
 * Prices as terms, so that a price range is a union of few posting lists. A price has a term for each prefix of its
 * decimal digits, and one for its number of digits:
 *
 *     1990   price:1990e0  price:199e1  price:19e2  price:1e3  price:d4
 *
 * `19e2` means 1900 to 1999, and `d4` 1000 to 9999. Bounds that shoppers choose end in zeros or nines: 20.00 to 49.99
 * is 2e3, 3e3 and 4e3.
 */
export function priceTerms(price: Cents): Term[] {
  const digits = String(price)
  const terms: Term[] = price === 0 ? [] : [`price:d${digits.length}`]
  for (let length = digits.length; length > 0; length--)
    terms.push(`price:${digits.slice(0, length)}e${digits.length - length}`)
  return terms
}

/** The price of a term that means a single price; undefined for other terms. */
export function exactPriceOf(term: Term): Cents | undefined {
  return term.startsWith('price:') && term.endsWith('e0')
    ? Number(term.slice('price:'.length, -'e0'.length))
    : undefined
}

/** The terms that together mean exactly the prices from `min` to `max`. */
export function priceTermsWithin(min: Cents, max: Cents = Number.POSITIVE_INFINITY): Term[] {
  return digitRanges(min, max).map((range): Term => `price:${range}`)
}

/**
 * The fewest ranges such as `19e2` and `d4` that together are exactly the whole numbers from `min`, which is 0 or more,
 * to `max`, both included. Empty if `min` is above `max`.
 */
export function digitRanges(min: number, max: number): string[] {
  const ranges: string[] = []
  for (let from = min; from <= Math.min(max, Number.MAX_SAFE_INTEGER); ) {
    const digits = String(from).length
    if (from === 10 ** (digits - 1) && 10 ** digits - 1 <= max) {
      ranges.push(`d${digits}`)
      from = 10 ** digits
    } else {
      const zeros = zerosWithin(from, max)
      ranges.push(`${from / 10 ** zeros}e${zeros}`)
      from += 10 ** zeros
    }
  }
  return ranges
}

/** The most trailing zeros of `from` that can be replaced by any digits without exceeding `max`. */
function zerosWithin(from: number, max: number): number {
  let zeros = 0
  while (from > 0 && from % 10 ** (zeros + 1) === 0 && from + 10 ** (zeros + 1) - 1 <= max) zeros++
  return zeros
}
