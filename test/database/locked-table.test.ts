// Complete run only: it needs PostgreSQL.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import { openPostgresEditions } from '@vitrine/engine/database/postgres/editions'
import { DEFAULT_POSTGRES } from '@vitrine/engine/database/postgres/settings'
import type { Editions } from '@vitrine/engine/edition/editions'
import { Client } from 'pg'
import { load, storeNamed } from '../loading.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { proxyTo, type WireProxy } from '../postgres/proxy.ts'
import { query } from '../postgres/sql.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const OF_A = { 'x-store-id': 'a' }
const NEVER = 3_600_000

interface Service extends AsyncDisposable, Pick<TestServer, 'get'> {
  /** For the superuser, not through the proxy. */
  readonly url: string
  readonly editions: Editions
  readonly proxy: WireProxy
}

async function openService(deadline: number, freshness = { pollMilliseconds: 100, trustMilliseconds: 300 }) {
  await using open = new AsyncDisposableStack()
  const { url } = open.use(await freshDatabase())
  const proxy = open.use(await proxyTo(url))
  {
    await using catalogs = await openCatalogs(url, 'create')
    await catalogs.addStore(A)
    for (const price of [1, 2]) await load(catalogs, A.id, [{ slug: 'x', name: 'X', variants: [{ sku: 'x', price }] }])
  }
  const editions = open.use(await openPostgresEditions(proxy.url, { ...DEFAULT_POSTGRES, deadline }, freshness))
  const { get } = open.use(await startTestServer(editions, { deadline }))
  const whole = open.move()
  const service: Service = { url, editions, proxy, get, [Symbol.asyncDispose]: () => whole.disposeAsync() }
  return service
}

/** Locks a table as ALTER TABLE and VACUUM FULL do. */
async function lock(url: string, table: string): Promise<{ release(): Promise<void> }> {
  const client = new Client({ connectionString: url })
  // Without a listener, a test that fails and drops the database would end the process.
  client.on('error', () => {})
  await client.connect()
  await client.query(`BEGIN; LOCK TABLE vitrine.${table}`)
  return { release: () => client.end() }
}

async function waitingForLocks(url: string): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return (await query<{ count: number }>(url, sql))[0]!.count
}

/** Publishes by a statement of our own, which notifies no reader. */
async function makeCurrent(url: string, edition: number): Promise<void> {
  await query(url, `UPDATE vitrine.stores SET edition = ${edition}`)
}

describe('while a table is locked', { skip: noDatabases() }, () => {
  test('a server sees new editions and answers from memory over the connections that it has', async () => {
    await using service = await openService(NEVER)
    const { url, editions, proxy, get } = service
    const sees = (number: number) => until(async () => (await editions.current(A.id)).number === number)
    assert.equal((await get('/store/products', OF_A)).status, 200)
    const { connections } = proxy
    const { release } = await lock(url, 'documents')
    const waiting = Array.from({ length: 8 }, (_, index) => get(`/store/products?limit=${index + 1}`, OF_A))
    await until(async () => (await waitingForLocks(url)) === DEFAULT_POSTGRES.connections)
    for (const number of [1, 2, 1, 2]) {
      await makeCurrent(url, number)
      await sees(number)
    }
    const cached = await get('/store/products', OF_A)
    assert.equal(cached.status, 200)
    await until(() => editions.unavailableSince !== undefined)
    assert.match((await get('/store/products', OF_A)).headers['cache-status'] as string, /database-away/)
    await assert.rejects(editions.ping(), { code: 'database-unusable' })
    assert.equal(proxy.connections, connections, 'no connection counts as lost')
    await release()
    for (const { status } of await Promise.all(waiting)) assert.equal(status, 200)
    assert.equal(editions.unavailableSince, undefined)
    await editions.ping()
    assert.equal(proxy.connections, connections)
  })

  test('requests that need it end with 503 at their deadline, and all is well as soon as it is free', async () => {
    await using service = await openService(1000)
    const { url, editions, get } = service
    await get('/store/products', OF_A)
    const { release } = await lock(url, 'documents')
    const targets = Array.from({ length: 300 }, (_, index) => `/store/products?slug=x&limit=${(index % 100) + 1}`)
    for (const { status, headers } of await Promise.all(targets.map((target) => get(target, OF_A)))) {
      assert.equal(status, 503)
      assert.ok(Number(headers['retry-after']) > 0)
    }
    assert.equal((await get('/store/products', OF_A)).status, 200)
    await release()
    await until(async () => (await get('/store/products?limit=7', OF_A)).status === 200)
    await until(() => editions.unavailableSince === undefined)
  })
})

describe('when nothing comes back from the server any more', { skip: noDatabases() }, () => {
  test('the editions that are known are given, and said to be perhaps out of date', async () => {
    // Nothing but the question of a request can notice it.
    await using service = await openService(NEVER, { pollMilliseconds: NEVER, trustMilliseconds: 0 })
    const { editions, proxy, get } = service
    const before = await get('/store/products', OF_A)
    assert.equal(before.headers['cache-status'], undefined)
    proxy.hang()
    const during = await get('/store/products', OF_A)
    assert.equal(during.body, before.body)
    assert.match(during.headers['cache-status'] as string, /database-away/)
    await proxy.letThrough()
    await until(() => editions.unavailableSince === undefined)
    assert.equal((await get('/store/products', OF_A)).headers['cache-status'], undefined)
  })
})
