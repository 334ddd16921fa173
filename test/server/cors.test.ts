import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COMPLETE_ONLY } from '../quick.ts'
import { openShop, STORE } from './shop.ts'

const ORIGIN = 'https://shop.example'
const PREFLIGHT = {
  origin: ORIGIN,
  'access-control-request-method': 'GET',
  'access-control-request-headers': 'x-store-id, if-none-match',
}
/** A read, the same from the cache, a 304, and errors of several kinds. */
const REQUESTS = [
  { path: '/store/products' },
  { path: '/store/products' },
  { path: '/store/products', headers: { 'if-none-match': '*' } },
  { path: '/store/products?page=0' },
  { path: '/store/products', headers: { 'x-store-id': 'nobody' } },
  { path: '/nowhere' },
  { path: '/store/products', method: 'POST' },
]

describe('with any origin allowed', () => {
  test('every page may read every response, and Vary does not name Origin', async () => {
    await using shop = await openShop()
    for (const request of REQUESTS) {
      const { headers } = await shop.ask({
        ...request,
        headers: { 'x-store-id': STORE, ...request.headers, origin: ORIGIN },
      })
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(
        headers['access-control-expose-headers'],
        'ETag, x-request-id, Retry-After, Cache-Status, ignored-parameters, Preference-Applied',
      )
      assert.equal(headers.vary, 'x-store-id, Accept-Encoding')
    }
  })

  test('a preflight allows the headers that the page wants to send', async () => {
    await using shop = await openShop()
    for (const path of ['/store/products', '/nowhere']) {
      const { status, headers, body } = await shop.ask({ method: 'OPTIONS', path, headers: PREFLIGHT })
      assert.deepEqual([status, body], [204, ''])
      assert.equal(headers['access-control-allow-origin'], '*')
      assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS')
      assert.equal(headers['access-control-allow-headers'], 'x-store-id, if-none-match')
      assert.equal(headers['access-control-max-age'], '86400')
      assert.equal(headers.vary, 'x-store-id, Accept-Encoding, Access-Control-Request-Headers')
    }
    for (const names of ['content-type', 'authorization,x-requested-with', 'sentry-trace,baggage , cache-control']) {
      const headers = { ...PREFLIGHT, 'access-control-request-headers': names }
      const answer = await shop.ask({ method: 'OPTIONS', path: '/store/products', headers })
      assert.equal(answer.headers['access-control-allow-headers'], names)
    }
  })

  test('a preflight of a path for assistants is the same, with the methods of the path', async () => {
    await using shop = await openShop()
    for (const [path, methods] of [
      ['/mcp', 'POST, OPTIONS'],
      ['/ucp/catalog/search', 'POST, OPTIONS'],
      ['/.well-known/ucp', 'GET, HEAD, OPTIONS'],
    ] as const) {
      const headers = { ...PREFLIGHT, 'x-request-id': 'same' }
      const preflight = async (path: string) => {
        const { date, ...rest } = (await shop.ask({ method: 'OPTIONS', path, headers })).headers
        return rest
      }
      const read = await preflight('/store/products')
      assert.deepEqual(await preflight(path), { ...read, 'access-control-allow-methods': methods })
      const other = await shop.ask({ method: 'OPTIONS', path })
      assert.deepEqual([other.status, other.headers.allow], [204, methods])
      assert.equal(other.headers['access-control-allow-methods'], undefined)
    }
  })

  test('a preflight allows no headers whose names are not valid or too many', async () => {
    await using shop = await openShop()
    const many = Array.from({ length: 101 }, (_, index) => `x-${index}`).join(', ')
    for (const names of ['', 'a b', 'a,,b', 'a: b', '<b>', 'x'.repeat(101), many, 'é']) {
      const headers = { ...PREFLIGHT, 'access-control-request-headers': names }
      const answer = await shop.ask({ method: 'OPTIONS', path: '/store/products', headers })
      assert.deepEqual([answer.status, answer.headers['access-control-allow-headers']], [204, undefined], names)
    }
  })
})

describe('with a list of origins', () => {
  const corsOrigin = [ORIGIN, 'http://localhost:5173']

  test('a page of the list may read, another may not, and Vary names Origin', { skip: COMPLETE_ONLY }, async () => {
    await using shop = await openShop({ corsOrigin })
    for (const request of REQUESTS) {
      const headersFor = async (origin?: string) =>
        (
          await shop.ask({
            ...request,
            headers: { 'x-store-id': STORE, ...request.headers, ...(origin ? { origin } : {}) },
          })
        ).headers
      for (const origin of corsOrigin) {
        const headers = await headersFor(origin)
        assert.equal(headers['access-control-allow-origin'], origin)
        assert.equal(headers.vary, 'x-store-id, Accept-Encoding, Origin')
      }
      for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`, undefined]) {
        const headers = await headersFor(origin)
        assert.equal(headers['access-control-allow-origin'], undefined)
        assert.equal(headers.vary, 'x-store-id, Accept-Encoding, Origin')
      }
    }
  })

  test('a preflight from another origin gets no CORS headers', { skip: COMPLETE_ONLY }, async () => {
    await using shop = await openShop({ corsOrigin })
    const request = { method: 'OPTIONS', path: '/store/products' }
    const known = await shop.ask({ ...request, headers: PREFLIGHT })
    assert.equal(known.headers['access-control-allow-origin'], ORIGIN)
    assert.equal(known.headers['access-control-allow-methods'], 'GET, HEAD, OPTIONS')
    const unknown = await shop.ask({ ...request, headers: { ...PREFLIGHT, origin: 'https://evil.example' } })
    assert.equal(unknown.status, 204)
    assert.deepEqual(
      Object.keys(unknown.headers).filter((name) => name.startsWith('access-control')),
      [],
    )
  })
})

test('with no origin allowed, no response has CORS headers', async () => {
  await using shop = await openShop({ corsOrigin: false })
  for (const request of [...REQUESTS, { method: 'OPTIONS', path: '/store/products' }]) {
    const { headers } = await shop.ask({ ...request, headers: { 'x-store-id': STORE, ...PREFLIGHT } })
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('access-control')),
      [],
    )
    assert.equal(headers.vary, 'x-store-id, Accept-Encoding')
  }
})
