import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTimestamp } from '@vitrine/catalog/time'
import fc from 'fast-check'

const READ: [string | number, string][] = [
  ['2026-03-14', '2026-03-14T00:00:00.000Z'],
  ['2026-03-14T09:26Z', '2026-03-14T09:26:00.000Z'],
  ['2026-03-14 09:26:53', '2026-03-14T09:26:53.000Z'],
  ['2026-03-14t09:26:53.5z', '2026-03-14T09:26:53.500Z'],
  ['2026-03-14T09:26:53.123456789Z', '2026-03-14T09:26:53.123Z'],
  ['2026-03-14T09:26:53,1+05:30', '2026-03-14T03:56:53.100Z'],
  ['2026-03-14 09:26:53.123456 +00', '2026-03-14T09:26:53.123Z'],
  ['2026-03-14T00:30:00-0100', '2026-03-14T01:30:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  [' 2026-03-14 ', '2026-03-14T00:00:00.000Z'],
  [0, '1970-01-01T00:00:00.000Z'],
  [-1, '1969-12-31T23:59:59.999Z'],
  [1773480413000, '2026-03-14T09:26:53.000Z'],
]

test('ISO 8601 and milliseconds are read', () => {
  for (const [value, timestamp] of READ) assert.equal(parseTimestamp(value), timestamp, String(value))
})

test('anything else is undefined, and so are years with more than four digits', () => {
  for (const value of [
    '',
    'now',
    '2026',
    '2026-03',
    '2026-3-14',
    '14.03.2026',
    '2026-00-01',
    '2026-13-01',
    '2026-01-00',
    '2026-02-30',
    '2025-02-29',
    '2026-03-14T',
    '2026-03-14T24:00',
    '2026-03-14T09:60',
    '2026-03-14T09:26:60Z',
    '2026-03-14T09:26:53+24:00',
    '2026-03-14T09:26:53+01:60',
    '2026-03-14T09:26:53.Z',
    '2026-03-14Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '1773480413000',
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    253402300800000,
    -1e15,
  ]) {
    assert.equal(parseTimestamp(value), undefined, String(value))
  }
})

test('a served timestamp is read unchanged', () => {
  const dates = fc.date({
    min: new Date('0000-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(dates, (date) => {
      assert.equal(parseTimestamp(date.toISOString()), date.toISOString())
      assert.equal(parseTimestamp(date.getTime()), date.toISOString())
    }),
  )
})
