import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { until } from '../../database/until.ts'
import { COMPLETE_ONLY } from '../../quick.ts'
import { type Body, CATALOG, EMPTY, logTo, OTHER, openShop, type Shop, STORE } from '../../server/shop.ts'
import { assertUcp } from '../ucp-schemas.ts'
import { callTool, post, UCP_AGENT, ucp } from './agent-client.ts'

const HAT = '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b'

let shop: Shop
before(async () => {
  shop = await openShop()
  const productUrl = 'https://shop.example/products/{slug}'
  await shop.catalogs.changeStore(STORE, { currency: 'EUR', productUrl, hosts: ['shop.example'] })
})
after(() => shop[Symbol.asyncDispose]())

const handles = ({ products }: Body): string[] => products.map(({ handle }: Body) => handle)

async function search(body: object): Promise<Body> {
  const answer = await ucp(shop, 'search', body)
  assert.equal(answer.status, 200)
  assertUcp('search_catalog', answer.body)
  return answer.body
}

async function lookUp(body: object): Promise<Body> {
  const answer = await ucp(shop, 'lookup', body)
  assert.equal(answer.status, 200)
  assertUcp('lookup_catalog', answer.body)
  return answer.body
}

describe('search', () => {
  test('has ten products a page, each with its best variant', async () => {
    const { products, pagination, ucp, messages } = await search({ query: 'shirt' })
    assert.deepEqual(ucp, {
      version: '2026-04-08',
      capabilities: { 'dev.ucp.shopping.catalog.search': [{ version: '2026-04-08' }] },
    })
    assert.deepEqual([products.length, pagination.has_next_page, pagination.total_count], [10, true, 25])
    assert.equal(messages, undefined)
    const soldOut = products.find(({ handle }: Body) => handle === 'shirt-24')
    assert.equal(soldOut.variants.length, 1)
    assert.match(soldOut.variants[0].sku, /-M$/)
    assert.equal(soldOut.url, 'https://shop.example/products/shirt-24')
  })

  test('shows the variant that fits the filters', async () => {
    const filters = { options: [{ name: 'Size', label: 'S' }], price: { min: 2300, max: 2300 } }
    const { products } = await search({ filters, context: { currency: 'eur' } })
    assert.deepEqual(handles({ products }), ['shirt-23'])
    assert.deepEqual([products[0].variants[0].price.amount, products[0].price_range.max.amount], [2300, 2350])
  })

  test('shows the variant that fits the price in the words', { skip: COMPLETE_ONLY }, async () => {
    const { products, messages } = await search({ query: 'shirt from €23.50 to €23.50' })
    assert.deepEqual(handles({ products }), ['shirt-23'])
    assert.equal(products[0].variants[0].price.amount, 2350)
    const content = 'Words were read as a price from 23.50 up to 23.50.'
    assert.deepEqual(messages, [{ type: 'info', code: 'search_changed', content }])
  })

  test('ignores a price filter in another currency and says so', async () => {
    const { pagination, messages } = await search({
      filters: { price: { max: 1 } },
      context: { currency: 'USD' },
    })
    assert.equal(pagination.total_count, 25)
    assert.deepEqual([messages[0].type, messages[0].code], ['warning', 'price_filter_ignored'])
  })

  test('finds nothing in a category that the store does not have, and names it', async () => {
    const { products, messages } = await search({ filters: { categories: ['Hats'] } })
    assert.deepEqual([products, messages[0].code], [[], 'unknown_category'])
    assert.match(messages[0].content, /^The store has no category "Hats"\./)
    const either = await search({ filters: { categories: ['Hats', 'SALE'] } })
    assert.equal(either.pagination.total_count, 5)
  })

  test('takes an empty list of a filter for no condition', async () => {
    const filters = { categories: [], options: [] }
    assert.equal((await search({ filters })).pagination.total_count, 25)
    assert.deepEqual(handles(await lookUp({ ids: ['shirt-03'], filters })), ['shirt-03'])
  })

  for (const [currency, price, amount] of [
    ['JPY', '1900.00', 1900],
    ['KWD', '19.90', 19_900],
  ] as const) {
    test(`takes a price filter in minor units of ${currency}`, async () => {
      await using bare = await openShop()
      await bare.catalogs.changeStore(EMPTY, { currency })
      await bare.load(EMPTY, [{ name: 'Thing', variants: [{ sku: 'T', price }] }])
      const total = async (filter: object) => {
        const { body } = await ucp(bare, 'search', { filters: { price: filter } }, { 'x-store-id': EMPTY })
        return body.pagination.total_count
      }
      assert.deepEqual([await total({ min: amount, max: amount }), await total({ min: amount + 1 })], [1, 0])
      assert.equal(await total({ max: amount - 1 }), 0)
    })
  }

  test('finds nothing without a message', async () => {
    assert.deepEqual(Object.keys(await search({ query: 'zzzzzzzzzz' })), ['ucp', 'products', 'pagination'])
  })

  test('goes on with its cursor to the end, and each product comes once', async () => {
    const seen: string[] = []
    let body: Body = { query: 'shirt', pagination: { limit: 4 } }
    for (let pages = 0; pages < 7; pages++) {
      const page = await search(body)
      seen.push(...handles(page))
      assert.equal(page.pagination.has_next_page, pages < 6)
      body = { query: 'shirt', pagination: { cursor: page.pagination.cursor } }
    }
    assert.equal(new Set(seen).size, 25)
    assert.equal(seen.length, 25)
  })

  test('goes on with the cursor of an older edition', async () => {
    const { cursor } = (await search({ query: 'shirt' })).pagination
    await shop.load(STORE, [{ ...CATALOG[0], description: 'Changed.' }])
    await until(async () => (await shop.json('/store/products?slug=shirt-01')).data.length === 1)
    assert.equal((await search({ query: 'shirt', pagination: { cursor } })).products.length, 10)
  })

  test('leaves out and counts products without variants', { skip: COMPLETE_ONLY }, async () => {
    await using bare = await openShop()
    await bare.catalogs.changeStore(EMPTY, { currency: 'EUR' })
    await bare.load(EMPTY, [{ name: 'Idea' }, { name: 'Thing', variants: [{ sku: 'T', price: 1 }] }])
    const { body } = await ucp(bare, 'search', { filters: {} }, { 'x-store-id': EMPTY })
    assertUcp('search_catalog', body)
    assert.deepEqual([handles(body), body.messages[0].code], [['thing'], 'left_out'])
    assert.match(body.messages[0].content, /^Left out: 1 product of this page has no variant/)
  })
})

describe('lookup', () => {
  test('correlates every id with the variants that it leads to', async () => {
    const [first, second] = (await shop.json('/store/products?slug=shirt-01&slug=shirt-02')).data
    const { variants } = await shop.json(`/store/products/${first.id}`)
    const [variant, other] = [variants[1], variants[2]]
    const ids = [first.id, variant.id, other.sku, second.slug, first.id, 'nothing', variant.id.toUpperCase()]
    const { products, messages } = await lookUp({ ids })
    const inputs = products.flatMap(({ variants }: Body) => variants.flatMap(({ inputs }: Body) => inputs))
    const byId = (all: Body[]) => all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const expected = [
      { id: variant.id, match: 'exact' },
      { id: variant.id.toUpperCase(), match: 'exact' },
      { id: other.sku, match: 'exact' },
      { id: first.id, match: 'featured' },
      { id: second.slug, match: 'featured' },
    ]
    assert.deepEqual(byId(inputs), byId(expected))
    assert.equal(products.length, 2)
    assert.deepEqual(messages, [{ type: 'info', code: 'not_found', content: 'nothing' }])
  })

  test('filters after it has found them', async () => {
    const { products, messages } = await lookUp({ ids: ['shirt-03'], filters: { price: { min: 999_999 } } })
    assert.deepEqual([products, messages], [[], undefined])
  })

  test('finds skus and slugs that look like ids', { skip: COMPLETE_ONLY }, async () => {
    await using odd = await openShop()
    await odd.catalogs.changeStore(EMPTY, { currency: 'EUR' })
    const [sku, slug] = ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3F2504E0-4F89-41D3-9A0C-0305E82C3302']
    await odd.load(EMPTY, [{ name: 'A', slug, variants: [{ sku, price: 1 }] }])
    for (const id of [sku, slug]) {
      const { body } = await ucp(odd, 'lookup', { ids: [id] }, { 'x-store-id': EMPTY })
      assert.deepEqual(handles(body), [slug])
    }
  })

  test('finds a product by a slug that it had, unless another one has that slug', { skip: COMPLETE_ONLY }, async () => {
    await using renamed = await openShop()
    await renamed.catalogs.changeStore(EMPTY, { currency: 'EUR' })
    const hat = (slug: string) => ({ id: HAT, name: 'Hat', slug, variants: [{ sku: 'H', price: 5 }] })
    await renamed.load(EMPTY, [hat('hat')])
    await renamed.load(EMPTY, [hat('sun-hat')])
    const headers = { 'x-store-id': EMPTY }
    const found = async (...ids: string[]) => {
      const { body } = await ucp(renamed, 'lookup', { ids }, headers)
      assertUcp('lookup_catalog', body)
      const products = body.products.map(({ handle, variants }: Body) => [handle, ...variants[0].inputs])
      return [Object.fromEntries(products.map(([handle, ...inputs]: Body[]) => [handle, inputs])), body.messages]
    }
    const featured = (id: string) => ({ id, match: 'featured' })
    assert.deepEqual(await found('hat'), [{ 'sun-hat': [featured('hat')] }, undefined])
    assert.deepEqual(await found('hat', 'sun-hat'), [{ 'sun-hat': ['hat', 'sun-hat'].map(featured) }, undefined])
    const { product } = (await ucp(renamed, 'product', { id: 'hat' }, headers)).body
    assert.equal(product.handle, 'sun-hat')
    assert.equal((await callTool(renamed, 'get_product', { id: 'hat' }, { headers })).structuredContent.product.id, HAT)

    await renamed.load(EMPTY, [{ name: 'Cap', slug: 'hat', variants: [{ sku: 'C', price: 5 }] }])
    assert.deepEqual(await found('hat', 'sun-hat'), [
      { hat: [featured('hat')], 'sun-hat': [featured('sun-hat')] },
      undefined,
    ])
  })

  test('finds every product of a sku that several have', { skip: COMPLETE_ONLY }, async () => {
    await using shared = await openShop()
    await shared.catalogs.changeStore(EMPTY, { currency: 'EUR' })
    const one = { variants: [{ sku: 'SAME', price: 1 }] }
    await shared.load(EMPTY, [
      ...['A', 'B', 'C'].map((name) => ({ name, ...one })),
      { name: 'D', variants: [{ sku: 'D', price: 1 }] },
    ])
    const { body } = await ucp(shared, 'lookup', { ids: ['SAME', 'D'] }, { 'x-store-id': EMPTY })
    assert.deepEqual([handles(body).toSorted(), body.messages], [['a', 'b', 'c', 'd'], undefined])
  })
})

describe('product', () => {
  test('has what is selected, and which values exist beside it', async () => {
    const { body } = await ucp(shop, 'product', { id: 'shirt-04', selected: [{ name: 'Size', label: 'S' }] })
    assertUcp('get_product', body)
    const { selected, variants, options } = body.product
    assert.deepEqual(selected, [{ name: 'Size', label: 'S' }])
    assert.equal(variants.length, 2)
    const sizes = options.find(({ name }: Body) => name === 'Size').values
    assert.deepEqual(
      sizes.map(({ label, available, exists }: Body) => [label, available, exists]),
      [
        ['S', false, true],
        ['M', true, true],
      ],
    )
  })

  test('begins with a requested variant', async () => {
    const [{ id }] = (await shop.json('/store/products?slug=shirt-05')).data
    const { variants } = await shop.json(`/store/products/${id}`)
    const { body } = await ucp(shop, 'product', { id: variants[3].id })
    assert.equal(body.product.variants[0].id, variants[3].id)
  })

  test('that does not exist is an error in an answer with status 200', async () => {
    const { status, body } = await ucp(shop, 'product', { id: 'nothing' })
    assert.equal(status, 200)
    assertUcp('error', body)
    const content = 'Product not found: nothing'
    assert.deepEqual(body.messages, [{ type: 'error', code: 'not_found', content, severity: 'unrecoverable' }])
  })
})

describe('UCP over REST', () => {
  test('gives the same answers as over MCP', async () => {
    const request = { ids: ['shirt-01', 'shirt-02'] }
    const { structuredContent } = await callTool(shop, 'lookup_catalog', request)
    const { body, headers } = await ucp(shop, 'lookup', request)
    assert.deepEqual([structuredContent, headers['content-language']], [body, undefined])
  })

  test('refuses wrong requests with a code and a sentence', async () => {
    const wrong: [path: string, body: unknown, headers: object, status: number, code: string][] = [
      ['search', {}, UCP_AGENT, 400, 'invalid_request'],
      ['search', '{', UCP_AGENT, 400, 'invalid_request'],
      ['search', { query: 'x', pagination: { cursor: '%' } }, UCP_AGENT, 400, 'invalid_request'],
      ['lookup', { ids: [...Array(51).keys()].map(String) }, UCP_AGENT, 400, 'request_too_large'],
      ['search', { query: 'x' }, {}, 400, 'invalid_profile_url'],
      ['search', { query: 'x' }, { 'ucp-agent': 'profile="http://x.example"' }, 400, 'invalid_profile_url'],
      ['search', { query: 'x' }, { ...UCP_AGENT, 'x-store-id': 'nobody' }, 404, 'store-not-found'],
      ['search', { query: 'x' }, { ...UCP_AGENT, 'x-store-id': EMPTY }, 400, 'invalid_request'],
    ]
    for (const [path, body, headers, status, code] of wrong) {
      const answer = await post(shop, `/ucp/catalog/${path}`, body, headers)
      assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify(body))
      assert.ok(answer.body.content.endsWith('.'), answer.body.content)
    }
  })
})

describe('/.well-known/ucp', () => {
  const profile = (shop: Shop, host: string, path = '/.well-known/ucp') => shop.ask({ path, headers: { host } })
  const endpoints = (body: string) =>
    JSON.parse(body).ucp.services['dev.ucp.shopping'].map(({ endpoint }: Body) => endpoint)

  test('announces the store that has the host', async () => {
    const { status, headers, body } = await profile(shop, 'shop.example')
    assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=300'])
    assertUcp('profile', JSON.parse(body).ucp)
    assert.deepEqual(endpoints(body), ['https://shop.example/ucp', 'https://shop.example/ucp/mcp'])
    const found = await post(
      shop,
      '/ucp/catalog/search',
      { query: 'shirt' },
      { ...UCP_AGENT, host: 'shop.example', 'x-store-id': '' },
    )
    assert.equal(found.status, 200)
  })

  test('names the store in the address of a server for several', { skip: COMPLETE_ONLY }, async () => {
    const publicUrl = 'https://api.example/catalog'
    await using api = await openShop({ publicUrl, defaultStore: STORE })
    for (const store of [STORE, OTHER]) await api.catalogs.changeStore(store, { currency: 'EUR' })
    assert.equal(endpoints((await profile(api, 'any.example')).body)[0], `${publicUrl}/ucp`)
    const other = await profile(api, 'any.example', `/stores/${OTHER}/.well-known/ucp`)
    assert.equal(endpoints(other.body)[0], `${publicUrl}/stores/${OTHER}/ucp`)
  })

  test('is not found without a currency or a public address, and the log says once why', {
    skip: COMPLETE_ONLY,
  }, async () => {
    const lines: Body[] = []
    await using quiet = await openShop({ logger: logTo(lines, 'warn'), defaultStore: STORE })
    assert.equal((await profile(quiet, 'localhost')).status, 404)
    await quiet.catalogs.changeStore(STORE, { currency: 'EUR' })
    await until(async () => (await profile(quiet, 'localhost')).status === 200)
    assert.equal((await profile(quiet, 'shop.example')).status, 404)
    assert.equal((await profile(quiet, 'shop.example')).status, 404)
    const reasons = lines.map(({ reason }) => reason)
    assert.deepEqual(reasons, [
      'it has no currency; set one with `vitrine store set --currency`',
      'it has no public https address; set --public-url, or its hosts with `vitrine store set --host`',
    ])
  })
})
