import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { VitrineError } from '@vitrine/catalog/error'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Editions } from '@vitrine/engine/edition/editions'
import { until } from '../database/until.ts'
import { COMPLETE_ONLY } from '../quick.ts'
import { type Body, logTo, openShop, type Shop, STORE } from './shop.ts'

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

test('a read that the database does not answer before the deadline is a 503', { skip: COMPLETE_ONLY }, async () => {
  await using source = await openShop()
  const { store, number, publishedAt, versions } = await source.editions.current(STORE)
  const silent = {
    store,
    number,
    publishedAt,
    versions,
    documentById: () => new Promise(() => {}),
  } as unknown as Edition
  const editions = { ...failing(new Error('never')), current: async () => silent }
  // Long, so that a busy machine does not make an idle process look busy.
  await using shop = await openShop({ editions, deadline: 2000 })
  const response = await shop.get('/store/products/7d444840-9dc0-11d1-b245-5ffdce74fad2')
  assert.equal(response.status, 503)
  assert.equal(((await response.json()) as Body).code, 'database-unusable')
})

test('a read that computes until the deadline is refused as overload, not as a fault of the database', {
  skip: COMPLETE_ONLY,
}, async () => {
  await using source = await openShop()
  const { store, number, publishedAt, versions } = await source.editions.current(STORE)
  let isAnswered = false
  const documentById = async () => {
    while (!isAnswered) {
      for (const until = Date.now() + 10; Date.now() < until; );
      await nextTurn()
    }
  }
  const computing = { store, number, publishedAt, versions, documentById } as unknown as Edition
  const editions = { ...failing(new Error('never')), current: async () => computing }
  await using shop = await openShop({ editions, deadline: 200 })
  const response = await shop.get('/store/products/7d444840-9dc0-11d1-b245-5ffdce74fad2')
  isAnswered = true
  assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '5'])
  assert.equal(((await response.json()) as Body).code, 'overloaded')
  assert.match(await shop.metrics.registry.metrics(), /^vitrine_refused_requests_total{reason="past-deadline"} 1$/m)
})

test('a process that gets no processor time does not miss the deadline', { skip: COMPLETE_ONLY }, async () => {
  await using source = await openShop()
  const { store, number, publishedAt, versions } = await source.editions.current(STORE)
  const documentById = async () => {
    await pause(1)
    for (const until = Date.now() + 300; Date.now() < until; );
    await pause(5)
    return { position: 0, body: Buffer.from('{}') }
  }
  const slow = { store, number, publishedAt, versions, documentById } as unknown as Edition
  await using shop = await openShop({
    editions: { ...failing(new Error('never')), current: async () => slow },
    deadline: 200,
  })
  assert.equal((await shop.get('/store/products/7d444840-9dc0-11d1-b245-5ffdce74fad2')).status, 200)
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

  test('an unreadable HEAD is answered without a body', async () => {
    const wrong = Buffer.from('HEAD /store/products?x=é HTTP/1.1\r\nHost: a\r\n\r\n')
    const before = `HEAD /livez HTTP/1.1\r\nHost: a\r\n\r\n`
    const long = `HEAD / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`
    for (const bytes of [wrong, Buffer.concat([Buffer.from(before), wrong]), long]) {
      const answer = await shop.send(bytes)
      assert.match(answer, /HTTP\/1\.1 4(00|31) [\s\S]*\r\n\r\n$/)
      assert.match(answer, /content-length: [1-9]/)
      assert.doesNotMatch(answer, /malformed-request/)
    }
    const post = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}'
    assert.match(await shop.send(post + long), /HTTP\/1\.1 431 [\s\S]*content-length: 0\r\n[\s\S]*\r\n\r\n$/)
    assert.match(await shop.send(`${before.replace('HEAD', 'GET')}GET /é HTTP/1.1\r\n\r\n`), /malformed-request/)
    assert.match(await shop.send(`${before}GET /é HTTP/1.1\r\n\r\n`), /malformed-request/)
  })

  test('a request that becomes unreadable in a later packet is answered without a body, since it may be a HEAD', async () => {
    for (const method of ['HEAD', 'GET']) {
      const accepted = once(shop.app.server, 'connection') as Promise<[Socket]>
      const socket = connect(shop.port, '127.0.0.1')
      const packet = `${method} /store/products HTTP/1.1\r\nHost: a\r\n`
      socket.write(packet)
      const [connection] = await accepted
      await until(() => connection.bytesRead === packet.length)
      socket.write(': x\r\n\r\n')
      assert.match(await text(socket), /^HTTP\/1\.1 400 [\s\S]*content-length: 0\r\n[\s\S]*\r\n\r\n$/)
    }
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

  test('a port that does not exist goes into no link', async () => {
    const path = '/store/product-variants?limit=1'
    const ask = async (target: string, host: string) =>
      await shop.send(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nx-store-id: ${STORE}\r\nConnection: close\r\n\r\n`)
    for (const port of [65_536, 99_999]) {
      assert.match(await ask(path, `a:${port}`), /^HTTP\/1\.1 400 [\s\S]*not a valid host/)
      assert.match(await ask(`http://a:${port}${path}`, 'a'), /^HTTP\/1\.1 400 [\s\S]*not a valid host/)
    }
    assert.match(await ask(path, 'a:65535'), /^HTTP\/1\.1 200 [\s\S]*http:\/\/a:65535\//)
  })

  test('a Host header that is repeated or no host is refused, also where no answer depends on it', async () => {
    const request = (lines: string, version = '1.1') =>
      shop.send(`GET /livez HTTP/${version}\r\n${lines}\r\nConnection: close\r\n\r\n`)
    for (const host of ['', ' ', 'a b', 'a/b', 'a@b', 'é', '[::1', 'a:b', 'a?b', 'a\\b', 'a:1:2']) {
      for (const version of ['1.0', '1.1'])
        assert.match(await request(`Host: ${host}`, version), /^HTTP\/1\.1 400 [\s\S]*not a valid host/, host)
    }
    for (const other of ['Host: a', 'HOST: b', 'host:'])
      assert.match(await request(`Host: a\r\n${other}`), /^HTTP\/1\.1 400 [\s\S]*more than one Host/, other)
    for (const host of ['a', 'a.example:80', 'a_b', '[::1]:3000', '127.0.0.1', 'a:', 'a%20b'])
      assert.match(await request(`Host: ${host}`), /^HTTP\/1\.1 200 /, host)
  })
})
