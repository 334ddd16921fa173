// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import type { Patch } from '@vitrine/catalog/submission'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import type { Edition } from '@vitrine/engine/edition/edition'
import { ORDER_CHUNK } from '@vitrine/engine/edition/tables'
import type { Term } from '@vitrine/engine/edition/term'
import { toPostingList } from '@vitrine/engine/index/posting-list'
import { publish } from '@vitrine/engine/publish/publish'
import { findFacets } from '@vitrine/engine/serve/facets'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { findProducts } from '@vitrine/engine/serve/products'
import { NO_CONDITIONS } from '@vitrine/engine/serve/query'
import { findResults } from '@vitrine/engine/serve/result-set'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { editionsOf, withMembers } from './editions.ts'

const A = storeNamed('a')
const PRODUCTS = 400
const LABELS = Array.from({ length: 100 }, (_, number) => `label-${number}`)

const catalog = (name: string) =>
  Array.from({ length: PRODUCTS }, (_, number) => ({
    slug: `product-${number}`,
    name: `${name} ${number}`,
    labelValues: LABELS.filter((_, label) => (number + label) % 3 === 0),
    variants: [{ sku: `sku-${number}`, price: number }],
  }))

describe('the index cache', () => {
  const folder = temporaryFolder()
  const catalogs = openSqliteCatalogs(join(folder.path, 'catalog.db'))

  before(async () => {
    await catalogs.addStore(A)
    assert.deepEqual((await load(catalogs, A.id, catalog('Shirt'))).problems, [])
  })

  after(async () => {
    await catalogs[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  /** A reader of the store, and how often it called each member of the edition. */
  async function readerWith(maxBytes: number, members: Partial<Edition> = {}) {
    const stored = await catalogs.current(A.id)
    const calls: string[] = []
    const counted = new Proxy(withMembers(stored, members), {
      get(target, name: keyof Edition) {
        const member = target[name]
        if (typeof member !== 'function') return member
        return (...args: unknown[]) => {
          calls.push(name)
          return Reflect.apply(member, target, args)
        }
      },
    })
    const cache = new IndexCache(editionsOf(counted), maxBytes)
    return { cache, edition: await cache.current(A.id), calls, stored }
  }

  const byLabel = (edition: IndexedEdition, label: string) =>
    findProducts(edition, { ...NO_CONDITIONS, labels: [label], offset: 0, limit: 5 })

  test('never exceeds its bytes: the entries not used for longest leave', async () => {
    const MAX = 20_000
    const { cache, edition, calls } = await readerWith(MAX)
    let highest = 0
    for (const [index, label] of LABELS.entries()) {
      await edition.postings('product', [`label:${label}`])
      assert.ok(cache.use.bytes <= MAX)
      assert.ok(cache.use.entries <= index + 1)
      highest = Math.max(highest, cache.use.entries)
    }
    assert.ok(highest > 5, 'several entries have room')
    assert.ok(highest < LABELS.length / 2, 'most entries had to leave')
    calls.length = 0
    await edition.postings('product', [`label:${LABELS.at(-1)!}`])
    assert.deepEqual(calls, [], 'the last entry is still there')
    await edition.postings('product', [`label:${LABELS[0]!}`])
    assert.deepEqual(calls, ['postings'], 'the first is not')
  })

  test('counts the lists that results are made of', async () => {
    const { edition } = await readerWith(10_000_000)
    const found = toPostingList(Array.from({ length: 100 }, (_, position) => position * 3))
    const results = await findResults(edition, 'product', {
      filter: async () => found,
      search: undefined,
      sort: undefined,
    })
    assert.deepEqual(results.lists, [found])
    await results.slice(0, 5)
    assert.deepEqual(results.lists, [found, found], 'the group of the page too')
  })

  test('counts the bytes of query results', async () => {
    const { cache, edition } = await readerWith(10_000_000)
    const queries = {
      products: (slugs: string[]) => findProducts(edition, { ...NO_CONDITIONS, slugs, offset: 0, limit: 5 }),
      facets: (slugs: string[]) => findFacets(edition, { ...NO_CONDITIONS, slugs }, 100),
    }
    // The counts of labels and of groups are entries of their own.
    const entries: Readonly<Record<string, number>> = { products: 1, facets: 3 }
    for (const [name, query] of Object.entries(queries)) {
      await query(['product-1'])
      const bytesOf = async (slugs: string[]) => {
        const before = cache.use
        await query(slugs)
        assert.equal(cache.use.entries, before.entries + entries[name]!, 'everything but the results is cached')
        return cache.use.bytes - before.bytes
      }
      // One position, or the labels of one product. The keys have the same length.
      const moreBytes = (await bytesOf(['product-399'])) - (await bytesOf(['product-xxx']))
      assert.ok(moreBytes >= 4, `${moreBytes} bytes of ${name}`)
    }
  })

  test('does not confuse an edition with one of the same number of a store that was made again', async () => {
    const B = storeNamed('b')
    const cache = new IndexCache(catalogs, 10_000_000)
    const documents = async () => {
      const edition = await cache.current(B.id)
      const { documents } = await byLabel(edition, LABELS[0]!)
      return { number: edition.number, publishedAt: edition.publishedAt, text: Buffer.from(documents).toString() }
    }
    await catalogs.addStore(B)
    await load(catalogs, B.id, catalog('Shirt'), { now: '2026-02-01T00:00:00.000Z' })
    const first = await documents()
    await catalogs.removeStore(B.id)
    await catalogs.addStore(B)
    // Other positions have the label now, and the newest of them come first.
    await load(catalogs, B.id, catalog('Coat').slice(7), { now: '2026-02-02T00:00:00.000Z' })
    const second = await documents()
    assert.equal(second.number, first.number)
    assert.notEqual(second.publishedAt, first.publishedAt)
    assert.match(first.text, /Shirt/)
    assert.match(second.text, /Coat/)
    const remade = await new IndexCache(catalogs, 10_000_000).current(B.id)
    assert.equal(second.text, Buffer.from((await byLabel(remade, LABELS[0]!)).documents).toString())
  })

  test('has in the next edition what a patch leaves as it is', async () => {
    const cache = new IndexCache(catalogs, 100_000_000)
    const list = { ...NO_CONDITIONS, offset: 0, limit: 5 }
    const ask = async (): Promise<number> => {
      const edition = await cache.current(A.id)
      const { misses } = cache.use
      const label = await findProducts(edition, { ...list, labels: ['label-1'] })
      const search = await findProducts(edition, { ...list, search: 'shirt 399' })
      assert.ok(label.total > 0 && search.total > 0)
      return cache.use.misses - misses
    }
    const publishPatch = async (patch: Patch) => {
      await using draft = await catalogs.draft(A.id)
      const options = { replace: false, skipInvalid: false, dryRun: false, now: new Date().toISOString() }
      const { changed } = await publish(draft, Readable.from([patch]), options)
      assert.equal(changed, 1)
    }
    assert.ok((await ask()) > 0)
    await publishPatch({ line: 1, sku: 'sku-3', stock: 7 })
    assert.equal(await ask(), 0)
    // The first product of the label, by price and by stock.
    await publishPatch({ line: 1, sku: 'sku-2', stock: 0, price: '700.00' })
    assert.equal(await ask(), 0)
    await load(catalogs, A.id, [{ ...catalog('Coat')[0]!, slug: 'product-0' }])
    assert.ok((await ask()) > 0)
  })

  test('has nothing of an edition without products in the next one', async () => {
    const NEW = storeNamed('new')
    await catalogs.addStore(NEW)
    const cache = new IndexCache(catalogs, 100_000_000)
    const totals = async () => {
      const edition = await cache.current(NEW.id)
      const { labels } = await findFacets(edition, NO_CONDITIONS, 100)
      return [(await byLabel(edition, 'label-1')).total, labels.length]
    }
    assert.deepEqual(await totals(), [0, 0])
    await load(catalogs, NEW.id, catalog('Shirt').slice(0, 3))
    assert.deepEqual(await totals(), [1, LABELS.length])
  })

  test('reads once what several requests need at the same time', async () => {
    const { edition, calls } = await readerWith(10_000_000)
    const orders = await Promise.all([1, 2, 3].map(() => edition.sortOrder('product', 'name:ASC')))
    assert.deepEqual(calls, ['sortOrder'])
    assert.ok(orders.every((order) => order === orders[0]))

    calls.length = 0
    const pages = await Promise.all([1, 2, 3].map(() => byLabel(edition, LABELS[5]!)))
    assert.equal(calls.filter((name) => name === 'postings').length, 1)
    assert.ok(pages.every(({ total }) => total > 0 && total === pages[0]!.total))
  })

  test('reads a posting list once that several requests need at the same time, and others with it', async () => {
    const reads: (readonly Term[])[] = []
    const { edition, stored } = await readerWith(10_000_000, {
      postings: async (kind, terms) => {
        reads.push([...terms])
        return await stored.postings(kind, terms)
      },
    })
    const [a, b, c] = ['label:label-0', 'label:label-1', 'label:label-2'] as const
    const [first, second] = await Promise.all(
      [[a, b], [b, c, a], [a]].map((terms) => edition.postings('product', terms)),
    )
    assert.deepEqual(reads, [[a, b], [c]])
    assert.deepEqual(second, await stored.postings('product', [b, c, a]))
    assert.equal(first![0], second![2])
  })

  test('does not keep a read that failed', async () => {
    let isAway = true
    const { edition, stored, cache } = await readerWith(10_000_000, {
      sortOrder: async (kind, sort) => {
        if (isAway) throw new Error('the database is away')
        return await stored.sortOrder(kind, sort)
      },
    })
    const reads = await Promise.allSettled([1, 2].map(() => edition.sortOrder('product', 'name:ASC')))
    assert.deepEqual(
      reads.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.equal(cache.use.entries, 0)
    isAway = false
    assert.equal((await edition.sortOrder('product', 'name:ASC')).positions.length, PRODUCTS)
  })

  test('reads a page of a sort order as the one stored chunk that it lies in', async () => {
    const reads: (readonly number[])[] = []
    const { edition } = await readerWith(10_000_000, {
      orderSlice: async (_kind, _sort, from, to) => {
        reads.push([from, to])
        return Uint32Array.from({ length: to - from }, (_, index) => from + index)
      },
    })
    const slice = async (from: number, to: number) => [...(await edition.orderSlice('product', 'name:ASC', from, to))]
    assert.deepEqual(await slice(ORDER_CHUNK + 5, ORDER_CHUNK + 7), [ORDER_CHUNK + 5, ORDER_CHUNK + 6])
    assert.deepEqual(await slice(ORDER_CHUNK, ORDER_CHUNK + 1), [ORDER_CHUNK])
    assert.deepEqual(await slice(2 * ORDER_CHUNK - 1, 2 * ORDER_CHUNK), [2 * ORDER_CHUNK - 1])
    assert.deepEqual(reads, [[ORDER_CHUNK, 2 * ORDER_CHUNK]])
    // A page across two chunks is read by itself.
    assert.deepEqual(await slice(ORDER_CHUNK - 1, ORDER_CHUNK + 1), [ORDER_CHUNK - 1, ORDER_CHUNK])
    assert.deepEqual(reads.at(-1), [ORDER_CHUNK - 1, ORDER_CHUNK + 1])
  })
})
