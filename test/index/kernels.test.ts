import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setBits } from '@vitrine/engine/index/bits'
import { MAX_BLOCK_VARIANTS, MatchedBlock, PRODUCT_BLOCK } from '@vitrine/engine/index/kernels'
import fc from 'fast-check'
import { kernelBytesFile } from '../../build/kernels.ts'

/** Each of the first products of a block has four variants. */
const PRODUCTS = 100
const VARIANTS = 4

test('the compiled kernels are those of the source', async () => {
  const path = new URL('../../packages/engine/index/kernel-bytes.ts', import.meta.url)
  assert.equal(readFileSync(path, 'utf8'), await kernelBytesFile(), 'run `npm run kernels`')
})

const product = fc.nat(PRODUCTS - 1)
const matching = fc.record({
  products: fc.uniqueArray(product),
  variants: fc.uniqueArray(fc.nat(PRODUCTS * VARIANTS - 1)),
})
const column = fc.uniqueArray(fc.tuple(product, fc.integer({ min: 1, max: 15 })), { selector: ([product]) => product })

test('columns of two blocks are counted in any order, though the kernels hold the masks of one', () => {
  fc.assert(
    fc.property(matching, matching, fc.array(fc.tuple(fc.boolean(), column)), (one, other, counts) => {
      const [first, second] = [matchedBlock(one), matchedBlock(other)]
      for (const [isFirst, column] of counts) {
        const { products, variants } = isFirst ? one : other
        const isCounted = ([product, mask]: readonly [number, number]) =>
          products.includes(product) && variants.some((at) => at >> 2 === product && (mask & (1 << (at & 3))) !== 0)
        const offsets = Uint16Array.from(column, ([product]) => product)
        const masks = Uint8Array.from(column, ([, mask]) => mask)
        const counted = (isFirst ? first : second).countColumn(offsets, masks, 0, column.length)
        assert.equal(counted, column.filter(isCounted).length)
      }
    }),
  )
})

function matchedBlock({ products, variants }: { products: number[]; variants: number[] }): MatchedBlock {
  const ranges = Array.from({ length: PRODUCTS }, (_, product) => [product * VARIANTS, VARIANTS])
  return new MatchedBlock({
    ranges: Uint32Array.from(ranges.flat()),
    products: setBits(new Uint32Array(PRODUCT_BLOCK / 32), Uint32Array.from(products)),
    variants: setBits(new Uint32Array(MAX_BLOCK_VARIANTS / 32), Uint32Array.from(variants)),
    first: 0,
  })
}
