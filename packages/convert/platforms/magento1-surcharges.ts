import { formatPrice, parsePrice } from '@vitrine/catalog/money'
import type { ProductBuilder } from '../products/product-builder.ts'
import type { CurrentPrice } from '../products/sale-price.ts'
import { roundedPrice } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'

/** What each option adds to the price. A surcharge that is not a number is a problem. */
export function surchargesOf<Key extends string>(
  rows: readonly Row<Key | SurchargeColumn>[],
  product: ProductBuilder<Key | SurchargeColumn>,
): Surcharges {
  const priced = rows.filter((row) => row.text('superCode') !== '' && row.text('superPrice') !== '')
  return new Map(
    priced.flatMap((row) => {
      const text = row.text('superPrice')
      const [, sign, number, percent] = /^(-?)([\d.,]+)(%?)$/.exec(text) ?? []
      const amount = number === undefined ? undefined : parsePrice(roundedPrice(number))
      if (amount === undefined)
        product.problem(row, 'superPrice', `is ${JSON.stringify(text)}`, 'such as 5.00, -5.00 or 10%')
      const surcharge = { amount: sign === '-' ? -(amount ?? 0) : (amount ?? 0), isPercentage: percent === '%' }
      return [[`${row.text('superCode')}=${row.name('superOption')}`, surcharge]]
    }),
  )
}

/** In hundredths or in percent. */
interface Surcharge {
  readonly amount: number
  readonly isPercentage: boolean
}

/** By `code=option`. */
type Surcharges = ReadonlyMap<string, Surcharge>

type SurchargeColumn = 'superCode' | 'superOption' | 'superPrice'

/** Both prices with the surcharges. */
export function withSurcharges({ price, listPrice }: CurrentPrice, surcharges: readonly Surcharge[]): CurrentPrice {
  const raised = (text: string) => {
    const base = parsePrice(text)
    if (base === undefined) return text
    const amounts = surcharges.map(({ amount, isPercentage }) =>
      isPercentage ? Math.round((base * amount) / 10_000) : amount,
    )
    return formatPrice(
      Math.max(
        0,
        amounts.reduce((sum, amount) => sum + amount, base),
      ),
    )
  }
  return { price: raised(price), listPrice: listPrice && raised(listPrice) }
}
