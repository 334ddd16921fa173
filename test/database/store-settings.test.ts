import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VitrineError } from '@vitrine/catalog/error'
import { openPostgresEditions } from '@vitrine/engine/database/postgres/editions'
import { DEFAULT_POSTGRES } from '@vitrine/engine/database/postgres/settings'
import { load, storeNamed } from '../loading.ts'
import { DATABASES, POSTGRES, SHARDED } from './databases.ts'
import { rowsOf } from './rows.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const B = storeNamed('b')
const PRODUCT = { slug: 'x', name: 'X', variants: [{ sku: 'x', price: 1 }] }

for (const { database, open, skip } of [...DATABASES, SHARDED]) {
  describe(`the settings of a store in ${database}`, { skip }, () => {
    test('change without a new edition, and open readers see the change', async () => {
      await using opened = await open()
      for (const store of [A, B]) await opened.catalogs.addStore(store)
      await load(opened.catalogs, A.id, [PRODUCT])
      await until(async () => (await opened.editions.current(A.id)).number === 1)
      const changed = await opened.catalogs.changeStore(A.id, { language: 'de', searchIn: ['name', 'label'] })
      const expected = { ...A, language: 'de', searchIn: ['name', 'label'] }
      assert.deepEqual(changed, expected)
      await until(async () => (await opened.editions.current(A.id)).store.language === 'de')
      const edition = await opened.editions.current(A.id)
      assert.deepEqual(edition.store, expected)
      assert.deepEqual([edition.number, edition.productCount], [1, 1])
      assert.deepEqual((await opened.editions.current(B.id)).store, B)

      await opened.catalogs.changeStore(A.id, { language: undefined })
      await until(async () => (await opened.editions.current(A.id)).store.language === undefined)
      assert.deepEqual((await opened.catalogs.current(A.id)).store, { ...A, searchIn: ['name', 'label'] })
    })

    test('change together with the edition that a draft publishes', async () => {
      await using opened = await open()
      await opened.catalogs.addStore({ ...A, searchIn: ['name'] })
      const summary = { publishedAt: '2026-02-01T00:00:00.000Z', productCount: 0, variantCount: 0 }
      {
        await using draft = await opened.catalogs.draft(A.id)
        await draft.publish(summary, undefined, { language: 'en' })
      }
      const edition = await opened.catalogs.current(A.id)
      assert.deepEqual([edition.number, edition.store], [1, { ...A, searchIn: ['name'], language: 'en' }])
      {
        await using draft = await opened.catalogs.draft(A.id)
        await draft.publish(summary)
      }
      assert.equal((await opened.catalogs.current(A.id)).store.language, 'en')
      await opened.catalogs.rollback(A.id, () => 1)
      assert.equal((await opened.catalogs.current(A.id)).store.language, 'en')
    })

    test('stay when an import replaces all products, and after a rollback', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await load(opened.catalogs, A.id, [PRODUCT])
      const shop = {
        currency: 'EUR',
        publicName: 'A & B',
        url: 'https://a.example/',
        productUrl: 'https://a.example/{slug}',
        hosts: ['a.example'],
      }
      await opened.catalogs.changeStore(A.id, shop)
      const expected = { ...A, ...shop }
      await load(opened.catalogs, A.id, [{ ...PRODUCT, slug: 'y' }], { replace: true })
      assert.deepEqual((await opened.catalogs.current(A.id)).store, expected)
      await opened.catalogs.rollback(A.id, () => 1)
      assert.deepEqual((await opened.catalogs.current(A.id)).store, expected)
      await until(async () => (await opened.editions.current(A.id)).store.hosts !== undefined)
      assert.deepEqual((await opened.editions.current(A.id)).store, expected)
    })

    test('give a host to one store only', async () => {
      await using opened = await open()
      await opened.catalogs.addStore({ ...A, hosts: ['a.example', 'www.a.example'] })
      const isTaken = (error: unknown) =>
        error instanceof VitrineError &&
        error.code === 'invalid-setting' &&
        error.message === 'hosts has "www.a.example", which is a host of store a already'
      await assert.rejects(opened.catalogs.addStore({ ...B, hosts: ['b.example', 'www.a.example'] }), isTaken)
      assert.deepEqual((await opened.catalogs.list()).length, 1)
      await opened.catalogs.addStore({ ...B, hosts: ['b.example'] })
      await assert.rejects(opened.catalogs.changeStore(B.id, { hosts: ['www.a.example'] }), isTaken)
      assert.deepEqual((await opened.catalogs.current(B.id)).store.hosts, ['b.example'])
      await opened.catalogs.changeStore(A.id, { hosts: ['a.example'], name: 'Still mine' })
      await opened.catalogs.changeStore(B.id, { hosts: ['b.example', 'www.a.example'] })
      await opened.catalogs.changeStore(B.id, { hosts: undefined })
      await opened.catalogs.removeStore(A.id)
      await opened.catalogs.changeStore(B.id, { hosts: ['a.example'] })
    })

    test('give a host to one of several stores that ask for it at the same time', async () => {
      await using opened = await open()
      const stores = ['a', 'b', 'c', 'd'].map(storeNamed)
      for (const store of stores) await opened.catalogs.addStore(store)
      const changes = stores.map(async ({ id }) => {
        await using own = await opened.openCatalogs()
        await own.changeStore(id, { hosts: ['a.example'] })
      })
      const outcomes = await Promise.allSettled(changes)
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
      const owners = (await opened.catalogs.list()).filter(({ store }) => store.hosts)
      assert.equal(owners.length, 1)
    })

    test('of no store cannot change', async () => {
      await using opened = await open()
      const isNotFound = (error: unknown) => error instanceof VitrineError && error.code === 'store-not-found'
      await assert.rejects(opened.catalogs.changeStore(A.id, { language: 'de' }), isNotFound)
    })

    test('wait for the import that writes to the store', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      let waited = 0
      let changed: Promise<unknown>
      {
        await using draft = await opened.catalogs.draft(A.id)
        changed = opened.catalogs.changeStore(A.id, { language: 'de' }, () => waited++)
        await until(async () => waited > 0)
        await draft.publish({ publishedAt: '2026-02-01T00:00:00.000Z', productCount: 0, variantCount: 0 })
      }
      await changed
      const { number, store } = await opened.catalogs.current(A.id)
      assert.deepEqual([number, store.language], [1, 'de'])
    })
  })
}

describe('a reader of PostgreSQL', { skip: POSTGRES.skip }, () => {
  test('sees a change of settings that no notification tells, and keeps an edition that has not changed', async () => {
    await using opened = await POSTGRES.open()
    await opened.catalogs.addStore({ ...A, name: 'Ä' })
    await opened.catalogs.addStore(B)
    const freshness = { pollMilliseconds: 20, trustMilliseconds: 3_600_000 }
    await using editions = await openPostgresEditions(opened.reader, DEFAULT_POSTGRES, freshness)
    const before = await editions.current(A.id)
    const change = async (store: typeof A) => {
      const settings = JSON.stringify({ ...store, language: 'de' })
      await rowsOf(opened.address, `UPDATE stores SET settings = '${settings}' WHERE store = '${store.id}'`)
      await until(async () => (await editions.current(store.id)).store.language === 'de')
    }
    await change(A)
    const after = await editions.current(A.id)
    assert.notEqual(after, before)
    // The poll that sees this has looked at both stores.
    await editions.current(B.id)
    await change(B)
    assert.equal(await editions.current(A.id), after)
  })
})
