import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { openSqliteCatalogs } from '../../src/database/sqlite/catalogs.ts'
import type { Edition, Editions } from '../../src/edition/edition.ts'
import { NO_POSTINGS, toPostingList, toSortedPositions } from '../../src/index/set-algebra.ts'
import { clausesOf } from '../../src/serve/clauses.ts'
import { Filter } from '../../src/serve/filter.ts'
import { IndexCache } from '../../src/serve/index-cache.ts'
import { PriceColumn, peekPriceColumn } from '../../src/serve/price-column.ts'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'

const A = storeNamed('a')
const COLORS = ['red', 'blue', 'green']

/** Prices of every length, some in several products, one beyond 32 bits. */
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

describe('prices of a large edition', () => {
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

  test('a filter by price and others finds the same with them as by posting lists', async () => {
    const small = await catalogs.current(A.id)
    const large = await cached(pretendingToBeLarge(small))
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
          const none = { labels: [], optionGroups: [], ids: [], slugs: [], skus: [] }
          const clauses = clausesOf({ ...none, options: [`color:${color}`], price, inStock })
          const found = await Promise.all([small, large].map((edition) => new Filter(edition).products(clauses)))
          assert.deepEqual(found[1], found[0])
        },
      ),
    )
  })
})

test('a price counts to the cent, above 32 bits too, and in whatever order prices are noted', () => {
  const prices = new PriceColumn(8)
  prices.note(toPostingList([3, 900]), 1990)
  prices.note(NO_POSTINGS, 5)
  prices.note(toPostingList([7]), 2 ** 40 + 1)
  prices.note(toPostingList([4]), 0)
  const all = toPostingList([3, 4, 7, 900])
  assert.deepEqual([...toSortedPositions(prices.within(all, { min: 1990, max: 1990 }))], [3, 900])
  assert.deepEqual([...toSortedPositions(prices.within(all, { min: 1991 }))], [7])
  assert.deepEqual([...toSortedPositions(prices.within(all, { max: 2 ** 40 }))], [3, 4, 900])
})

function pretendingToBeLarge(edition: Edition): Edition {
  return new Proxy(edition, {
    get: (target, name: keyof Edition) => {
      const member = name === 'variantCount' ? 1_000_000 : target[name]
      return typeof member === 'function' ? (...given: unknown[]) => Reflect.apply(member, target, given) : member
    },
  })
}

async function cached(edition: Edition): Promise<Edition> {
  const editions: Editions = {
    current: async () => edition,
    unavailableSince: undefined,
    ping: async () => {},
    list: async () => [],
    async [Symbol.asyncDispose]() {},
  }
  return await new IndexCache(editions, 100_000_000).current(A.id)
}
