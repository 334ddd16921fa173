// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { load, storeNamed } from '../loading.ts'
import { OTHER, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

const NOWHERE = '00000000-0000-4000-8000-000000000000'

async function resources(): Promise<string[]> {
  const [product] = (await shop.json('/store/products?limit=1')).data
  const ids = [`/store/products/${product.id}`, `/store/product-variants/${product.variants[0].id}`]
  const suggestions = '/store/products/suggest?search=sh'
  return [
    '/store/products',
    '/store/products/facets?label=sale',
    suggestions,
    '/store/product-variants?limit=2',
    `/store/products?slug=${product.slug}`,
    ...ids,
    `${ids[0]}?form=card`,
    `${ids[0]}?form=full`,
    '/store/labels/sale',
  ]
}

/** Whether an answer is about one thing, so that its ETag is a digest of it. */
function isOfOne(path: string): boolean {
  return /^\/store\/(?:products|product-variants|labels)\/(?!facets|suggest)|slug=/.test(path)
}

describe('an answer', () => {
  test('has a weak ETag and a Cache-Control', async () => {
    for (const path of await resources()) {
      const { headers } = await shop.ask({ path, headers: { 'x-store-id': STORE } })
      assert.match(String(headers.etag), isOfOne(path) ? /^W\/"[\w-]{20}"$/ : /^W\/"1-[0-9a-z]+-[0-9a-f]{8}"$/)
      assert.equal(headers['cache-control'], 'private, no-cache')
      assert.equal(headers.vary, 'x-store-id, Accept-Encoding')
    }
  })

  test('that the client has is a 304 with the same headers', async () => {
    for (const path of await resources()) {
      const plain = await shop.ask({ path, headers: { 'x-store-id': STORE } })
      const etag = String(plain.headers.etag)
      for (const has of [etag, etag.slice(2), `"x", ${etag} , W/"y"`, '*', ` ${etag}`, `"a,b",${etag}`]) {
        for (const method of ['GET', 'HEAD']) {
          const answer = await shop.ask({ method, path, headers: { 'x-store-id': STORE, 'if-none-match': has } })
          assert.deepEqual([answer.status, answer.body], [304, ''], has)
          for (const name of ['etag', 'cache-control', 'vary', 'access-control-allow-origin']) {
            assert.equal(answer.headers[name], plain.headers[name])
          }
          assert.ok(answer.headers['x-request-id'])
        }
      }
      for (const has of ['"x"', 'W/"1-x-y"', '', etag.replace('W/', 'W'), 'x', '"', `${etag.slice(0, -1)}x"`]) {
        const { status } = await shop.ask({ path, headers: { 'x-store-id': STORE, 'if-none-match': has } })
        assert.equal(status, has === etag.replace('W/', 'W') ? 304 : 200, has)
      }
    }
  })

  test('that is an error ignores If-None-Match', async () => {
    const etag = (await shop.get('/store/products')).headers.get('etag')!
    for (const has of [etag, '*']) {
      const status = async (path: string, more = {}) => (await shop.get(path, { 'if-none-match': has, ...more })).status
      assert.equal(await status('/store/products?page=0'), 400)
      assert.equal(await status('/store/products/facets?facetLimit=0'), 400)
      assert.equal(await status('/store/products/suggest?limit=0'), 400)
      assert.equal(await status('/store/products?search=%'), 400)
      assert.equal(await status(`/store/products/${NOWHERE}`), 404)
      assert.equal(await status(`/store/product-variants/${NOWHERE}`), 404)
      assert.equal(await status('/store/products/1'), 400)
      assert.equal(await status('/store/products', { 'x-store-id': 'nobody' }), 404)
      assert.equal(await status('/nowhere'), 404)
    }
  })

  test('that is an error must not be cached', async () => {
    for (const path of ['/store/products?page=0', `/store/products/${NOWHERE}`, '/nowhere']) {
      const { headers } = await shop.get(path)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('etag'), null)
      assert.equal(headers.get('vary'), 'x-store-id, Accept-Encoding')
    }
  })
})

for (const responseCacheBytes of [0, 10_000_000]) {
  test(`the next request sees a new edition, with a response cache of ${responseCacheBytes} bytes`, async () => {
    await using shop = await openShop({ responseCacheBytes })
    const before = await shop.get('/store/products?limit=1')
    const etag = before.headers.get('etag')!
    await before.text()
    assert.equal((await shop.get('/store/products?limit=1', { 'if-none-match': etag })).status, 304)
    await shop.load(STORE, [{ name: 'Brand new', variants: [{ sku: 'NEW', price: 5 }] }])
    const after = await shop.get('/store/products?limit=1', { 'if-none-match': etag })
    assert.equal(after.status, 200)
    assert.match(after.headers.get('etag')!, /^W\/"2-/)
    assert.match(await after.text(), /"name":"Brand new".*"totalItems":26/)
    // Loading the same again is no new edition, so that what clients have stays right.
    await shop.load(STORE, [{ name: 'Brand new', variants: [{ sku: 'NEW', price: 5 }] }])
    const same = await shop.get('/store/products?limit=1', { 'if-none-match': after.headers.get('etag')! })
    assert.equal(same.status, 304)
  })
}

test('a store that is removed and made again gives no old answer, though its edition has the same number', async () => {
  await using shop = await openShop()
  const headers = { 'x-store-id': OTHER }
  const before = await shop.get('/store/products', headers)
  const etag = before.headers.get('etag')!
  assert.match(etag, /^W\/"1-/)
  assert.match(await before.text(), /"name":"Elsewhere"/)
  await shop.catalogs.removeStore(OTHER)
  await shop.catalogs.addStore(storeNamed(OTHER))
  const products = [{ name: 'Somewhere', variants: [{ sku: 'SOME', price: 1 }] }]
  await load(shop.catalogs, OTHER, products, { now: '2026-03-01T00:00:00.000Z' })
  for (const more of [{}, { 'if-none-match': etag }]) {
    const after = await shop.get('/store/products', { ...headers, ...more })
    assert.equal(after.status, 200)
    assert.match(after.headers.get('etag')!, /^W\/"1-/)
    assert.match(await after.text(), /"name":"Somewhere"/)
  }
})

test('a list of variants that is cached for one host links to each host that it is asked under', async () => {
  await using shop = await openShop()
  for (let round = 0; round < 2; round++) {
    for (const host of ['one.example', 'two.example:8080']) {
      const { body } = await shop.ask({
        path: '/store/product-variants?limit=1',
        headers: { 'x-store-id': STORE, host },
      })
      const { links } = JSON.parse(body)
      assert.equal(links.current, `http://${host}/store/product-variants?page=1&limit=1&sortBy=createdAt:DESC`)
    }
  }
  assert.equal(await shop.metric('vitrine_response_cache_hits_total'), 2)
})

describe('the cache of responses', () => {
  test('gives a request that comes again the same bytes without a read', async () => {
    await using shop = await openShop()
    const path = '/store/products?search=shirt&limit=3'
    const bodies = []
    for (let round = 0; round < 4; round++) bodies.push(await (await shop.get(path)).text())
    assert.equal(new Set(bodies).size, 1)
    assert.equal(await shop.metric('vitrine_response_cache_misses_total'), 1)
    assert.equal(await shop.metric('vitrine_response_cache_hits_total'), 3)
  })

  test('stays within its bytes, compressed bodies included', async () => {
    await using shop = await openShop({ responseCacheBytes: 100_000 })
    const bytes = () => shop.metric('vitrine_response_cache_bytes')
    const read = async (limit: number, coding: string) => {
      const headers = { 'accept-encoding': coding }
      await (await shop.get(`/store/products?limit=${limit}`, headers)).text()
    }
    await read(25, 'identity')
    const uncompressed = await bytes()
    await read(25, 'br')
    assert.ok((await bytes()) > uncompressed)
    for (let limit = 1; limit <= 20; limit++) for (const coding of ['br', 'gzip', 'identity']) await read(limit, coding)
    assert.ok((await bytes()) <= 100_000, `${await bytes()}`)
    assert.ok((await shop.metric('vitrine_response_cache_entries')) > 1)
  })
})

test('another version of the program, or another public URL, makes old ETags stale', async () => {
  const etags = []
  for (const options of [{}, { release: '2.0.0' }, { publicUrl: 'https://a.example' }]) {
    await using shop = await openShop(options)
    etags.push((await shop.get('/store/products')).headers.get('etag'))
  }
  assert.equal(new Set(etags).size, 3)
})

test('the option cacheControl is the Cache-Control of answers, but not of errors', async () => {
  await using shop = await openShop({ cacheControl: 'public, max-age=60' })
  for (const headers of [{}, {}, { 'if-none-match': '*' }]) {
    assert.equal((await shop.get('/store/products', headers)).headers.get('cache-control'), 'public, max-age=60')
  }
  assert.equal((await shop.get('/store/products?page=0')).headers.get('cache-control'), 'no-store')
})

test('a body of any length has its bytes and its length, cached or not', async () => {
  for (let limit = 1; limit <= 25; limit++) {
    const path = `/store/products?limit=${limit}&sortBy=name:ASC`
    const answers = await Promise.all([1, 2, 3].map(() => shop.get(path, { 'accept-encoding': 'identity' })))
    const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
    for (const [index, body] of bodies.entries()) {
      assert.equal(Number(answers[index]!.headers.get('content-length')), body.length)
      assert.ok(body.equals(bodies[0]!))
      assert.equal(JSON.parse(body.toString()).data.length, limit)
      assert.equal(body.includes('“quoted”: 漢字'), limit >= 7)
    }
  }
})
