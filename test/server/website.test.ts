import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { openShop, type Shop } from './shop.ts'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('a server with a website', () => {
  const website: RequestListener = ({ method, url }, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`${method} ${url}`)
  }
  let shop: Shop
  before(async () => {
    shop = await openShop({ website })
  })
  after(() => shop[Symbol.asyncDispose]())

  test('leaves the entrance and all unknown paths to it, as they were asked for', async () => {
    for (const path of ['/', '/?a=1', '/products/a%20b', '/storefront', '/sitemap.xml']) {
      const response = await shop.get(path, HTML)
      assert.deepEqual([response.status, await response.text()], [200, `GET ${path}`])
      assert.equal((await shop.ask({ method: 'HEAD', path })).status, 200)
    }
  })

  test('answers the paths of the API and of the reference itself', async () => {
    assert.equal((await shop.json('/store/products', HTML)).meta.totalItems, 25)
    assert.match(await (await shop.get('/docs', HTML)).text(), /^<!doctype html>/i)
    for (const path of ['/store/nothing', '/stores/none/nothing', '/stores']) {
      assert.equal((await shop.json(path, HTML)).code, 'route-not-found', path)
    }
  })

  test('gives addresses to a program that asks the entrance for JSON', async () => {
    assert.equal((await shop.json('/', { accept: 'application/json' })).products, '/store/products')
  })

  test('refuses other methods', async () => {
    assert.equal((await shop.ask({ method: 'POST', path: '/' })).status, 405)
    assert.equal((await shop.ask({ method: 'POST', path: '/cart' })).status, 404)
  })
})

test('a server without a website leads from the entrance to the reference', async () => {
  await using shop = await openShop()
  const response = await shop.get('/', HTML)
  assert.deepEqual([response.status, response.headers.get('location')], [303, '/docs'])
  assert.equal((await shop.get('/products/a', HTML)).status, 404)
})
