import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bucketsOf } from '@vitrine/engine/serve/facets/buckets'
import fc from 'fast-check'
import { naiveRanges } from '../model/naive-attributes.ts'

const buckets = (values: number[], most: number) =>
  bucketsOf(Float64Array.from(values), Math.min(...values), Math.max(...values), most).map(
    ({ from, to, count }) => `${from}..${to}: ${count}`,
  )

test('buckets have a round width, and the last one its end', () => {
  assert.deepEqual(buckets([3, 9, 10, 41, 80], 8), [
    '0..10: 2',
    '10..20: 1',
    '20..30: 0',
    '30..40: 0',
    '40..50: 1',
    '50..60: 0',
    '60..70: 0',
    '70..80: 1',
  ])
  assert.deepEqual(buckets([9, 81], 8), ['0..20: 1', '20..40: 0', '40..60: 0', '60..80: 0', '80..100: 1'])
  assert.deepEqual(buckets([-3, 4], 4), ['-4..-2: 1', '-2..0: 0', '0..2: 0', '2..4: 1'])
  assert.deepEqual(buckets([0, 100], 4), ['0..25: 1', '25..50: 0', '50..75: 0', '75..100: 1'])
  assert.deepEqual(buckets([5, 5], 8), ['5..5: 2'])
})

test('there are as many as asked for at most, and each value is in one', () => {
  const value = fc.oneof(fc.integer({ min: -60, max: 60 }), fc.integer({ min: -(10 ** 15 - 1), max: 10 ** 15 - 1 }))
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), fc.integer({ min: 2, max: 50 }), (values, most) => {
      const [min, max] = [Math.min(...values), Math.max(...values)]
      const found = bucketsOf(Float64Array.from(values), min, max, most)
      const ranges = naiveRanges(BigInt(min), BigInt(max), most)
      assert.deepEqual(
        found.map(({ from, to }) => [from, to]),
        ranges.map((range) => range.map(Number)),
      )
      const isIn = (value: number, index: number) =>
        value >= found[index]!.from &&
        (value < found[index]!.to || (index === found.length - 1 && value === found[index]!.to))
      assert.deepEqual(
        found.map(({ count }) => count),
        found.map((_, index) => values.filter((value) => isIn(value, index)).length),
      )
      assert.equal(
        found.reduce((sum, { count }) => sum + count, 0),
        values.length,
      )
    }),
    { numRuns: 1000 },
  )
})
