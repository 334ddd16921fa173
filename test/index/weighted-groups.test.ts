import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromSorted, type PostingList, toPostingList, toSortedPositions } from '@vitrine/engine/index/posting-list'
import { unionAll } from '@vitrine/engine/index/set-algebra'
import { WeightedGroups } from '@vitrine/engine/index/weighted-groups'
import { runAtOnce, STEP } from '@vitrine/runtime/steps'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'
import { positions, sorted } from './posting-lists.ts'

test('positions are grouped by the sum of the weights of their sets, the highest first', {
  skip: COMPLETE_ONLY,
}, () => {
  // Large sets take several stages.
  const large = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.nat(20_000))
    .map(([step, start]) => toPostingList(Uint32Array.from({ length: 5000 }, (_, index) => start + index * step)))
  const postings = fc.oneof(positions.map(toPostingList), large).filter(({ size }) => size > 0)
  const sets = fc.array(fc.record({ postings, weight: fc.integer({ min: 1, max: 4 }) }), { maxLength: 6 })
  fc.assert(
    fc.property(sets, fc.func(fc.boolean()), (sets, isIn) => {
      const sums = new Map<number, number>()
      for (const { postings, weight } of sets)
        for (const position of toSortedPositions(postings)) sums.set(position, (sums.get(position) ?? 0) + weight)
      const some = sorted([...sums.keys()].filter((position) => isIn(position)))
      const expected = [...Map.groupBy(some, (position) => sums.get(position)!)].sort(([a], [b]) => b - a)

      assert.deepEqual(
        groupsOf(new WeightedGroups(fromSorted(Uint32Array.from(some)), sets)).map((group) => [
          ...toSortedPositions(group),
        ]),
        expected.map(([, positions]) => positions),
      )
    }),
  )
})

function groupsOf(grouping: WeightedGroups): PostingList[] {
  const groups = runAtOnce(grouping.next())
  return groups ? [...groups, ...groupsOf(grouping)] : []
}

test('the first stage has the best groups, and visits a fraction of the positions', () => {
  const every = (step: number) =>
    toPostingList(Uint32Array.from({ length: 1_000_000 / step }, (_, index) => index * step))
  const sets = [100, 10, 2].map((step) => ({ postings: every(step), weight: step }))
  const steps = new WeightedGroups(unionAll(sets.map(({ postings }) => postings)), sets).next()
  let visited = 0
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      assert.deepEqual(step.value, [every(100)])
      break
    }
    visited += step.value
  }
  assert.ok(visited < 100_000, String(visited))
})

test('no step visits more positions than a step may', () => {
  const all = fromSorted(Uint32Array.from({ length: 3 * STEP + 5 }, (_, position) => position))
  const steps = [...new WeightedGroups(all, [{ postings: all, weight: 1000 }]).next()]
  assert.ok(steps.length >= 5, String(steps.length))
})
