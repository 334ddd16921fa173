import type { ProductRow, VariantRow } from './rows.ts'
import type { Sort } from './term.ts'

/** What a row is put in an order by. */
export interface SortKey {
  readonly position: number
  /** Text as UTF-8, which compares by code point. */
  readonly key: number | Buffer | null
}

/** Of every row the key of an order. */
export function sortKeyBy(sort: Sort): (row: ProductRow | VariantRow) => SortKey {
  const [field] = sort.split(':') as [keyof (ProductRow | VariantRow)]
  return (row) => {
    const value: number | string | null = row[field]
    return { position: row.position, key: typeof value === 'string' ? Buffer.from(value) : value }
  }
}

/** Compares as `Sort` says, and databases do: what is missing last in either direction, equals by position. */
export function compareBy(sort: Sort): (a: SortKey, b: SortKey) => number {
  const sign = sort.endsWith(':ASC') ? 1 : -1
  return (a, b) => compare(a.key, b.key, sign) || a.position - b.position
}

function compare(a: SortKey['key'], b: SortKey['key'], sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (typeof a === 'number' ? a - (b as number) : Buffer.compare(a, b as Buffer))
}
