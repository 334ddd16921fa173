import type { Edition } from '../edition/edition.ts'
import type { ProductRow, VariantRow } from '../edition/rows.ts'
import type { Kind, Sort } from '../edition/term.ts'

type Value = number | Buffer | null

/** A few positions in an order, without reading the order. `Sort` says what it means; databases sort alike. */
export async function sortedByRows(
  edition: Edition,
  kind: Kind,
  positions: Uint32Array,
  sort: Sort,
): Promise<number[]> {
  const [field, direction] = sort.split(':') as [keyof ProductRow & keyof VariantRow, string]
  const rows = await edition[kind === 'product' ? 'products' : 'variants']([...positions])
  const sign = direction === 'ASC' ? 1 : -1
  return rows
    .map((row) => ({ position: row!.position, value: comparable(row![field]) }))
    .sort((a, b) => compare(a.value, b.value, sign) || a.position - b.position)
    .map(({ position }) => position)
}

/** Text as UTF-8, which compares by code point. */
function comparable(column: number | string | null): Value {
  return typeof column === 'string' ? Buffer.from(column) : column
}

/** What is missing comes last in either direction. */
function compare(a: Value, b: Value, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (typeof a === 'number' ? a - (b as number) : Buffer.compare(a, b as Buffer))
}
