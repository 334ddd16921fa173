import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { StoreSettings } from '@vitrine/catalog/store'
import { EMPTY, OTHER, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

const SETTINGS: StoreSettings = {
  hosts: ['shop.example', 'www.shop.example'],
  productUrl: 'https://shop.example/products/{slug}?variant={sku}',
  url: 'https://shop.example/',
  currency: 'BHD',
  language: 'pt-BR',
  publicName: 'Ação & Cia',
}

describe('GET /store', () => {
  test('has only the id of a store without settings', async () => {
    const response = await shop.get('/store', { 'x-store-id': EMPTY })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.equal(await response.text(), '{"id":"empty"}')
  })

  test('has the settings in a fixed order, with the minor units of the currency', async () => {
    await using own = await openShop()
    await own.catalogs.changeStore(OTHER, SETTINGS)
    const expected =
      '{"id":"other","publicName":"Ação & Cia","language":"pt-BR","currency":"BHD","minorUnits":3,' +
      '"url":"https://shop.example/","productUrl":"https://shop.example/products/{slug}?variant={sku}",' +
      '"hosts":["shop.example","www.shop.example"]}'
    for (const path of ['/store', '/store/', '/stores/other/store']) {
      const response = await own.get(path, { 'x-store-id': OTHER })
      assert.equal(await response.text(), expected, path)
    }
    assert.equal(await (await own.get('/store', { 'x-store-id': EMPTY })).text(), '{"id":"empty"}')
  })

  test('has no language if the operator turned word forms off', async () => {
    await using own = await openShop()
    await own.catalogs.changeStore(EMPTY, { language: 'und', currency: 'JPY' })
    assert.deepEqual(await own.json('/store', { 'x-store-id': EMPTY }), { id: 'empty', currency: 'JPY', minorUnits: 0 })
  })

  test('is cached, readable by other origins, and answered with 304, as lists are', async () => {
    const headers = { origin: 'https://shop.example' }
    const list = await shop.get('/store/products', headers)
    const first = await shop.get('/store', headers)
    await Promise.all([list.text(), first.text()])
    for (const name of ['etag', 'cache-control', 'vary', 'access-control-allow-origin', 'x-content-type-options'])
      assert.equal(first.headers.get(name), list.headers.get(name), name)
    const again = await shop.get('/store', { 'if-none-match': first.headers.get('etag')! })
    assert.deepEqual([again.status, await again.text()], [304, ''])
    const { status, headers: ofHead } = await shop.ask({
      method: 'HEAD',
      path: '/store',
      headers: { 'x-store-id': STORE },
    })
    assert.deepEqual([status, ofHead.etag], [200, first.headers.get('etag')])
  })

  test('answers a running server’s clients by a changed setting, each with an ETag of its own', async () => {
    await using own = await openShop()
    const etags = new Set<string>()
    const see = async () => {
      const response = await own.get('/store', { 'x-store-id': EMPTY })
      etags.add(response.headers.get('etag')!)
      return await response.json()
    }
    await see()
    let expected: object = { id: 'empty' }
    for (const [name, value] of Object.entries(SETTINGS)) {
      await own.catalogs.changeStore(EMPTY, { [name]: value })
      expected = { ...expected, [name]: value, ...(name === 'currency' ? { minorUnits: 3 } : {}) }
      assert.deepEqual(await see(), expected, name)
    }
    assert.equal(etags.size, 1 + Object.keys(SETTINGS).length)
    await own.catalogs.changeStore(EMPTY, Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, undefined])))
    assert.deepEqual(await see(), { id: 'empty' })
    assert.equal(etags.size, 1 + Object.keys(SETTINGS).length)
  })

  test('reports an unknown parameter, and refuses an unknown store and other methods', async () => {
    const ignored = await shop.get('/store?currency=EUR')
    assert.equal(ignored.headers.get('ignored-parameters'), 'currency')
    await ignored.text()
    const strict = await shop.json('/store?currency=EUR', { prefer: 'handling=strict' })
    assert.deepEqual([strict.code, strict.status], ['invalid-parameter', 400])
    for (const path of ['/store', '/stores/nobody/store']) {
      const { code } = await shop.json(path, { 'x-store-id': 'nobody' })
      assert.equal(code, 'store-not-found', path)
    }
    assert.equal((await shop.ask({ path: '/store' })).status, 400)
    assert.equal((await shop.ask({ method: 'PUT', path: '/store', headers: { 'x-store-id': STORE } })).status, 405)
  })
})
