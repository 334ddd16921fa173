import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketCode, marketStoreId, storeAndMarket, storeOfMarket } from '@vitrine/catalog/market'
import { storeId } from '@vitrine/catalog/store'
import { storeNamed } from '../loading.ts'

test('the code of a market has 1 to 32 letters, digits and hyphens inside', () => {
  for (const code of ['de', 'de-at', 'x', '2', 'a'.repeat(32)]) assert.equal(marketCode(code), code)
  for (const text of ['', 'DE', 'de_AT', '-de', 'de-', 'a.b', 'ä', 'a'.repeat(33)])
    assert.equal(marketCode(text), undefined)
})

test('a market has an id that no store can have', () => {
  const id = marketStoreId(storeId('shop')!, 'de-at')
  assert.equal(storeId(id), undefined)
  assert.deepEqual(storeAndMarket(id), { store: 'shop', market: 'de-at' })
  assert.deepEqual(storeAndMarket(storeId('shop')!), { store: 'shop', market: undefined })
})

test('a market has its own language, currency, hosts and words, and the other settings of the store', () => {
  const market = { code: 'de', language: 'de', currency: 'EUR', url: undefined }
  const store = {
    ...storeNamed('shop'),
    language: 'en',
    currency: 'GBP',
    url: 'https://shop.example',
    hosts: ['shop.example'],
    stopWords: ['shop'],
    order: 'popularity' as const,
    markets: [market],
  }
  const { language: _, hosts: __, stopWords: ___, markets: ____, ...shared } = store
  assert.deepEqual(storeOfMarket(store, market), { ...shared, id: 'shop.de', language: 'de', currency: 'EUR' })
})
