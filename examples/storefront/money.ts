import type { Store } from './vitrine.ts'

/** Writes a price of the API, a decimal string, as shoppers read it. */
export type Money = (price: string) => string

/**
 * Prices in the currency and the language of the store. Without a currency a price is a plain number. `Intl` reads the
 * decimal string itself, so no price becomes a floating-point number.
 */
export function moneyOf({ currency, minorUnits = 2, language = 'en' }: Store): Money {
  const format = new Intl.NumberFormat(language, {
    ...(currency !== undefined && { style: 'currency', currency }),
    minimumFractionDigits: minorUnits,
    maximumFractionDigits: minorUnits,
  })
  return (price) => format.format(price as Intl.StringNumericLiteral)
}
