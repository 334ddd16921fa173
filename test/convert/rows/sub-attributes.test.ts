import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSubAttributes, writeSubAttributes } from '@vitrine/convert/rows/sub-attributes'
import fc from 'fast-check'

test('sub-attributes have a colon between them, and a comma between two attributes', () => {
  assert.deepEqual(readSubAttributes('Shoe width: narrow,size:8'), [
    ['Shoe width', 'narrow'],
    ['size', '8'],
  ])
  assert.deepEqual(readSubAttributes('time\\: now:a\\\\b\\,c'), [['time: now', 'a\\b,c']])
  assert.deepEqual(
    [readSubAttributes(''), readSubAttributes('x'), readSubAttributes('x\\')],
    [[['']], [['x']], [['x\\']]],
  )
})

test('written sub-attributes are read back', () => {
  const text = fc
    .string({ unit: fc.constantFrom('a', ',', ':', '\\', '\n', 'ö', '\u{1f9e5}') })
    .map((each) => each.trim())
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), (texts) =>
      assert.deepEqual(readSubAttributes(writeSubAttributes(texts)), [texts]),
    ),
  )
})
