import type { KeyGroup, KeyItem } from '@vitrine/engine/edition/storage'
import type { Cell, VersionedTable } from '@vitrine/engine/edition/tables'

/** A row as a read returns it: the last key column and the value columns, in camel case. */
export type StoredRow = Readonly<Record<string, Cell>>

/** The rows of an edition whose keys differ in the last column only. It does not change once the edition is published. */
export class StoredGroup {
  readonly table: VersionedTable
  readonly group: KeyGroup
  readonly #rows: Map<KeyItem, StoredRow>
  #items: readonly KeyItem[] | undefined
  readonly #indexes = new Map<string, ReadonlyMap<Cell, readonly StoredRow[]>>()

  /** Copies the rows. */
  constructor(table: VersionedTable, group: KeyGroup, rows: Iterable<readonly [KeyItem, StoredRow]> = []) {
    this.table = table
    this.group = group
    this.#rows = new Map(rows)
  }

  get rows(): ReadonlyMap<KeyItem, StoredRow> {
    return this.#rows
  }

  copy(): StoredGroup {
    const copy = new StoredGroup(this.table, this.group, this.#rows)
    copy.#items = this.#items
    return copy
  }

  /** Gives the group a row, or takes it away. */
  set(item: KeyItem, row: StoredRow | undefined): void {
    if (this.#rows.has(item) !== (row !== undefined)) this.#items = undefined
    if (row) this.#rows.set(item, row)
    else this.#rows.delete(item)
    this.#indexes.clear()
  }

  /** The last columns of the keys, ascending. The first read sorts them. */
  get items(): readonly KeyItem[] {
    this.#items ??= [...this.#rows.keys()].sort(compareItems)
    return this.#items
  }

  /** At most `limit` rows from item `from` to before item `to`, ascending. */
  range(from: KeyItem, to: KeyItem, limit = Number.POSITIVE_INFINITY): StoredRow[] {
    const { items } = this
    const start = firstAt(items, from)
    return items.slice(start, Math.min(firstAt(items, to), start + limit)).map((item) => this.#rows.get(item)!)
  }

  /** The rows that have a value in a column. The first read of a column makes an index of it. */
  having(column: string, value: Cell): readonly StoredRow[] {
    const index = this.#indexes.get(column) ?? Map.groupBy(this.#rows.values(), (row) => row[column]!)
    this.#indexes.set(column, index)
    return index.get(value) ?? []
  }
}

/** Numbers ascend, and texts by code point, as databases sort them by their UTF-8 bytes. */
function compareItems(a: KeyItem, b: KeyItem): number {
  return typeof a === 'number' ? a - (b as number) : compareTexts(a, b as string)
}

function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)]
    // A surrogate is half of a code point that is greater than all that are one unit.
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1
  }
  return a.length - b.length
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000
}

/** The index of the first item that is not before `item`. */
function firstAt(items: readonly KeyItem[], item: KeyItem): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareItems(items[middle]!, item) < 0) low = middle + 1
    else high = middle
  }
  return low
}
