import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Body, EMPTY, openShop, type Shop } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

const list = (query: string) => shop.json(`/store/product-variants${query}`)
const skus = (body: Body) => body.data.map(({ sku }: { sku: string }) => sku)

describe('the list of variants', () => {
  test('echoes its order, and links to all that there is by absolute URLs', async () => {
    const { data, meta, links } = await list('?page=2&limit=10')
    assert.equal(data.length, 10)
    assert.deepEqual(meta, {
      itemsPerPage: 10,
      totalItems: 100,
      currentPage: 2,
      totalPages: 10,
      sortBy: [['createdAt', 'DESC']],
    })
    const at = (page: number) => `${shop.address}/store/product-variants?page=${page}&limit=10&sortBy=createdAt:DESC`
    assert.deepEqual(Object.entries(links), [
      ['previous', at(1)],
      ['current', at(2)],
      ['next', at(3)],
      ['last', at(10)],
    ])
  })

  test('is walked by its links as they are', async () => {
    const found = []
    for (let url = `${shop.address}/store/product-variants?limit=30&sortBy=sku:ASC`; url; ) {
      const body = await shop.json(url.slice(shop.address.length))
      found.push(...skus(body))
      url = body.links.next
    }
    assert.equal(found.length, 100)
    assert.deepEqual(found, found.toSorted())
  })

  test('links its last page whenever there are items', async () => {
    const first = await list('?limit=100')
    assert.deepEqual(Object.keys(first.links), ['current', 'last'])
    const beyond = await list('?limit=100&page=5')
    assert.deepEqual(Object.keys(beyond.links), ['previous', 'current', 'last'])
    assert.equal(beyond.links.previous, beyond.links.last)
    const empty = await shop.json('/store/product-variants', { 'x-store-id': EMPTY })
    assert.deepEqual(Object.keys(empty.links), ['current'])
    assert.deepEqual(empty.meta.sortBy, [['createdAt', 'DESC']])
  })

  test('is of one product when asked, and keeps that in its links as it was given', async () => {
    const { id } = (await shop.json('/store/products?limit=1')).data[0]
    const body = await list(`?product=${id.toUpperCase()}&limit=3&sortBy=price:DESC`)
    assert.deepEqual(skus(body), ['S25-Blue-M', 'S25-Green-M', 'S25-Blue-S'])
    assert.equal(body.meta.totalItems, 4)
    const query = `limit=3&sortBy=price:DESC&product=${id.toUpperCase()}`
    assert.equal(body.links.next, `${shop.address}/store/product-variants?page=2&${query}`)
  })

  test('of a product that is nowhere is empty', async () => {
    const body = await list('?product=00000000-0000-4000-8000-000000000000')
    assert.deepEqual([body.data, body.meta.totalItems], [[], 0])
  })

  for (const field of ['createdAt', 'updatedAt', 'name', 'sku', 'price', 'stock']) {
    test(`can be sorted by ${field}, both ways`, async () => {
      for (const direction of ['ASC', 'DESC']) {
        const { meta, links } = await list(`?sortBy=${field}:${direction}`)
        assert.deepEqual(meta.sortBy, [[field, direction]])
        assert.ok(links.current.endsWith(`&sortBy=${field}:${direction}`))
      }
    })
  }

  test('names the host and port that the request names', async () => {
    const { body } = await shop.ask({
      path: '/store/product-variants?limit=1',
      headers: { host: 'shop.example:8080', 'x-store-id': 'shop' },
    })
    assert.match(JSON.parse(body).links.current, /^http:\/\/shop\.example:8080\/store\/product-variants\?page=1/)
  })

  test('names the host of an absolute target rather than that of Host', async () => {
    const target = 'http://other.example/store/product-variants?limit=1'
    const answer = await shop.send(`GET ${target} HTTP/1.1\r\nHost: shop.example\r\nx-store-id: shop\r\n\r\n`)
    assert.match(answer, /"current":"http:\/\/other\.example\/store\/product-variants\?page=1/)
  })

  test('does not repeat a Host that is none', async () => {
    for (const host of ['a"b', 'a b', 'a/b', 'a@b', '<x>']) {
      const { status, body } = await shop.ask({
        path: '/store/product-variants',
        headers: { host, 'x-store-id': 'shop' },
      })
      assert.equal(status, 400, host)
      assert.equal(JSON.parse(body).code, 'malformed-request')
    }
  })
})

test('the list of variants links to the public address when there is one, and whatever Host says', async () => {
  await using shop = await openShop({ publicUrl: 'https://api.shop.example/catalog/' })
  for (const host of ['evil.example', 'a"b']) {
    const headers = { host, 'x-store-id': 'shop' }
    const { body } = await shop.ask({ path: '/store/product-variants?limit=1', headers })
    const expected = 'https://api.shop.example/catalog/store/product-variants?page=1&limit=1&sortBy=createdAt:DESC'
    assert.equal(JSON.parse(body).links.current, expected)
  }
  const problem = await shop.json('/nowhere')
  assert.equal(problem.type, 'https://api.shop.example/catalog/docs/errors#route-not-found')
})

test('a variant comes by itself, in full', async () => {
  const { id } = (await list('?limit=1')).data[0]
  const variant = await shop.json(`/store/product-variants/${id}`)
  assert.deepEqual(Object.keys(variant), [
    ...['id', 'name', 'sku', 'price', 'stock', 'productOptions', 'files'],
    ...['taxRate', 'labelValues', 'product'],
  ])
  assert.deepEqual(variant, (await list('?limit=1')).data[0])
  const response = await shop.get('/store/product-variants/00000000-0000-4000-8000-000000000000')
  assert.equal(response.status, 404)
  assert.equal(((await response.json()) as Body).code, 'variant-not-found')
})
