import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceTerms, priceTermsWithin } from '@vitrine/engine/edition/price-term'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'

const MOST = Number.MAX_SAFE_INTEGER

/** Prices of every magnitude, many of them where one ends and the next begins. */
const prices = fc
  .tuple(fc.nat(15), fc.integer({ min: -2, max: 120 }))
  .map(([zeros, more]) => Math.min(MOST, Math.max(0, 10 ** zeros + more)))
const any = fc.oneof(prices, fc.nat(2500), fc.maxSafeNat())

test('a price has a term of a range exactly when it lies within', { skip: COMPLETE_ONLY }, () => {
  fc.assert(
    fc.property(any, any, fc.option(any, { nil: undefined }), (price, min, max) => {
      const range = new Set(priceTermsWithin(min, max))
      const within = price >= min && price <= (max ?? MOST)
      assert.equal(
        priceTerms(price).some((term) => range.has(term)),
        within,
      )
    }),
    { numRuns: 3000 },
  )
})

test('a range is made of few terms', () => {
  assert.deepEqual(priceTermsWithin(2000, 4999), ['price:2e3', 'price:3e3', 'price:4e3'])
  assert.deepEqual(priceTermsWithin(0, 9), ['price:0e0', 'price:d1'])
  assert.deepEqual(priceTermsWithin(5000, 4999), [])
  assert.equal(priceTermsWithin(MOST, undefined).length, 1)
  fc.assert(
    fc.property(any, any, (min, max) => {
      // Nine of each digit on the way up from `min`, and nine of each on the way down to `max`.
      assert.ok(priceTermsWithin(min, max).length <= 18 * 16)
    }),
  )
})
