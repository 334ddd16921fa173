import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromBits, toDense, toPostingList, toSortedPositions } from '../../src/index/set-algebra.ts'
import { ForwardIndex } from '../../src/serve/forward-index.ts'
import { VariantOptionMasks } from '../../src/serve/option-masks.ts'
import { groupByProduct } from '../../src/serve/product-variants.ts'

const VALUES = 6
const values = fc.uniqueArray(fc.nat(VALUES - 1), { maxLength: 4 })

/** Products with few variants, and among them some with as many as a byte, half a word or a word has bits, or more. */
const products = fc.constantFrom(8, 9, 16, 17, 32, 33, 70).chain((most) => {
  const size = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 8 }) }, fc.integer({ min: 8, max: most }))
  const product = size.chain((variants) => fc.array(values, { minLength: variants, maxLength: variants }))
  return fc.array(product, { maxLength: 12 })
})

test('an option counts once for each product that has it on one of the variants', async () => {
  await fc.assert(
    fc.asyncProperty(
      products,
      fc.boolean(),
      fc.boolean(),
      fc.array(values, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (products, scattered, apart, idle, everyProduct, everyVariant) => {
        // The variants of a product are neighbours, or lie between those of others.
        const owned = products.flatMap((variants, product) =>
          variants.map((values, place) => ({ product, place, values })),
        )
        if (scattered) owned.sort((a, b) => a.place - b.place)
        const owners = Uint32Array.from(owned, ({ product }) => product)
        // Some have options that none of their variants has.
        const had = products.map((variants, product) => [...variants.flat(), ...(idle[product] ?? [])])
        const choices = new VariantOptionMasks(carriedBy(had), await groupByProduct(owners))
        const lists = Array.from({ length: VALUES }, (_, ordinal) => ({
          ordinal,
          postings: toPostingList([...owned.keys()].filter((variant) => owned[variant]!.values.includes(ordinal))),
        }))
        await choices.note(lists, owners)

        const lacks = (variant: number[], value: number) => !variant.includes(value)
        assert.equal(
          choices.hasUnassignedOptions,
          products.some((variants, product) =>
            had[product]!.some((value) => variants.every((variant) => lacks(variant, value))),
          ),
        )
        for (let value = 0; value < VALUES; value++)
          assert.equal(
            choices.isPartial(value),
            products.some(
              (variants, product) => had[product]!.includes(value) && variants.some((variant) => lacks(variant, value)),
            ),
          )

        const asked = [...products.keys()].filter((product) => product % everyProduct === 0)
        const among = [...owned.keys()].filter((variant) => variant % everyVariant === 0)
        const expected = Array.from(
          { length: VALUES },
          (_, value) =>
            asked.filter((product) =>
              among.some((variant) => owned[variant]!.product === product && owned[variant]!.values.includes(value)),
            ).length,
        )
        for (const variants of [toPostingList(among), toDense(toPostingList(among))]) {
          const counts = new Uint32Array(VALUES)
          const whole = apart ? new Uint32Array(1) : undefined
          await choices.count(toPostingList(asked), variants, counts, whole)
          // What is met wholly is left to whoever asked for it.
          for (const product of toSortedPositions(fromBits(whole ?? new Uint32Array(1))))
            for (const value of new Set(had[product])) counts[value]!++
          assert.deepEqual([...counts], expected)
        }
      },
    ),
    { numRuns: 500 },
  )
})

function carriedBy(had: readonly (readonly number[])[]): ForwardIndex {
  const each = had.map((values) => [...new Set(values)].sort((a, b) => a - b))
  const starts = [0]
  for (const values of each) starts.push(starts.at(-1)! + values.length)
  return new ForwardIndex(Uint32Array.from(starts), Uint16Array.from(each.flat()))
}
