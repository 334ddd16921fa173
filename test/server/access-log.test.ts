import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COMPLETE_ONLY } from '../quick.ts'
import { type Body, logTo, openShop, STORE } from './shop.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

describe('the log', () => {
  test('has one line per request with its store, status, duration and ids', async () => {
    const lines: Body[] = []
    await using shop = await openShop({ logger: logTo(lines, 'debug') })
    const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, 'x-request-id': 'mine.1' }
    // The second response is cached, and the third is a 304.
    for (const more of [{}, {}, { 'if-none-match': '*' }])
      await (await shop.get('/store/products', { ...headers, ...more })).text()
    const about = lines.filter(({ url }) => url !== undefined)
    assert.deepEqual(
      about.map(({ status }) => status),
      [200, 200, 304],
    )
    for (const { level, method, url, ms, store, requestId, traceId } of about) {
      assert.deepEqual(
        [level, method, url, store, requestId, traceId],
        [20, 'GET', '/store/products', STORE, 'mine.1', TRACE],
      )
      assert.ok(ms >= 0 && ms < 5000)
    }
    assert.equal(about[0].msg, 'GET /store/products 200')
  })

  test('has the mistakes of clients at level info, and no successful requests', async () => {
    const lines: Body[] = []
    await using shop = await openShop({ logger: logTo(lines, 'info') })
    for (const path of ['/store/products', '/store/products?page=0', '/nowhere', '/store/products/%zz'])
      await shop.get(path)
    await shop.send('nonsense\r\n\r\n')
    const about = lines.filter(({ requestId }) => requestId !== undefined)
    assert.deepEqual(
      about.map(({ level, status, url }) => [level, status, url]),
      [
        [30, 400, '/store/products?page=0'],
        [30, 404, '/nowhere'],
        [30, 400, '/store/products/%zz'],
        [30, 400, ''],
      ],
    )
  })
})

describe('a request id', () => {
  test('is the client’s if it is valid, else a new one, on every response', { skip: COMPLETE_ONLY }, async () => {
    await using shop = await openShop()
    for (const path of ['/store/products', '/store/products', '/store/products?page=0', '/nowhere', '/livez']) {
      for (const id of ['a', 'A.b_c-9', 'x'.repeat(128)]) {
        assert.equal((await shop.get(path, { 'x-request-id': id })).headers.get('x-request-id'), id)
      }
      for (const id of ['', 'a b', 'a/b', 'x'.repeat(129), '<script>', 'a,b']) {
        const given = (await shop.get(path, { 'x-request-id': id })).headers.get('x-request-id')!
        assert.match(given, /^[0-9a-f]{12}-[0-9a-z]+$/)
      }
    }
  })

  test('is never used twice', { skip: COMPLETE_ONLY }, async () => {
    await using shop = await openShop()
    const ids = new Set<string | null>()
    for (let round = 0; round < 50; round++) ids.add((await shop.get('/store/products')).headers.get('x-request-id'))
    assert.equal(ids.size, 50)
  })
})

test('the log has the trace of a request, unless its traceparent is invalid', async () => {
  const lines: Body[] = []
  await using shop = await openShop({ logger: logTo(lines, 'debug') })
  const parent = '00f067aa0ba902b7'
  const valid = [`00-${TRACE}-${parent}-01`, `01-${TRACE}-${parent}-01-what-the-future-brings`]
  const invalid = [
    '',
    TRACE,
    `ff-${TRACE}-${parent}-01`,
    `00-${TRACE}-${parent}-01-more`,
    `00-${TRACE.toUpperCase()}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${parent}-1`,
  ]
  await shop.get('/store/products')
  for (const traceparent of [...valid, ...invalid]) await (await shop.get('/store/products', { traceparent })).text()
  assert.deepEqual(
    lines.filter(({ url }) => url !== undefined).map(({ traceId }) => traceId),
    [undefined, ...valid.map(() => TRACE), ...invalid.map(() => undefined)],
  )
})
