import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPLETE_ONLY } from '../quick.ts'
import { EMPTY, openShop, type Shop } from './shop.ts'

const HEADERS = { 'x-store-id': EMPTY }

function product(name: string, day: number, ...stocks: readonly (number | null)[]) {
  const variants = stocks.map((stock, index) => ({ sku: `${name} ${index}`, price: day, stock }))
  return { name, createdAt: `2026-01-0${day}T00:00:00.000Z`, description: 'Of wool.', labelValues: ['All'], variants }
}

/** The newest first. */
const PRODUCTS = [
  product('Sold out hat', 8, 0, 0),
  product('Hat', 7, 0),
  product('Empty hat', 6),
  product('Blue hat', 5, 0, 2),
  product('Red scarf', 4, 1),
  product('Grey hat', 3, null),
]

async function names(shop: Shop, query: string): Promise<string> {
  const { data } = await shop.json(`/store/products?${query}`, HEADERS)
  return data.map(({ name }: { name: string }) => name).join(', ')
}

const NEWEST_FIRST = 'Sold out hat, Hat, Empty hat, Blue hat, Red scarf, Grey hat'
const IN_STOCK_FIRST = 'Blue hat, Red scarf, Grey hat, Sold out hat, Hat, Empty hat'

async function openStore(): Promise<Shop> {
  const shop = await openShop()
  await shop.load(EMPTY, PRODUCTS)
  return shop
}

test('what is out of stock comes last in lists of the default order, and in no other', {
  skip: COMPLETE_ONLY,
}, async () => {
  await using shop = await openStore()
  for (const query of ['', 'label=all', 'search=wool']) assert.equal(await names(shop, query), NEWEST_FIRST, query)
  await shop.catalogs.changeStore(EMPTY, { outOfStock: 'last' })
  for (const query of ['', 'label=all', 'within=all', 'minPrice=0']) {
    const others = query === 'minPrice=0' ? ', Sold out hat, Hat' : ', Sold out hat, Hat, Empty hat'
    assert.equal(await names(shop, query), `Blue hat, Red scarf, Grey hat${others}`, query)
  }
  assert.equal(await names(shop, 'sortBy=createdAt:DESC'), NEWEST_FIRST)
  assert.equal(await names(shop, 'search=wool&sortBy=createdAt:DESC'), NEWEST_FIRST)
  await shop.catalogs.changeStore(EMPTY, { outOfStock: undefined })
  assert.equal(await names(shop, ''), NEWEST_FIRST)
})

test('a better match comes first, in stock or not', async () => {
  await using shop = await openStore()
  await shop.catalogs.changeStore(EMPTY, { outOfStock: 'last' })
  assert.equal(await names(shop, 'search=wool'), IN_STOCK_FIRST)
  assert.equal(await names(shop, 'search=hat'), 'Hat, Blue hat, Grey hat, Sold out hat, Empty hat')
})

test('in the order of popularity, the most popular that is in stock comes first', async () => {
  await using shop = await openStore()
  await shop.catalogs.changeStore(EMPTY, { outOfStock: 'last', order: 'popularity' })
  await shop.load(EMPTY, [
    { ...PRODUCTS[0]!, popularity: 9 },
    { ...PRODUCTS[5]!, popularity: 5 },
  ])
  assert.equal(await names(shop, ''), 'Grey hat, Blue hat, Red scarf, Sold out hat, Hat, Empty hat')
  assert.equal(await names(shop, 'sortBy=popularity:DESC&limit=2'), 'Sold out hat, Grey hat')
})

test('pages do not overlap, and totals and facets stay as they are', async () => {
  await using shop = await openStore()
  const facets = await shop.json('/store/products/facets', HEADERS)
  await shop.catalogs.changeStore(EMPTY, { outOfStock: 'last' })
  for (const query of ['', '&search=wool', '&label=all']) {
    const pages = await Promise.all([1, 2, 3].map((page) => names(shop, `limit=2&page=${page}${query}`)))
    assert.equal(pages.join(', '), IN_STOCK_FIRST)
    assert.equal((await shop.json(`/store/products?limit=2${query}`, HEADERS)).meta.totalItems, 6)
  }
  assert.deepEqual(await shop.json('/store/products/facets', HEADERS), facets)
})
