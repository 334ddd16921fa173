import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { Edition } from '@vitrine/engine/edition/edition'
import { compareBy, sortKeyBy } from '@vitrine/engine/edition/row-order'
import { isByPopularity, type Kind, type Sort, storedSortsOf } from '@vitrine/engine/edition/term'
import fc from 'fast-check'
import { load, storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { temporaryFolder } from '../temporary.ts'

const A = storeNamed('a')

/** So many that up to 3 changed rows are merged into the orders. */
const PRODUCTS = 260

/** Few different values, so that many rows are equal and their positions decide. */
const details = fc.record({
  name: fc.constantFrom('Mug', 'mug', 'Zebra', 'Éclair', 'eclair', '茶', '𝒜'),
  price: fc.integer({ min: 0, max: 3 }),
  stock: fc.option(fc.integer({ min: 0, max: 2 })),
  variants: fc.integer({ min: 0, max: 2 }),
  day: fc.integer({ min: 1, max: 3 }),
  popularity: fc.constantFrom(0, 0, 1, 7),
})

const change = fc.record({ number: fc.integer({ min: 0, max: PRODUCTS + 5 }), to: details })

type Details = typeof details extends fc.Arbitrary<infer Value> ? Value : never

function productOf(number: number, { name, price, stock, variants, day, popularity }: Details) {
  return {
    slug: `p${number}`,
    name: `${name} `.repeat(2),
    createdAt: `2026-01-0${day}T00:00:00.000Z`,
    popularity,
    variants: Array.from({ length: variants }, (_, index) => ({
      sku: `${number % 7}-${index}`,
      price: price + index,
      stock,
    })),
  }
}

/** All rows of a kind. */
async function rowsOf(edition: Edition, kind: Kind) {
  const all = Array.from({ length: 3 * PRODUCTS }, (_, position) => position)
  const rows = await edition[kind === 'product' ? 'productRows' : 'variantRows'](all)
  return rows.filter((row) => row !== undefined)
}

/** The positions of the rows, sorted here. */
function sorted(rows: Awaited<ReturnType<typeof rowsOf>>, sort: Sort): number[] {
  return rows
    .map(sortKeyBy(sort))
    .sort(compareBy(sort))
    .map(({ position }) => position)
}

test('an order into which changes were merged equals the sorted order', { timeout: 600_000 }, async () => {
  using folder = temporaryFolder()
  let file = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(details, { minLength: PRODUCTS, maxLength: PRODUCTS }),
      fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      async (first, imports) => {
        await using catalogs = await openCatalogs(join(folder.path, `${file++}.db`), 'create')
        await catalogs.addStore(A)
        await load(
          catalogs,
          A.id,
          first.map((product, number) => productOf(number, product)),
        )
        for (const [index, changes] of imports.entries()) {
          const byNumber = new Map(changes.map(({ number, to }) => [number, productOf(number, to)]))
          const report = await load(catalogs, A.id, [...byNumber.values()], {
            now: `2026-03-0${index + 1}T00:00:00.000Z`,
          })
          assert.deepEqual(report.problems, [])
          const edition = await catalogs.current(A.id)
          for (const kind of ['product', 'variant'] as const) {
            const rows = await rowsOf(edition, kind)
            for (const sort of storedSortsOf(kind)) {
              const { positions } = await edition.sortOrder(kind, sort)
              if (isByPopularity(sort) && positions.length === 0) {
                assert.ok(rows.every((row) => 'popularity' in row && row.popularity === 0))
                continue
              }
              assert.deepEqual([...positions], sorted(rows, sort), `${kind} ${sort}`)
            }
          }
        }
      },
    ),
    { numRuns: cases({ quick: 5, complete: 12 }), interruptAfterTimeLimit: 60_000 },
  )
})
