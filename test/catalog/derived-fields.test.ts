import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedFields } from '@vitrine/catalog/derived-fields'
import type { Variant } from '@vitrine/catalog/product'

const derive = (...variants: Partial<Variant>[]) =>
  derivedFields({ description: '<p>Soft</p>', variants: variants as Variant[] })

test('prices span from the lowest to the highest as numbers, list prices only over the variants that have one', () => {
  const { price, listPrice, onSale } = derive(
    { price: '9.00', stock: 0 },
    { price: '78.00', listPrice: '100.00', stock: 0 },
    { price: '10.50', listPrice: '99.00', stock: 0 },
  )
  assert.deepEqual([price, listPrice, onSale], [{ min: '9.00', max: '78.00' }, { min: '99.00', max: '100.00' }, true])
})

test('a product without variants has no prices and is not in stock', () => {
  const { price, listPrice, unitPrice, inStock, onSale, ...texts } = derive()
  assert.deepEqual([price, listPrice, unitPrice, inStock, onSale], [undefined, undefined, undefined, false, false])
  assert.deepEqual(texts, { excerpt: 'Soft', descriptionHtml: '<p>Soft</p>', descriptionText: 'Soft' })
})

test('one variant that is in stock or not counted is enough', () => {
  assert.equal(derive({ price: '1.00', stock: 0 }, { price: '1.00', stock: null }).inStock, true)
  assert.equal(derive({ price: '1.00', stock: 0 }, { price: '1.00', stock: 2 }).inStock, true)
  assert.equal(derive({ price: '1.00', stock: 0 }).inStock, false)
})
