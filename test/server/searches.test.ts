import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SearchRecord } from '@vitrine/server/searches'
import { ucp } from '../agents/http/agent-client.ts'
import { COMPLETE_ONLY } from '../quick.ts'
import { OTHER, openShop, type Shop, STORE } from './shop.ts'

type Reported = SearchRecord & { readonly store: string }

async function recordingShop(reported: Reported[]): Promise<Shop> {
  return await openShop({ onSearch: (store, search) => reported.push({ store, ...search }) })
}

async function outcomes({ metrics }: Shop): Promise<Record<string, number>> {
  const { values } = await metrics.registry.getSingleMetric('vitrine_searches_total')!.get()
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.outcome), value]))
}

describe('searches are recorded', () => {
  test('with their outcome, which agrees with the answer', { skip: COMPLETE_ONLY }, async () => {
    const reported: Reported[] = []
    await using shop = await recordingShop(reported)
    const searches: [query: string, expected: Omit<SearchRecord, 'words'> & { words?: string }][] = [
      ['search=shirt', { total: 25, outcome: 'found' }],
      ['search=SHÍRT%2007', { words: 'shirt 07', total: 1, outcome: 'found' }],
      ['search=red&limit=3', { total: 16, outcome: 'found' }],
      ['search=shrit', { total: 25, outcome: 'corrected' }],
      ['search=shirt%2007%20gumboots', { total: 1, outcome: 'dropped' }],
      ['search=shrit%2007%20gumboots', { total: 1, outcome: 'dropped' }],
      ['search=shirt&label=nowhere', { total: 0, outcome: 'filtered' }],
      ['search=shirt%20under%200', { total: 0, outcome: 'filtered' }],
      ['search=gumboots', { total: 0, outcome: 'none' }],
      ['search=gumboots&label=sale', { total: 0, outcome: 'none' }],
    ]
    for (const [query, { words, ...expected }] of searches) {
      const { meta } = await shop.json(`/store/products?${query}`)
      const searched = words ?? new URLSearchParams(query).get('search')
      assert.deepEqual(reported.pop(), { store: STORE, words: searched, ...expected }, query)
      assert.equal(meta.totalItems, expected.total, query)
      assert.equal(meta.search?.dropped !== undefined, expected.outcome === 'dropped', query)
      if (expected.outcome === 'corrected') assert.ok(meta.search.corrected, query)
      if (expected.outcome === 'found') assert.equal(meta.search?.corrected, undefined, query)
    }
    await shop.json('/store/products?search=under+5')
    assert.deepEqual(reported, [])
    assert.deepEqual(await outcomes(shop), { found: 3, corrected: 1, dropped: 2, filtered: 2, none: 2 })
  })

  test('as often as they are answered, also from the cache and as 304', async () => {
    const reported: Reported[] = []
    await using shop = await recordingShop(reported)
    const path = '/store/products?search=gumboots'
    const first = await shop.get(path)
    await shop.get(path)
    assert.equal((await shop.get(path, { 'if-none-match': first.headers.get('etag')! })).status, 304)
    assert.equal(await shop.metric('vitrine_response_cache_hits_total'), 2)
    const expected = { store: STORE, words: 'gumboots', total: 0, outcome: 'none' }
    assert.deepEqual(reported, [expected, expected, expected])
    assert.equal((await outcomes(shop)).none, 3)
  })

  test('of variants and of assistants, for their store', { skip: COMPLETE_ONLY }, async () => {
    const reported: Reported[] = []
    await using shop = await recordingShop(reported)
    await shop.get('/store/product-variants?search=shirt', { 'x-store-id': OTHER })
    await shop.catalogs.changeStore(STORE, { currency: 'EUR', productUrl: 'https://shop.example/{slug}' })
    assert.equal((await ucp(shop, 'search', { query: 'gumboots' })).status, 200)
    assert.deepEqual(reported, [
      { store: OTHER, words: 'shirt', total: 0, outcome: 'none' },
      { store: STORE, words: 'gumboots', total: 0, outcome: 'none' },
    ])
  })

  test('but not later pages, facets, suggestions while typing, searches without words, and requests that fail', async () => {
    const reported: Reported[] = []
    await using shop = await recordingShop(reported)
    for (const path of [
      '/store/products?search=shirt&page=2',
      '/store/products/facets?search=shirt',
      '/store/products/suggest?search=shi',
      '/store/products?search=!!!',
      '/store/products?search=%20',
      '/store/products',
      '/store/products?search=shirt&limit=no',
      `/store/products?search=${'a'.repeat(201)}`,
    ])
      await shop.get(path)
    assert.deepEqual(reported, [])
  })

  test('with at most 200 characters', async () => {
    const reported: Reported[] = []
    await using shop = await recordingShop(reported)
    // One character that folds to 18.
    await shop.get(`/store/products?search=${encodeURIComponent('\ufdfa'.repeat(200))}`)
    assert.equal(reported[0]!.words.length, 200)
  })
})
