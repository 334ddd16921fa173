import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMPTY, openShop } from './shop.ts'

const HEADERS = { 'x-store-id': EMPTY }
const PRODUCTS = [
  { name: 'Blue Shirt', labelValues: ['Sale'], variants: [{ sku: 'S', price: 1 }] },
  { name: 'Goose down', variants: [{ sku: 'K', price: 1 }] },
]

test('a running server answers by the new settings of a store, with another ETag, in every cache', async () => {
  await using shop = await openShop()
  await shop.load(EMPTY, PRODUCTS)
  const search = async (word: string) => {
    const response = await shop.get(`/store/products?search=${word}`, HEADERS)
    // biome-ignore lint/suspicious/noExplicitAny: tests know the shape
    const { data, meta } = (await response.json()) as any
    return { etag: response.headers.get('etag')!, names: data.map(({ name }: { name: string }) => name), meta }
  }
  const before = await search('geese')
  assert.deepEqual([before.names, (await search('geese')).etag], [[], before.etag])
  const sale = await search('sale')
  assert.deepEqual([sale.names, sale.meta.search?.fields?.includes('label')], [['Blue Shirt'], true])

  await shop.catalogs.changeStore(EMPTY, { language: 'en' })
  const english = await search('geese')
  assert.deepEqual(english.names, ['Goose down'])
  assert.notEqual(english.etag, before.etag)

  await shop.catalogs.changeStore(EMPTY, { searchIn: ['label'] })
  const labels = await search('sale')
  assert.deepEqual([labels.names, labels.meta.search], [['Blue Shirt'], undefined])
  assert.notEqual(labels.etag, english.etag)

  const stale = await shop.get('/store/products?search=sale', { ...HEADERS, 'if-none-match': english.etag })
  assert.equal(stale.status, 200)
  await stale.text()
  await shop.catalogs.changeStore(EMPTY, { language: undefined, searchIn: undefined })
  assert.equal((await search('geese')).etag, before.etag)
  assert.deepEqual((await search('geese')).names, [])
})
