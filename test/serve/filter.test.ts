import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import type { Edition } from '@vitrine/engine/edition/edition'
import { productClauses } from '@vitrine/engine/serve/clauses'
import { ClauseEvaluator } from '@vitrine/engine/serve/filter'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { peekPriceColumn } from '@vitrine/engine/serve/price-column'
import fc from 'fast-check'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { editionsOf, withMembers } from './editions.ts'

const A = storeNamed('a')
const COLORS = ['red', 'blue', 'green']

/** Prices of every length, some of several products, one beyond 32 bits. */
function priceOf(number: number): number {
  return number === 50 ? 99_999_999.99 : [0, 0.5, 19.9, 20, 250, 1999.99][number % 6]! + (number % 11)
}

const catalog = Array.from({ length: 120 }, (_, number) => ({
  slug: `product-${number}`,
  name: `Product ${number}`,
  optionGroups: [{ name: 'Color', options: COLORS.map((name) => ({ name })) }],
  variants: COLORS.slice(0, 1 + (number % 3)).map((code, index) => ({
    sku: `sku-${number}-${code}`,
    price: priceOf(number + index),
    productOptions: [{ code }],
    stock: (number + index) % 4,
  })),
}))

describe('the price column of a large edition', () => {
  const folder = temporaryFolder()
  const catalogs = openSqliteCatalogs(join(folder.path, 'catalog.db'))

  before(async () => {
    await catalogs.addStore(A)
    assert.deepEqual((await load(catalogs, A.id, catalog)).problems, [])
  })

  after(async () => {
    await catalogs[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  const indexed = async (edition: Edition, bytes = 100_000_000) =>
    await new IndexCache(editionsOf(edition), bytes).current(A.id)

  test('finds the same products by price and other filters as posting lists do', async () => {
    const edition = await catalogs.current(A.id)
    const small = await indexed(edition)
    const large = await indexed(withMembers(edition, { variantCount: 1_000_000 }))
    assert.equal(peekPriceColumn(small), undefined)
    assert.equal(peekPriceColumn(large), undefined)
    while (!peekPriceColumn(large)) await turn()

    const cents = fc.oneof(fc.nat(30_000), fc.constantFrom(0, 1990, 9_999_999_999, 10_000_000_000))
    await fc.assert(
      fc.asyncProperty(
        fc.record({ min: cents, max: cents }, { requiredKeys: [] }),
        fc.constantFrom(...COLORS),
        fc.boolean(),
        async (price, color, inStock) => {
          const none = { labels: [], within: [], optionGroups: [], ids: [], slugs: [], skus: [] }
          const clauses = productClauses({ ...none, options: [`color:${color}`], price, inStock })
          const results = await Promise.all(
            [small, large].map((edition) => new ClauseEvaluator(edition).products(clauses)),
          )
          assert.deepEqual(results[1], results[0])
        },
      ),
    )
  })

  test('is read once, even if the cache has no room for it', async () => {
    const edition = await catalogs.current(A.id)
    let scans = 0
    const large = withMembers(edition, {
      variantCount: 1_000_000,
      scanPostings: (kind, prefix) => {
        scans++
        return edition.scanPostings(kind, prefix)
      },
    })
    const withoutRoom = await indexed(large, 20_000)
    for (let request = 0; request < 50; request++) {
      assert.equal(peekPriceColumn(withoutRoom), undefined)
      await turn()
    }
    assert.equal(scans, 1)
  })
})

describe('options of groups', () => {
  const folder = temporaryFolder()
  const catalogs = openSqliteCatalogs(join(folder.path, 'catalog.db'))

  before(async () => {
    await catalogs.addStore(A)
    assert.deepEqual((await load(catalogs, A.id, catalog)).problems, [])
  })

  after(async () => {
    await catalogs[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  test('are read as often as they exist, however many groups and codes are requested', async () => {
    const edition = await catalogs.current(A.id)
    const read: string[] = []
    const watched = withMembers(edition, {
      postings: (kind, terms) => {
        read.push(...terms)
        return edition.postings(kind, terms)
      },
    })
    const indexed = await new IndexCache(editionsOf(watched), 100_000_000).current(A.id)
    const unknown = (name: string) => Array.from({ length: 99 }, (_, number) => `${name}-${number}`)
    const conditions = {
      ...{ labels: [], within: [], ids: [], slugs: [], skus: [], inStock: false },
      optionGroups: [...unknown('group'), 'color'],
      options: [...unknown('option'), 'red'],
    }
    const matches = await new ClauseEvaluator(indexed).products(productClauses(conditions))
    assert.equal(matches!.size, 120)
    assert.deepEqual(read, ['option:color:red'])
  })
})
