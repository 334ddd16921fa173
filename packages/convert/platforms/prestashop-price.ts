import { formatPrice } from '@vitrine/catalog/money'
import type { ProductBuilder } from '../products/product-builder.ts'
import type { CurrentPrice } from '../products/sale-price.ts'
import { decimalText, roundedPrice } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { isSaleDay } from '../rows/sale-days.ts'
import type { PrestashopColumn } from './prestashop-headers.ts'

/** The price of a product, or of its combination, which may add to the price. */
export function prestashopPrice(
  row: PrestashopRow,
  combination: PrestashopRow | undefined,
  discount: Discount,
  product: PrestashopBuilder,
): CurrentPrice {
  const { text, hasTax, taxFactor } = basePriceOf(row)
  const base = numberIn(text)
  if (base === undefined) return { price: roundedPrice(text), listPrice: undefined }
  const impact = combination ? impactOf(combination, product) : 0
  if (combination && impact !== 0 && hasTax && taxFactor === undefined)
    product.warn(
      combination,
      'impact',
      'is without taxes, and the price of the product includes them; both are added up',
    )
  const amount = base + impact * (taxFactor ?? 1)
  const price = priceText(amount)
  return discount ? { price: priceText(discount(amount)), listPrice: price } : { price, listPrice: undefined }
}

type PrestashopRow = Row<PrestashopColumn>
type PrestashopBuilder = ProductBuilder<PrestashopColumn>

/** Gives an amount with the discount of today; undefined if there is none. */
export type Discount = ((amount: number) => number) | undefined

/** The price with taxes, or else the one without. `taxFactor`: what taxes multiply a price by, if the file has both. */
function basePriceOf(row: PrestashopRow): { text: string; hasTax: boolean; taxFactor?: number | undefined } {
  const [withTax, withoutTax] = [row.text('priceWithTax'), row.text('price')]
  const [gross, net] = [numberIn(withTax), numberIn(withoutTax)]
  if (withTax === '' || (gross === 0 && withoutTax !== '')) return { text: withoutTax, hasTax: false, taxFactor: 1 }
  return { text: withTax, hasTax: true, taxFactor: gross && net ? gross / net : undefined }
}

/** What a combination adds to the price. */
function impactOf(combination: PrestashopRow, product: PrestashopBuilder): number {
  const text = combination.text('impact')
  const [, sign, digits] = /^([+-]?)\s*(.*)$/s.exec(text)!
  const impact = text === '' ? 0 : numberIn(digits!)
  if (impact === undefined)
    product.problem(combination, 'impact', `is ${JSON.stringify(text)}`, 'a number such as 5.50 or -5.50')
  return sign === '-' ? -(impact ?? 0) : (impact ?? 0)
}

/**
 * A discount is a percentage or, if the price includes taxes too, an amount. PrestaShop prefers the amount. A discount
 * that cannot be applied is dropped.
 */
export function prestashopDiscount(row: PrestashopRow, product: PrestashopBuilder): Discount {
  const { hasTax } = basePriceOf(row)
  const [percentage, reduction] = [discountOf(row, 'percentage', product), discountOf(row, 'amount', product)]
  const isNow = isSaleDay(product.today, dateOf(row.text('from')), dateOf(row.text('to')))
  if (isNow === false || (percentage === 0 && reduction === 0)) return undefined
  const drop = (key: 'amount' | 'percentage', wrong: string, right: string) =>
    product.drop(row, key, `is ${JSON.stringify(row.text(key))}${wrong}`, right)
  if (isNow === undefined) {
    const key = reduction > 0 ? 'amount' : 'percentage'
    drop(key, ', and its dates cannot be read', 'dates of the discount such as 2026-03-14')
    return undefined
  }
  if (reduction > 0 && hasTax) return (amount) => amount - reduction
  if (reduction > 0) drop('amount', ' with taxes, and the price is without taxes', 'a discount in percent')
  return percentage > 0 ? (amount) => (amount * (100 - percentage)) / 100 : undefined
}

/** A day. PrestaShop writes zeros for none. */
function dateOf(text: string): string {
  return text.startsWith('0000-00-00') ? '' : text
}

/** A discount; 0 if there is none. Text that is not a number is dropped. */
function discountOf(row: PrestashopRow, key: 'percentage' | 'amount', product: PrestashopBuilder): number {
  const text = row.text(key).replace(/\s*%$/, '')
  if (text === '') return 0
  const discount = numberIn(text)
  const isValid = discount !== undefined && (key === 'amount' || discount <= 100)
  if (!isValid) product.drop(row, key, `is ${JSON.stringify(row.text(key))}`, 'a number such as 5.50')
  return isValid ? discount : 0
}

/** PrestaShop keeps six decimals, which count until the price is complete. undefined for text that is not a number. */
function numberIn(text: string): number | undefined {
  const decimal = /^\d{1,12}[.,]\d{4,}$/.test(text) ? text.replace(',', '.') : decimalText(text)
  return /^\d{1,12}(?:\.\d+)?$/.test(decimal) ? Number(decimal) : undefined
}

/** Rounded to hundredths, halves up, without the noise of floating-point numbers. */
function priceText(amount: number): string {
  return formatPrice(Math.max(0, Math.round(Math.round(amount * 1e6) / 1e4)))
}
