import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSaleDay } from '@vitrine/convert/rows/sale-days'

test('a day is in a sale if every reading of its dates says so', () => {
  const on = (from: string, to: string) => isSaleDay('2026-06-15', from, to)
  assert.deepEqual([on('', ''), on('2026-06-15', ''), on('', '2026-06-15 23:59:59')], [true, true, true])
  assert.deepEqual([on('6/15/26, 12:00 AM', ''), on('15/6/2026', ''), on('15.06.26', '')], [true, true, true])
  assert.deepEqual([on('2026-06-16', ''), on('', '14.6.2026'), on('', '2026/6/14')], [false, false, false])
  assert.deepEqual([on('5/7/26', ''), on('', '7/5/26'), on('3/4/26', '5/4/27')], [undefined, undefined, true])
  assert.deepEqual(
    [on('soon', ''), on('2026-02-30', ''), on('13/13/26', ''), on('1-2/26', '')],
    Array(4).fill(undefined),
  )
})
