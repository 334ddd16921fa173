import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { COMPLETE_ONLY } from '../quick.ts'
import { type Body, EMPTY, openShop, type Shop } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

const list = (query: string) => shop.json(`/store/product-variants${query}`)
const skus = (body: Body) => body.data.map(({ sku }: { sku: string }) => sku)

describe('the list of variants', () => {
  test('names its order, and has absolute links to all pages around it', async () => {
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

  test('leads from page to page by its links', async () => {
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

  test('has the variants of one product, and its links repeat the id as the client wrote it', async () => {
    const { id } = (await shop.json('/store/products?limit=1')).data[0]
    const body = await list(`?product=${id.toUpperCase()}&limit=3&sortBy=price:DESC`)
    assert.deepEqual(skus(body), ['S25-Blue-M', 'S25-Green-M', 'S25-Blue-S'])
    assert.equal(body.meta.totalItems, 4)
    const query = `limit=3&sortBy=price:DESC&product=${id.toUpperCase()}`
    assert.equal(body.links.next, `${shop.address}/store/product-variants?page=2&${query}`)
  })

  test('of an unknown product is empty', async () => {
    const body = await list('?product=00000000-0000-4000-8000-000000000000')
    assert.deepEqual([body.data, body.meta.totalItems], [[], 0])
  })

  test('keeps every filter in its links, in one order, with its values as the client wrote them', async () => {
    const { data } = await list('?sku=S24-Red-M')
    const [id, product] = [data[0].id.toUpperCase(), data[0].product.id]
    const body = await list(
      `?sku=S24-Red-M&sku=none&id=${id}&inStock=true&maxPrice=24.500&minPrice=24&within=last-ones&label=none&label=last-ones` +
        `&search=Shirt+24&product=${product}`,
    )
    assert.deepEqual(body.data, data)
    const kept =
      `product=${product}&search=Shirt%2024&label=none&label=last-ones&within=last-ones&minPrice=24&maxPrice=24.500` +
      `&inStock=true&id=${id}&sku=S24-Red-M&sku=none`
    const expected = `${shop.address}/store/product-variants?page=1&limit=20&${kept}`
    assert.deepEqual(body.links, { current: expected, last: expected })
  })

  test('with a search and no order is sorted by score: its links have no order, and meta has the default', async () => {
    const body = await list('?search=shrit+s07&limit=3')
    assert.deepEqual(new Set(skus(body)).size, 3)
    assert.equal(body.meta.totalItems, 4)
    assert.deepEqual(body.meta.sortBy, [['createdAt', 'DESC']])
    const at = (page: number) => `${shop.address}/store/product-variants?page=${page}&limit=3&search=shrit%20s07`
    assert.deepEqual(body.links, { current: at(1), next: at(2), last: at(2) })
    const rest = await shop.json(body.links.next.slice(shop.address.length))
    assert.deepEqual([...skus(body), ...skus(rest)].toSorted(), [
      ...['S07-Blue-M', 'S07-Blue-S', 'S07-Green-M', 'S07-Green-S'],
    ])
    assert.deepEqual(Object.keys(rest.links), ['previous', 'current', 'last'])
  })

  test('with a search and an order is in that order, and its links too', async () => {
    const body = await list('?search=green+s07&sortBy=price:DESC&limit=1')
    assert.deepEqual(skus(body), ['S07-Green-M'])
    assert.deepEqual(body.meta.sortBy, [['price', 'DESC']])
    const query = 'page=2&limit=1&sortBy=price:DESC&search=green%20s07'
    assert.equal(body.links.next, `${shop.address}/store/product-variants?${query}`)
  })

  test('ignores a search of spaces', async () => {
    assert.deepEqual(await list('?search=%20+&limit=2'), await list('?limit=2'))
    assert.deepEqual((await list('?search=!&limit=2')).data, [])
  })

  test('applies its filters to the variants themselves', async () => {
    const found = async (query: string) => skus(await list(`?limit=100&sortBy=sku:ASC&${query}`)).join()
    assert.equal(await found('label=last-ones'), 'S24-Red-M,S24-Red-S')
    assert.equal(await found('label=sale'), '')
    assert.equal(await found('label=last-ones&inStock=true'), 'S24-Red-M')
    assert.equal(await found('within=last-ones'), 'S24-Red-M,S24-Red-S')
    assert.equal(await found('within=last-ones&within=shirts'), '')
    assert.equal(await found('maxPrice=1'), 'S01-Blue-S,S01-Green-S')
    assert.equal(await found('minPrice=25.01'), 'S25-Blue-M,S25-Green-M')
    assert.equal(await found('minPrice=1.01&maxPrice=1.49'), '')
    assert.equal(await found('sku=S03-Red-S&sku=s03-red-m&sku=S02-Red-M'), 'S02-Red-M,S03-Red-S')
    assert.equal((await list('?inStock=true')).meta.totalItems, 88)
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

  test('links to the host and port of the request', async () => {
    const { body } = await shop.ask({
      path: '/store/product-variants?limit=1',
      headers: { host: 'shop.example:8080', 'x-store-id': 'shop' },
    })
    assert.match(JSON.parse(body).links.current, /^http:\/\/shop\.example:8080\/store\/product-variants\?page=1/)
  })

  test('links to the host of an absolute target, not to Host', async () => {
    const target = 'http://other.example/store/product-variants?limit=1'
    const answer = await shop.send(`GET ${target} HTTP/1.1\r\nHost: shop.example\r\nx-store-id: shop\r\n\r\n`)
    assert.match(answer, /"current":"http:\/\/other\.example\/store\/product-variants\?page=1/)
  })

  test('refuses an invalid Host', async () => {
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

test('the list of variants links to the public URL if there is one, whatever Host says', {
  skip: COMPLETE_ONLY,
}, async () => {
  await using shop = await openShop({ publicUrl: 'https://api.shop.example/catalog/' })
  for (const host of ['evil.example', '[::1]:8080']) {
    const headers = { host, 'x-store-id': 'shop' }
    const { body } = await shop.ask({ path: '/store/product-variants?limit=1', headers })
    const expected = 'https://api.shop.example/catalog/store/product-variants?page=1&limit=1&sortBy=createdAt:DESC'
    assert.equal(JSON.parse(body).links.current, expected)
  }
  const problem = await shop.json('/nowhere')
  assert.equal(problem.type, 'https://api.shop.example/catalog/docs/errors#route-not-found')
})

test('a variant comes without an envelope, complete', async () => {
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
