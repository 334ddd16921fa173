import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareNaturally } from '@vitrine/catalog/natural-order'
import fc from 'fast-check'

const sorted = (names: string) => names.split(', ').sort(compareNaturally).join(', ')

test('sizes of clothes go from small to large', () => {
  const sizes = 'XXS, XS, S, M, L, XL, 2XL, 3XL, 10XL'
  assert.equal(sorted('L, 3XL, XS, M, 10XL, XXS, XL, 2XL, S'), sizes)
  assert.equal(sorted('Large, XXL, Extra small, Medium, Small'), 'Extra small, Small, Medium, Large, XXL')
  assert.equal(sorted('L/XL, S/M, M (38), XXXL'), 'S/M, M (38), L/XL, XXXL')
})

test('numbers go by their value and unit, before other names, which go by their letters', () => {
  assert.equal(sorted('10–12 years, 4–5 years, 2–3 years'), '2–3 years, 4–5 years, 10–12 years')
  assert.equal(sorted('1 l, 750 ml, 1,5 l, 2 kg, 500 g'), '500 g, 2 kg, 750 ml, 1 l, 1,5 l')
  assert.equal(sorted('42, 38.5, 38, One size, 9, M, Été, Eben'), 'M, 9, 38, 38.5, 42, Eben, Été, One size')
})

test('the order is total', () => {
  const name = fc.oneof(
    fc.constantFrom('S', 'M', 'XL', '2XL', 's/m', '10', '9', '9,5', '1 l', '500 ml', 'Red', 'red', '', 'x', '٣'),
    fc.string({ maxLength: 4 }),
  )
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      assert.equal(Math.sign(compareNaturally(a, b)) + Math.sign(compareNaturally(b, a)), 0)
      assert.equal(compareNaturally(a, b) === 0, a === b)
      if (compareNaturally(a, b) <= 0 && compareNaturally(b, c) <= 0) assert.ok(compareNaturally(a, c) <= 0)
    }),
  )
})
