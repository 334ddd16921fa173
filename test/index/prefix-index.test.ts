import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PrefixIndex } from '@vitrine/engine/index/prefix-index'
import fc from 'fast-check'

const letters = fc.constantFrom('a', 'b', 'é', '煎', '😀')
const texts = fc.string({ unit: letters, maxLength: 4 })

test('the heaviest words of a prefix are those of a sorted list, each value once', () => {
  const entries = fc.array(fc.record({ word: texts, value: fc.nat(20) }), { maxLength: 40 })
  fc.assert(
    fc.property(entries, texts, fc.integer({ min: 1, max: 6 }), (entries, prefix, limit) => {
      // A value has one weight.
      const words = entries.map(({ word, value }) => ({ word, value, weight: value % 6 }))
      const found = new PrefixIndex(words).heaviest(prefix, limit, ({ value }) => value !== 3)
      const matching = words.filter(({ word, value }) => word.startsWith(prefix) && value !== 3)
      const weights = [...new Set(matching.map(({ value }) => value))].map((value) => value % 6).sort((a, b) => b - a)
      assert.deepEqual(
        found.map(({ weight }) => weight),
        weights.slice(0, limit),
      )
      assert.ok(found.every(({ word }) => word.startsWith(prefix)))
    }),
  )
})
