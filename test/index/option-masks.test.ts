import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildForwardIndex } from '@vitrine/engine/index/forward-index'
import { MAX_BLOCK_VARIANTS } from '@vitrine/engine/index/kernels'
import { VariantOptionMasks } from '@vitrine/engine/index/option-masks'
import { toDense, toPostingList, toSortedPositions } from '@vitrine/engine/index/posting-list'
import { groupByProduct, NO_PRODUCT } from '@vitrine/engine/index/product-variants'
import { Workspace } from '@vitrine/engine/index/steps'
import { runAtOnce } from '@vitrine/runtime/steps'
import fc from 'fast-check'
import { COMPLETE_ONLY, cases } from '../quick.ts'

const workspace = new Workspace()
const OPTIONS = 6
const options = fc.uniqueArray(fc.nat(OPTIONS - 1), { maxLength: 4 })

/** Products with few variants, and some with as many as a byte, half a word or a word has bits, or more. */
const products = fc.constantFrom(8, 9, 16, 17, 32, 33, 70).chain((max) => {
  const size = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 8 }) }, fc.integer({ min: 8, max }))
  const product = size.chain((variants) => fc.array(options, { minLength: variants, maxLength: variants }))
  return fc.array(product, { maxLength: 12 })
})

test('an option counts once for each product that has it on a matching variant', () => {
  fc.assert(
    fc.property(
      products,
      fc.boolean(),
      fc.array(options, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(1, 50),
      (products, isScattered, unassigned, everyProduct, everyVariant, spread) => {
        // Products at positions that are far apart make sparse sets.
        const positionOf = (product: number) => product * spread
        const variants = products.flatMap((variants, product) =>
          variants.map((options, place) => ({ product, place, options })),
        )
        if (isScattered) variants.sort((a, b) => a.place - b.place)
        const productOfVariant = Uint32Array.from(variants, ({ product }) => positionOf(product))
        const optionsOf = products.map(
          (variants, product) => new Set([...variants.flat(), ...(unassigned[product] ?? [])]),
        )
        const masks = runAtOnce(
          VariantOptionMasks.build(
            runAtOnce(buildForwardIndex(postingsOf(optionsOf, positionOf))),
            runAtOnce(groupByProduct(productOfVariant)),
            postingsOf(
              variants.map(({ options }) => new Set(options)),
              (variant) => variant,
            ),
            productOfVariant,
          ),
        )

        const lacks = (variant: number[], option: number) => !variant.includes(option)
        assert.equal(
          masks.hasUnassignedOptions,
          products.some((variants, product) =>
            optionsOf[product]!.values().some((option) => variants.every((variant) => lacks(variant, option))),
          ),
        )
        for (let option = 0; option < OPTIONS; option++)
          assert.equal(
            masks.isPartial(option),
            products.some(
              (variants, product) =>
                optionsOf[product]!.has(option) && variants.some((variant) => lacks(variant, option)),
            ),
          )

        const counted = [...products.keys()].filter((product) => product % everyProduct === 0)
        const matching = [...variants.keys()].filter((variant) => variant % everyVariant === 0)
        const expected = Array.from(
          { length: OPTIONS },
          (_, option) =>
            counted.filter((product) =>
              matching.some((at) => variants[at]!.product === product && variants[at]!.options.includes(option)),
            ).length,
        )
        for (const set of [toPostingList(matching), toDense(toPostingList(matching))]) {
          const productSet = toPostingList(counted.map(positionOf))
          const partial = [...expected.keys()].filter((option) => masks.isPartial(option))
          const counts = runAtOnce(masks.count(productSet, set, partial, workspace))
          assert.deepEqual([...toSortedPositions(productSet)], counted.map(positionOf))
          assert.deepEqual(
            partial.map((option) => counts[option]),
            partial.map((option) => expected[option]),
          )
        }
      },
    ),
    { numRuns: cases({ quick: 250, complete: 500 }) },
  )
})

/** Catalogs of two blocks of products, which repeat a few. */
const MANY = 17_000
const manyProducts = fc.array(fc.array(options, { maxLength: 9 }), { minLength: 1, maxLength: 30 })

test('many products are counted block by block as they are one by one', { skip: COMPLETE_ONLY }, () => {
  fc.assert(
    fc.property(
      manyProducts,
      fc.array(fc.nat(MANY - 1), { maxLength: 5 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 4 }),
      (kinds, changed, everyProduct, everyVariant) => {
        const products = Array.from({ length: MANY }, (_, product) => kinds[product % kinds.length]!)
        // A product that was changed has its variants far behind all others, or some of them.
        const added = changed.flatMap((product) => products[product]!.map((options) => ({ product, options })))
        const isMoved = (product: number) => product % 2 === 0 && changed.includes(product)
        const loaded = products.flatMap((variants, product) =>
          isMoved(product) ? [] : variants.map((options) => ({ product, options })),
        )
        const variants = [...loaded, ...added]
        const positionOf = (at: number) => (at < loaded.length ? at : at + MAX_BLOCK_VARIANTS)
        const productOfVariant = new Uint32Array(positionOf(variants.length)).fill(NO_PRODUCT)
        for (const [at, { product }] of variants.entries()) productOfVariant[positionOf(at)] = product
        const optionsOf = products.map((variants) => new Set(variants.flat()))
        const masks = runAtOnce(
          VariantOptionMasks.build(
            runAtOnce(buildForwardIndex(postingsOf(optionsOf, (product) => product))),
            runAtOnce(groupByProduct(productOfVariant)),
            postingsOf(
              variants.map(({ options }) => new Set(options)),
              positionOf,
            ),
            productOfVariant,
          ),
        )
        const partial = Array.from({ length: OPTIONS }, (_, option) => option).filter((option) =>
          masks.isPartial(option),
        )
        const expected = partial.map(() => new Set<number>())
        for (const [at, { product, options }] of variants.entries())
          if (product % everyProduct === 0 && at % everyVariant === 0)
            for (const option of options) expected[partial.indexOf(option)]?.add(product)

        const counted = toPostingList([...products.keys()].filter((product) => product % everyProduct === 0))
        const matching = toPostingList([...variants.keys()].filter((at) => at % everyVariant === 0).map(positionOf))
        const counts = runAtOnce(masks.count(counted, matching, partial, workspace))
        assert.deepEqual(
          partial.map((option) => counts[option]),
          expected.map(({ size }) => size),
        )
      },
    ),
    { numRuns: cases({ quick: 3, complete: 12 }) },
  )
})

/** The positions that have each option. */
function postingsOf(optionsOf: readonly ReadonlySet<number>[], positionOf: (index: number) => number) {
  return Array.from({ length: OPTIONS }, (_, option) =>
    toPostingList([...optionsOf.keys()].filter((index) => optionsOf[index]!.has(option)).map(positionOf)),
  )
}
