import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { storeId } from '@vitrine/catalog/store'
import { COMPLETE_ONLY } from '../quick.ts'
import { OTHER, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const RESOURCES = [
  '/store/products',
  '/store/products/facets',
  '/store/products/suggest?search=s',
  `/store/products/${NOWHERE}`,
  '/store/product-variants',
  `/store/product-variants/${NOWHERE}`,
]

describe('a request', () => {
  test('without a store is refused', async () => {
    for (const path of RESOURCES) {
      for (const headers of [{}, { 'x-store-id': '' }, { 'x-store-id': '  ' }]) {
        const { status, body } = await shop.ask({ path, headers })
        assert.equal(status, 400)
        assert.equal(
          body,
          '{"type":"/docs/errors#store-required","title":"Store required","status":400,' +
            '"detail":"Name the store to read from in the header x-store-id, or begin the path with /stores/{id}.",' +
            '"code":"store-required"}',
        )
      }
    }
  })

  test('for an unknown store gets the same answer as one for an id that no store can have', async () => {
    for (const path of RESOURCES) {
      for (const id of ['nobody', 'a b', '../shop', 'x'.repeat(65), 'shop, shop', 'é', '*']) {
        const header = Buffer.from(id).toString('latin1')
        const { status, body } = await shop.ask({ path, headers: { 'x-store-id': header } })
        assert.equal(status, 404)
        const quoted = JSON.stringify(header.length > 50 ? `${header.slice(0, 49)}…` : header)
        assert.deepEqual(JSON.parse(body), {
          type: '/docs/errors#store-not-found',
          title: 'Store not found',
          status: 404,
          detail:
            `No store has the id ${quoted}. An id has 1 to 64 letters, digits, "_" and "-"; upper and lower case ` +
            'differ. The operator of this server can list the ids with "vitrine store list".',
          code: 'store-not-found',
        })
      }
    }
  })

  test('gets the same answer for what another store has as for what no store has', async () => {
    const theirs = (await shop.json('/store/products', { 'x-store-id': OTHER })).data[0]
    const pairs = [
      [`/store/products/${theirs.id}`, `/store/products/${NOWHERE}`],
      [`/store/product-variants/${theirs.variants[0].id}`, `/store/product-variants/${NOWHERE}`],
    ] as const
    for (const [path, nowhere] of pairs) {
      const answers = await Promise.all(
        [path, nowhere].map((path) => shop.ask({ path, headers: { 'x-store-id': STORE, 'x-request-id': 'same' } })),
      )
      for (const { headers } of answers) delete headers.date
      assert.equal(answers[0]!.status, 404)
      assert.deepEqual(answers[0], answers[1])
      assert.equal((await shop.get(path, { 'x-store-id': OTHER })).status, 200)
    }
    for (const query of [
      `product-variants?product=${theirs.id}`,
      `product-variants?id=${theirs.variants[0].id}`,
      'product-variants?sku=ELSE',
      'product-variants?search=elsewhere',
      `products?id=${theirs.id}`,
      `products?slug=${theirs.slug}`,
      'products?sku=ELSE',
      'products?search=elsewhere',
    ]) {
      const list = await shop.json(`/store/${query}`)
      assert.deepEqual([list.data, list.meta.totalItems], [[], 0], query)
      assert.equal((await shop.json(`/store/${query}`, { 'x-store-id': OTHER })).meta.totalItems, 1, query)
    }
  })

  test('never gets the cached response of another store', async () => {
    for (let round = 0; round < 3; round++) {
      assert.equal((await shop.json('/store/products')).meta.totalItems, 25)
      assert.equal((await shop.json('/store/products', { 'x-store-id': OTHER })).meta.totalItems, 1)
      assert.equal((await shop.json('/store/products/facets')).inStock, 25)
      assert.equal((await shop.json('/store/products/facets', { 'x-store-id': OTHER })).inStock, 1)
      const suggest = '/store/products/suggest?search=s'
      assert.equal((await shop.json(suggest)).labels.length, 2)
      assert.deepEqual((await shop.json(suggest, { 'x-store-id': OTHER })).labels, [])
    }
    const etags = await Promise.all([STORE, OTHER].map((id) => shop.get('/store/products', { 'x-store-id': id })))
    const [mine, theirs] = etags.map(({ headers }) => headers.get('etag')!)
    assert.notEqual(mine, theirs)
    assert.equal((await shop.get('/store/products', { 'x-store-id': OTHER, 'if-none-match': mine! })).status, 200)
  })
})

test('the default store is for requests without a store only', { skip: COMPLETE_ONLY }, async () => {
  await using shop = await openShop({ defaultStore: storeId('other') })
  for (let round = 0; round < 2; round++) {
    const { status, body } = await shop.ask({ path: '/store/products' })
    assert.equal(status, 200)
    assert.equal(JSON.parse(body).meta.totalItems, 1)
    assert.equal((await shop.ask({ path: '/store/products', headers: { 'x-store-id': '' } })).body, body)
    assert.equal((await shop.json('/store/products')).meta.totalItems, 25)
    assert.equal((await shop.get('/store/products', { 'x-store-id': 'nobody' })).status, 404)
  }
})
