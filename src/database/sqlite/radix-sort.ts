/** What a digit can be: of 16 bits. */
const DIGITS = 65_536

/**
 * The indexes of keys in the order of the keys, equals in their own. Keys are whole numbers that differ by less than 2^53. Digit
 * by digit, the lowest first (LSD radix sort): one pass for each 16 bits in which they differ.
 */
export function rankedBy(keys: Float64Array): Uint32Array {
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (let index = 0; index < keys.length; index++) {
    lowest = Math.min(lowest, keys[index]!)
    highest = Math.max(highest, keys[index]!)
  }
  let order = new Uint32Array(keys.length)
  for (let index = 0; index < order.length; index++) order[index] = index
  let next = new Uint32Array(keys.length)
  for (let unit = 1; unit <= highest - lowest; unit *= DIGITS) {
    sortByDigit(keys, lowest, unit, order, next)
    ;[order, next] = [next, order]
  }
  return order
}

/** Writes `order` to `next`, sorted by the digit of `unit` of what each key has above the lowest. */
function sortByDigit(keys: Float64Array, lowest: number, unit: number, order: Uint32Array, next: Uint32Array): void {
  const places = new Uint32Array(DIGITS + 1)
  for (let index = 0; index < keys.length; index++) places[digitOf(keys[index]! - lowest, unit) + 1]!++
  for (let digit = 0; digit < DIGITS; digit++) places[digit + 1]! += places[digit]!
  for (let at = 0; at < order.length; at++) {
    const index = order[at]!
    next[places[digitOf(keys[index]! - lowest, unit)]!++] = index
  }
}

function digitOf(number: number, unit: number): number {
  const units = Math.floor(number / unit)
  return units - Math.floor(units / DIGITS) * DIGITS
}
