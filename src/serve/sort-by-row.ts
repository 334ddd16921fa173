import type { Edition } from '../edition/edition.ts'
import { compareBy, sortKeyBy } from '../edition/row-order.ts'
import type { Kind, Sort } from '../edition/term.ts'

/** A few positions in an order, without reading the order. */
export async function sortByRow(edition: Edition, kind: Kind, positions: Uint32Array, sort: Sort): Promise<number[]> {
  const rows = await edition[kind === 'product' ? 'productRows' : 'variantRows']([...positions])
  const keyOf = sortKeyBy(sort)
  return rows
    .map((row) => keyOf(row!))
    .sort(compareBy(sort))
    .map(({ position }) => position)
}
