import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { createMetrics, storeGauges } from '@vitrine/server/metrics'
import { createMonitoringServer, healthOf } from '@vitrine/server/monitoring'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

async function open(isReady = () => true, editions = shop.editions, host = '127.0.0.1') {
  const metrics = createMetrics()
  const app = createMonitoringServer({
    health: healthOf(editions, isReady),
    collect: storeGauges(metrics.registry, editions),
  })
  const address = await app.listen({ host, port: 0 })
  return {
    metrics,
    get: (path: string) => fetch(`${address}${path}`),
    statusFor: (host: string, path: string) => statusFor(app.port, host, path),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

/** The status of a request with this `Host`. */
async function statusFor(port: number, host: string, path: string): Promise<number | undefined> {
  const sent = request({ host: '127.0.0.1', port, path, headers: { host } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

/** The editions of the shop, with another check. */
function editionsWith({ ping }: Pick<Shop['editions'], 'ping'>): Shop['editions'] {
  return Object.assign(Object.create(shop.editions), { ping })
}

describe('health', () => {
  test('livez and readyz answer on both servers', async () => {
    await using operations = await open()
    for (const get of [shop.get, operations.get]) {
      for (const path of ['/livez', '/readyz']) {
        const response = await get(path)
        assert.equal(response.status, 200)
        assert.equal(await response.text(), '{"status":"ok"}')
        assert.equal(response.headers.get('cache-control'), 'no-store')
      }
    }
  })

  test('a server that shuts down is alive but not ready', async () => {
    await using operations = await open(() => false)
    assert.equal((await operations.get('/livez')).status, 200)
    const response = await operations.get('/readyz')
    assert.deepEqual([response.status, await response.text()], [503, '{"status":"shutting down"}'])
  })

  test('a server whose database does not answer is not ready', async () => {
    await using operations = await open(() => true, editionsWith({ ping: () => Promise.reject(new Error('gone')) }))
    assert.equal((await operations.get('/livez')).status, 200)
    const response = await operations.get('/readyz')
    assert.deepEqual([response.status, await response.text()], [503, '{"status":"database unusable"}'])
  })
})

describe('the monitoring server', () => {
  test('refuses names that a stranger may lead to this machine, and answers for its own', async () => {
    await using operations = await open()
    for (const host of ['evil.example', 'evil.example:9464', '127.0.0.1.evil.example', 'localhost.evil.example'])
      for (const path of ['/metrics', '/readyz', '/none'])
        assert.equal(await operations.statusFor(host, path), 421, host)
    for (const host of ['localhost:9464', 'LOCALHOST', '127.0.0.1', '[::1]:1', '192.168.1.5:9464'])
      assert.equal(await operations.statusFor(host, '/metrics'), 200, host)
  })

  test('answers for any name on an address that other machines reach', async () => {
    await using operations = await open(() => true, shop.editions, '0.0.0.0')
    assert.equal(await operations.statusFor('metrics.internal', '/metrics'), 200)
  })
})

describe('the check of the database', () => {
  test('ends after a second, and asks a database that does not answer once', async () => {
    let asked = 0
    const hung = Promise.withResolvers<void>()
    const ping = () => (++asked === 1 ? hung.promise : Promise.resolve())
    await using operations = await open(() => true, editionsWith({ ping }))
    const responses = await Promise.all([1, 2, 3].map(() => operations.get('/readyz')))
    for (const response of responses)
      assert.deepEqual([response.status, await response.text()], [503, '{"status":"database does not answer"}'])
    assert.equal((await operations.get('/readyz')).status, 503)
    assert.equal(asked, 1)
    hung.resolve()
    assert.equal((await operations.get('/readyz')).status, 200)
    assert.equal(asked, 2)
  })

  test('says that answers come from memory, also if it was the first to notice', async () => {
    let unavailableSince: number | undefined
    const ping = () => {
      unavailableSince = 1
      return Promise.reject(new Error('gone'))
    }
    const editions = editionsWith({ ping })
    Object.defineProperty(editions, 'unavailableSince', { get: () => unavailableSince })
    await using operations = await open(() => true, editions)
    for (let turn = 0; turn < 2; turn++) {
      const response = await operations.get('/readyz')
      assert.deepEqual([response.status, await response.text()], [200, '{"status":"answers from memory"}'])
    }
  })
})

describe('metrics', () => {
  test('count requests by route and status, and how long they took', async () => {
    for (const path of [
      '/store/products',
      '/store/products',
      '/store/products?page=0',
      '/nowhere',
      '/store/products/%zz',
    ]) {
      await (await shop.get(path)).text()
    }
    const { metrics, editions } = shop
    const app = createMonitoringServer({
      health: healthOf(editions),
      collect: storeGauges(metrics.registry, editions),
    })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const response = await fetch(`${address}/metrics`)
    const text = await response.text()
    await app.close()
    assert.match(response.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
    const line = (start: string) =>
      text
        .split('\n')
        .find((each) => each.startsWith(start))
        ?.slice(start.length + 1)
    assert.equal(line('vitrine_http_requests_total{method="GET",route="/store/products",status="200"}'), '2')
    assert.equal(line('vitrine_http_requests_total{method="GET",route="/store/products",status="400"}'), '1')
    assert.equal(line('vitrine_http_requests_total{method="GET",route="none",status="404"}'), '1')
    assert.equal(line('vitrine_http_requests_total{method="GET",route="none",status="400"}'), '1')
    const series = 'method="GET",route="/store/products",status="200"'
    assert.equal(line(`vitrine_http_request_duration_seconds_bucket{le="+Inf",${series}}`), '2')
    assert.equal(line(`vitrine_http_request_duration_seconds_count{${series}}`), '2')
    assert.ok(Number(line(`vitrine_http_request_duration_seconds_sum{${series}}`)) > 0)
    assert.equal(line('vitrine_response_cache_hits_total'), '1')
    assert.equal(line('vitrine_response_cache_misses_total'), '1')
    assert.ok(Number(line('vitrine_response_cache_bytes')) > 1000)
    assert.equal(line('vitrine_stores'), '3')
    assert.equal(line('vitrine_edition{store="shop"}'), '1')
    assert.equal(line('vitrine_products{store="shop"}'), '25')
    assert.equal(line('vitrine_variants{store="shop"}'), '100')
    assert.equal(line('vitrine_products{store="empty"}'), '0')
    assert.ok(Number(line('process_resident_memory_bytes')) > 1e6)
  })

  test('include those that others add with watch', async () => {
    await using operations = await open()
    operations.metrics.watch('gauge', 'vitrine_index_bytes', 'Memory of the index.', () => 42)
    const text = await (await operations.get('/metrics')).text()
    assert.match(
      text,
      /# HELP vitrine_index_bytes Memory of the index\.\n# TYPE vitrine_index_bytes gauge\nvitrine_index_bytes 42\n/,
    )
  })

  test('are not on the server for shoppers', async () => {
    assert.equal((await shop.get('/metrics')).status, 404)
  })
})
