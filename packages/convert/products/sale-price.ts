import { isHigher } from '@vitrine/catalog/money'
import { servedPrice } from '@vitrine/catalog/native/price'
import type { FileSource } from './file-source.ts'
import type { ProductBuilder } from './product-builder.ts'

/**
 * The price that a shopper pays now. During a sale that is the sale price, and the regular price is the list price. A
 * sale price that equals the regular price says that nothing is reduced. One above it, or whose dates cannot be read,
 * is dropped.
 */
export function currentPrice<Key extends string>(
  source: FileSource<Key>,
  { regularPrice, salePrice, saleColumn, isNow }: Sale<Key>,
  product: ProductBuilder<Key>,
): CurrentPrice {
  const regular = { price: regularPrice, listPrice: undefined }
  if (salePrice === '' || isNow === false) return regular
  const [regularValue, saleValue] = [servedPrice(regularPrice), servedPrice(salePrice)]
  if (saleValue !== undefined && saleValue === regularValue) return regular
  const wrong = `is ${JSON.stringify(salePrice)}`
  if (isNow === undefined) {
    product.drop(source, saleColumn, `${wrong}, and its dates cannot be read`, 'dates of the sale such as 2026-03-14')
    return regular
  }
  if (regularPrice === '') return { price: salePrice, listPrice: undefined }
  // A wrong regular price is a problem, whatever the sale price is.
  if (regularValue === undefined) return regular
  if (saleValue !== undefined && isHigher(regularValue, saleValue)) return { price: salePrice, listPrice: regularPrice }
  product.drop(
    source,
    saleColumn,
    `${wrong}, and the regular price is ${JSON.stringify(regularPrice)}`,
    RIGHT_SALE_PRICE,
  )
  return regular
}

/** What a row says of a sale. The prices are decimals in the native notation; '' if the row has none. */
export interface Sale<Key extends string> {
  readonly regularPrice: string
  readonly salePrice: string
  readonly saleColumn: Key
  /** undefined if the dates cannot be read. */
  readonly isNow: boolean | undefined
}

export interface CurrentPrice {
  /** '' if there is none. */
  readonly price: string
  readonly listPrice: string | undefined
}

const RIGHT_SALE_PRICE = 'a price below the regular price'
