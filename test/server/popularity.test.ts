import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY, openShop, type Shop } from './shop.ts'

const HEADERS = { 'x-store-id': EMPTY }

function product(name: string, day: number, popularity?: number) {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  return { name, slug, createdAt: `2026-01-0${day}T00:00:00.000Z`, popularity, variants: [{ sku: slug, price: 1 }] }
}

const [OLD, NEW, MID] = [product('Red Shirt', 1), product('Blue Shirt', 3), product('Green Shirt', 2)]

async function names(shop: Shop, query: string): Promise<string[]> {
  const { data } = await shop.json(`/store/products${query}`, HEADERS)
  return data.map(({ name }: { name: string }) => name)
}

const NEWEST_FIRST = ['Blue Shirt', 'Green Shirt', 'Red Shirt']

test('without any popularity, orders by popularity are newest first and nothing is stored for them', async () => {
  await using shop = await openShop()
  await shop.catalogs.changeStore(EMPTY, { order: 'popularity' })
  await shop.load(EMPTY, [OLD, NEW, MID])
  for (const query of ['', '?sortBy=popularity:DESC', '?sortBy=popularity:ASC', '?search=shirt', '?label='])
    assert.deepEqual(await names(shop, query), NEWEST_FIRST, query)
  assert.deepEqual(await names(shop, '?search=shirt&sortBy=popularity:ASC&limit=1&page=2'), ['Green Shirt'])
  const edition = await shop.catalogs.current(EMPTY)
  for (const sort of ['popularity:ASC', 'popularity:DESC'] as const)
    assert.equal((await edition.sortOrder('product', sort)).positions.length, 0)
})

test('the first popularity of a store orders its lists, its searches and its suggestions', async () => {
  await using shop = await openShop()
  await shop.load(EMPTY, [OLD, NEW, MID])
  await shop.load(EMPTY, [{ ...OLD, popularity: 5 }, product('Shirt', 4, 1)])
  const popularFirst = ['Red Shirt', 'Shirt', 'Blue Shirt', 'Green Shirt']
  assert.deepEqual(await names(shop, '?sortBy=popularity:DESC'), popularFirst)
  assert.deepEqual(await names(shop, '?sortBy=popularity:ASC'), ['Blue Shirt', 'Green Shirt', 'Shirt', 'Red Shirt'])
  assert.deepEqual(await names(shop, ''), ['Shirt', ...NEWEST_FIRST])
  // A better match comes first, whatever its popularity.
  assert.deepEqual(await names(shop, '?search=shirt'), ['Shirt', 'Red Shirt', 'Blue Shirt', 'Green Shirt'])
  assert.deepEqual(await names(shop, '?search=shirt&sortBy=createdAt:DESC'), ['Shirt', ...NEWEST_FIRST])
  const { products } = await shop.json('/store/products/suggest', HEADERS)
  assert.deepEqual(
    products.map(({ name }: { name: string }) => name),
    popularFirst,
  )

  await shop.catalogs.changeStore(EMPTY, { order: 'popularity' })
  const { data, links } = await shop.json('/store/products?limit=3', HEADERS)
  assert.deepEqual(
    data.map(({ name }: { name: string }) => name),
    popularFirst.slice(0, 3),
  )
  assert.equal(links.next, '?page=2&limit=3')
  assert.deepEqual(await names(shop, links.next), popularFirst.slice(3))
  assert.deepEqual(await names(shop, '?inStock=true'), popularFirst)

  await shop.catalogs.rollback(EMPTY, () => 1)
  assert.deepEqual(await names(shop, ''), NEWEST_FIRST)
})

test('only a product in full shows its popularity', async () => {
  await using shop = await openShop()
  await shop.load(EMPTY, [
    { ...OLD, popularity: '5' },
    { ...NEW, popularity: 0 },
  ])
  const { data } = await shop.json('/store/products?form=full', HEADERS)
  assert.deepEqual(
    data.map((product: object) => ('popularity' in product ? product.popularity : 'none')),
    ['none', 5],
  )
  for (const path of ['/store/products', `/store/products/${data[1].id}`])
    assert.ok(!JSON.stringify(await shop.json(path, HEADERS)).includes('popularity'))
})
