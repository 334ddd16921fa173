import { descriptionHtml, descriptionText, excerptOf } from './description.ts'
import { isHigher } from './money.ts'
import type { Product, UnitPrice } from './product.ts'

/** What follows from the other fields of a product. `form=full` has it beside them. */
export interface DerivedFields {
  /** The prices of the variants. Absent if there are none. */
  readonly price?: PriceSpan | undefined
  /** The list prices of the variants that have one. Absent if none has. */
  readonly listPrice?: PriceSpan | undefined
  /** The unit price of the variant with the lowest price, if it has one. */
  readonly unitPrice?: UnitPrice | undefined
  /** Whether a variant is in stock, or its stock is not tracked. */
  readonly inStock: boolean
  /** Whether a variant has a list price. */
  readonly onSale: boolean
  /** The beginning of `descriptionText` on one line, as `excerptOf` cuts it. */
  readonly excerpt: string
  readonly descriptionHtml: string
  readonly descriptionText: string
  /** Where the product is found in the store and its markets. Absent in a store without markets. */
  readonly alternates?: readonly Alternate[] | undefined
}

/** A slug of a product: in a market, or in the store itself. */
export interface Alternate {
  readonly market?: string
  readonly slug: string
}

/** The lowest and the highest price, as decimals with two digits: "19.90". */
export interface PriceSpan {
  readonly min: string
  readonly max: string
}

/** The names of the derived fields. A catalog file does not have them. */
export const DERIVED_FIELDS = [
  ...['price', 'listPrice', 'unitPrice', 'inStock', 'onSale', 'excerpt', 'descriptionHtml', 'descriptionText'],
  'alternates',
] as readonly (keyof DerivedFields)[]

export function derivedFields(
  { description, variants }: Pick<Product, 'description' | 'variants'>,
  alternates?: readonly Alternate[],
): DerivedFields {
  const text = descriptionText(description)
  const listPrices = variants.map(({ listPrice }) => listPrice).filter((price) => price !== undefined)
  const price = spanOf(variants.map((variant) => variant.price))
  return {
    price,
    listPrice: spanOf(listPrices),
    unitPrice: variants.find((variant) => variant.price === price?.min)?.unitPrice,
    inStock: variants.some(({ stock }) => stock === null || stock > 0),
    onSale: listPrices.length > 0,
    excerpt: excerptOf(text),
    descriptionHtml: descriptionHtml(description),
    descriptionText: text,
    ...(alternates && { alternates }),
  }
}

function spanOf(prices: readonly string[]): PriceSpan | undefined {
  if (prices.length === 0) return undefined
  return {
    min: prices.reduce((lowest, price) => (isHigher(lowest, price) ? price : lowest)),
    max: prices.reduce((highest, price) => (isHigher(price, highest) ? price : highest)),
  }
}
