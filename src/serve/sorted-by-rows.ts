import type { Edition } from '../edition/edition.ts'
import { comparing, keyedBy } from '../edition/row-order.ts'
import type { Kind, Sort } from '../edition/term.ts'

/** A few positions in an order, without reading the order. */
export async function sortedByRows(
  edition: Edition,
  kind: Kind,
  positions: Uint32Array,
  sort: Sort,
): Promise<number[]> {
  const rows = await edition[kind === 'product' ? 'products' : 'variants']([...positions])
  const keyOf = keyedBy(sort)
  return rows
    .map((row) => keyOf(row!))
    .sort(comparing(sort))
    .map(({ position }) => position)
}
