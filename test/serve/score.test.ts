import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toPostingList, toSortedPositions } from '@vitrine/engine/index/posting-list'
import { SearchMatches, TermMatches } from '@vitrine/engine/serve/search/score'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'

/** Enough to be scored by sets. The stores of the model test are small, so that they are scored one by one. */
const MANY = 6000

/** The score classes of a word: every so many-th position, from some position on. */
const word = fc.uniqueArray(
  fc.record({
    score: fc.constantFrom(0, 1, 256, 257, 65_536, 65_792),
    every: fc.integer({ min: 1, max: 9 }),
    from: fc.nat(9),
  }),
  { minLength: 1, maxLength: 5, selector: ({ score }) => score },
)

test('many positions are grouped by the sum of their best scores, as few are', { skip: COMPLETE_ONLY }, () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 40 }), (words, every) => {
      const sorted = words.map((classes) => classes.toSorted((a, b) => a.score - b.score))
      const isIn = (position: number, { every, from }: { every: number; from: number }) =>
        position >= from && position % every === 0
      const all = Array.from({ length: MANY }, (_, position) => position)
      const matches = new SearchMatches(
        sorted.map(
          (classes) =>
            new TermMatches(
              classes.map((scoreClass) => ({
                score: scoreClass.score,
                positions: toPostingList(all.filter((position) => isIn(position, scoreClass))),
              })),
            ),
        ),
      )
      const scoreOf = (position: number) =>
        sorted.reduce(
          (sum, classes) => sum + (classes.find((scoreClass) => isIn(position, scoreClass))?.score ?? Number.NaN),
          0,
        )
      const matching = all.filter((position) => !Number.isNaN(scoreOf(position)))
      assert.deepEqual([...toSortedPositions(matches.all)], matching)

      for (const some of [matching, matching.filter((position) => position % every === 0)]) {
        const expected = Map.groupBy(some, scoreOf)
        const groups = [...matches.scoreGroups(toPostingList(some))].map((group) => [...toSortedPositions(group)])
        assert.deepEqual(
          groups,
          [...expected.keys()].sort((a, b) => a - b).map((score) => expected.get(score)),
        )
      }
    }),
    { numRuns: 150 },
  )
})
