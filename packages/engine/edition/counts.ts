/** What an edition of a store, or of a market, counts. The limits of publications compare it; no answer shows it. */
export interface Counts {
  readonly products: number
  readonly variants: number
  /** Products that have pictures, of their own or of a variant. */
  readonly pictures: number
  /** Products that have a label that may be a category. */
  readonly categories: number
  readonly descriptions: number
  /** Variants with a known stock above 0. */
  readonly inStock: number
  /**
   * The natural logarithm of how many times as high as at first the prices of the products are, as a geometric mean.
   * Products that come or go do not change it.
   */
  readonly priceLevel: number
}

/** The highest counts of a time, each by itself. */
export interface PeakCounts extends Counts {
  readonly lowestPriceLevel: number
}

export const NO_COUNTS: Counts = {
  products: 0,
  variants: 0,
  pictures: 0,
  categories: 0,
  descriptions: 0,
  inStock: 0,
  priceLevel: 0,
}

/** The peak of one state. */
export function peakOf(counts: Counts): PeakCounts {
  return { ...counts, lowestPriceLevel: counts.priceLevel }
}

export function highestOf(peaks: readonly PeakCounts[]): PeakCounts {
  return peaks.reduce((highest, peak) => {
    const names = Object.keys(NO_COUNTS) as (keyof Counts)[]
    const counts = Object.fromEntries(names.map((name) => [name, Math.max(highest[name], peak[name])]))
    const lowestPriceLevel = Math.min(highest.lowestPriceLevel, peak.lowestPriceLevel)
    return { ...(counts as unknown as Counts), lowestPriceLevel }
  })
}
