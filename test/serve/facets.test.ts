// Complete run only: it compares facets of large editions.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Product } from '@vitrine/catalog/product'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import { SMALL_EDITION } from '@vitrine/engine/edition/edition'
import { findFacets } from '@vitrine/engine/serve/facets'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { ProductConditions } from '@vitrine/engine/serve/query'
import fc from 'fast-check'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { load, storeNamed } from '../loading.ts'
import { NaiveStore } from '../model/naive.ts'
import { naiveFacets } from '../model/naive-facets.ts'
import { temporaryFolder } from '../temporary.ts'

const A = storeNamed('a')
const COLORS = ['red', 'blue', 'green', 'black']
const SIZES = ['s', 'm', 'l', 'xl']
const BRANDS = ['acorn', 'birch', 'cedar']
const LABELS = ['New', 'Sale', 'Eco']
const LABEL_CODES = LABELS.map((name) => name.toLowerCase())

/**
 * An irregular product. It may have options that none of its variants has, more variants than a word has bits, or none at
 * all. Loaded again with another `round`, it has variants whose positions are not next to those of the others.
 */
function product(number: number, round: number) {
  const chance = (among: number, salt: number) =>
    Math.imul(number * 31 + salt * 17 + round, 2_654_435_761) >>> 7 < (1 << 25) / among
  const colors = COLORS.filter((_, index) => chance(2, index))
  const sizes = SIZES.filter((_, index) => chance(2, index + 10))
  const variants = number % 101 === 0 ? 40 : (number % 5) + round
  return {
    slug: `product-${number}`,
    name: `Product ${number}`,
    labelValues: LABELS.filter((_, index) => chance(3, index + 20)),
    optionGroups: [
      { name: 'Color', options: colors.map((name) => ({ name })) },
      { name: 'Size', options: sizes.map((name) => ({ name })) },
      { name: 'Brand', options: [{ name: BRANDS[number % 3] }] },
    ],
    variants: Array.from({ length: variants }, (_, index) => ({
      sku: `${number}-${index}`,
      price: String((number * 7 + index * 13) % 100),
      stock: chance(3, index + 30) ? 0 : 1,
      productOptions: [...colors.slice(index % 3, (index % 3) + 1), ...sizes.slice(index % 2, (index % 2) + 1)].map(
        (code) => ({
          code,
        }),
      ),
    })),
  }
}

const options = [
  ...COLORS.map((code) => `color:${code}`),
  ...SIZES.map((code) => `size:${code}`),
  ...BRANDS.map((code) => `brand:${code}`),
  'red',
  'm',
  'cedar',
]

const conditions: fc.Arbitrary<ProductConditions> = fc.record({
  labels: fc.subarray(LABEL_CODES, { maxLength: 2 }),
  within: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.subarray([...LABEL_CODES, 'unknown'])),
  optionGroups: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, fc.subarray(['color', 'brand'])),
  options: fc.subarray(options, { maxLength: 3 }),
  ids: fc.constant([]),
  slugs: fc.constant([]),
  skus: fc.constant([]),
  price: fc.option(fc.constantFrom({ min: 2000, max: 5999 }, { max: 700 }, { min: 300 }), { nil: undefined }),
  inStock: fc.boolean(),
  search: fc.constantFrom(undefined, undefined, 'product', '1'),
})

describe('facets of more than a small edition', () => {
  const folder = temporaryFolder()
  const catalogs = openSqliteCatalogs(join(folder.path, 'catalog.db'))
  const store = new NaiveStore()

  before(async () => {
    await catalogs.addStore(A)
    const all = Array.from({ length: SMALL_EDITION + 200 }, (_, number) => number)
    await load(
      catalogs,
      A.id,
      all.map((number) => product(number, 0)),
    )
    const again = all.filter((number) => number % 7 !== 0).map((number) => product(number, number % 2))
    assert.deepEqual((await load(catalogs, A.id, again, { replace: true })).problems, [])
    const products: Product[] = []
    for await (const line of exportLines(await catalogs.current(A.id))) products.push(JSON.parse(line))
    store.products = products
  })

  after(async () => {
    await catalogs[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  test('are those that a naive service counts product by product', async () => {
    const edition = await new IndexCache(catalogs, 100_000_000).current(A.id)
    await fc.assert(
      fc.asyncProperty(conditions, async (conditions) => {
        assert.deepEqual(await findFacets(edition, conditions, 100), naiveFacets(store, conditions, 100))
      }),
      { numRuns: 150, interruptAfterTimeLimit: 40_000 },
    )
  })
})
