// Complete run only: it needs PostgreSQL.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '@vitrine/catalog/store'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { load, storeNamed } from '../loading.ts'
import { noServers, startServer } from '../postgres/server.ts'
import { query } from '../postgres/sql.ts'
import { frontOf } from './databases.ts'
import { startTestServer } from './test-server.ts'
import { until } from './until.ts'

const STORES = ['a', 'b', 'c', 'd', 'e', 'f'].map(storeNamed)

test('a shard that is lost concerns its stores alone', { skip: noServers() }, async () => {
  await using open = new AsyncDisposableStack()
  const [first, second] = [open.use(await startServer()), open.use(await startServer())]
  const front = await frontOf([first, second])
  const catalogs = open.use(await openCatalogs(front, 'require'))
  const loadInto = (store: Store, name: string) =>
    load(catalogs, store.id, [{ slug: 'x', name, variants: [{ sku: 'x', price: 1 }] }])
  for (const store of STORES) {
    await catalogs.addStore(store)
    await loadInto(store, 'Cup')
  }
  const onSecond = (await query<{ store: string }>(front, 'SELECT store FROM vitrine.stores_1')).map(
    ({ store }) => store,
  )
  const lost = STORES.filter(({ id }) => onSecond.includes(id))
  const living = STORES.filter(({ id }) => !onSecond.includes(id))
  assert.ok(lost.length > 0 && living.length > 0)
  const { get } = open.use(await startTestServer(open.use(await openEditions(front))))
  const read = async ({ id }: Store, path = '/store/products') => {
    const { status, headers, body } = await get(path, { 'x-store-id': id })
    return { status, stale: headers['cache-status'], body }
  }
  for (const store of STORES) assert.equal((await read(store)).status, 200)

  await second.stop('immediate')
  await until(async () => (await read(lost[0]!)).stale !== undefined)
  for (const store of living) await loadInto(store, 'Jug')
  await until(async () => (await read(living[0]!)).body.includes('Jug'))
  for (const store of living) {
    await until(async () => (await read(store)).body.includes('Jug'))
    const other = await read(store, '/store/products?search=jug')
    assert.deepEqual([other.status, other.stale], [200, undefined])
  }
  await until(async () => {
    const answers = await Promise.all(lost.map((store) => read(store)))
    return answers.every(({ status, stale }) => status === 200 && /; detail=database-away$/.test(String(stale)))
  })
  for (const store of lost) assert.equal((await read(store, '/store/products?search=cup')).status, 503)
  assert.equal((await get('/readyz')).body, '{"status":"ok"}')
  assert.match((await get('/metrics')).body, /^vitrine_database_up 1$/m)

  await second.start()
  await until(async () => (await read(lost[0]!, '/store/products?search=cup')).status === 200)
  for (const store of lost) await until(async () => (await read(store)).stale === undefined)
})
