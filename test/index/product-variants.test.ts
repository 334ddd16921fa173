import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toDense, toPostingList, toSortedPositions } from '@vitrine/engine/index/posting-list'
import { ProductJoin } from '@vitrine/engine/index/product-join'
import { groupByProduct, NO_PRODUCT } from '@vitrine/engine/index/product-variants'
import { Workspace } from '@vitrine/engine/index/steps'
import { runAtOnce } from '@vitrine/runtime/steps'
import fc from 'fast-check'

const workspace = new Workspace()
const product = fc.oneof({ weight: 8, arbitrary: fc.nat(30) }, fc.constant(NO_PRODUCT))

test('each product has its variants, in whatever order they come', () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 200 }), (productOfVariant) => {
      const byProduct = runAtOnce(groupByProduct(Uint32Array.from(productOfVariant)))
      for (let product = 0; product < 35; product++) {
        const expected = [...productOfVariant.keys()].filter((variant) => productOfVariant[variant] === product)
        assert.equal(byProduct.variantCount(product), expected.length)
        assert.deepEqual(
          expected.map((variant) => byProduct.ordinalOf(product, variant)),
          [...expected.keys()],
        )
      }
    }),
  )
})

/** Mostly products with consecutive variants, of which some have more than a byte, half a word or a word has bits. */
const consecutive = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 8 }) }, fc.integer({ min: 9, max: 70 })), {
    maxLength: 80,
    size: 'max',
  })
  .map((sizes) => sizes.flatMap((size, product) => Array<number>(size).fill(product)))
const productOfVariants = fc
  .tuple(consecutive, fc.array(product, { maxLength: 20 }), fc.uniqueArray(fc.nat(200), { maxLength: 20 }))
  .map(([first, later, removed]) =>
    [...first, ...later].map((product, variant) => (removed.includes(variant) ? NO_PRODUCT : product)),
  )

test('variants are joined with their products, few or many', () => {
  fc.assert(
    fc.property(productOfVariants, fc.integer({ min: 1, max: 40 }), fc.nat(4), (productOf, every, left) => {
      const productOfVariant = Uint32Array.from(productOf)
      const byProduct = runAtOnce(groupByProduct(productOfVariant))
      const join = runAtOnce(ProductJoin.build(productOfVariant))
      const variants = [...productOf.keys()].filter((at) => at % every === 0 && productOf[at] !== NO_PRODUCT)
      const joined = [...new Set(variants.map((variant) => productOf[variant]!))].sort((a, b) => a - b)
      const some = [...new Set(productOf)].filter((product) => product !== NO_PRODUCT && product % 5 !== left)
      for (const set of [toPostingList(variants), toDense(toPostingList(variants))]) {
        assert.deepEqual([...toSortedPositions(runAtOnce(join.productsOf(set)))], joined)
        assert.deepEqual(
          [...toSortedPositions(runAtOnce(byProduct.productsWithAny(set, toPostingList(some), workspace)))],
          joined.filter((product) => some.includes(product)),
        )
      }
    }),
  )
})
