import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairsOf } from '@vitrine/convert/rows/pairs'

test('pairs have values with commas, in quotation marks, or none', () => {
  const pairs = (text: string) => Object.fromEntries(pairsOf(text))
  assert.deepEqual(pairs('color=Red,size=M'), { color: 'Red', size: 'M' })
  assert.deepEqual(pairs('brand=Lux, Ltd, size = M,note="a, b=""c"""'), {
    brand: 'Lux, Ltd, size = M',
    note: 'a, b="c"',
  })
  assert.deepEqual(pairs('empty=,formula=a=b'), { empty: '', formula: 'a=b' })
  assert.deepEqual(pairs('text=two\nlines,size=M'), { text: 'two\nlines', size: 'M' })
  assert.deepEqual([pairs(''), pairs('nothing')], [{}, {}])
})
