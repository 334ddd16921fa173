import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { openPostgresEditions } from '@vitrine/engine/database/postgres/editions'
import { DEFAULT_POSTGRES } from '@vitrine/engine/database/postgres/settings'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Editions } from '@vitrine/engine/edition/editions'
import { load, storeNamed } from '../loading.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { noPooler, startPooler } from '../postgres/pooler.ts'
import { proxyTo } from '../postgres/proxy.ts'
import { replicaOf } from '../postgres/replica.ts'
import { noServers, startServer } from '../postgres/server.ts'
import { query } from '../postgres/sql.ts'
import { DATABASES } from './databases.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const B = storeNamed('b')
const NEVER = 3_600_000

async function loadInto(catalogs: Catalogs, number: number, store = A): Promise<void> {
  await load(catalogs, store.id, [{ slug: 'x', name: `Name ${number}`, variants: [{ sku: 'x', price: number }] }])
}

async function sees(editions: Editions, number: number, store = A): Promise<void> {
  await until(async () => (await editions.current(store.id)).number === number)
}

for (const { database, open, skip } of DATABASES) {
  test(`${database}: every edition is seen by every reader that is open`, { skip }, async () => {
    await using opened = await open()
    for (const store of [A, B]) await opened.catalogs.addStore(store)
    await using another = await opened.openEditions()
    for (let number = 1; number <= 5; number++) {
      for (const store of [A, B]) await loadInto(opened.catalogs, number, store)
      for (const editions of [opened.editions, another]) {
        for (const store of [A, B]) await sees(editions, number, store)
      }
    }
    await opened.catalogs.removeStore(A.id)
    await until(
      async () =>
        await (async () => another.current(A.id))().then(
          () => false,
          () => true,
        ),
    )
    assert.equal((await another.current(B.id)).number, 5)
  })
}

describe('a PostgreSQL server that passes on what writers tell', { skip: noDatabases() }, () => {
  test('has its readers see a new edition without asking', async () => {
    await using database = await freshDatabase()
    await using catalogs = await openCatalogs(database.url, 'create')
    await catalogs.addStore(A)
    const deaf = { pollMilliseconds: NEVER, trustMilliseconds: NEVER }
    await using editions = await openPostgresEditions(database.url, DEFAULT_POSTGRES, deaf)
    await sees(editions, 0)
    for (let number = 1; number <= 3; number++) {
      await loadInto(catalogs, number)
      await sees(editions, number)
    }
  })

  test('does not bring an earlier edition back by an answer that comes late', async () => {
    await using database = await freshDatabase()
    await using proxy = await proxyTo(database.url)
    await using catalogs = await openCatalogs(database.url, 'create')
    await catalogs.addStore(A)
    for (const number of [1, 2]) await loadInto(catalogs, number)
    // A statement of our own notifies no reader.
    const makeCurrent = (number: number) => query(database.url, `UPDATE vitrine.stores SET edition = ${number}`)
    await makeCurrent(0)
    const settings = { ...DEFAULT_POSTGRES, connections: 2 }
    const freshness = { pollMilliseconds: 1000, trustMilliseconds: 1500 }
    await using editions = await openPostgresEditions(proxy.url, settings, freshness)
    await sees(editions, 0)
    const [polls, answers] = [proxy.pipe(0, 'server'), proxy.pipe(0, 'client')]
    polls.hold()
    await makeCurrent(1)
    await until(() => polls.isWaiting)
    answers.hold()
    polls.release()
    await until(() => answers.isWaiting)
    await makeCurrent(2)
    // A poll without an answer closes the connections, and new ones ask again.
    await sees(editions, 2)
    answers.release()
    for (let turn = 0; turn < 20; turn++) {
      await pause(5)
      assert.equal((await editions.current(A.id)).number, 2)
    }
  })

  test('is asked nothing for a request that is answered from memory', async () => {
    await using database = await freshDatabase()
    await using proxy = await proxyTo(database.url)
    await using catalogs = await openCatalogs(database.url, 'create')
    await catalogs.addStore(A)
    const freshness = { pollMilliseconds: NEVER, trustMilliseconds: NEVER }
    await using editions = await openPostgresEditions(proxy.url, DEFAULT_POSTGRES, freshness)
    await editions.current(A.id)
    const { roundTrips } = await proxy.count(async () => {
      for (let request = 0; request < 100; request++) await editions.current(A.id)
    })
    assert.equal(roundTrips, 0)
  })
})

describe('where nothing is passed on, a new edition is seen all the same', () => {
  test('through a replica', { skip: noServers() }, async () => {
    await using primary = await startServer()
    await using catalogs = await openCatalogs(primary.url(), 'create')
    await catalogs.addStore(A)
    await using replica = await replicaOf(primary)
    await using editions = await openEditions(replica.url())
    await sees(editions, 0)
    for (let number = 1; number <= 3; number++) {
      await loadInto(catalogs, number)
      await sees(editions, number)
    }
  })

  test('through a pooler in transaction mode', { skip: noDatabases() || noPooler() }, async () => {
    await using database = await freshDatabase()
    await using catalogs = await openCatalogs(database.url, 'create')
    await catalogs.addStore(A)
    await using pooler = await startPooler(database.url)
    await using editions = await openEditions(pooler.url())
    await sees(editions, 0)
    for (let number = 1; number <= 3; number++) {
      await loadInto(catalogs, number)
      await sees(editions, number)
    }
    const body = await (await editions.current(A.id)).concatenatedDocuments('summary', Uint32Array.of(0))
    assert.match(Buffer.from(body).toString(), /"name":"Name 3"/)
  })

  test('when a writer could not tell', { skip: noDatabases() }, async () => {
    await using database = await freshDatabase()
    await using proxy = await proxyTo(database.url)
    await using catalogs = await openCatalogs(database.url, 'create')
    await catalogs.addStore(A)
    await using editions = await openEditions(proxy.url)
    await sees(editions, 0)
    // What is told while no connection stands is told to nobody.
    await proxy.refuse()
    await loadInto(catalogs, 1)
    await proxy.letThrough()
    await sees(editions, 1)
  })
})
