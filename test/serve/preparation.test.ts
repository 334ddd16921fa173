// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SearchFieldName } from '@vitrine/catalog/store'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import { ContentVersions } from '@vitrine/engine/edition/content-versions'
import { type Edition, SMALL_EDITION } from '@vitrine/engine/edition/edition'
import { findFacets } from '@vitrine/engine/serve/facets'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { findSuggestions } from '@vitrine/engine/serve/suggestions'
import { until } from '../database/until.ts'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { editionsOf, withMembers } from './editions.ts'

const A = storeNamed('a')
/** More than the lists of a small edition, which are read with the names of the values. */
const PRODUCTS = SMALL_EDITION + 100
const CACHE_BYTES = 20_000_000
/** Variants of an edition that counts as large, and yet fits into this cache. */
const MANY = 200_000

const CATALOG = Array.from({ length: PRODUCTS }, (_, number) => ({
  slug: `product-${number}`,
  name: `Shirt ${number}`,
  labelValues: [`label-${number % 3}`],
  optionGroups: [{ name: 'Size', options: [{ name: 'S' }, { name: 'M' }] }],
  variants: ['S', 'M'].map((size) => ({
    sku: `sku-${number}-${size}`,
    price: number,
    stock: number % 2,
    productOptions: [{ code: size.toLowerCase() }],
  })),
}))

const CONDITIONS = {
  labels: ['label-1'],
  within: [],
  optionGroups: [],
  options: ['size:s'],
  ids: [],
  slugs: [],
  skus: [],
  inStock: true,
}

/** The calls of every request for facets: the lists of its conditions, and the products with the lowest and the highest price. */
const CALLS_OF_A_REQUEST = ['postings', 'productRows']

/** Products with each label, option and group, and variants with each option. */
const SCANS = 4

/** Products of an edition whose suggestions are prepared. */
const MANY_PRODUCTS = 5000
const NAMES_LABELS_AND_OPTIONS = 3

describe('what facets need', () => {
  const folder = temporaryFolder()
  const catalogs = openSqliteCatalogs(join(folder.path, 'catalog.db'))

  before(async () => {
    await catalogs.addStore(A)
    assert.deepEqual((await load(catalogs, A.id, CATALOG)).problems, [])
  })

  after(async () => {
    await catalogs[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  /** A cache over editions that say they have so many variants and products, all with the same products, and the calls that read the database. */
  async function cacheOver(variantCount: number, maxBytes = CACHE_BYTES, productCount = PRODUCTS) {
    const stored = await catalogs.current(A.id)
    const calls: string[] = []
    const editionNumbered = (number: number) => {
      const summary = { number, publishedAt: stored.publishedAt, productCount, variantCount }
      // Nothing is known to be the same in two editions.
      const edition = withMembers(stored, { ...summary, versions: new ContentVersions(summary, null) })
      return new Proxy(edition, {
        get(target, name: keyof Edition) {
          const member = target[name]
          if (typeof member !== 'function') return member
          return (...args: unknown[]) => {
            calls.push(name)
            return Reflect.apply(member, target, args)
          }
        },
      })
    }
    let current = editionNumbered(1)
    const cache = new IndexCache({ ...editionsOf(current), current: async () => current }, maxBytes)
    const publish = (number: number) => {
      calls.length = 0
      current = editionNumbered(number)
    }
    return { cache, calls, publish }
  }

  test('is built in the background when a large edition is first requested', async () => {
    const { cache, calls } = await cacheOver(MANY)
    const edition = await cache.current(A.id)
    await until(() => calls.filter((name) => name === 'scanPostings').length === SCANS)
    calls.length = 0
    const { labels } = await findFacets(edition, CONDITIONS, 10)
    assert.ok(labels.length > 0)
    assert.deepEqual(
      calls.filter((name) => !CALLS_OF_A_REQUEST.includes(name)),
      [],
    )
  })

  test('is built again for the next edition, if somebody asked for facets', async () => {
    const { cache, calls, publish } = await cacheOver(MANY)
    await findFacets(await cache.current(A.id), CONDITIONS, 10)
    publish(2)
    await cache.current(A.id)
    assert.deepEqual(calls, ['facetValues', 'labelEntries'], 'it begins')
    publish(3)
    await cache.current(A.id)
    assert.deepEqual(calls, [], 'nobody asked for facets of the second edition')
  })

  test('is not built again when the database opens the same edition again', async () => {
    const { cache, calls, publish } = await cacheOver(MANY)
    await findFacets(await cache.current(A.id), CONDITIONS, 10)
    publish(1)
    await cache.current(A.id)
    assert.deepEqual(calls, [])
    publish(2)
    await cache.current(A.id)
    assert.deepEqual(calls, ['facetValues', 'labelEntries'], 'facets were asked of the first edition')
  })

  test('is not built for small editions, nor where it does not fit', async () => {
    for (const [variants, bytes] of [
      [2 * PRODUCTS, CACHE_BYTES],
      [MANY, 2_000_000],
    ] as const) {
      const { cache, calls } = await cacheOver(variants, bytes)
      await cache.current(A.id)
      assert.deepEqual(calls, [])
    }
  })

  const cacheOfProducts = (count: number, maxBytes?: number) => cacheOver(2 * PRODUCTS, maxBytes, count)
  const suggest = (edition: IndexedEdition, searchIn?: readonly SearchFieldName[]) =>
    findSuggestions(edition, { search: 'shirt m', searchIn, limit: 8 })
  const built = (calls: readonly string[]) => calls.filter((name) => name === 'scanPostings').length

  test('of suggestions is built when an edition with many products is first requested', async () => {
    const { cache, calls } = await cacheOfProducts(MANY_PRODUCTS)
    const edition = await cache.current(A.id)
    await until(() => calls.includes('scanPostings'))
    const { products } = await suggest(edition)
    assert.equal(products.length, 8)
    assert.equal(built(calls), 1, 'the words of names are read once')
  })

  test('of suggestions is built again in the fields that requests asked for, if any did', async () => {
    const { cache, calls, publish } = await cacheOfProducts(MANY_PRODUCTS)
    await suggest(await cache.current(A.id), ['name', 'label', 'option'])
    publish(1)
    await cache.current(A.id)
    assert.deepEqual(calls, [], 'it is the same edition')
    publish(2)
    const edition = await cache.current(A.id)
    await until(() => built(calls) === NAMES_LABELS_AND_OPTIONS)
    await suggest(edition, ['option', 'label', 'name'])
    assert.equal(built(calls), NAMES_LABELS_AND_OPTIONS, 'the same fields, in another order')
    publish(3)
    await cache.current(A.id)
    await until(() => built(calls) === NAMES_LABELS_AND_OPTIONS)
    publish(4)
    await cache.current(A.id)
    await nextTurn()
    assert.deepEqual(calls, [], 'nobody asked for suggestions of the third edition')
  })

  test('of suggestions is not built for few products, nor where it does not fit', async () => {
    for (const [products, bytes] of [
      [PRODUCTS, CACHE_BYTES],
      [MANY_PRODUCTS, 400_000],
    ] as const) {
      const { cache, calls } = await cacheOfProducts(products, bytes)
      await cache.current(A.id)
      assert.deepEqual(calls, [])
    }
  })
})
