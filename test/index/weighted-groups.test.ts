import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromSorted, toPostingList, toSortedPositions } from '../../src/index/posting-list.ts'
import { runAtOnce, STEP, Workspace } from '../../src/index/steps.ts'
import { groupByWeight } from '../../src/index/weighted-groups.ts'
import { positions, sorted } from './posting-lists.ts'

const workspace = new Workspace()

test('positions are grouped by the sum of the weights of their sets, the highest first', () => {
  const postings = positions.map(toPostingList).filter(({ size }) => size > 0)
  const sets = fc.array(fc.record({ postings, weight: fc.integer({ min: 1, max: 4 }) }), { maxLength: 6 })
  fc.assert(
    fc.property(sets, fc.func(fc.boolean()), (sets, isIn) => {
      const sums = new Map<number, number>()
      for (const { postings, weight } of sets)
        for (const position of toSortedPositions(postings)) sums.set(position, (sums.get(position) ?? 0) + weight)
      const some = sorted([...sums.keys()].filter((position) => isIn(position)))
      const expected = [...Map.groupBy(some, (position) => sums.get(position)!)].sort(([a], [b]) => b - a)

      const groups = runAtOnce(groupByWeight(fromSorted(Uint32Array.from(some)), sets, workspace))
      assert.deepEqual(
        [...groups].map((group) => [...toSortedPositions(group)]),
        expected.map(([, positions]) => positions),
      )
    }),
  )
})

test('no step visits more positions than a step may', () => {
  const all = fromSorted(Uint32Array.from({ length: 3 * STEP + 5 }, (_, position) => position))
  const steps = [...groupByWeight(all, [{ postings: all, weight: 1000 }], workspace)]
  assert.ok(steps.length >= 12, String(steps.length))
  assert.ok(Math.max(...steps) <= STEP)
})
