import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type CachedAnswer, createVitrine } from '@vitrine/client'
import { addMarkets, CAP, HAT, MARKET_STORE } from '../server/market-shop.ts'
import { openShop, type Shop, STORE } from '../server/shop.ts'

let server: Shop
before(async () => {
  server = await openShop({ events: 10 })
  await addMarkets(server)
})
after(() => server[Symbol.asyncDispose]())

function shopIn(market?: string, more: { readonly cache?: Map<string, CachedAnswer> } = {}) {
  return createVitrine({ url: server.address, store: MARKET_STORE, market, ...more })
}

test('a client of a market sends the market with every request', async () => {
  const shop = shopIn('de-at')
  const { data } = await shop.variants.list({ sku: 'HAT' })
  assert.deepEqual([data[0]!.price, (await shop.variants.get(data[0]!.id)).product.slug], ['24.00', 'strohhut'])
  assert.equal((await shop.products.get(HAT)).name, 'Strohhut')
  assert.equal((await shop.products.bySlug('strohhut'))!.id, HAT)
  assert.equal((await shop.products.facets()).price.max, '24.00')
  assert.equal((await shop.products.suggest({ search: 'strohh' })).products[0]!.name, 'Strohhut')
  assert.deepEqual([(await shop.labels()).length, (await shop.label('hats')).name], [1, 'Hats (de)'])
  assert.deepEqual([(await shop.store()).id, (await shop.store()).market], [MARKET_STORE, 'de-at'])
  const names: string[] = []
  for await (const { name } of shop.products.each({ limit: 1, sortBy: 'name:ASC' })) names.push(name)
  assert.deepEqual(names, ['Strohhut', 'Wollmütze'])
  assert.match((await shop.changes.list()).links.current, /&market=de-at$/)
  await assert.rejects(shopIn('cs').products.get(CAP), { code: 'product-not-found' })
  await assert.rejects(shopIn('fr').store(), { code: 'invalid-parameter', message: /must be one of de-at, cs/ })
})

test('a query names another market than the client, or none', async () => {
  const shop = shopIn('de-at')
  const nameIn = async (market: string) => (await shop.products.list({ sku: 'HAT', market })).data[0]!.name
  assert.deepEqual([await nameIn('cs'), await nameIn('')], ['Slamák', 'Straw hat'])
  assert.equal((await shop.products.facets({ market: 'cs' })).price.max, '600.00')
  assert.equal((await shopIn().products.list({ market: 'cs' })).data[0]!.name, 'Slamák')
})

test('the next page is in the market of the page, in a client of another one too', async () => {
  const page = await shopIn('de-at').products.list({ limit: 1, sortBy: 'name:ASC' })
  assert.equal((await shopIn('cs').products.next(page))!.data[0]!.name, 'Wollmütze')
})

test('the markets of a store are a list that begins with the store itself', async () => {
  const markets = await shopIn('cs').markets()
  assert.deepEqual(
    markets.map(({ code, currency }) => [code, currency]),
    [
      [undefined, 'USD'],
      ['de-at', 'EUR'],
      ['cs', 'CZK'],
    ],
  )
  assert.deepEqual(await createVitrine({ url: server.address, store: STORE }).markets(), [{}])
})

test('cached answers and keys of two markets differ, and tags do not', async () => {
  const cache = new Map<string, CachedAnswer>()
  for (let round = 0; round < 2; round++) {
    for (const [market, price] of [
      ['de-at', '24.00'],
      ['cs', '600.00'],
      [undefined, '20.00'],
    ] as const)
      assert.equal((await shopIn(market, { cache }).variants.list({ sku: 'HAT' })).data[0]!.price, price)
  }
  assert.equal(cache.size, 3)
  const keys = ['de-at', 'cs', undefined].map((market) => shopIn(market).products.key({ label: 'hats' }).join())
  assert.equal(new Set(keys).size, 3)
  assert.deepEqual(shopIn().products.key({ market: 'cs' }), shopIn('cs').products.key())
  const own = createVitrine({ url: server.address, store: MARKET_STORE })
  assert.deepEqual(await shopIn('cs').products.tags(HAT), await own.products.tags(HAT))
})

test('events are those of the market', async () => {
  const publicationOf = async (market?: string) => {
    for await (const { publication } of shopIn(market).events()) return publication
    return undefined
  }
  const { meta } = await shopIn('cs').changes.list()
  assert.equal(await publicationOf('cs'), meta.to)
  await assert.rejects(publicationOf('fr'), { code: 'invalid-parameter' })
})
