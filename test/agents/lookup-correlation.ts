import assert from 'node:assert/strict'
import type { UcpProduct } from '@vitrine/agents/ucp-product'

/** Asserts that each id of a lookup leads only to variants that have it, or to one of the product that has it. */
export function assertCorrelation(ids: readonly string[], products: readonly UcpProduct[]): void {
  assert.equal(new Set(products.map(({ id }) => id)).size, products.length)
  for (const product of products) {
    for (const variant of product.variants) {
      for (const { id, match } of variant.inputs!) {
        assert.ok(ids.includes(id))
        const own = match === 'exact' ? [variant.id, variant.sku] : [product.id, product.handle]
        assert.ok(own.includes(id) || own.includes(id.toLowerCase()), `${id} ${match}`)
      }
    }
  }
}
