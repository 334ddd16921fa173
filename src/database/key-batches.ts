/** Some rows of one table: keys that are the same but for the last column. */
export interface KeyBatch {
  readonly group: readonly string[]
  readonly items: readonly (string | number)[]
}

/** Rows that are written in one transaction: of orders, 16 MB. */
export const ROWS_AT_ONCE = 250

/** Keys, sorted, as batches. */
export function batchesOf(keys: Iterable<readonly (string | number)[]>): KeyBatch[] {
  const batches: { group: readonly string[]; items: (string | number)[] }[] = []
  for (const key of keys) {
    const group = key.slice(0, -1) as string[]
    const last = batches.at(-1)
    const item = key.at(-1)!
    if (last && last.items.length < ROWS_AT_ONCE && last.group.every((part, index) => part === group[index]))
      last.items.push(item)
    else batches.push({ group, items: [item] })
  }
  return batches
}

/** Positions, as parts of as many. */
export function* partsOf(positions: Uint32Array): Generator<Uint32Array> {
  for (let from = 0; from < positions.length; from += ROWS_AT_ONCE) yield positions.subarray(from, from + ROWS_AT_ONCE)
}
