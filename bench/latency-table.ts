import type { Row, Series } from './one-client.ts'
import { grouped, table } from './table.ts'

/** The rows of two or more sizes of catalog side by side, the smallest first: what was asked for the first time, or again. */
export function latencyTable(products: readonly number[], rows: readonly Row[], when: 'fresh' | 'again'): string {
  const names = products.map(shortened)
  const largest = names.at(-1)
  const head = [
    'request',
    `asked ${largest}`,
    ...names.map((name) => `p50 µs ${name}`),
    'ratio',
    `p99 ms ${largest}`,
    `max ms ${largest}`,
    `CPU µs ${names.join(' / ')}`,
    'ratio',
    `longest block ms ${largest}`,
    `disk kB ${largest}`,
  ]
  return table(
    head,
    rows.map((row) => [row.scenario, ...cellsOf(row[when])]),
  )
}

function cellsOf(series: readonly Series[]): string[] {
  const largest = series.at(-1)!
  return [
    String(largest.requests),
    ...series.map(({ p50 }) => grouped(p50 * 1000)),
    ratio(series.map(({ p50 }) => p50)),
    largest.p99.toFixed(2),
    largest.max.toFixed(2),
    series.map(({ cpu }) => grouped(cpu)).join(' / '),
    ratio(series.map(({ cpu }) => cpu)),
    largest.longestBlock.toFixed(1),
    grouped(largest.fromDisk),
  ]
}

/** The largest to the smallest. */
function ratio(values: readonly number[]): string {
  return (values.at(-1)! / values[0]!).toFixed(2)
}

/** 10k, 1M */
function shortened(products: number): string {
  if (products >= 1e6) return `${products / 1e6}M`
  return products >= 1000 ? `${products / 1000}k` : String(products)
}
