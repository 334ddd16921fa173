import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { VitrineError } from '../../src/catalog/error.ts'
import type { Edition, Editions } from '../../src/edition/edition.ts'
import { type Body, logTo, openShop, type Shop, STORE, type TestResponse } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

/** A database that fails when it is read. */
function failing(error: Error): Editions {
  return {
    current: () => Promise.reject(error),
    unavailableSince: undefined,
    ping: () => Promise.reject(error),
    list: () => Promise.reject(error),
    [Symbol.asyncDispose]: async () => {},
  }
}

describe('a failure of the server', () => {
  test('gives the client only a request id, and the log has the cause', async () => {
    const lines: Body[] = []
    await using shop = await openShop({ logger: logTo(lines), editions: failing(new Error('secret of the house')) })
    const response = await shop.get('/store/products')
    assert.equal(response.status, 500)
    assert.equal(response.headers.get('content-type'), 'application/problem+json')
    const text = await response.text()
    const id = response.headers.get('x-request-id')
    assert.equal(
      text,
      '{"type":"/docs/errors#internal-error","title":"Internal error","status":500,"detail":"The server failed to ' +
        `answer this request. The log has the cause under the requestId.","code":"internal-error","requestId":"${id}"}`,
    )
    const line = lines.find(({ requestId }) => requestId === id)
    assert.equal(line.level, 50)
    assert.equal(line.err.message, 'secret of the house')
    assert.match(line.err.stack, /problems\.test/)
    assert.equal(line.status, 500)
  })

  test('of the database is a 503 that names no file', async () => {
    const error = new VitrineError('database-unusable', 'the database /var/secret.db cannot be used')
    await using shop = await openShop({ editions: failing(error) })
    const response = await shop.get('/store/products')
    assert.equal(response.status, 503)
    assert.equal(response.headers.get('retry-after'), '5')
    const body = (await response.json()) as Body
    assert.equal(body.code, 'database-unusable')
    assert.doesNotMatch(JSON.stringify(body), /secret/)
  })
})

test('a read that the database does not answer before the deadline is a 503', async () => {
  await using source = await openShop()
  const { store, number, publishedAt } = await source.editions.current(STORE)
  const silent = { store, number, publishedAt, documentById: () => new Promise(() => {}) } as unknown as Edition
  const editions = { ...failing(new Error('never')), current: async () => silent }
  await using shop = await openShop({ editions, deadline: 20 })
  const response = await shop.get('/store/products/7d444840-9dc0-11d1-b245-5ffdce74fad2')
  assert.equal(response.status, 503)
  assert.equal(((await response.json()) as Body).code, 'database-unusable')
})

test('overload is a 503 that says when to retry, and does not stop the health checks', async () => {
  await using shop = await openShop({ maxEventLoopDelay: 1, responseCacheBytes: 0 })
  const requests = [
    { path: '/store/products' },
    { path: '/store/products/' },
    { path: '/store/products', method: 'OPTIONS' },
    { path: '/store/products', method: 'POST' },
  ].map((request) => ({ ...request, headers: { 'x-store-id': STORE } }))
  let answers: TestResponse[] = []
  const areRefused = () => answers.length > 0 && answers.every(({ status }) => status === 503)
  for (const deadline = Date.now() + 20_000; Date.now() < deadline && !areRefused(); ) {
    const until = Date.now() + 300
    while (Date.now() < until);
    await pause(10)
    answers = await Promise.all(requests.map(shop.ask))
  }
  for (const { status, headers, body } of answers) {
    assert.equal(status, 503)
    assert.equal(headers['retry-after'], '5')
    assert.equal(headers.vary, 'x-store-id, Accept-Encoding')
    const { code, detail } = JSON.parse(body)
    assert.deepEqual([code, detail], ['overloaded', 'The server is overloaded. Retry after 5 seconds.'])
  }
  assert.equal((await shop.get('/livez')).status, 200)
})

describe('bytes that are not a request', () => {
  const read = (answer: string) => {
    const [head, body] = answer.split('\r\n\r\n') as [string, string]
    const [line, ...headers] = head.split('\r\n')
    return {
      line,
      headers: new Headers(headers.map((each) => each.split(': ') as [string, string])),
      body: JSON.parse(body),
    }
  }

  for (const [what, bytes, status] of [
    ['nonsense', 'nonsense\r\n\r\n', '400 Bad Request'],
    ['a method that does not exist', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', '400 Bad Request'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n', '400 Bad Request'],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400 Bad Request'],
    ['a target that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`, '431 Request Header Fields Too Large'],
    [
      'headers that are too long',
      `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ] as const) {
    test(`${what} is answered as a problem`, async () => {
      const { line, headers, body } = read(await shop.send(bytes))
      assert.equal(line, `HTTP/1.1 ${status}`)
      assert.equal(headers.get('content-type'), 'application/problem+json')
      assert.equal(headers.get('vary'), 'x-store-id, Accept-Encoding')
      assert.match(headers.get('x-request-id')!, /^[0-9a-f]{12}-[0-9a-z]+$/)
      assert.equal(headers.get('connection'), 'close')
      assert.equal(body.code, 'malformed-request')
      assert.equal(body.status, Number(status.slice(0, 3)))
    })
  }

  test('the answer has no body if they are a HEAD', async () => {
    const refused = 'HEAD / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n'
    assert.match(await shop.send(refused), /^HTTP\/1\.1 400 Bad Request\r\n.*\r\n\r\n$/s)
    assert.match(
      await shop.send(`HEAD / HTTP/1.1\r\nHost: a\r\n\r\n${refused.replace('HEAD', 'GET')}`),
      /"code":"malformed-request"/,
    )
  })

  test('an HTTP/1.1 request must name its host; an HTTP/1.0 request need not', async () => {
    const store = `x-store-id: ${STORE}`
    const without = await shop.send(`GET /store/products HTTP/1.1\r\n${store}\r\nConnection: close\r\n\r\n`)
    assert.match(without, /^HTTP\/1\.1 400 /)
    assert.match(without, /"code":"malformed-request"/)
    const old = await shop.send(`GET /store/product-variants?limit=1 HTTP/1.0\r\n${store}\r\n\r\n`)
    assert.match(old, /^HTTP\/1\.1 200 /)
    assert.ok(old.includes(`"current":"${shop.address}/store/product-variants?page=1`))
  })
})
