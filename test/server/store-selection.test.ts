import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { storeId } from '@vitrine/catalog/store'
import { COMPLETE_ONLY } from '../quick.ts'
import { type Body, logTo, OTHER, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

/** Asks without the header `x-store-id`, unless there is one in `headers`. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await shop.ask({ method, path, headers: { host: 'shop.example', ...headers } })
  return { ...answer, json: answer.body === '' ? undefined : (JSON.parse(answer.body) as Body) }
}

async function paths(): Promise<string[]> {
  const [product] = (await shop.json('/store/products?limit=1')).data
  return [
    '/store/products?limit=3',
    '/store/products/facets',
    '/store/product-variants?limit=3',
    `/store/products/${product.id}`,
    `/store/product-variants/${product.variants[0].id}`,
  ]
}

describe('a path that begins with /stores/{id}', () => {
  test('selects the store as the header does, in every operation', async () => {
    for (const path of await paths()) {
      for (let round = 0; round < 2; round++) {
        for (const prefix of [`/stores/${STORE}`, `/stores/%73${STORE.slice(1)}`, `http://a/stores/${STORE}`]) {
          const expected = await ask(path, { 'x-store-id': STORE })
          const answer = await ask(`${prefix}${path}`)
          assert.equal(answer.status, 200)
          const { links: _, ...content } = answer.json
          const { links: __, ...expectedContent } = expected.json
          assert.deepEqual(content, expectedContent)
          assert.equal(answer.headers.etag, expected.headers.etag)
          assert.equal((await ask(`${prefix}${path}`, { 'if-none-match': String(answer.headers.etag) })).status, 304)
          assert.equal((await ask(`${prefix}${path}`, {}, 'HEAD')).status, 200)
        }
      }
    }
    for (let round = 0; round < 2; round++) {
      assert.equal((await ask(`/stores/${OTHER}/store/products`)).json.meta.totalItems, 1)
      assert.equal((await ask(`/stores/${STORE}/store/products`)).json.meta.totalItems, 25)
    }
  })

  test('stays in all links, so that following them reads the same store', { skip: COMPLETE_ONLY }, async () => {
    await using published = await openShop({ publicUrl: 'https://shop.example/api' })
    const prefix = `/stores/${STORE}/store`
    const { links } = (await ask(`${prefix}/product-variants?limit=40&sortBy=sku:ASC`)).json
    for (const link of Object.values(links)) {
      assert.ok(String(link).startsWith(`http://shop.example${prefix}/product-variants?page=`), String(link))
    }
    const { body } = await published.ask({ path: `${prefix}/product-variants?limit=1` })
    const expected = `https://shop.example/api${prefix}/product-variants?page=2&limit=1&sortBy=createdAt:DESC`
    assert.equal(JSON.parse(body).links.next, expected)
    let seen = 0
    for (let url = new URL(`${shop.address}${prefix}/products?limit=10`); ; ) {
      const { data, links } = (await (await fetch(url)).json()) as Body
      seen += data.length
      if (links.next === undefined) break
      url = new URL(links.next, url)
    }
    assert.equal(seen, 25)
  })

  test('goes before the default store, and may be repeated in the header', async () => {
    await using single = await openShop({ defaultStore: storeId('other') })
    for (const headers of [{}, { 'x-store-id': '' }, { 'x-store-id': STORE }]) {
      const { body } = await single.ask({ path: `/stores/${STORE}/store/products`, headers })
      assert.equal(JSON.parse(body).meta.totalItems, 25)
    }
    const { status, body } = await single.ask({ path: '/stores//store/products' })
    assert.deepEqual([status, JSON.parse(body).code], [400, 'store-required'])
  })

  test('that contradicts the header is an error that names both stores', async () => {
    for (const path of await paths()) {
      const { status, json } = await ask(`/stores/${STORE}${path}`, { 'x-store-id': OTHER })
      assert.equal(status, 400)
      assert.equal(json.code, 'invalid-parameter')
      assert.equal(json.detail, 'The path names the store "shop", but the header x-store-id names "other".')
      const detail = 'must be "shop", as in the path, not "other"; leave out one of them'
      assert.deepEqual(json.errors, [{ parameter: 'x-store-id', detail }])
    }
  })

  test('is a 404 for an unknown store, with its id as it was written', async () => {
    for (const [written, id] of [
      ['nobody', 'nobody'],
      ['Shop', 'Shop'],
      ['a%20b', 'a b'],
      ['%3Cstore_id%3E', '<store_id>'],
      ['x'.repeat(5000), `${'x'.repeat(49)}…`],
    ]) {
      const { status, json } = await ask(`/stores/${written}/store/products`)
      assert.deepEqual([status, json.code], [404, 'store-not-found'])
      assert.ok(json.detail.startsWith(`No store has the id ${JSON.stringify(id)}. `), json.detail)
    }
    assert.equal((await ask('/stores/%zz/store/products')).json.code, 'malformed-request')
    assert.equal((await ask(`/stores/${STORE}/store/nothing`)).json.code, 'route-not-found')
    assert.equal((await ask(`/stores/${STORE}`)).json.code, 'route-not-found')
  })

  test('refuses the methods that the API refuses, and answers preflights', async () => {
    const path = `/stores/${STORE}/store/products`
    assert.deepEqual([(await ask(path, {}, 'DELETE')).status, (await ask(path, {}, 'OPTIONS')).status], [405, 204])
  })

  test('is no label of the metrics, and its store is in the log', { skip: COMPLETE_ONLY }, async () => {
    const lines: Body[] = []
    await using logged = await openShop({ logger: logTo(lines, 'debug') })
    const spellings = [`/stores/${STORE}`, `/stores/%73hop`, '/stores/nobody']
    for (const prefix of spellings) await logged.ask({ path: `${prefix}/store/products` })
    const requests = lines.filter(({ url }) => url !== undefined)
    assert.deepEqual(
      requests.map(({ status, store }) => [status, store]),
      [
        [200, STORE],
        [200, undefined],
        [404, 'nobody'],
      ],
    )
    const { values } = await logged.metrics.registry.getSingleMetric('vitrine_http_requests_total')!.get()
    assert.deepEqual(
      values.map(({ labels, value }) => [labels.route, labels.status, value]),
      [
        ['/store/products', '200', 2],
        ['/store/products', '404', 1],
      ],
    )
  })
})

test('https in front of the server without a public URL is a warning, once', { skip: COMPLETE_ONLY }, async () => {
  const lines: Body[] = []
  await using proxied = await openShop({ logger: logTo(lines) })
  await using published = await openShop({ logger: logTo(lines), publicUrl: 'https://shop.example' })
  const headers = { 'x-store-id': STORE, host: 'shop.example', 'x-forwarded-proto': 'https' }
  for (const server of [published, proxied, proxied]) {
    for (const limit of [1, 2]) await server.ask({ path: `/store/product-variants?limit=${limit}`, headers })
  }
  assert.deepEqual(
    lines.filter(({ level }) => level === 40).map(({ msg }) => msg),
    ['Clients use https, but links of variants are http. Set the public URL: --public-url https://shop.example'],
  )
})
