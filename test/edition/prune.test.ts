import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { firstHistory, type LeftEdition } from '@vitrine/engine/edition/edition-history'
import { keptEditions, outdatedEditions, type RetainedEdition, type Retention } from '@vitrine/engine/edition/prune'
import fc from 'fast-check'
import { cases } from '../quick.ts'

const NOW = Date.parse('2026-06-01T12:00:00.000Z')
const MINUTE = 60_000

/** An edition that was replaced some minutes before `NOW`. */
function edition(number: number, minutes: number | null, by: LeftEdition['by'] = 'import'): RetainedEdition {
  const replacedAt = minutes === null ? null : new Date(NOW - minutes * MINUTE).toISOString()
  const counts = { productCount: 1, variantCount: 1 }
  const publishedAt = '2026-01-01T00:00:00.000Z'
  const left = minutes === null ? null : { for: number + 1, by, publication: number + 1 }
  const history = { ...firstHistory(publishedAt), left }
  return { number, publishedAt, ...counts, replacedAt, settings: {}, held: null, history }
}

/** Editions 1 to 9. The last is current, and each was replaced an hour after the one before. */
const NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => edition(number, number === 9 ? null : (9 - number) * 60))

function kept(retention: Retention, current = 9): number[] {
  return keptEditions(NINE, retention, current, NOW).map(({ number }) => number)
}

describe('the editions that a store keeps', () => {
  test('are the newest five without settings, and the current one', () => {
    assert.deepEqual(kept({}), [9, 8, 7, 6, 5])
    assert.deepEqual(kept({}, 2), [9, 8, 7, 6, 5, 2])
  })

  test('are as many as the settings say, those that they keep for their age, and the pinned ones', () => {
    assert.deepEqual(kept({ keepEditions: 2 }), [9, 8])
    assert.deepEqual(kept({ keepEditions: 1, keepForSeconds: 3.5 * 3600 }), [9, 8, 7, 6])
    assert.deepEqual(kept({ keepEditions: 1, pinnedEditions: [2, 4] }), [9, 4, 2])
  })

  test('are not those that a patch has replaced', () => {
    const patched = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) =>
      edition(number, number === 9 ? null : 60, number % 4 === 0 ? 'import' : 'patch'),
    )
    const numbers = (retention: Retention) => keptEditions(patched, retention, 9, NOW).map(({ number }) => number)
    assert.deepEqual(numbers({}), [9, 8, 4])
    assert.deepEqual(numbers({ keepEditions: 2, pinnedEditions: [3] }), [9, 8, 3])
    assert.deepEqual(numbers({ keepForSeconds: 7200 }), [9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('say until when their age lets them stay', () => {
    const [, eighth] = keptEditions(NINE, { keepForSeconds: 7200 }, 9, NOW)
    assert.equal(eighth!.keptUntil, '2026-06-01T13:00:00.000Z')
  })
})

describe('the editions to remove', () => {
  test('are in ranges between those that stay', () => {
    assert.deepEqual(outdatedEditions(NINE, { keepEditions: 1, pinnedEditions: [3, 4] }, 9, NOW), [
      { editions: [1, 2], start: -1, end: 3 },
      { editions: [5, 6, 7, 8], start: 4, end: 9 },
    ])
    assert.deepEqual(outdatedEditions(NINE, { keepEditions: 9 }, 9, NOW), [])
  })

  test('were replaced a minute ago or more', () => {
    const stored = [edition(1, 1.1), edition(2, 0.9), edition(3, null)]
    assert.deepEqual(outdatedEditions(stored, { keepEditions: 1 }, 3, NOW), [{ editions: [1], start: -1, end: 2 }])
  })

  test('take exactly the rows that no edition has which stays', () => {
    const ages = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 1, maxLength: 12 })
    const retention = fc.record(
      {
        keepEditions: fc.integer({ min: 1, max: 4 }),
        keepForSeconds: fc.integer({ min: 60, max: 500 }),
        pinnedEditions: fc.array(fc.integer({ min: 0, max: 24 }), { maxLength: 4 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(ages, fc.array(fc.boolean()), fc.nat(), retention, fc.nat(), (ages, gaps, current, retention, by) => {
        let number = 0
        const numbers = ages.map((_, index) => (number += gaps[index] ? 2 : 1))
        const at = current % numbers.length
        const stored = numbers.map((number, index) =>
          edition(number, index === at ? null : ages[index]!, (by >> index) % 2 === 0 ? 'import' : 'patch'),
        )
        const ranges = outdatedEditions(stored, retention, numbers[at]!, NOW)
        const removed = new Set(ranges.flatMap(({ editions }) => editions))
        for (let since = 1; since <= number; since++)
          for (let until = since + 1; until <= number; until++) {
            const members = numbers.filter((number) => number >= since && number < until)
            // A row of no edition does not exist.
            if (members.length === 0) continue
            const isTaken = ranges.some(
              ({ editions, start, end }) => since > start && until > editions[0]! && until <= end,
            )
            assert.equal(
              isTaken,
              members.every((number) => removed.has(number)),
              `${since} to ${until}`,
            )
          }
      }),
      { numRuns: cases({ quick: 200, complete: 2000 }) },
    )
  })
})
