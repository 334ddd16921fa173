import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SCALED } from '@vitrine/catalog/attribute'
import { attributeTerms, attributeTermsWithin, exactValueOf } from '@vitrine/engine/edition/attribute-term'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'

/** Values of every magnitude and sign, many of them with zeros at their end, or next to such a one. */
const values = fc.oneof(
  fc
    .tuple(fc.nat(120), fc.nat(12), fc.integer({ min: -1, max: 1 }), fc.boolean())
    .map(([digits, zeros, more, isNegative]) => (digits * 10 ** zeros + more) * (isNegative ? -1 : 1) + 0),
  fc.integer({ min: -2500, max: 2500 }),
  fc.constantFrom(MAX_SCALED, -MAX_SCALED),
)
const optional = fc.option(values, { nil: undefined })

test('a value has a term of a range exactly when it lies within', { skip: COMPLETE_ONLY }, () => {
  fc.assert(
    fc.property(values, optional, optional, (value, min, max) => {
      const range = new Set(attributeTermsWithin('weight', 'number/g', min, max))
      const terms = attributeTerms('weight', { scale: 'number/g', scaled: value })
      const isWithin = value >= (min ?? value) && value <= (max ?? value)
      assert.equal(
        terms.some((term) => range.has(term)),
        isWithin,
      )
    }),
    { numRuns: 5000 },
  )
})

test('a value has one term that means it alone', () => {
  fc.assert(
    fc.property(values, (scaled) => {
      const exact = attributeTerms('a', { scale: 'number', scaled }).filter((term) => term.startsWith('exact:'))
      assert.deepEqual(exact.map(exactValueOf), [scaled])
    }),
  )
})

test('a round value has few terms, and a range of round bounds too', () => {
  assert.deepEqual(attributeTerms('weight', { scale: 'number/g', scaled: 250_000_000 }), [
    'attribute:weight:number/g',
    'exact:weight:number/g:25e7',
    'range:weight:number/g:d9',
    'range:weight:number/g:2e8',
  ])
  assert.deepEqual(attributeTerms('t', { scale: 'number', scaled: 0 }), ['attribute:t:number', 'exact:t:number:0e0'])
  assert.deepEqual(attributeTermsWithin('t', 'number', -1, 1), [
    'exact:t:number:-1e0',
    'exact:t:number:0e0',
    'exact:t:number:1e0',
  ])
  assert.deepEqual(attributeTermsWithin('t', 'number', 2, 1), [])
  fc.assert(
    fc.property(optional, optional, (min, max) => {
      assert.ok(attributeTermsWithin('t', 'number', min, max).length <= 2 * 2 * 18 * 15)
    }),
  )
})
