import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaxRate } from '@vitrine/catalog/product'
import { packSource, unpackSource } from '@vitrine/engine/edition/packed-source'
import { renderVariants } from '@vitrine/engine/edition/variant-documents'

const DAMAGED = /^Error: a stored product is damaged; `vitrine verify` says which ones and what to do$/

test('a packed product comes back, and its other lines join it', () => {
  const packed = packSource('{"id":"a"}\n{"price":1}\n{"de":{}}')
  assert.equal(unpackSource(packed, 'source'), '{"id":"a","markets":{"de":{}}}')
  assert.equal(unpackSource(packed, 'full'), '{"id":"a","price":1}')
})

test('the error of a damaged product names the damage', () => {
  const packed = packSource('{"id":"a"}')
  for (const damaged of ['', '////', packed.slice(0, 4)]) assert.throws(() => unpackSource(damaged, 'source'), DAMAGED)
  assert.throws(() => unpackSource(packed, 'full'), DAMAGED)
})

test('so does the error of a variant whose product is no JSON, or lacks it', () => {
  for (const product of ['{"id":', '{"id":"a"}', '{"id":"a","variants":[]}'])
    assert.throws(
      () =>
        renderVariants([{ variants: '7', body: packSource(product) }], { positions: Uint32Array.of(7) }, {} as TaxRate),
      DAMAGED,
    )
})
