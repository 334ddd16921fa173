import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { after, before, test } from 'node:test'
import { COMPLETE_ONLY } from '../quick.ts'
import { openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

const ALLOW = 'GET, HEAD, OPTIONS'
const headers = { 'x-store-id': STORE }

async function paths(): Promise<string[]> {
  const [product] = (await shop.json('/store/products?limit=1')).data
  const variant = product.variants[0].id
  return [
    '/store/products',
    '/store/products/facets',
    '/store/products/suggest',
    '/store/product-variants',
    `/store/products/${product.id}`,
    `/store/product-variants/${variant}`,
  ]
}

test('no response lets browsers guess its type', async () => {
  const [list, , , document] = (await paths()) as [string, string, string, string]
  const etag = String((await shop.ask({ path: list, headers })).headers.etag)
  for (const [status, request] of [
    [200, { path: list, headers }],
    [304, { path: list, headers: { ...headers, 'if-none-match': etag } }],
    [200, { path: document, headers }],
    [400, { path: list }],
    [404, { path: '/nowhere' }],
    [405, { path: list, method: 'POST' }],
    [204, { path: list, method: 'OPTIONS' }],
  ] as const) {
    const answer = await shop.ask(request)
    assert.equal(answer.status, status)
    assert.equal(answer.headers['x-content-type-options'], 'nosniff', `${status}`)
  }
  assert.match(await shop.send('GET /é HTTP/1.1\r\n\r\n'), /^HTTP\/1\.1 400 [\s\S]*x-content-type-options: nosniff\r\n/)
})

test('HEAD has the headers of GET, without the body', async () => {
  for (const path of await paths()) {
    for (const more of [{}, { 'accept-encoding': 'br' }]) {
      // The second round gets cached responses.
      for (let round = 0; round < 2; round++) {
        const get = await shop.ask({ path, headers: { ...headers, ...more, 'x-request-id': 'same' } })
        const head = await shop.ask({ method: 'HEAD', path, headers: { ...headers, ...more, 'x-request-id': 'same' } })
        assert.equal(head.body, '')
        assert.ok(Number(head.headers['content-length']) > 100)
        for (const each of [get, head]) delete each.headers.date
        assert.deepEqual(head.headers, get.headers)
        assert.equal(head.status, 200)
      }
    }
  }
  const missing = await shop.ask({ method: 'HEAD', path: '/store/products' })
  assert.deepEqual([missing.status, missing.body, missing.headers['content-length']], [400, '', '202'])
})

test('every other method is refused, whatever its body', { skip: COMPLETE_ONLY }, async () => {
  const refused = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method))
  for (const path of [
    '/store/products',
    '/store/products/facets',
    '/store/products/suggest',
    `/store/product-variants/${STORE}`,
    '/livez',
    '/openapi.json',
  ]) {
    for (const method of refused) {
      const answer = await shop.ask({ method, path })
      assert.equal(answer.status, 405, method)
      assert.equal(answer.headers.allow, ALLOW)
      assert.equal(JSON.parse(answer.body).code, 'method-not-allowed')
    }
  }
  for (const type of ['application/json', 'text/xml', 'multipart/form-data', 'nonsense', '']) {
    for (const body of ['{', '', 'x'.repeat(2_000_000)]) {
      const answer = await shop.ask({
        method: 'POST',
        path: '/store/products',
        headers: { 'content-type': type },
        body,
      })
      assert.equal(answer.status, 405)
      assert.equal(
        answer.body,
        '{"type":"/docs/errors#method-not-allowed","title":"Method not allowed","status":405,' +
          '"detail":"The API is read-only: it supports GET, HEAD, OPTIONS, not POST.","code":"method-not-allowed"}',
      )
    }
  }
})

test('the body of a GET is ignored', async () => {
  const answer = await shop.ask({
    path: '/store/products',
    headers: { ...headers, 'content-type': 'x/y', 'content-length': '1' },
    body: '{',
  })
  assert.equal(answer.status, 200)
})

test('an expectation does not change the answers of a connection', async () => {
  const request = (more: string) => `GET /livez HTTP/1.1\r\nHost: a\r\n${more}\r\n`
  for (const expectation of ['100-continue', '200-ok']) {
    const answer = await shop.send(request('') + request(`Expect: ${expectation}\r\n`))
    assert.deepEqual(
      answer.match(/HTTP\/1\.1 .*|\{.*?\}/g),
      Array(2).fill(['HTTP/1.1 200 OK', '{"status":"ok"}']).flat(),
    )
  }
})

test('OPTIONS lists the methods', async () => {
  for (const path of await paths()) {
    const { status, headers, body } = await shop.ask({ method: 'OPTIONS', path })
    assert.deepEqual([status, headers.allow, body], [204, ALLOW, ''])
  }
})

test('an unknown path is a 404 for every method', async () => {
  for (const path of [
    '/stores',
    '/stores/shop',
    '/store/product',
    '/store/products/a/b',
    '/STORE/products',
    '/docs/nothing',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const { status, body, headers } = await shop.ask({ method, path, body: method === 'POST' ? '{' : '' })
      assert.equal(status, 404, `${method} ${path}`)
      assert.equal(headers['content-type'], 'application/problem+json')
      assert.equal(JSON.parse(body).code, 'route-not-found')
    }
  }
})

test('another spelling of a path is the same resource', async () => {
  const [{ id }] = (await shop.json('/store/products?limit=1')).data
  for (const [path, ...spellings] of [
    ['/store/products?limit=2', '/store/product%73?limit=2', 'http://a/store/products?limit=2'],
    ['/store/products/facets', '/store/products/facets/', '/store/products/%66acets', '/store/products/facets#top'],
    ['/store/products/suggest?search=s', '/store/products/suggest/?search=s', '/store/products/%73uggest?search=s'],
    [`/store/products/${id}`, `/store/products/${id}/`, `/store/products/${id.replaceAll('-', '%2D')}`],
    ['/store/products/1', '/store/products/1/', '/store/products/%31'],
    ['/store/products?page=0', '/store/product%73?page=0'],
  ] as const) {
    const expected = await shop.ask({ path, headers: { ...headers, 'x-request-id': 'same' } })
    for (const spelling of spellings) {
      // The second request gets the cached response.
      for (let round = 0; round < 2; round++) {
        const answer = await shop.ask({ path: spelling, headers: { ...headers, 'x-request-id': 'same' } })
        for (const each of [expected, answer]) delete each.headers.date
        assert.deepEqual(answer, expected, spelling)
      }
    }
  }
})

test('the path of a list with a slash at its end lacks an id, so the answer is no list', async () => {
  for (const [path, code] of [
    ['/store/products', 'product-not-found'],
    ['/store/product-variants', 'variant-not-found'],
  ]) {
    for (const written of [`${path}/`, `/stores/${STORE}${path}/?page=0`, `${path!.replace('r', '%72')}/`]) {
      for (let round = 0; round < 2; round++) {
        const { status, body } = await shop.ask({ path: written, headers })
        assert.equal(status, 404, written)
        const problem = JSON.parse(body)
        assert.deepEqual(
          [problem.code, problem.detail],
          [code, `The path has no id at its end. The list is at ${path}.`],
        )
      }
    }
  }
})

test('GET / leads to the reference, or lists addresses for a client that asks for JSON', async () => {
  await using published = await openShop({ publicUrl: 'https://shop.example/api' })
  for (const accept of [undefined, '*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'text/html, application/json']) {
    const ask = (to: Shop) => to.ask({ path: '/', headers: accept === undefined ? {} : { accept } })
    const { status, headers } = await ask(shop)
    assert.deepEqual([status, headers.location], [303, '/docs'])
    assert.equal(headers.vary, 'x-store-id, Accept-Encoding, Accept')
    assert.equal((await ask(published)).headers.location, 'https://shop.example/api/docs')
  }
  for (const accept of ['application/json', 'application/problem+json, application/json;q=0.9']) {
    const { status, body } = await published.ask({ path: '/', headers: { accept } })
    assert.equal(status, 200)
    assert.deepEqual(JSON.parse(body), {
      documentation: 'https://shop.example/api/docs',
      openapi: 'https://shop.example/api/openapi.json',
      products: 'https://shop.example/api/store/products',
      variants: 'https://shop.example/api/store/product-variants',
    })
  }
})
