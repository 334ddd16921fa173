import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { rankedBy } from '../../src/database/sqlite/radix-sort.ts'

/** As far apart as prices, stocks and times are at most, and often equal. */
const keys = fc.array(
  fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.integer({ min: 65_530, max: 65_540 }),
    fc.integer({ min: -62_167_219_200_000, max: 8_640_000_000_000_000 }),
    fc.constantFrom(0, 8_640_000_000_000_000, -62_167_219_200_000),
  ),
  { maxLength: 200 },
)

describe('the order of numbers', () => {
  test('is that of sorting them, equals as they come', () => {
    fc.assert(
      fc.property(keys, (keys) => {
        const expected = keys.map((_, index) => index).sort((a, b) => keys[a]! - keys[b]! || a - b)
        assert.deepEqual([...rankedBy(Float64Array.from(keys))], expected)
      }),
    )
  })
})
