import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createVitrine, RequestError, type StoreEvent } from '@vitrine/client'
import { openShop, type Shop, STORE } from '../server/shop.ts'

let server: Shop
before(async () => {
  server = await openShop({ events: 10 })
})
after(() => server[Symbol.asyncDispose]())

let price = 100

async function publish(): Promise<void> {
  await server.load(STORE, [{ name: 'News', slug: 'news', variants: [{ sku: 'N', price: price++ }] }])
}

/** Reads event after event. */
async function next(events: AsyncGenerator<StoreEvent, void>): Promise<StoreEvent> {
  const { value } = await events.next()
  return value as StoreEvent
}

/** Reads the first event. The generator would keep the process alive. */
async function first(events: AsyncGenerator<StoreEvent, void>): Promise<StoreEvent> {
  const event = await next(events)
  await events.return()
  return event
}

describe('events', () => {
  test('begin with the newest publication and go on with each that follows, until they are left', async () => {
    const shop = createVitrine({ url: server.address, store: STORE })
    const seen: StoreEvent[] = []
    for await (const event of shop.events()) {
      seen.push(event)
      if (seen.length === 3) break
      await publish()
    }
    assert.deepEqual(
      seen.map(({ type, edition }) => [type, edition]),
      [
        ['publication', 1],
        ['publication', 2],
        ['publication', 3],
      ],
    )
    assert.deepEqual(seen[2]!.products, { created: 0, changed: 1, removed: 0 })
  })

  test('tell what was missed since a publication', async () => {
    const shop = createVitrine({ url: `${server.address}/stores/${STORE}` })
    const { publication } = await first(shop.events())
    await publish()
    await publish()
    const missed = await first(shop.events({ since: publication }))
    assert.deepEqual([missed.type, missed.products.changed], ['publication', 1])
    assert.equal((await first(shop.events({ since: 'unknown' }))).type, 'restart')
  })

  test('meet the tags of the queries that they make stale', async () => {
    const shop = createVitrine({ url: server.address, store: STORE })
    const events = shop.events()
    await next(events)
    await server.load(STORE, [
      { name: 'News', slug: 'news', labelValues: ['Press'], variants: [{ sku: 'N', price: 1 }] },
    ])
    const { tags } = await next(events)
    const isStale = async (query: object) => (await shop.products.tags(query)).some((tag) => tags.includes(tag))
    assert.deepEqual(
      [await isStale({ label: 'press' }), await isStale({ label: 'shirts' }), await isStale({})],
      [true, false, true],
    )
    await events.return()
  })

  test('connect again where they were after the connection ends, is lost, or is refused for a while', async () => {
    const requests: (string | undefined)[] = []
    let connections: AbortController[] = []
    const flaky: typeof fetch = async (url, init) => {
      const { headers, signal } = init as { headers: Record<string, string>; signal: AbortSignal }
      requests.push(headers['last-event-id'])
      if (requests.length === 2) throw new TypeError('lost')
      if (requests.length === 3)
        return new Response('{"code":"overloaded"}', { status: 503, headers: { 'retry-after': '0' } })
      const connection = new AbortController()
      connections.push(connection)
      return await fetch(url, { headers, signal: AbortSignal.any([signal, connection.signal]) })
    }
    const shop = createVitrine({ url: server.address, store: STORE, fetch: flaky })
    const events = shop.events()
    const begun = await next(events)
    const second = next(events)
    connections.pop()!.abort()
    await publish()
    assert.equal((await second).products.changed, 1)
    assert.deepEqual(requests, [undefined, begun.publication, begun.publication, begun.publication])
    await events.return()
    connections = []
  })

  test('end with the reason of a signal, and with errors that are not temporary', async () => {
    const shop = createVitrine({ url: server.address, store: STORE })
    const controller = new AbortController()
    const events = shop.events({ signal: controller.signal })
    await next(events)
    const waiting = events.next()
    controller.abort('left')
    await assert.rejects(waiting, (reason) => reason === 'left')
    const nowhere = createVitrine({ url: server.address, store: 'nowhere' })
    await assert.rejects(
      nowhere.events().next(),
      (error) => error instanceof RequestError && error.code === 'store-not-found',
    )
    await using plain = await openShop()
    const without = createVitrine({ url: plain.address, store: STORE })
    await assert.rejects(without.events().next(), { code: 'route-not-found' })
  })
})
