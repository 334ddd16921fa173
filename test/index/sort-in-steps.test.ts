import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortInSteps } from '@vitrine/engine/index/sort-in-steps'
import { runAtOnce } from '@vitrine/runtime/steps'
import { Random } from '../../bench/catalog/random.ts'

test('texts are sorted as an array sorts them, whatever their number', () => {
  const random = new Random('texts')
  for (const count of [0, 1, 2, 2047, 2048, 2049, 6144, 10_000]) {
    const texts = Array.from({ length: count }, () => String.fromCodePoint(random.integer(32, 0x1f000)).repeat(2))
    assert.deepEqual(runAtOnce(sortInSteps(texts)), texts.toSorted())
  }
})
