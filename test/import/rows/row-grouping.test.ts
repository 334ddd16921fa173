import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ColumnLayout, column } from '../../../src/import/rows/columns.ts'
import { Row } from '../../../src/import/rows/row.ts'
import { RowGrouping } from '../../../src/import/rows/row-grouping.ts'

const LAYOUT = new ColumnLayout({ name: column('name', 'the name') }, ['name'])

function groupsOf(rows: readonly (readonly string[])[]): number[][] {
  using grouping = new RowGrouping<'name'>()
  for (const [line, keys] of rows.entries()) grouping.add(keys, new Row(line, [keys.join()], LAYOUT))
  return [...grouping.groups()].map((group) => group.rows.map(({ line }) => line))
}

test('rows with the same key are one group, in the order of the file; a row without keys is a group by itself', () => {
  assert.deepEqual(groupsOf([['a'], ['b'], ['a'], [], ['b'], [], ['a']]), [[0, 2, 6], [1, 4], [3], [5]])
})

test('a row with two keys merges the groups that have one of them', () => {
  assert.deepEqual(groupsOf([['id:1'], ['x'], ['sku:a'], ['id:1', 'sku:a'], ['sku:a'], ['id:1']]), [
    [0, 2, 3, 4, 5],
    [1],
  ])
})

test('groups are the rows that keys connect, in any order', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'e'.repeat(300), `${'e'.repeat(299)}f`)
  fc.assert(
    fc.property(fc.array(fc.array(key, { maxLength: 3 }), { maxLength: 30 }), (rows) => {
      assert.deepEqual(groupsOf(rows), connected(rows))
    }),
  )
})

test('a group over the limit is cut off and marked as too large', () => {
  using grouping = new RowGrouping<'name'>()
  for (let line = 0; line < 20_001; line++) grouping.add(['a'], new Row(line, [''], LAYOUT))
  grouping.add(['b'], new Row(1, ['x'], LAYOUT))
  const sizes = [...grouping.groups()].map(({ rows, tooLarge }) => [rows.length, tooLarge])
  assert.deepEqual(sizes, [
    [20_000, true],
    [1, false],
  ])
})

/** A model of the grouping: compares each row with all groups. */
function connected(rows: readonly (readonly string[])[]): number[][] {
  let groups: { readonly keys: Set<string>; readonly lines: number[] }[] = []
  for (const [line, keys] of rows.entries()) {
    const own = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const joined = {
      keys: new Set([...keys, ...own.flatMap((group) => [...group.keys])]),
      lines: [...own.flatMap((group) => group.lines), line].sort((a, b) => a - b),
    }
    groups = [...groups.filter((group) => !own.includes(group)), joined].sort((a, b) => a.lines[0]! - b.lines[0]!)
  }
  return groups.map((group) => group.lines)
}
