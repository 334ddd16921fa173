import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Product, Submitted } from '@vitrine/catalog/product'
import type { Uuid } from '@vitrine/catalog/uuid'
import { completeTimestamps } from '@vitrine/engine/publish/timestamps'

const id = '11111111-1111-4111-8111-111111111111' as Uuid
const stamps = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-02T00:00:00.000Z' }
const now = '2026-03-01T00:00:00.000Z'
const file = { originalName: 'o.png', fileName: 'f.png', mimeType: 'image/png', fileSize: 7, path: '/f.png' }

/** A product with one variant. Its option has the given timestamps, and everything else has `stamps`. */
function product(ofOption: object): Submitted<Product> {
  return {
    ...{ id, name: 'Shirt', description: '', slug: 'shirt', ...stamps },
    variants: [
      {
        ...{ id, name: 'Shirt', sku: 'S', price: '5.00', stock: null, ...stamps },
        productOptions: [{ id, name: 'Red', code: 'red', ...ofOption }],
        files: [{ id, priority: 0, ...stamps, file: { id, ...file, ...stamps } }],
        taxRate: { id, name: 'VAT', rate: 20, isDefault: true, ...stamps },
        labelValues: [],
      },
    ],
    ...{ files: [], optionGroups: [], labelValues: [] },
  }
}

describe('timestamps', () => {
  test('of a product that has them all are left as they are, without a copy', () => {
    const complete = product(stamps)
    assert.equal(completeTimestamps(complete, undefined, now), complete)
  })

  test('that an option leaves out are the time of the import, and nothing else changes', () => {
    const completed = completeTimestamps(product({}), undefined, now)
    assert.deepEqual(completed, product({ createdAt: now, updatedAt: now }))
    assert.equal(JSON.stringify(completed), JSON.stringify(product({ createdAt: now, updatedAt: now })))
  })

  test('of an option that was there before are kept', () => {
    const before = product(stamps) as Product
    assert.deepEqual(completeTimestamps(product({}), before, now), before)
  })
})
