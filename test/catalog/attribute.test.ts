import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SCALED, parseDay, scaledNumber, scaleOfUnit, unitOfScale, valueOfScaled } from '@vitrine/catalog/attribute'
import fc from 'fast-check'

test('a number is scaled exactly, and comes back as it was', () => {
  const digits = fc.tuple(fc.nat(999_999_999), fc.nat(999_999), fc.boolean())
  fc.assert(
    fc.property(digits, ([whole, millionths, isNegative]) => {
      const text = `${isNegative ? '-' : ''}${whole}.${String(millionths).padStart(6, '0')}`
      const scaled = scaledNumber(text, undefined)!
      assert.equal(BigInt(scaled), BigInt(text.replace('.', '')))
      assert.equal(valueOfScaled('number', scaled), Number(text) || 0)
      assert.equal(scaledNumber(String(Number(text)), undefined), scaled, 'a JSON number loses no digit')
    }),
    { numRuns: 2000 },
  )
})

test('a number with too many digits, or none, has no scale', () => {
  assert.equal(scaledNumber('999999999.999999', undefined), MAX_SCALED)
  assert.equal(scaledNumber('-0', undefined), 0)
  assert.equal(scaledNumber('+007.500', undefined), 7_500_000)
  for (const text of ['1000000000', '0.0000001', '1e3', '', '.5', '5.', '1,5', ' 5', 'NaN', '--1'])
    assert.equal(scaledNumber(text, undefined), undefined, text)
  assert.equal(scaledNumber('1000000', 'kg'), undefined, 'a thousand tonnes')
})

test('weights, lengths and volumes compare in g, mm and ml, other units only with themselves', () => {
  const scaled = (text: string, unit: string) => [scaleOfUnit(unit), scaledNumber(text, unit)! / 1e6]
  assert.deepEqual(scaled('0.4', 'kg'), ['number/g', 400])
  assert.deepEqual(scaled('400', 'Grams'), ['number/g', 400])
  assert.deepEqual(scaled('-2.5', 'cm'), ['number/mm', -25])
  assert.deepEqual(scaled('1', 'fl. oz.'), ['number/ml', 29.573_53])
  assert.deepEqual(scaled('1', 'lb'), ['number/g', 453.592_37])
  assert.deepEqual(scaled('512', 'GB'), ['number/GB', 512])
  assert.equal(scaleOfUnit(undefined), 'number')
  for (const unit of ['g', 'GB', 'km/h', 'per m²', '50% of it', ':']) assert.equal(unitOfScale(scaleOfUnit(unit)), unit)
  assert.match(scaleOfUnit('a b:c'), /^[^\s:]+$/, 'a scale is a part of a term')
  assert.equal(unitOfScale('date'), undefined)
})

test('a date is a day of the calendar', () => {
  assert.equal(parseDay('1970-01-02'), 1)
  assert.equal(parseDay('1969-12-31'), -1)
  assert.equal(valueOfScaled('date', parseDay('2024-02-29')!), '2024-02-29')
  for (const text of ['2023-02-29', '2026-3-14', '2026-03-14T00:00:00Z', '14.03.2026', ''])
    assert.equal(parseDay(text), undefined, text)
})
