import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { roundedPrice, stockCount, yesOrNo } from '@vitrine/convert/rows/parse-cells'

describe('stockCount', () => {
  for (const text of ['1,000', '1.000', '12,500', '-1,000', 'many', '', '1,2,3', '1,000.000', '1,000,00'])
    test(`cannot tell which number ${JSON.stringify(text)} is`, () => {
      assert.equal(stockCount(text), undefined)
    })

  for (const [text, stock, exact] of [
    ['7', 7, true],
    ['+7', 7, true],
    ['7.0', 7, true],
    ['7,5', 7, false],
    ['-3', 0, false],
    ['1 000', 1000, true],
    ["1'000", 1000, true],
    ['2,000,000', 2_000_000, true],
    ['2.000.000', 2_000_000, true],
  ] as const)
    test(`reads ${JSON.stringify(text)} as ${stock}`, () => {
      assert.deepEqual(stockCount(text), { stock, exact })
    })
})

test('a price with four decimals or more is rounded to hundredths, halves up', () => {
  const prices = ['34.000000', '16.528926', '0.9950', '9,9949', '1.234', '1,234', 'much']
  assert.deepEqual(prices.map(roundedPrice), ['34.00', '16.53', '1.00', '9.99', '1.234', '1,234', 'much'])
})

test('a truth value may be in a language of Excel', () => {
  const words = ['TRUE', 'WAHR', 'VERDADERO', 'PRAWDA', 'DOĞRU', 'ИСТИНА', 'ΑΛΗΘΗΣ', '1']
  assert.deepEqual(new Set(words.map(yesOrNo)), new Set([true]))
  const others = ['False', 'FALSO', 'ONWAAR', 'FAŁSZ', 'EPÄTOSI', 'YANLIŞ', 'ЛОЖЬ', 'ΨΕΥΔΗΣ', '0']
  assert.deepEqual(new Set(others.map(yesOrNo)), new Set([false]))
  assert.equal(yesOrNo('perhaps'), undefined)
})
