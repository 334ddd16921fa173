import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import { SMALL_EDITION } from '@vitrine/engine/edition/edition'
import { toPostingList, toSortedPositions } from '@vitrine/engine/index/posting-list'
import { countProducts } from '@vitrine/engine/serve/facets/value-counts'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import fc from 'fast-check'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'

const A = storeNamed('a')
const LABELS = 7
const COLORS = ['red', 'blue', 'green', 'rare']

/** More products than a small edition has. The last labels and options have few products. */
const catalog = Array.from({ length: SMALL_EDITION + 200 }, (_, number) => ({
  slug: `product-${number}`,
  name: `Product ${number}`,
  labelValues: Array.from({ length: LABELS }, (_, label) => `Label ${label}`).filter(
    (_, label) => number % 3 ** label === 0,
  ),
  optionGroups: [
    { name: 'Color', options: COLORS.filter((_, index) => number % 5 ** index === 0).map((name) => ({ name })) },
  ],
}))

describe('counts of facet values', () => {
  const folder = temporaryFolder()
  const path = join(folder.path, 'catalog.db')
  const catalogs = openSqliteCatalogs(path)

  before(async () => {
    await catalogs.addStore(A)
    assert.deepEqual((await load(catalogs, A.id, catalog)).problems, [])
  })

  after(async () => {
    await catalogs[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  test('are the sizes of intersections, for few products, many or nearly all', async () => {
    const edition = await new IndexCache(catalogs, 100_000_000).current(A.id)
    const values = await edition.stored.facetValues()
    const lists = await edition.postings(
      'product',
      values.map(({ term }) => term),
    )
    const all = Array.from({ length: edition.productCount }, (_, position) => position)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(100),
        fc.nat(996),
        fc.constantFrom('label' as const, 'option' as const),
        async (share, seed, dimension) => {
          const products = new Set(all.filter((position) => ((position + seed) * 7919) % 997 < share * 10))
          const ordinals = [...values.keys()]
            .filter((ordinal) => values[ordinal]!.term.startsWith(dimension))
            .map((ordinal) => ({ ordinal }))
          const set = { name: `${share} ${seed}`, products: async () => toPostingList(products) }
          const count = await countProducts(edition, set, dimension, async () => ordinals)
          for (const { ordinal } of ordinals)
            assert.equal(
              count(ordinal),
              [...toSortedPositions(lists[ordinal]!)].filter((position) => products.has(position)).length,
            )
        },
      ),
    )
  })
})
