import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NO_PRODUCT } from '../../src/edition/edition.ts'
import { toDense, toPostingList, toSortedPositions } from '../../src/index/set-algebra.ts'
import { groupByProduct } from '../../src/serve/product-variants.ts'

const owner = fc.oneof({ weight: 8, arbitrary: fc.nat(30) }, fc.constant(NO_PRODUCT))

test('variants are found by their products, whatever the order of the owners', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(owner, { maxLength: 200 }), async (owners) => {
      const families = await groupByProduct(Uint32Array.from(owners))
      for (let product = 0; product < 35; product++) {
        const expected = [...owners.keys()].filter((variant) => owners[variant] === product)
        assert.equal(families.variantCount(product), expected.length)
        assert.deepEqual(
          expected.map((variant) => families.ordinalOf(product, variant)),
          [...expected.keys()],
        )
      }
    }),
  )
})

/** Neighbours in most products, of which some have more than a byte, half a word or a word has bits. */
const loaded = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 8 }) }, fc.integer({ min: 9, max: 70 })), {
    maxLength: 30,
  })
  .map((sizes) => sizes.flatMap((size, product) => Array<number>(size).fill(product)))
const owners = fc.tuple(loaded, fc.array(owner, { maxLength: 20 })).map(([first, later]) => [...first, ...later])

test('the products that have any of some variants, be these few or many', async () => {
  await fc.assert(
    fc.asyncProperty(owners, fc.integer({ min: 1, max: 40 }), fc.nat(4), async (owners, every, rest) => {
      const families = await groupByProduct(Uint32Array.from(owners))
      const variants = [...owners.keys()].filter((variant) => variant % every === 0 && owners[variant] !== NO_PRODUCT)
      const products = [...new Set(owners)].filter((product) => product !== NO_PRODUCT && product % 5 !== rest)
      const owning = new Set(variants.map((variant) => owners[variant]))
      const expected = products.filter((product) => owning.has(product)).sort((a, b) => a - b)
      for (const asked of [toPostingList(variants), toDense(toPostingList(variants))])
        assert.deepEqual(
          [...toSortedPositions(await families.productsWithAny(asked, toPostingList(products)))],
          expected,
        )
    }),
  )
})
