import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitPrice, withPrice } from '@vitrine/catalog/unit-price'

test('the price of the base is exact and rounded half up', () => {
  const bag = unitPrice('10.50', { amount: '250', unit: 'g' }, { amount: '100', unit: 'g' })
  assert.deepEqual(bag, { price: '4.20', amount: '100', unit: 'g', contents: '250' })
  assert.equal(unitPrice('0.01', { amount: '2', unit: 'pcs' })?.price, '0.01')
  assert.equal(unitPrice('0.01', { amount: '3', unit: 'pcs' })?.price, '0.00')
  assert.equal(unitPrice('19.99', { amount: '0.75', unit: 'l' })?.price, '26.65')
  assert.equal(withPrice(bag!, '5.25')?.price, '2.10')
})

test('contents are in the unit of the base', () => {
  const bottle = unitPrice('4.50', { amount: '750', unit: 'ml' }, { amount: '1', unit: 'l' })
  assert.deepEqual(bottle, { price: '6.00', amount: '1', unit: 'l', contents: '0.75' })
  assert.equal(unitPrice('4.50', { amount: '1.5', unit: 'kg' }, { amount: '100', unit: 'g' })?.contents, '1500')
})

test('without a base it is 100 g, 100 ml, or one of another unit', () => {
  for (const [unit, amount] of Object.entries({ g: '100', ml: '100', l: '1', m: '1', sheets: '1' }))
    assert.equal(unitPrice('1.00', { amount: '5', unit }, undefined)?.amount, amount)
})

test('there is none for an amount of 0, a text that is no decimal, and units that do not convert', () => {
  for (const amount of ['0', '0.000', '', '-1', '1,5', '1e3', '1.1234567', '1234567890'])
    assert.equal(unitPrice('1.00', { amount, unit: 'g' }), undefined, amount)
  assert.equal(unitPrice('1.00', { amount: '5', unit: 'g' }, { amount: '1', unit: 'l' }), undefined)
  assert.equal(unitPrice('90071992547409.91', { amount: '0.000001', unit: 'g' }), undefined)
})
