import type { KeyItem, RowChange, StorageWriter } from './storage.ts'
import { formsOf, LIST_TABLES, rowTable } from './tables.ts'
import { KINDS } from './term.ts'

/**
 * The changes that give the edition being written the rows of an earlier edition instead of those of the newest. They
 * end rows of the newest edition, and write again rows of the earlier one that had ended. Each group of changes is one
 * transaction.
 */
export async function* rebase(
  writer: StorageWriter,
  from: number,
  nextRun: () => number,
): AsyncGenerator<readonly RowChange[]> {
  for (const kind of KINDS) {
    const changed = await writer.changedPositions(kind, from)
    for (let start = 0; start < changed.length; start += ROWS_TOGETHER) {
      const positions = changed.slice(start, start + ROWS_TOGETHER)
      const items = [...positions]
      yield [
        { journal: kind, run: nextRun(), positions },
        { restore: rowTable(kind), group: [], items, from },
        ...formsOf(kind).map((form): RowChange => ({ restore: 'documents', group: [form], items, from })),
      ]
    }
  }
  for (const table of LIST_TABLES)
    for (const { group, items } of groupKeys(await writer.changedKeys(table, from), ROWS_TOGETHER))
      yield [{ restore: table, group, items, from }]
}

/** The most rows that are restored in one transaction: 16 MB of orders. */
const ROWS_TOGETHER = 250

/** Full keys, sorted, as runs that differ only in their last column, of at most `most` each. */
export function groupKeys(
  keys: Iterable<readonly KeyItem[]>,
  most = Number.POSITIVE_INFINITY,
): { readonly group: readonly string[]; readonly items: KeyItem[] }[] {
  const groups: { group: readonly string[]; items: KeyItem[] }[] = []
  for (const key of keys) {
    const group = key.slice(0, -1) as string[]
    const last = groups.at(-1)
    if (last && last.items.length < most && last.group.every((part, index) => part === group[index]))
      last.items.push(key.at(-1)!)
    else groups.push({ group, items: [key.at(-1)!] })
  }
  return groups
}
