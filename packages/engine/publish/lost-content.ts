import { categoriesAmong } from '@vitrine/catalog/label-kind'
import type { Product } from '@vitrine/catalog/product'
import type { ProductVersion } from './product-version.ts'

/**
 * By each loss, how many changed products have it. `price`: the lowest price is over five times as high, or under a
 * fifth.
 */
export type LostContent = Readonly<Record<Loss, number>>

export type Loss = 'pictures' | 'categories' | 'description' | 'stock' | 'price'

/** Counts what changed products lose. */
export class LostContentCounts {
  readonly counts: Record<Loss, number> = { pictures: 0, categories: 0, description: 0, stock: 0, price: 0 }

  count(before: ProductVersion, after: ProductVersion): void {
    for (const loss of CONTENT) if (HAS[loss](before.product) && !HAS[loss](after.product)) this.counts[loss]++
    if (isOtherMagnitude(before.row.price, after.row.price)) this.counts.price++
  }
}

const HAS: Readonly<Record<Exclude<Loss, 'price'>, (product: Product) => boolean>> = {
  pictures: ({ files, variants }) => files.length > 0 || variants.some(({ files }) => files.length > 0),
  categories: ({ labelValues }) => categoriesAmong(labelValues).length > 0,
  description: ({ description }) => description !== '',
  stock: ({ variants }) => variants.some(({ stock }) => stock !== null),
}
const CONTENT = Object.keys(HAS) as (keyof typeof HAS)[]

/** Whether one price is over five times the other. A sale is at most 80% off, and a lost decimal point is tenfold. */
function isOtherMagnitude(before: number | null, after: number | null): boolean {
  // A price of 0 is that of what was not sold.
  if (before === null || before === 0 || after === null) return false
  return Math.max(before, after) > MAX_FACTOR * Math.min(before, after)
}

const MAX_FACTOR = 5
