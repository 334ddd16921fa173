import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { positionsOf } from '../../src/postings/positions.ts'
import { Carried } from '../../src/serve/carried.ts'
import { Choices } from '../../src/serve/choices.ts'
import { gathered } from '../../src/serve/families.ts'

const VALUES = 6
const values = fc.uniqueArray(fc.nat(VALUES - 1), { maxLength: 4 })

/** Products with few variants, and with more than a word has bits. */
const size = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 0, max: 8 }) }, fc.integer({ min: 30, max: 70 }))
const products = fc.array(
  size.chain((variants) => fc.array(values, { minLength: variants, maxLength: variants })),
  { maxLength: 12 },
)

test('an option counts once for each product that has it on one of the variants', async () => {
  await fc.assert(
    fc.asyncProperty(
      products,
      fc.boolean(),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (products, scattered, everyProduct, everyVariant) => {
        // The variants of a product are neighbours, or lie between those of others.
        const owned = products.flatMap((variants, product) =>
          variants.map((values, place) => ({ product, place, values })),
        )
        if (scattered) owned.sort((a, b) => a.place - b.place)
        const owners = Uint32Array.from(owned, ({ product }) => product)
        const choices = new Choices(carriedBy(products), await gathered(owners))
        const lists = Array.from({ length: VALUES }, (_, number) => ({
          number,
          positions: positionsOf([...owned.keys()].filter((variant) => owned[variant]!.values.includes(number))),
        }))
        await choices.note(lists, owners)

        const asked = [...products.keys()].filter((product) => product % everyProduct === 0)
        const among = [...owned.keys()].filter((variant) => variant % everyVariant === 0)
        const counts = new Uint32Array(VALUES)
        await choices.count(positionsOf(asked), positionsOf(among), counts)
        const expected = Array.from(
          counts,
          (_, value) =>
            asked.filter((product) =>
              among.some((variant) => owned[variant]!.product === product && owned[variant]!.values.includes(value)),
            ).length,
        )
        assert.deepEqual([...counts], expected)
      },
    ),
    { numRuns: 500 },
  )
})

/** The values of each product: those of its variants. */
function carriedBy(products: readonly (readonly number[])[][]): Carried {
  const each = products.map((variants) => [...new Set(variants.flat())].sort((a, b) => a - b))
  const starts = [0]
  for (const values of each) starts.push(starts.at(-1)! + values.length)
  return new Carried(Uint32Array.from(starts), Uint16Array.from(each.flat()))
}
