import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPrice, isHigher, parsePrice } from '@vitrine/catalog/money'
import fc from 'fast-check'

test('parsing a formatted price gives the same amount', () => {
  fc.assert(fc.property(fc.maxSafeNat(), (cents) => assert.equal(parsePrice(formatPrice(cents)), cents)))
  // A JSON number is exact while a double can represent every hundredth.
  fc.assert(
    fc.property(fc.nat({ max: 2 ** 52 }), (cents) => assert.equal(parsePrice(Number(formatPrice(cents))), cents)),
  )
})

test('a price is a decimal number with at most two significant decimals', () => {
  for (const [value, cents] of [
    [0, 0],
    ['0', 0],
    [-0, 0],
    ['007', 700],
    [19.9, 1990],
    ['19.90', 1990],
    ['19.9000', 1990],
    ['.07', undefined],
    ['0.07', 7],
    [0.1 + 0.2, undefined],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ] as const) {
    assert.equal(parsePrice(value), cents, String(value))
  }
})

test('anything else is not a price', () => {
  for (const value of [
    '',
    ' ',
    '-1',
    '+1',
    '1.',
    '1.005',
    '1,50',
    '1e3',
    '0x10',
    'NaN',
    ' 1',
    '1 ',
    '1\n',
    '١',
    '90071992547409.92',
  ]) {
    assert.equal(parsePrice(value), undefined, value)
  }
  for (const value of [-1, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7])
    assert.equal(parsePrice(value), undefined)
})

test('a price is formatted with two digits after the point', () => {
  for (const [cents, text] of [
    [0, '0.00'],
    [5, '0.05'],
    [50, '0.50'],
    [1990, '19.90'],
    [Number.MAX_SAFE_INTEGER, '90071992547409.91'],
  ] as const) {
    assert.equal(formatPrice(cents), text)
  }
})

test('a price is higher than another if it has more cents', () => {
  const cents = fc.oneof(fc.nat(20_000), fc.maxSafeNat())
  fc.assert(fc.property(cents, cents, (a, b) => assert.equal(isHigher(formatPrice(a), formatPrice(b)), a > b)))
})
