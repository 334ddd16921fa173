import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createVitrine, type ProductQuery, RequestError } from '@vitrine/client'
import { openShop, type Shop, STORE } from '../server/shop.ts'

let server: Shop
before(async () => {
  server = await openShop({ cacheTags: 'x-tags' })
})
after(() => server[Symbol.asyncDispose]())

/** A client that notes the tags of the last answer. */
function tagged(options: { readonly url?: string; readonly store?: string } = { store: STORE }) {
  const seen = { tags: '', requests: 0 }
  const noted: typeof fetch = async (url, init) => {
    const response = await fetch(url, init)
    seen.tags = response.headers.get('x-tags') ?? ''
    seen.requests++
    return response
  }
  return { seen, shop: createVitrine({ url: server.address, ...options, fetch: noted, cache: 0 }) }
}

const QUERIES: ProductQuery[] = [
  {},
  { within: 'shirts' },
  { within: ['shirts', 'sale', 'shirts'], label: 'sale' },
  { label: ['shirts', 'sale'], option: { color: 'red' }, minPrice: '3', sortBy: 'price:ASC', page: 2 },
  { label: Array.from({ length: 8 }, (_, index) => `l${index}`) },
  { label: Array.from({ length: 9 }, (_, index) => `l${index}`) },
  { label: 'Größe', form: 'card' },
  { label: 'sale', search: '  ' },
  { within: 'sale', search: 'shirt' },
  { within: 'sale', search: '' },
  { within: 'sale', slug: 'shirt-05' },
  { within: 'sale', related: '00000000-0000-4000-8000-000000000000' },
  { within: '', label: '' },
]

test('the tags of a query are those that the server sends with its list and its facets', async () => {
  const { seen, shop } = tagged()
  for (const query of QUERIES) {
    await shop.products.list(query)
    assert.equal((await shop.products.tags(query)).join(' '), seen.tags, JSON.stringify(query))
    await shop.products.facets(query)
    assert.equal((await shop.products.tags(query, { facets: true })).join(' '), seen.tags, JSON.stringify(query))
  }
})

test('the tags of an id are those of the product', async () => {
  const { seen, shop } = tagged()
  const { id } = (await shop.products.list({ limit: 1 })).data[0]!
  await shop.products.get(id)
  for (const written of [id, id.toUpperCase()]) assert.equal((await shop.products.tags(written)).join(' '), seen.tags)
  await assert.rejects(shop.products.tags('shirt-07'), { code: 'invalid-id' })
})

test('a client without a store asks for it, and one with a store in its address does not', async () => {
  await using alone = await openShop({ cacheTags: 'x-tags', defaultStore: STORE })
  const expected = await tagged().shop.products.tags({ label: 'sale' })
  const asking = tagged({ url: alone.address })
  assert.deepEqual([await asking.shop.products.tags({ label: 'sale' }), asking.seen.requests], [expected, 1])
  const inPath = tagged({ url: `${server.address}/stores/${STORE}` })
  assert.deepEqual([await inPath.shop.products.tags({ label: 'sale' }), inPath.seen.requests], [expected, 0])
  const nowhere = tagged({ url: server.address })
  await assert.rejects(
    nowhere.shop.products.tags({}),
    (error) => error instanceof RequestError && error.code === 'store-required',
  )
})
