import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseGtin } from '@vitrine/catalog/gtin'
import fc from 'fast-check'

test('a GTIN has 8, 12, 13 or 14 digits, the last of which is the check digit', () => {
  for (const gtin of ['96385074', '036000291452', '4006381333931', '9783161484100', '10012345678902'])
    assert.equal(parseGtin(gtin), gtin)
})

test('spaces and hyphens between the digits are dropped', () => {
  assert.equal(parseGtin(' 978-3-16-148410-0 '), '9783161484100')
  assert.equal(parseGtin('4 006381 333931'), '4006381333931')
})

test('an ISBN of ten digits becomes that of 13', () => {
  for (const isbn of ['316148410X', '316148410x', '3-16-148410-X', '3 16 148410 X'])
    assert.equal(parseGtin(isbn), '9783161484100', isbn)
  assert.equal(parseGtin('0-306-40615-2'), '9780306406157')
})

test('anything else is not a GTIN', () => {
  for (const text of [
    ...['', ' ', '-', 'n/a', '4.00638E+12', '4006381333930', '6381333931', '36000291452', '0316148410', '3161484101'],
    ...[
      '00000000',
      '0000000000',
      '0000000000000',
      'X161484101',
      '31614841X0',
      '400638133393١',
      '4006381333931.',
      '-4006381333931',
      '4--006381333931',
    ],
  ])
    assert.equal(parseGtin(text), undefined, text)
})

test('no other digit in one place, and no two neighbours with a difference other than 5 the other way round, pass', () => {
  const body = fc.stringMatching(/^[1-9]\d{11}$/)
  const place = fc.nat(12)
  fc.assert(
    fc.property(body, place, fc.nat(9), (body, index, digit) => {
      const digits = `${body}${[...'0123456789'].find((check) => parseGtin(body + check))}`
      assert.equal(parseGtin(digits), digits)
      const changed = `${digits.slice(0, index)}${digit}${digits.slice(index + 1)}`
      if (changed !== digits) assert.equal(parseGtin(changed), undefined, changed)
      const [a, b] = [Number(digits[index]), Number(digits[index + 1])]
      if (index === 12 || a === b || Math.abs(a - b) === 5) return
      const swapped = `${digits.slice(0, index)}${b}${a}${digits.slice(index + 2)}`
      assert.equal(parseGtin(swapped), undefined, swapped)
    }),
  )
})
