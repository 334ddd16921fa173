import { minorUnits } from '@vitrine/catalog/currency'
import type { ProductBuilder } from '../products/product-builder.ts'
import { type CurrentPrice, currentPrice } from '../products/sale-price.ts'
import { decimalAmount, priceUnlessZero } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { inStock, isHidden, isNoPrice, publicStatus } from './cell-content.ts'
import { isInCents } from './header-words.ts'
import { isAmbiguous, isNoAmount, readMoney, WHOLE, withoutThousands } from './money.ts'
import { currencyOf, type Key, textOf, textsOf } from './table-row.ts'

export function priceOf(row: Row<Key>, product: ProductBuilder<Key>): CurrentPrice {
  const currency = currencyOf(row) ?? product.currency
  const amount = (key: Key) => {
    const text = textOf(row, key)
    // A list writes 0 for what has no price.
    if (isNoPrice(text) || isNoAmount(text)) return ''
    if (isInCents(row.layout.header(key)) && WHOLE.test(text))
      return priceUnlessZero(decimalAmount(text.replace(/\..*/, ''), currency === undefined ? 2 : minorUnits(currency)))
    const { amount } = readMoney(text, currency, product.thousands)
    if (product.thousands && isAmbiguous(text) && amount !== text)
      product.warn(row, key, text.includes(product.thousands) ? THOUSANDS : THREE_DECIMALS)
    return priceUnlessZero(amount)
  }
  const [price, listPrice, salePrice] = [amount('price'), amount('list price'), amount('sale price')]
  const onSale = textOf(row, 'on sale')
  const isNow = onSale === '' || publicStatus(onSale) === true
  const current = currentPrice(row, { regularPrice: price, salePrice, saleColumn: 'sale price', isNow }, product)
  return { ...current, listPrice: current.listPrice ?? (listPrice || undefined) }
}

/** The same for all rows, so that the report shows it once. */
const THOUSANDS =
  'is read with a separator of thousands, as the other prices of the file show: 1,234 and 1.234 are 1234.00'

const THREE_DECIMALS =
  'is read with three decimals and rounded, as the other prices of the file show: 1,234 and 1.234 are 1.23'

const STOCK_THOUSANDS =
  'is read with a separator of thousands, as the decimals of other stocks show: 1,234 and 1.234 are 1234'

/** Whether a cell says that there is some. Another text is a problem: what is sold out would be sold. */
function answerOf(row: Row<Key>, text: string, product: ProductBuilder<Key>): boolean | undefined {
  const answer = /^[2-9]$|^\d{2,}$/.test(text) ? true : inStock(text)
  if (answer === undefined)
    product.problem(row, 'in stock', `is ${JSON.stringify(text)}`, 'yes or no, or words such as “available”')
  return answer
}

export function stockOf(row: Row<Key>, product: ProductBuilder<Key>): number | null {
  const answers = textsOf(row, 'in stock').map((text) => answerOf(row, text, product))
  if (answers.includes(false) || row.texts('sold out').some((text) => isHidden(text) === true)) return 0
  const text = textOf(row, 'stock')
  // Shoppers can still buy it.
  if (answers.includes(true) && (text === '' || Number(text) <= 0)) return null
  const isInStock = /^\d+$/.test(text) ? undefined : inStock(text)
  if (isInStock !== undefined) return isInStock ? null : 0
  const count = withoutThousands(text, product.stockThousands)
  if (count !== text) product.warn(row, 'stock', STOCK_THOUSANDS)
  return product.stock(row, 'stock', count)
}
