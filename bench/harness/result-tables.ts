import type { Change } from './compare-results.ts'
import { formatInteger, table } from './report.ts'
import type { Cost, Size } from './result-file.ts'
import type { Spread } from './spread.ts'

export function costTable(of: string, costs: readonly Cost[]): string {
  return table(
    [of, 'CPU µs', 'least', 'share', 'range'],
    costs.map(({ name, micros, least, share }) => [
      name,
      ...[formatInteger(micros), formatInteger(least)],
      ...[share.median.toFixed(2), rangeOf(share, 2)],
    ]),
  )
}

export function sizeTable(sizes: readonly Size[]): string {
  return table(
    ['memory and disk', 'MB', 'range'],
    sizes.map(({ name, megabytes }) => [name, formatInteger(megabytes.median), rangeOf(megabytes, 0)]),
  )
}

/** Requests and imports in times of the least, memory and disk in MB. */
export function changeTable(changes: readonly Change[]): string {
  return table(
    ['', 'before', 'range', 'after', 'range', 'after / before', ''],
    changes.map(({ name, before, after, change, verdict }) => [
      name,
      ...[before, after].flatMap((each) => [each.median.toFixed(2), rangeOf(each, 2)]),
      ...[change.toFixed(2), verdict],
    ]),
  )
}

function rangeOf({ low, high }: Spread, digits: number): string {
  return `${low.toFixed(digits)} – ${high.toFixed(digits)}`
}
