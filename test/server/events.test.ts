import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createTestServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { cacheTag } from '@vitrine/catalog/cache-tag'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { send } from '@vitrine/server/events/store-channel'
import { createMetrics } from '@vitrine/server/metrics'
import { createServer } from '@vitrine/server/server'
import { type Opened, SHARED_DATABASES } from '../database/databases.ts'
import { until } from '../database/until.ts'
import { load, seen, storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'
import { EventReader } from './event-reader.ts'
import { type Body, EMPTY, OTHER, openShop, type Shop, STORE } from './shop.ts'

const A = storeNamed('a')

function cup(price: number, more: object = {}): object {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    slug: 'cup',
    name: 'Cup',
    variants: [{ sku: 'C', price }],
    ...more,
  }
}

for (const { database, open, skip } of SHARED_DATABASES) {
  describe(`the events of a store in ${database}`, { skip }, () => {
    let opened: Opened
    let address: string
    const names: string[] = []
    const metrics = createMetrics()
    let close: () => Promise<void>

    const read = (known?: string) =>
      EventReader.open(`${address}/stores/a/store/events`, known === undefined ? {} : { 'last-event-id': known })
    const newest = async () => (await (await opened.catalogs.current(A.id)).publications().next()).value
    const publish = async (price: number, more?: object) => {
      const report = await load(opened.catalogs, A.id, [cup(price, more)])
      names.push(publicationName(await newest()))
      return report.edition
    }

    before(async () => {
      opened = await open()
      await opened.catalogs.addStore(A)
      const app = createServer({
        editions: new IndexCache(opened.editions, 1_000_000),
        logger: false,
        metrics,
        events: 10,
      })
      address = await app.listen({ host: '127.0.0.1', port: 0 })
      close = () => app.close()
    })
    after(async () => {
      await close()
      await opened[Symbol.asyncDispose]()
    })

    test('begin with the newest publication, and go on with each that follows', async () => {
      await using early = await read()
      assert.deepEqual((await early.next())!.lines, ['retry: 5000'])
      await publish(1, { labelValues: ['Cups'] })
      const { id, event, data } = (await early.next())!
      assert.deepEqual([id, event], [names[0], 'publication'])
      const tags = ['lists', 'product:00000000-0000-4000-8000-000000000001', 'label:cups'] as const
      assert.deepEqual(data, {
        publication: names[0],
        edition: 1,
        publishedAt: (await newest()).publishedAt,
        products: { created: 1, changed: 0, removed: 0 },
        also: [],
        tags: tags.map((name) => cacheTag(A.id, name)),
      })
      await using late = await read()
      const first = (await late.next())!
      assert.deepEqual(first.lines.slice(0, 3), ['retry: 5000', `id: ${names[0]}`, 'event: publication'])
      assert.deepEqual(first.data, data)

      await opened.catalogs.changeStore(A.id, { publicName: 'Cups' })
      for (const reader of [early, late]) {
        const { data } = (await reader.next())!
        assert.deepEqual([data.also, data.tags, data.edition], [['settings'], [cacheTag(A.id, '')], 1])
      }
      await publish(2)
      await opened.catalogs.rollback(A.id, () => 1)
      for (const reader of [early, late]) {
        const told: Body[] = [(await reader.next())!.data]
        // One event may tell both.
        if (told[0].edition === 2) told.push((await reader.next())!.data)
        assert.deepEqual([told.at(-1).edition, told.at(-1).products.changed], [1, 1])
      }
    })

    test('begin with a publication that came while there was no stream', async () => {
      const open = async () => await metrics.registry.getSingleMetricAsString('vitrine_event_streams')
      await until(async () => / 0$/.test(await open()))
      await seen(opened.editions, A.id, await publish(2.5))
      await using late = await read()
      assert.equal((await late.next())!.id, names.at(-1))
    })

    test('resume where the client was, with what it has missed as one event', async () => {
      await publish(3)
      const first = names.at(-1)!
      await publish(4, { labelValues: ['Cups'] })
      await publish(5, { labelValues: [] })
      const created = { ...cup(9), id: '00000000-0000-4000-8000-000000000002', slug: 'bowl', name: 'Bowl' }
      await load(opened.catalogs, A.id, [created])
      const last = publicationName(await newest())
      await using one = await read(names.at(-1))
      await using several = await read(first)
      const [latest, together] = [(await one.next())!, (await several.next())!]
      assert.deepEqual([latest.id, latest.data.products], [last, { created: 1, changed: 0, removed: 0 }])
      assert.deepEqual([together.id, together.event], [last, 'publication'])
      assert.deepEqual(together.data.products, { created: 1, changed: 1, removed: 0 })
      for (const name of ['lists', 'label:cups', `product:${created.id}`] as const)
        assert.ok(together.data.tags.includes(cacheTag(A.id, name)), name)

      await using current = await read(last)
      assert.deepEqual((await current.next())!.lines, ['retry: 5000'])
      await publish(6)
      assert.equal((await current.next())!.id, names.at(-1))
    })

    test('restart for a client that knows a publication which the log does not have', async () => {
      const { id } = (await (await read()).next())!
      for (const unknown of ['x', '1', '999-abc', `${id!.split('-')[0]}-1`]) {
        await using reader = await read(unknown)
        const { event, data, ...restart } = (await reader.next())!
        assert.deepEqual([event, restart.id, data.publication], ['restart', id, id], unknown)
        assert.deepEqual(data.products, { created: null, changed: null, removed: null })
        assert.deepEqual(data.tags, [cacheTag(A.id, '')])
      }
    })

    test('end when the store is removed', async () => {
      await using reader = await read()
      await reader.next()
      await opened.catalogs.removeStore(A.id)
      assert.equal(await reader.next(), undefined)
    })
  })
}

describe('the stream of events', () => {
  let shop: Shop
  before(async () => {
    shop = await openShop({ events: 3, defaultStore: OTHER })
  })
  after(() => shop[Symbol.asyncDispose]())

  const read = (headers: Record<string, string> = { 'x-store-id': STORE }, path = '/store/events') =>
    EventReader.open(shop.address + path, headers)
  const openStreams = async (count: number) =>
    await until(async () => (await shop.metric('vitrine_event_streams')) === count)

  test('is for no cache, and is not compressed', async () => {
    await using reader = await read({ 'x-store-id': STORE, 'accept-encoding': 'gzip, br', accept: 'text/event-stream' })
    const { status, headers } = reader.response
    const names = ['content-type', 'cache-control', 'x-accel-buffering', 'content-encoding', 'etag']
    assert.deepEqual(
      [status, ...names.map((name) => headers.get(name))],
      [200, 'text/event-stream', 'no-store', 'no', null, null],
    )
    assert.ok(headers.get('x-request-id'))
  })

  test('is of the store that the path, the header or the server selects', async () => {
    for (const [headers, path, store] of [
      [{ 'x-store-id': STORE }, '/store/events', STORE],
      [{}, `/stores/${STORE}/store/events`, STORE],
      [{}, '/store/events/', OTHER],
    ] as const) {
      await using reader = await read(headers, path)
      const [publication] = [(await (await shop.catalogs.current(store)).publications().next()).value]
      assert.equal((await reader.next())!.id, publicationName(publication))
    }
    await openStreams(0)
    const unknown = await shop.get('/store/events', { 'x-store-id': 'nobody' })
    assert.deepEqual([unknown.status, ((await unknown.json()) as Body).code], [404, 'store-not-found'])
    const contradicting = await shop.get(`/stores/${OTHER}/store/events`)
    assert.deepEqual([contradicting.status, ((await contradicting.json()) as Body).code], [400, 'invalid-parameter'])
  })

  test('comes in one form, to GET', async () => {
    for (const accept of ['application/json', 'text/event-stream;q=0', 'text/html, application/*']) {
      const response = await shop.get('/store/events', { accept })
      assert.deepEqual([response.status, ((await response.json()) as Body).code], [406, 'not-acceptable'], accept)
    }
    for (const accept of ['text/html, */*;q=0.8', 'Text/Event-Stream', 'text/*']) {
      await using reader = await read({ 'x-store-id': STORE, accept })
      assert.equal(reader.response.status, 200)
    }
    const headers = { 'x-store-id': STORE }
    const head = await shop.ask({ method: 'HEAD', path: '/store/events', headers })
    assert.deepEqual([head.status, head.headers['content-type'], head.body], [200, 'text/event-stream', ''])
    const post = await shop.ask({ method: 'POST', path: '/store/events', headers })
    assert.deepEqual([post.status, post.headers.allow], [405, 'GET, HEAD, OPTIONS'])
    await openStreams(0)
  })

  test('is refused beyond the limit, until another ends', async () => {
    const readers = [await read(), await read(), await read()]
    await openStreams(3)
    const refused = await shop.get('/store/events')
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
    assert.equal(((await refused.json()) as Body).code, 'overloaded')
    assert.equal((await shop.get('/store/products')).status, 200)
    await readers[0]![Symbol.asyncDispose]()
    await openStreams(2)
    readers[0] = await read()
    assert.equal(readers[0]!.response.status, 200)
    for (const reader of readers) await reader[Symbol.asyncDispose]()
    await openStreams(0)
  })

  test('is not there unless the operator switches it on', { skip: COMPLETE_ONLY }, async () => {
    await using plain = await openShop()
    const response = await plain.get('/store/events')
    assert.deepEqual([response.status, ((await response.json()) as Body).code], [404, 'route-not-found'])
  })

  test('ends when the server closes, which does not wait for it', { skip: COMPLETE_ONLY }, async () => {
    await using closing = await openShop({ events: 3 })
    await using reader = await EventReader.open(`${closing.address}/store/events`, { 'x-store-id': EMPTY })
    await reader.next()
    const closed = closing.app.close()
    assert.equal(await reader.next(), undefined)
    await closed
  })
})

test('a stream gets a comment every 20 seconds, and ends after an hour', { skip: COMPLETE_ONLY }, async (t) => {
  await using shop = await openShop({ events: 3 })
  t.mock.timers.enable({ apis: ['setInterval'] })
  await using reader = await EventReader.open(`${shop.address}/store/events`, { 'x-store-id': STORE })
  await reader.next()
  for (let minute = 0; minute < 60; minute++)
    for (let comment = 0; comment < 3; comment++) {
      t.mock.timers.tick(20_000)
      await turn()
      const block = await reader.nextBlock()
      if (minute === 59 && comment === 2) assert.equal(block, undefined)
      else assert.deepEqual(block!.lines, [':'])
    }
})

test('a client that does not read loses its stream', async () => {
  const answered = Promise.withResolvers<ServerResponse>()
  const server = createTestServer((_, response) => answered.resolve(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {}).pause()
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const response = await answered.promise
  const bytes = Buffer.alloc(1_000_000)
  const closed = once(response, 'close')
  // The system takes some megabytes for the client.
  for (let count = 0; count < 100 && !response.destroyed; count++) {
    send(response, bytes)
    await turn()
  }
  await closed
  assert.ok(response.destroyed)
  client.destroy()
  server.close()
})
