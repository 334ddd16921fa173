import type { ProductRow, VariantRow } from './rows.ts'
import { isByPopularity, type Sort } from './term.ts'

/** The key by which an order sorts a row. */
export interface SortKey {
  readonly position: number
  /** Text as UTF-8, which compares by code point. */
  readonly key: number | Buffer | null
  /** When it was created, in an order that has the newest of equal keys first; else 0. */
  readonly createdAt: number
}

/** A function that gives the sort key of a row. */
export function sortKeyBy(sort: Sort): (row: ProductRow | VariantRow) => SortKey {
  const [field] = sort.split(':') as [keyof (ProductRow | VariantRow)]
  const hasNewestFirst = isByPopularity(sort)
  return (row) => {
    const value: number | string | null = row[field]
    const key = typeof value === 'string' ? Buffer.from(value) : value
    return { position: row.position, key, createdAt: hasNewestFirst ? row.createdAt : 0 }
  }
}

/** Compares as `Sort` defines and databases sort. */
export function compareBy(sort: Sort): (a: SortKey, b: SortKey) => number {
  const sign = sort.endsWith(':ASC') ? 1 : -1
  return (a, b) => compare(a.key, b.key, sign) || b.createdAt - a.createdAt || a.position - b.position
}

function compare(a: SortKey['key'], b: SortKey['key'], sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return sign * (typeof a === 'number' ? a - (b as number) : Buffer.compare(a, b as Buffer))
}
