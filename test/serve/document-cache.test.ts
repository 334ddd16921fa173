import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Editions } from '@vitrine/engine/edition/editions'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { newMemoryDatabase } from '../database/memory.ts'
import { until } from '../database/until.ts'
import { load, storeNamed } from '../loading.ts'
import { withMembers } from './editions.ts'

const A = storeNamed('a')
const MB = 1024 * 1024

function product(name: string, price: number) {
  return { slug: name, name, variants: [{ sku: name, price }] }
}

const catalogs = newMemoryDatabase().database.openCatalogs()
after(() => catalogs[Symbol.asyncDispose]())
await catalogs.addStore(A)
let published = 0
const change = (price: number) =>
  load(catalogs, A.id, [product('b', price)], {
    now: new Date(Date.UTC(2026, 1, 1, 0, 0, ++published)).toISOString(),
  })
await load(catalogs, A.id, [product('a', 1), product('b', 1), product('c', 1)])
const all = (await (await catalogs.current(A.id)).sortOrder('product', 'name:ASC')).positions

describe('the cache of documents', () => {
  /** A cache whose editions note what they read from the database, and wait before they answer. */
  function openCache(wait: () => Promise<void> = async () => {}) {
    const read: number[][] = []
    const noting = (edition: Edition): Edition =>
      withMembers(edition, {
        concatenatedDocuments: (form, positions) => {
          read.push([...positions])
          return edition.concatenatedDocuments(form, positions)
        },
        renderedDocuments: async (form, positions) => {
          read.push([...positions])
          const documents = await edition.renderedDocuments(form, positions)
          await wait()
          return documents
        },
      })
    const editions: Editions = {
      current: async (store) => noting(await catalogs.current(store)),
      unavailableSince: undefined,
      ping: async () => {},
      list: async () => [],
      async [Symbol.asyncDispose]() {},
    }
    return { cache: new IndexCache(editions, MB, MB), read }
  }

  async function pricesIn(edition: IndexedEdition, positions = all): Promise<string[]> {
    const documents = JSON.parse(`[${Buffer.from(await edition.concatenatedDocuments('summary', positions))}]`)
    return documents.map(({ variants }: { variants: { price: string }[] }) => variants[0]!.price)
  }

  test('reads after a publication only the products that it changed', async () => {
    const { cache, read } = openCache()
    const first = await cache.current(A.id)
    await pricesIn(first)
    await pricesIn(first)
    assert.deepEqual(read.splice(0), [[...all]])
    await change(2)
    const second = await cache.current(A.id)
    await until(async () => {
      read.length = 0
      assert.deepEqual(await pricesIn(second), ['1.00', '2.00', '1.00'])
      return read.length === 0
    })
    assert.deepEqual(await pricesIn(first), ['1.00', '1.00', '1.00'], 'the edition before is read from the database')
    assert.deepEqual(read.splice(0), [[...all]])

    // From here on, the changed product is all that is not there.
    await change(3)
    const third = await cache.current(A.id)
    await until(async () => {
      assert.deepEqual(await pricesIn(third, all.slice(0, 1)), ['1.00'])
      return read.splice(0).length === 0
    })
    assert.deepEqual(await pricesIn(third), ['1.00', '3.00', '1.00'])
    assert.deepEqual(read, [[all[1]]])
  })

  test('does not keep what was read of an edition that another one has replaced meanwhile', async () => {
    const { promise: published, resolve: publish } = Promise.withResolvers<void>()
    let isFirst = true
    const { cache, read } = openCache(async () => {
      if (!isFirst) return
      isFirst = false
      await published
    })
    const before = await cache.current(A.id)
    const reading = pricesIn(before)
    await change(4)
    const current = await cache.current(A.id)
    await until(async () => {
      await pricesIn(current, all.slice(0, 1))
      return read.splice(0).length === 0
    })
    publish()
    assert.deepEqual(await reading, ['1.00', '3.00', '1.00'])
    assert.deepEqual(await pricesIn(current), ['1.00', '4.00', '1.00'])
  })

  test('takes nothing from a store that was removed and added again', async () => {
    const { cache, read } = openCache()
    await pricesIn(await cache.current(A.id))
    await catalogs.removeStore(A.id)
    await catalogs.addStore(A)
    await load(catalogs, A.id, [product('a', 7), product('b', 7), product('c', 7)], { now: '2026-02-02T00:00:00.000Z' })
    read.length = 0
    const again = await cache.current(A.id)
    await until(async () => {
      assert.deepEqual(await pricesIn(again), ['7.00', '7.00', '7.00'])
      return read.splice(0).length === 0
    })
  })
})
