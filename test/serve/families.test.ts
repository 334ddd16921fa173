import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NO_OWNER } from '../../src/edition/edition.ts'
import { gathered } from '../../src/serve/families.ts'

const owner = fc.oneof({ weight: 8, arbitrary: fc.nat(30) }, fc.constant(NO_OWNER))

test('variants are found by their products, whatever the order of the owners', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(owner, { maxLength: 200 }), async (owners) => {
      const families = await gathered(Uint32Array.from(owners))
      for (let product = 0; product < 35; product++) {
        const expected = [...owners.keys()].filter((variant) => owners[variant] === product)
        assert.equal(families.sizeOf(product), expected.length)
        const start = families.starts[product] ?? 0
        assert.deepEqual([...families.variants.subarray(start, start + expected.length)], expected)
        assert.deepEqual(
          expected.map((variant) => families.placeOf(product, variant)),
          [...expected.keys()],
        )
      }
    }),
  )
})
