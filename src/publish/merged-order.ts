import type { Edition } from '../edition/edition.ts'
import { compareBy, type SortKey, sortKeyBy } from '../edition/row-order.ts'
import type { ProductRow, VariantRow } from '../edition/rows.ts'
import type { Kind, Sort } from '../edition/term.ts'
import { BitSet } from '../index/bit-set.ts'

/** The rows that an import changes, by position: what they are from now on, undefined where they go. */
export class ChangedRows {
  #rows: Map<number, ProductRow | VariantRow | undefined> | undefined = new Map()

  note(position: number, row: ProductRow | VariantRow | undefined): void {
    this.#rows?.set(position, row)
    // So many are sorted with the rest: they need not be kept.
    if (this.#rows && this.#rows.size > MOST_MERGED) this.#rows = undefined
  }

  /** The rows, if they are few among `count`, so that it pays to merge them. */
  fewAmong(count: number): ReadonlyMap<number, ProductRow | VariantRow | undefined> | undefined {
    return this.#rows && this.#rows.size * WORTH <= count ? this.#rows : undefined
  }
}

const MOST_MERGED = 20_000

/** To find the place of one row costs as much as to sort so many. */
const WORTH = 64

/**
 * An order of the next edition, made of the base's: what changed is taken out of it and put in at its place, which is
 * found by halving. For a few changes among many that is far less work than sorting; only the rows that are compared
 * with are read, those of all changes together.
 */
export async function mergedOrder(
  base: Edition,
  kind: Kind,
  sort: Sort,
  changed: ReadonlyMap<number, ProductRow | VariantRow | undefined>,
): Promise<Uint32Array> {
  const { positions } = await base.sortOrder(kind, sort)
  const marks = new BitSet()
  for (const position of changed.keys()) marks.add(position)
  const kept = without(positions, marks.indexesIn(positions))
  const inserted = [...changed.values()].filter((row) => row !== undefined).map(sortKeyBy(sort))
  inserted.sort(compareBy(sort))
  const places = await placesOf(inserted, kept, sort, async (some) => {
    const rows = await base[kind === 'product' ? 'productRows' : 'variantRows'](some)
    return rows.map((row) => sortKeyBy(sort)(row!))
  })
  return spliced(kept, inserted, places)
}

/** Before how many of `sorted` each of `inserted` comes to stand. All are halved together, so that rows are read together. */
async function placesOf(
  inserted: readonly SortKey[],
  sorted: Uint32Array,
  sort: Sort,
  read: (positions: readonly number[]) => Promise<SortKey[]>,
): Promise<number[]> {
  const compare = compareBy(sort)
  const low = inserted.map(() => 0)
  const high = inserted.map(() => sorted.length)
  // Invariant: what is before `low` comes before the one to insert, what is from `high` on comes after it.
  const compareAll = async (indexOf: (index: number) => number) => {
    const open = [...inserted.keys()].filter((index) => low[index]! < high[index]!)
    if (open.length === 0) return false
    const ranks = [...new Set(open.map(indexOf))]
    const rows = await read(ranks.map((rank) => sorted[rank]!))
    const rowAt = new Map(ranks.map((rank, at) => [rank, rows[at]!]))
    for (const index of open) {
      const rank = indexOf(index)
      if (compare(rowAt.get(rank)!, inserted[index]!) < 0) low[index] = rank + 1
      else high[index] = rank
    }
    return true
  }
  // What was changed last stands at one of the ends, in orders by time.
  await compareAll(() => 0)
  await compareAll(() => sorted.length - 1)
  while (await compareAll((index) => (low[index]! + high[index]!) >>> 1));
  return low
}

/** `indexes` are in order. */
function without(positions: Uint32Array, indexes: readonly number[]): Uint32Array {
  const kept = new Uint32Array(positions.length - indexes.length)
  let from = 0
  for (const [left, index] of indexes.entries()) {
    kept.set(positions.subarray(from, index), from - left)
    from = index + 1
  }
  kept.set(positions.subarray(from), from - indexes.length)
  return kept
}

/** `inserted` and `places` are in order. */
function spliced(kept: Uint32Array, inserted: readonly SortKey[], places: readonly number[]): Uint32Array {
  const whole = new Uint32Array(kept.length + inserted.length)
  let from = 0
  for (const [index, { position }] of inserted.entries()) {
    const place = places[index]!
    whole.set(kept.subarray(from, place), from + index)
    whole[place + index] = position
    from = place
  }
  whole.set(kept.subarray(from), from + inserted.length)
  return whole
}
