import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toPostingList, toSortedPositions } from '../../src/index/set-algebra.ts'
import { Matches } from '../../src/serve/search.ts'
import { TermMatches } from '../../src/serve/term-query.ts'

/** Enough that things are ranked by sets; the model test has stores that are small, where they are ranked one by one. */
const MANY = 6000

/** Levels of a word as every so many-th position, from some position on. */
const word = fc.uniqueArray(
  fc.record({
    rank: fc.constantFrom(0, 1, 256, 257, 65_536, 65_792),
    every: fc.integer({ min: 1, max: 9 }),
    from: fc.nat(9),
  }),
  { minLength: 1, maxLength: 5, selector: ({ rank }) => rank },
)

test('many things are ranked by the sum of their best ranks, as few are', () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 40 }), (words, every) => {
      const levels = words.map((levels) => levels.toSorted((a, b) => a.rank - b.rank))
      const carries = (position: number, level: { every: number; from: number }) =>
        position >= level.from && position % level.every === 0
      const all = Array.from({ length: MANY }, (_, position) => position)
      const matches = new Matches(
        levels.map(
          (levels) =>
            new TermMatches(
              levels.map((level) => ({
                rank: level.rank,
                positions: toPostingList(all.filter((position) => carries(position, level))),
              })),
            ),
        ),
      )
      const rankOf = (position: number) =>
        levels.reduce((sum, levels) => sum + (levels.find((level) => carries(position, level))?.rank ?? Number.NaN), 0)
      const matching = all.filter((position) => !Number.isNaN(rankOf(position)))
      assert.deepEqual([...toSortedPositions(matches.all)], matching)

      for (const found of [matching, matching.filter((position) => position % every === 0)]) {
        const expected = Map.groupBy(found, rankOf)
        const tiers = [...matches.scoreGroups(toPostingList(found))].map((tier) => [...toSortedPositions(tier)])
        assert.deepEqual(
          tiers,
          [...expected.keys()].sort((a, b) => a - b).map((rank) => expected.get(rank)),
        )
      }
    }),
    { numRuns: 150 },
  )
})
