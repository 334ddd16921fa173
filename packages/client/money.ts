/**
 * The hundredths in a price of the service, as an exact whole number: `cents('49.90')` is 4990. Add and multiply these,
 * not the decimals. Throws a TypeError for any other text.
 */
export function cents(price: string): number {
  if (/^\d+\.\d\d$/.test(price)) return Number(price.replace('.', ''))
  throw new TypeError(`price is ${JSON.stringify(price)}; a price has two decimals, such as "49.90"`)
}
