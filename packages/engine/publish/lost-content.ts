import { categoriesAmong } from '@vitrine/catalog/label-kind'
import type { Product } from '@vitrine/catalog/product'
import type { ProductVersion } from './product-version.ts'

/** How many products have each loss. */
export type LostContent = Readonly<Record<Loss, number>>

/** What a changed product may lose. `price`: its lowest price is over five times as high, or under a fifth. */
export type Loss = keyof typeof HAS | 'price'

export function lossesOf(before: ProductVersion, after: ProductVersion): Loss[] {
  const lost = CONTENT.filter((loss) => HAS[loss](before.product) && !HAS[loss](after.product))
  return isOtherMagnitude(before.row.price, after.row.price) ? [...lost, 'price'] : lost
}

const HAS = {
  pictures: ({ files, variants }: Product) => files.length > 0 || variants.some(({ files }) => files.length > 0),
  categories: ({ labelValues }: Product) => categoriesAmong(labelValues).length > 0,
  description: ({ description }: Product) => description !== '',
  stock: ({ variants }: Product) => variants.some(({ stock }) => stock !== null),
}
const CONTENT = Object.keys(HAS) as (keyof typeof HAS)[]

/** Whether one price is over five times the other. A sale is at most 80% off, and a lost decimal point is tenfold. */
function isOtherMagnitude(before: number | null, after: number | null): boolean {
  // A price of 0 is that of what was not sold.
  if (before === null || before === 0 || after === null) return false
  return Math.max(before, after) > MAX_FACTOR * Math.min(before, after)
}

const MAX_FACTOR = 5
