import type { ProductRow, VariantRow } from './rows.ts'
import type { Sort } from './term.ts'

/** The key by which an order sorts a row. */
export interface SortKey {
  readonly position: number
  /** Text as UTF-8, which compares by code point. */
  readonly key: number | Buffer | null
}

/** A function that gives the sort key of a row. */
export function sortKeyBy(sort: Sort): (row: ProductRow | VariantRow) => SortKey {
  const [field] = sort.split(':') as [keyof (ProductRow | VariantRow)]
  return (row) => {
    const value: number | string | null = row[field]
    return { position: row.position, key: typeof value === 'string' ? Buffer.from(value) : value }
  }
}

/** Compares as `Sort` defines and databases sort: missing values last in either direction, equal values by position. */
export function compareBy(sort: Sort): (a: SortKey, b: SortKey) => number {
  const sign = sort.endsWith(':ASC') ? 1 : -1
  return (a, b) => compare(a.key, b.key, sign) || a.position - b.position
}

function compare(a: SortKey['key'], b: SortKey['key'], sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (typeof a === 'number' ? a - (b as number) : Buffer.compare(a, b as Buffer))
}
