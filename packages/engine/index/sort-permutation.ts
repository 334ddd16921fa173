import { GrowableArray } from './growable-array.ts'

type Key = number | string | null

/**
 * Positions sorted by a key, in both directions. Takes rows sorted by key, those without a key last. They stay last,
 * and equal keys stay in their order, in either direction.
 */
export function bothDirections(
  rows: Iterable<readonly [position: number, key: Key]>,
): Readonly<Record<'ASC' | 'DESC', Uint32Array>> {
  using positions = new GrowableArray()
  /** The index of the first position of each key. */
  using runs = new GrowableArray()
  let last: Key | undefined
  for (const [position, key] of rows) {
    if (key !== last) runs.push(positions.length)
    last = key
    positions.push(position)
  }
  const ascending = positions.view().slice()
  const starts = runs.view()
  const keyedRuns = last === null ? starts.length - 1 : starts.length
  let end = last === null ? starts[keyedRuns]! : ascending.length
  const descending = ascending.slice()
  for (let run = keyedRuns - 1, to = 0; run >= 0; run--) {
    for (let at = starts[run]!; at < end; at++) descending[to++] = ascending[at]!
    end = starts[run]!
  }
  return { ASC: ascending, DESC: descending }
}
