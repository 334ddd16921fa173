/** A part of a range, and how many values lie in it. */
export interface ValueBucket {
  readonly from: number
  readonly to: number
  readonly count: number
}

/**
 * The values in at most `most` buckets of equal width: 1, 2, 2.5 or 5 times a power of ten, the smallest that is
 * enough. They begin at a multiple of the width. Each is from `from` to below `to`, the last one to `to`. All are
 * whole numbers, and all values are from `min` to `max`.
 */
export function bucketsOf(values: Float64Array, min: number, max: number, most: number): ValueBucket[] {
  if (min === max) return [{ from: min, to: max, count: values.length }]
  const { width, start, size } = layout(min, max, most)
  const counts = new Uint32Array(size)
  for (let i = 0; i < values.length; i++) counts[Math.min(size - 1, Math.floor((values[i]! - start) / width))]!++
  return Array.from(counts, (count, index) => ({
    from: start + index * width,
    to: start + (index + 1) * width,
    count,
  }))
}

function layout(min: number, max: number, most: number): { width: number; start: number; size: number } {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 2.5, 5]) {
      const width = step * power
      const start = Math.floor(min / width) * width
      const size = Math.ceil((max - start) / width)
      if (Number.isInteger(width) && size <= most) return { width, start, size }
    }
}
