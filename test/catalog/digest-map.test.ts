import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DigestMap } from '@vitrine/catalog/digest-map'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'

test('texts map to the numbers that a Map would give', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 3 }), fc.integer({ min: 1, max: 2 ** 32 - 1 }))), (claims) => {
      const lines = new DigestMap()
      const expected = new Map<string, number>()
      for (const [text, line] of claims) {
        assert.equal(lines.has(text), expected.has(text))
        assert.equal(lines.claim(text, line), expected.get(text))
        if (!expected.has(text)) expected.set(text, line)
      }
    }),
  )
})

test('each of many texts keeps its number', { skip: COMPLETE_ONLY }, () => {
  const lines = new DigestMap()
  const texts = Array.from({ length: 100_000 }, (_, index) => `shirt-${index}`)
  for (const [index, text] of texts.entries()) assert.equal(lines.claim(text, index), undefined)
  for (const [index, text] of texts.entries()) assert.equal(lines.claim(text, 0), index)
  assert.equal(lines.has('shirt-100000'), false)
})
