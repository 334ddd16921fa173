import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Body, EMPTY, OTHER, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

const facets = (query: string) => shop.json(`/store/products/facets${query}`)
const counts = (values: Body) => values.map(({ code, count }: Body) => `${code} ${count}`).join(', ')
const group = (body: Body, code: string) => body.optionGroups.find((each: Body) => each.code === code)

/** The id of a label, a group or an option, by the first product that has it. */
async function ids() {
  const details = []
  for (const slug of ['shirt-01', 'shirt-02', 'shirt-05']) {
    const { id } = (await shop.json(`/store/products?slug=${slug}`)).data[0]
    details.push(await shop.json(`/store/products/${id}`))
  }
  const groups = details.flatMap(({ optionGroups }) => optionGroups)
  const labels = details.flatMap(({ labelValues }) => labelValues)
  return (code: string) =>
    [...groups, ...groups.flatMap(({ options }) => options), ...labels].find((each) => each.code === code).id
}

describe('the facets', () => {
  test('sorts options with facetOrder=natural from small to large', async () => {
    const sizes = async (query: string) =>
      (await facets(query)).optionGroups.find(({ code }: Body) => code === 'size').options.map(({ code }: Body) => code)
    assert.deepEqual(await sizes('?facetOrder=natural'), ['s', 'm'])
    assert.deepEqual((await sizes('')).toSorted(), ['m', 's'])
  })

  test('without filters are of all products, to the byte', async () => {
    const id = await ids()
    const value = (name: string, code: string, count: number) => ({ id: id(code), name, code, count })
    const expected = {
      labels: [value('Shirts', 'shirts', 25), value('Sale', 'sale', 5)],
      optionGroups: [
        {
          id: id('color'),
          name: 'Color',
          code: 'color',
          options: [value('Blue', 'blue', 17), value('Green', 'green', 17), value('Red', 'red', 16)],
        },
        { id: id('size'), name: 'Size', code: 'size', options: [value('M', 'm', 25), value('S', 's', 25)] },
      ],
      price: { min: '1.00', max: '25.50' },
      inStock: 25,
    }
    const response = await shop.get('/store/products/facets', { 'accept-encoding': 'identity' })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    const text = await response.text()
    assert.equal(text, JSON.stringify(expected))
    assert.equal(response.headers.get('content-length'), String(Buffer.byteLength(text)))
  })

  test('of a search take the step of the list, and say the same', async () => {
    for (const search of ['shrit', 'red shirt', 'coton 07 crm', 'S07-Blue', 'red shirt unicorn']) {
      const list = await shop.json(`/store/products?search=${search}&label=sale`)
      const body = await facets(`?search=${search}&label=sale`)
      assert.ok(list.meta.search, search)
      assert.deepEqual(body.meta, { search: list.meta.search }, search)
      assert.equal(
        body.inStock,
        (await shop.json(`/store/products?search=${search}&label=sale&inStock=true`)).meta.totalItems,
      )
    }
    assert.equal('meta' in (await facets('?search=shirt')), false)
  })

  test('count each choice as if it replaced the choices in its group', async () => {
    const body = await facets('?search=shirt&label=sale&option=color:red&option=size:s')
    assert.equal(counts(body.labels), 'shirts 16, sale 3')
    assert.equal(counts(group(body, 'color').options), 'green 4, blue 3, red 3')
    assert.equal(counts(group(body, 'size').options), 'm 3, s 3')
    assert.deepEqual(body.price, { min: '5.00', max: '20.50' })
    assert.equal(body.inStock, 2)
  })

  test('stay within a label, whatever labels, options and prices are chosen', async () => {
    const sale = await facets('?within=sale')
    assert.equal(counts(sale.labels), 'sale 5, shirts 5')
    assert.deepEqual(sale, await facets('?label=sale&within=sale'))
    assert.deepEqual(sale.price, { min: '5.00', max: '25.50' })
    assert.equal(sale.inStock, 5)
    const narrowed = await facets('?within=sale&label=none&option=color:red&option=size:s&minPrice=100&inStock=true')
    assert.deepEqual([counts(narrowed.labels), narrowed.price, narrowed.inStock], ['', { min: null, max: null }, 0])
    assert.equal(counts((await facets('?within=sale&label=none')).labels), 'sale 5, shirts 5')
    const red = await facets('?within=sale&label=shirts&option=color:red')
    assert.equal(counts(red.labels), 'sale 3, shirts 3')
    assert.equal(counts(group(red, 'color').options), 'green 4, blue 3, red 3')
    assert.deepEqual(red.price, { min: '5.00', max: '20.50' })
    assert.deepEqual((await facets('?within=sale&minPrice=9&maxPrice=16')).price, sale.price)
    assert.deepEqual(await facets('?within=sale&within=none'), await facets('?slug=nowhere'))
  })

  test('count the products of the list', async () => {
    const filters = 'search=shirt&option=color:red&option=color:blue&option=size:s&minPrice=4&maxPrice=17&inStock=true'
    const total = async (query: string) => (await shop.json(`/store/products?${query}`)).meta.totalItems
    const body = await facets(`?${filters}`)
    for (const { code, count } of group(body, 'color').options) {
      assert.equal(count, await total(`${filters.replaceAll(/&option=color:\w+/g, '')}&option=color:${code}`), code)
    }
    for (const { code, count } of group(body, 'size').options) {
      assert.equal(count, await total(`${filters.replace('size:s', `size:${code}`)}`), code)
    }
    for (const { code, count } of body.labels) assert.equal(count, await total(`${filters}&label=${code}`), code)
    assert.equal(body.inStock, await total(filters))
  })

  test('ignore minPrice and maxPrice in the range of prices', async () => {
    const { price } = await facets('?label=sale')
    assert.deepEqual(price, { min: '5.00', max: '25.50' })
    assert.deepEqual((await facets('?label=sale&minPrice=9&maxPrice=16')).price, price)
    assert.deepEqual((await facets('?label=sale&minPrice=16&maxPrice=9')).price, price)
  })

  test('of no products are empty, and have no price', async () => {
    const nothing = { labels: [], optionGroups: [], price: { min: null, max: null }, inStock: 0 }
    assert.deepEqual(await facets('?slug=nowhere'), nothing)
    assert.deepEqual(await shop.json('/store/products/facets', { 'x-store-id': EMPTY }), nothing)
  })

  test('are those of the store in x-store-id', async () => {
    assert.deepEqual(await shop.json('/store/products/facets', { 'x-store-id': OTHER }), {
      labels: [],
      optionGroups: [],
      price: { min: '1.00', max: '1.00' },
      inStock: 1,
    })
  })

  test('leave out the labels of variants', async () => {
    assert.equal(counts((await facets('?slug=shirt-24')).labels), 'shirts 1')
  })

  test('are cut to the most frequent, 1000 at most', async () => {
    const one = await facets('?facetLimit=1')
    assert.equal(counts(one.labels), 'shirts 25')
    assert.deepEqual(
      one.optionGroups.map(({ code, options }: Body) => `${code}: ${counts(options)}`),
      ['color: blue 17', 'size: m 25'],
    )
    const all = await facets('')
    for (const limit of ['', '3', '100', '1000', '1001', '9007199254740991']) {
      assert.deepEqual(await facets(`?facetLimit=${limit}`), all, limit)
    }
  })

  test('ignore page, limit, sortBy and empty parameters', async () => {
    const plain = await facets('?label=sale')
    for (const query of [
      'page=2&limit=1&sortBy=name:ASC&form=full',
      'page=x&limit=0&sortBy=x&form=x',
      'search=+&sku=&facetLimit=&x=y',
    ]) {
      assert.deepEqual(await facets(`?label=sale&${query}`), plain, query)
    }
  })

  test('are at their path, with a trailing slash too, where no product is', async () => {
    assert.deepEqual(await facets('/'), await facets(''))
    for (const path of ['FACETS', 'facet', 'facets%2F']) {
      assert.equal((await shop.json(`/store/products/${path}`)).code, 'invalid-id')
    }
    assert.equal((await shop.json('/store/products/facets/x')).code, 'route-not-found')
  })

  test('have a route of their own in the metrics', async () => {
    await facets('')
    const text = await shop.metrics.registry.metrics()
    assert.match(text, /vitrine_http_requests_total\{method="GET",route="\/store\/products\/facets",status="200"\} \d/)
  })
})

for (const responseCacheBytes of [0, 10_000_000]) {
  test(`the next request sees the facets of a new edition, with a response cache of ${responseCacheBytes} bytes`, async () => {
    await using shop = await openShop({ responseCacheBytes })
    const path = '/store/products/facets?label=sale'
    const before = await shop.get(path)
    const etag = before.headers.get('etag')!
    assert.equal(((await before.json()) as Body).inStock, 5)
    assert.equal((await shop.get(path, { 'if-none-match': etag })).status, 304)
    const variants = [{ sku: 'NEW', price: 100 }]
    await shop.load(STORE, [{ name: 'Brand new', labelValues: ['Sale'], variants }])
    const after = await shop.get(path, { 'if-none-match': etag })
    assert.equal(after.status, 200)
    const body = (await after.json()) as Body
    assert.equal(body.inStock, 6)
    assert.equal(body.price.max, '100.00')
  })
}
