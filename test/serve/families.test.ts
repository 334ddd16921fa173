import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { gathered } from '../../src/serve/families.ts'

const NONE = 0xffffffff
const owner = fc.oneof({ weight: 8, arbitrary: fc.nat(30) }, fc.constant(NONE))

test('a family is the variants that have the product as their owner, whatever the order of the owners', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(owner, { maxLength: 200 }), async (owners) => {
      const families = await gathered(Uint32Array.from(owners))
      for (let product = 0; product < 35; product++) {
        const expected = owners.flatMap((owner, variant) => (owner === product ? [variant] : []))
        assert.deepEqual([...families.of(product)], expected)
      }
    }),
  )
})
