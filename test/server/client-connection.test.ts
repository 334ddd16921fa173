// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from '../database/until.ts'
import { HeldEditions } from './held-editions.ts'
import { openShop, type Shop, STORE } from './shop.ts'

const HEADERS = `Host: a\r\nx-store-id: ${STORE}\r\n`
const GARBAGE = 'x\r\n\r\n'

function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\n${HEADERS}${headers}\r\n`
}

function statuses(answers: string): number[] {
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

/** A shop whose requests wait. */
async function openHeldShop(): Promise<AsyncDisposable & { readonly shop: Shop; readonly editions: HeldEditions }> {
  await using resources = new AsyncDisposableStack()
  const editions = new HeldEditions(resources.use(await openShop()))
  const shop = resources.use(await openShop({ editions }))
  editions.hold()
  const moved = resources.move()
  return { shop, editions, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

/** Opens a connection, and returns the side of the client and that of the server. */
async function open({ app, port }: Shop): Promise<[client: Socket, server: Socket]> {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const client = connect(port, '127.0.0.1').on('error', () => {})
  return [client, (await accepted)[0]]
}

for (const [what, last] of [
  ['bytes that are no request', GARBAGE],
  ['a request after the last one', get('/livez', 'Connection: close\r\n') + get('/livez')],
] as const) {
  test(`a connection ends after ${what}, though answers wait and the client has gone`, async () => {
    await using shop = await openShop()
    // Only the client can end a connection.
    Object.assign(shop.app.server, { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, timeout: 0 })
    const list = '/store/products?limit=100&form=full'
    // A cached list is answered at once, and facets a turn of the event loop later.
    await shop.json(list)
    for (let count = 0; count < 20; count++) {
      const [client] = await open(shop)
      client.end(get('/store/products/facets') + get(list).repeat(10) + last)
    }
    await until(async () => (await shop.connections()) === 0)
  })
}

test('answers to the requests before bytes that are no request come first', async () => {
  await using held = await openHeldShop()
  const { shop, editions } = held
  const [client] = await open(shop)
  client.write(get('/store/products?limit=3') + get('/store/products?limit=2') + get('/livez') + GARBAGE)
  await until(() => editions.waiting > 0)
  editions.release()
  const answers = await text(client)
  assert.deepEqual(statuses(answers), [200, 200, 200, 400])
  assert.match(answers, /"itemsPerPage":3[\s\S]*"itemsPerPage":2[\s\S]*"status":"ok"[\s\S]*"code":"malformed-request"/)
})

test('nothing is sent after the answer that closes a connection', async () => {
  await using shop = await openShop()
  const [client] = await open(shop)
  client.write(get('/livez') + get('/livez', 'Connection: close\r\n') + get('/livez') + GARBAGE)
  assert.deepEqual(statuses(await text(client)), [200, 200])
})

test('a body that cannot be read is answered in place of its request', async () => {
  await using shop = await openShop()
  const post = `POST /mcp HTTP/1.1\r\n${HEADERS}Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\nzz\r\n`
  for (const before of ['', get('/livez'), get('/livez').repeat(2)]) {
    const [client] = await open(shop)
    client.write(before + post)
    const answers = await text(client)
    assert.deepEqual(statuses(answers), [...Array(before.split('GET').length - 1).fill(200), 400])
    assert.match(answers, /"code":"malformed-request"/)
    client.destroy()
  }
  await until(async () => (await shop.connections()) === 0)
})

/** A list of 3 MB: a client that does not read fills the buffers of the system with a few of them. */
async function openShopWithLargeList(): Promise<
  AsyncDisposable & { readonly shop: Shop; readonly editions: HeldEditions; readonly path: string }
> {
  await using resources = new AsyncDisposableStack()
  const source = resources.use(await openShop())
  const editions = new HeldEditions(source)
  const shop = resources.use(await openShop({ editions }))
  const products = Array.from({ length: 20 }, (_, number) => ({
    name: `P${number}`,
    description: 'cotton '.repeat(20_000),
    variants: [{ sku: `P${number}`, price: 1 }],
  }))
  await source.load(STORE, products)
  const moved = resources.move()
  const path = '/store/products?form=full&search=P'
  return { shop, editions, path, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

test('a request is not begun before the client takes the answers before it', async () => {
  await using large = await openShopWithLargeList()
  const { shop, editions, path } = large
  const [client, server] = await open(shop)
  const count = 12
  client.pause()
  client.write(get(path).repeat(count) + get('/livez', 'Connection: close\r\n'))
  await until(() => server.writableNeedDrain)
  assert.ok(editions.waiting < count, `${editions.waiting} of ${count} requests were begun`)
  assert.deepEqual(statuses(await text(client)), Array(count + 1).fill(200))
})

test('a client that reads no answer loses its connection after a while; one that waits for an answer keeps it', async () => {
  await using large = await openShopWithLargeList()
  const { shop, editions, path } = large
  const timedOut: Socket[] = []
  shop.app.server.on('timeout', (socket: Socket) => timedOut.push(socket)).timeout = 50
  const [unread, ofUnread] = await open(shop)
  unread.pause()
  unread.write(get(path).repeat(12))
  await until(() => timedOut.includes(ofUnread))
  await until(async () => (await shop.connections()) === 0)
  editions.hold()
  const [waiting, ofWaiting] = await open(shop)
  waiting.write(get('/store/products?limit=1', 'Connection: close\r\n'))
  await until(() => timedOut.includes(ofWaiting))
  editions.release()
  assert.deepEqual(statuses(await text(waiting)), [200])
})

test('a connection ends when more than a hundred requests wait for the answers before theirs', async () => {
  await using held = await openHeldShop()
  const { shop, editions } = held
  const [client] = await open(shop)
  client.write(get('/store/products?limit=1').repeat(101))
  await until(() => editions.waiting === 1)
  assert.equal(await shop.connections(), 1)
  client.write(get('/store/products?limit=1'))
  await until(async () => (await shop.connections()) === 0)
  editions.release()
})
