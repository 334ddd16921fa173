/** The median of several measurements, and the range in which the true one is in some 19 of 20 cases. */
export type Spread = { median: number; low: number; high: number }

/** The range is between two of the measurements, so it supposes no distribution. Of fewer than eight it is all of them. */
export function spreadOf(measurements: readonly number[]): Spread {
  const sorted = measurements.toSorted((a, b) => a - b)
  const { length } = sorted
  const skipped = Math.max(0, Math.floor(length / 2 - 0.98 * Math.sqrt(length)))
  const middle = (sorted[Math.floor((length - 1) / 2)]! + sorted[Math.ceil((length - 1) / 2)]!) / 2
  return { median: middle, low: sorted[skipped]!, high: sorted[length - 1 - skipped]! }
}
