import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildForwardIndex } from '../../src/index/forward-index.ts'
import { VariantOptionMasks } from '../../src/index/option-masks.ts'
import { toDense, toPostingList, toSortedPositions } from '../../src/index/posting-list.ts'
import { groupByProduct } from '../../src/index/product-variants.ts'
import { runAtOnce, Workspace } from '../../src/index/steps.ts'

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
          const counts = new Uint32Array(OPTIONS)
          const productSet = toPostingList(counted.map(positionOf))
          runAtOnce(masks.count(productSet, set, counts, workspace))
          assert.deepEqual([...toSortedPositions(productSet)], counted.map(positionOf))
          assert.deepEqual([...counts], expected)
        }
      },
    ),
    { numRuns: 500 },
  )
})

/** The positions that have each option. */
function postingsOf(optionsOf: readonly ReadonlySet<number>[], positionOf: (index: number) => number) {
  return Array.from({ length: OPTIONS }, (_, option) =>
    toPostingList([...optionsOf.keys()].filter((index) => optionsOf[index]!.has(option)).map(positionOf)),
  )
}
