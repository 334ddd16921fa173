// Complete run only: it needs PostgreSQL.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { DEFAULT_POSTGRES } from '@vitrine/engine/database/postgres/settings'
import { load, storeNamed } from '../loading.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { proxyTo, type WireProxy } from '../postgres/proxy.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { until } from './until.ts'

const A = storeNamed('a')
const OF_A = { 'x-store-id': 'a' }
/** Milliseconds, of requests. Only the test whose requests reach their deadline has a shorter one. */
const DEADLINE = 90_000

const FROM_MEMORY = '{"status":"answers from memory"}'

/** A service whose way to its database a test can block. */
interface Service extends AsyncDisposable, Pick<TestServer, 'get'> {
  readonly proxy: WireProxy
  loadMore(number: number): Promise<void>
}

async function openService(deadline = DEADLINE): Promise<Service> {
  await using open = new AsyncDisposableStack()
  const database = open.use(await freshDatabase())
  const proxy = open.use(await proxyTo(database.url))
  const catalogs = open.use(await openCatalogs(database.url, 'create'))
  await catalogs.addStore(A)
  const loadMore = async (number: number) => {
    const products = [{ name: `Name ${number}`, slug: `p${number}`, variants: [{ sku: `${number}`, price: number }] }]
    await load(catalogs, A.id, products, { now: `2026-02-0${number}T00:00:00.000Z` })
  }
  await loadMore(1)
  const editions = open.use(await openEditions(proxy.url, { ...DEFAULT_POSTGRES, deadline }))
  const { get } = open.use(await startTestServer(editions, { deadline }))
  const whole = open.move()
  return { proxy, get, loadMore, [Symbol.asyncDispose]: () => whole.disposeAsync() }
}

describe('while its database is away, a server', { skip: noDatabases() }, () => {
  test('gives what it has again, and says that it may be out of date', async () => {
    await using service = await openService()
    const before = await service.get('/store/products', OF_A)
    assert.equal(before.headers['cache-status'], undefined)
    await service.proxy.refuse()
    await until(async () => (await service.get('/store/products', OF_A)).headers['cache-status'] !== undefined)
    const stale = await service.get('/store/products', OF_A)
    assert.equal(stale.status, 200)
    assert.equal(stale.body, before.body)
    assert.equal(stale.headers.etag, before.headers.etag)
    assert.match(stale.headers['cache-status'] as string, /^vitrine; hit; ttl=-\d+; detail=database-away$/)
    const same = await service.get('/store/products', { ...OF_A, 'if-none-match': before.headers.etag })
    assert.equal(same.status, 304)
    assert.match(same.headers['cache-status'] as string, /database-away/)
    const { body: metrics } = await service.get('/metrics')
    assert.match(metrics, /^vitrine_database_up 0$/m)
    assert.match(metrics, /^vitrine_stale_answers_total [1-9]/m)
  })

  test('refuses the rest with 503 at once, says so at /readyz, and recovers by itself', async () => {
    await using service = await openService()
    await service.get('/store/products', OF_A)
    await service.proxy.refuse()
    await until(async () => (await service.get('/readyz')).body === FROM_MEMORY)
    assert.equal((await service.get('/readyz')).status, 200)
    assert.equal((await service.get('/livez')).status, 200)
    for (const [path, headers] of [
      ['/store/products?search=name', OF_A],
      ['/store/products?limit=1', OF_A],
      ['/store/products/facets', OF_A],
      ['/store/products', { 'x-store-id': 'never-asked-for' }],
    ] as const) {
      const { status, body, headers: got } = await service.get(path, headers)
      assert.equal(status, 503, path)
      assert.equal(JSON.parse(body).code, 'database-unusable')
      assert.ok(Number(got['retry-after']) > 0)
    }
    await service.loadMore(2)
    await service.proxy.letThrough()
    await until(async () => (await service.get('/store/products?search=name', OF_A)).status === 200)
    await until(async () => JSON.parse((await service.get('/store/products', OF_A)).body).meta.totalItems === 2)
    const fresh = await service.get('/store/products', OF_A)
    assert.equal(fresh.headers['cache-status'], undefined)
    assert.equal((await service.get('/readyz')).status, 200)
    assert.match((await service.get('/metrics')).body, /^vitrine_database_up 1$/m)
  })

  test('lets no request hang past its deadline when nothing comes back any more', async () => {
    await using service = await openService(2000)
    await until(async () => (await service.get('/store/products', OF_A)).status === 200)
    service.proxy.hang()
    const { status } = await service.get('/store/products?search=name', OF_A)
    assert.equal(status, 503)
    await until(async () => (await service.get('/readyz')).body === FROM_MEMORY)
    assert.equal((await service.get('/store/products', OF_A)).status, 200)
    await service.proxy.letThrough()
    await until(async () => (await service.get('/store/products?search=name', OF_A)).status === 200)
  })

  test('goes on without anybody noticing when only its connections are cut', async () => {
    await using service = await openService()
    for (let turn = 0; turn < 5; turn++) {
      service.proxy.cut()
      const { status } = await service.get(`/store/products?limit=${turn + 1}`, OF_A)
      assert.equal(status, 200)
      await pause(20)
    }
  })
})
