import type { Edition } from '../edition/edition.ts'
import { compareBy, type SortKey, sortKeyBy } from '../edition/row-order.ts'
import type { ProductRow, VariantRow } from '../edition/rows.ts'
import type { Kind, Sort } from '../edition/term.ts'
import { BitSet } from '../index/bit-set.ts'

/**
 * Makes an order of the next edition from that of the base: removes the changed positions, and inserts each at its new
 * place, which binary search finds. For a few changes this is far less work than sorting. It reads only the rows that
 * the searches compare with.
 */
export async function mergedOrder(
  base: Edition,
  kind: Kind,
  sort: Sort,
  changed: RowsByPosition,
): Promise<Uint32Array> {
  const { positions } = await base.sortOrder(kind, sort)
  const changedPositions = new BitSet()
  for (const position of changed.keys()) changedPositions.add(position)
  const unchanged = without(positions, changedPositions)
  const inserted = [...changed.values()].filter((row) => row !== undefined).map(sortKeyBy(sort))
  inserted.sort(compareBy(sort))
  const ranks = await insertionRanks(inserted, unchanged, sort, async (batch) => {
    const rows = await base[kind === 'product' ? 'productRows' : 'variantRows'](batch)
    return rows.map((row) => sortKeyBy(sort)(row!))
  })
  return insertAt(unchanged, inserted, ranks)
}

/** Rows by position; undefined for a row that is removed. */
type RowsByPosition = ReadonlyMap<number, ProductRow | VariantRow | undefined>

/** At most this many changed rows are merged. With more, the database sorts the whole order. */
const MAX_MERGED_ROWS = 20_000

/** Finding the place of one row costs as much as sorting this many rows. */
const MERGE_COST = 64

/** The rows of one kind that an import changes, as long as they are few enough to be merged into an order. */
export class ChangedRows {
  #rows: Map<number, ProductRow | VariantRow | undefined> | undefined = new Map()

  record(removed: readonly number[], written: readonly (ProductRow | VariantRow)[]): void {
    for (const position of removed) this.#rows?.set(position, undefined)
    for (const row of written) this.#rows?.set(row.position, row)
    if (this.#rows && this.#rows.size > MAX_MERGED_ROWS) this.#rows = undefined
  }

  /** The rows, if merging them into an order of `count` positions costs less than sorting it. */
  ifFewOf(count: number): RowsByPosition | undefined {
    return this.#rows && this.#rows.size * MERGE_COST <= count ? this.#rows : undefined
  }
}

/** For each key, how many of `sorted` come before it. All searches advance together, to read their rows together. */
async function insertionRanks(
  inserted: readonly SortKey[],
  sorted: Uint32Array,
  sort: Sort,
  read: (positions: readonly number[]) => Promise<SortKey[]>,
): Promise<number[]> {
  const compare = compareBy(sort)
  const low = inserted.map(() => 0)
  const high = inserted.map(() => sorted.length)
  // Invariant: rows before `low` sort before the inserted key, and rows from `high` on sort after it.
  const compareAll = async (rankOf: (index: number) => number) => {
    const open = [...inserted.keys()].filter((index) => low[index]! < high[index]!)
    if (open.length === 0) return false
    const ranks = [...new Set(open.map(rankOf))]
    const keys = await read(ranks.map((rank) => sorted[rank]!))
    const keyAt = new Map(ranks.map((rank, index) => [rank, keys[index]!]))
    for (const index of open) {
      const rank = rankOf(index)
      if (compare(keyAt.get(rank)!, inserted[index]!) < 0) low[index] = rank + 1
      else high[index] = rank
    }
    return true
  }
  // In orders by time, the latest changes belong to one of the ends.
  await compareAll(() => 0)
  await compareAll(() => sorted.length - 1)
  while (await compareAll((index) => (low[index]! + high[index]!) >>> 1));
  return low
}

function without(positions: Uint32Array, removed: BitSet): Uint32Array {
  const remaining = new Uint32Array(positions.length)
  let size = 0
  // By index: an array's iterator takes six times as long.
  for (let i = 0; i < positions.length; i++) if (!removed.has(positions[i]!)) remaining[size++] = positions[i]!
  return remaining.subarray(0, size)
}

/** Inserts each position before the given rank of `positions`. `ranks` ascend. */
function insertAt(positions: Uint32Array, inserted: readonly SortKey[], ranks: readonly number[]): Uint32Array {
  const result = new Uint32Array(positions.length + inserted.length)
  let from = 0
  for (const [index, { position }] of inserted.entries()) {
    const rank = ranks[index]!
    result.set(positions.subarray(from, rank), from + index)
    result[rank + index] = position
    from = rank
  }
  result.set(positions.subarray(from), from + inserted.length)
  return result
}
