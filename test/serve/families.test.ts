import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NO_OWNER } from '../../src/edition/edition.ts'
import { positionsOf } from '../../src/postings/positions.ts'
import { gathered } from '../../src/serve/families.ts'

const owner = fc.oneof({ weight: 8, arbitrary: fc.nat(30) }, fc.constant(NO_OWNER))

test('variants are found by their products, whatever the order of the owners', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(owner, { maxLength: 200 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 9 }),
      async (owners, everyProduct, everyVariant) => {
        const families = await gathered(Uint32Array.from(owners))
        const products = Array.from({ length: 35 }, (_, product) => product).filter((each) => each % everyProduct === 0)
        const variants = [...owners.keys()].filter((variant) => variant % everyVariant === 0)
        const expected = products.flatMap((product) =>
          variants.filter((variant) => owners[variant] === product).map((variant) => [variant, product]),
        )
        const visited: number[][] = []
        await families.forEach(positionsOf(products), positionsOf(variants), (variant, product) =>
          visited.push([variant, product]),
        )
        assert.deepEqual(visited, expected)
      },
    ),
  )
})
