import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Grouping } from '@vitrine/convert/products/grouping'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../../quick.ts'
import { collected } from '../reading.ts'

/** Items that are numbers. */
const NUMBERS = { toText: String, fromText: Number }

async function groupsOf(rows: readonly (readonly string[])[]): Promise<(readonly number[])[]> {
  using grouping = new Grouping(NUMBERS)
  for (const [line, keys] of rows.entries()) grouping.add(keys, line)
  return (await collected(grouping.groups())).map(({ items }) => items)
}

test('rows with the same key are one group, in the order of the file; a row without keys is a group by itself', async () => {
  assert.deepEqual(await groupsOf([['a'], ['b'], ['a'], [], ['b'], [], ['a']]), [[0, 2, 6], [1, 4], [3], [5]])
})

test('a row with two keys merges the groups that have one of them', async () => {
  assert.deepEqual(await groupsOf([['id:1'], ['x'], ['sku:a'], ['id:1', 'sku:a'], ['sku:a'], ['id:1']]), [
    [0, 2, 3, 4, 5],
    [1],
  ])
})

test('groups are the rows that keys connect, in any order', async () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'e'.repeat(300), `${'e'.repeat(299)}f`)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(key, { maxLength: 3 }), { maxLength: 30 }), async (rows) => {
      assert.deepEqual(await groupsOf(rows), connected(rows))
    }),
  )
})

test('a group over the limit is cut off and marked as too large', { skip: COMPLETE_ONLY }, async () => {
  using grouping = new Grouping(NUMBERS)
  for (let line = 0; line < 20_001; line++) grouping.add(['a'], line)
  grouping.add(['b'], 1)
  const sizes = (await collected(grouping.groups())).map(({ items, tooLarge }) => [items.length, tooLarge])
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
