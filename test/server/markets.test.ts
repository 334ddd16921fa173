import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { cacheTag } from '@vitrine/catalog/cache-tag'
import { marketStoreId } from '@vitrine/catalog/market'
import type { Market, StoreId } from '@vitrine/catalog/store'
import { createMetrics, storeGauges } from '@vitrine/server/metrics'
import type { SearchRecord } from '@vitrine/server/searches'
import { COMPLETE_ONLY } from '../quick.ts'
import { EventReader } from './event-reader.ts'
import { addMarkets, CAP, declareMarkets, HAT, MARKET_STORE, MARKETS } from './market-shop.ts'
import { type Body, logTo, OTHER, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
const log: Body[] = []
const searches: [StoreId, SearchRecord][] = []
before(async () => {
  shop = await openShop({
    cacheTags: 'surrogate-key',
    events: 10,
    logger: logTo(log, 'debug'),
    onSearch: (store, search) => searches.push([store, search]),
  })
  await addMarkets(shop)
})
after(() => shop[Symbol.asyncDispose]())

const HEADERS = { 'x-store-id': MARKET_STORE }
const STRICT = { prefer: 'handling=strict' }

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await shop.ask({ path, headers: { host: 'localhost', ...HEADERS, ...headers } })
  return { ...answer, json: answer.body === '' ? undefined : (JSON.parse(answer.body) as Body) }
}

async function namesOf(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  return (await read(path, headers)).json.data.map(({ name }: { name: string }) => name)
}

/** Paths of all operations, with what their bodies say in a market and in none. */
const PATHS: Record<string, { readonly inMarket: RegExp; readonly inStore: RegExp }> = {
  '/store': { inMarket: /"publicName":"Hüte".*"market":"de-at"/, inStore: /"publicName":"Hats"(?!.*"market")/ },
  '/store/products?sortBy=price:ASC': { inMarket: /Strohhut.*"24\.00"/, inStore: /Straw hat.*"20\.00"/ },
  '/store/products/facets?minPrice=1': { inMarket: /Hats \(de\).*"max":"24\.00"/, inStore: /"max":"20\.00"/ },
  '/store/products/suggest?search=strohh': { inMarket: /Strohhut/, inStore: /"products":\[\]/ },
  [`/store/products/${HAT}?form=full`]: { inMarket: /Strohhut/, inStore: /Straw hat/ },
  '/store/labels?kind=unknown': { inMarket: /Hats \(de\)/, inStore: /Hats \(en\)/ },
  '/store/labels/hats': { inMarket: /Hats \(de\)/, inStore: /Hats \(en\)/ },
  '/store/product-variants?sku=HAT': { inMarket: /"24\.00"/, inStore: /"20\.00"/ },
}

function withMarket(path: string, market: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}market=${market}`
}

describe('the parameter market', () => {
  test('selects the texts and prices of the market in every operation, also from a cache', {
    skip: COMPLETE_ONLY,
  }, async () => {
    for (const [path, { inMarket, inStore }] of Object.entries(PATHS)) {
      for (let round = 0; round < 3; round++) {
        const market = await read(withMarket(path, 'de-at'), STRICT)
        assert.deepEqual([market.status, market.headers['content-language']], [200, 'de-AT'], path)
        assert.match(market.body, inMarket, path)
        for (const unnamed of [path, withMarket(path, '')]) {
          const store = await read(unnamed, STRICT)
          assert.deepEqual([store.status, store.headers['content-language']], [200, 'en'], path)
          assert.match(store.body, inStore, path)
          assert.doesNotMatch(store.body, inMarket, path)
        }
      }
    }
    const { id } = (await read('/store/product-variants?sku=HAT&market=de-at')).json.data[0]
    const variant = await read(`/store/product-variants/${id}?market=de-at`)
    assert.deepEqual([variant.json.price, variant.json.product.slug], ['24.00', 'strohhut'])
  })

  test('leaves out products that the market does not have', async () => {
    assert.deepEqual(await namesOf('/store/products?market=cs'), ['Slamák'])
    const missing = await read(`/store/products/${CAP}?market=cs`)
    assert.deepEqual([missing.status, missing.json.code], [404, 'product-not-found'])
    assert.equal(missing.headers['content-language'], undefined)
  })

  test('stays in all links, after the other parameters', async () => {
    const links = async (path: string) => (await read(path)).json.links
    const list = await links('/store/products?market=de-at&limit=1&label=hats&form=card')
    assert.equal(list.next, '?page=2&limit=1&form=card&label=hats&market=de-at')
    assert.deepEqual(await namesOf(`/store/products${list.next}`), ['Wollmütze'])
    const variants = await links(`/stores/${MARKET_STORE}/store/product-variants?limit=1&market=de-at`)
    const url = `http://localhost/stores/${MARKET_STORE}/store/product-variants`
    assert.equal(variants.next, `${url}?page=2&limit=1&sortBy=createdAt:DESC&market=de-at`)
    const { meta } = (await read('/store/changes?market=de-at')).json
    const changes = await links(`/store/changes?market=de-at&since=${meta.to}`)
    assert.equal(changes.current, `?page=1&limit=20&since=${meta.to}&until=${meta.to}&market=de-at`)
    assert.equal((await links('/store/changes?market=cs')).current, '?page=1&limit=20&market=cs')
    assert.equal((await links('/store/products?limit=1&market=')).next, '?page=2&limit=1')
  })

  test('of an unknown market is an error that lists the markets, with all other errors', async () => {
    for (const path of [...Object.keys(PATHS), '/store/markets', '/store/changes', `/store/product-variants/${HAT}`]) {
      for (const headers of [{}, STRICT, { 'if-none-match': '*' }]) {
        const { status, json } = await read(withMarket(path, 'DE'), headers)
        const detail = 'must be one of de-at, cs, not "DE"'
        assert.deepEqual([status, json.code], [400, 'invalid-parameter'], path)
        assert.deepEqual(json.errors, [{ parameter: 'market', detail }], path)
      }
    }
    const { json } = await read('/store/products?page=0&market=fr')
    assert.deepEqual(json.errors.map(({ parameter }: Body) => parameter).toSorted(), ['market', 'page'])
  })

  test('is an error if it is given twice', async () => {
    for (const path of ['/store?market=cs&market=cs', '/store?market=cs&market=fr', '/store?market[]=cs&market[]=cs']) {
      const { status, json } = await read(path)
      const detail = 'must be given only once, not 2 times'
      assert.deepEqual([status, json.errors], [400, [{ parameter: 'market', detail }]])
    }
    assert.equal((await read('/store?%6darket%5B%5D=cs')).json.market, 'cs')
  })

  test('lists twenty markets in its error, and counts the others', { skip: COMPLETE_ONLY }, async () => {
    await using many = await openShop()
    const markets: Market[] = Array.from({ length: 23 }, (_, index) => ({
      code: `m${index}`,
      language: 'en',
      currency: 'EUR',
    }))
    const detailOf = async (store: StoreId, count: number) => {
      await declareMarkets(many, markets.slice(0, count), store)
      return (await many.json('/store?market=x', { 'x-store-id': store })).errors[0].detail
    }
    const twenty = markets.slice(0, 20).map(({ code }) => code)
    assert.equal(await detailOf(OTHER, 20), `must be one of ${twenty.join(', ')}, not "x"`)
    assert.equal(await detailOf(STORE, 23), `must be one of ${twenty.join(', ')} and 3 more, not "x"`)
  })

  test('is an error if the market was removed a moment ago', async () => {
    await using removed = await openShop()
    await declareMarkets(removed, [{ code: 'fr', language: 'fr', currency: 'EUR' }], OTHER)
    await removed.catalogs.removeStore(marketStoreId(OTHER, 'fr'))
    const response = await removed.get('/store?market=fr', { 'x-store-id': OTHER })
    const { errors } = (await response.json()) as Body
    const detail = 'names the market "fr", which was removed'
    assert.deepEqual([response.status, errors], [400, [{ parameter: 'market', detail }]])
  })
})

describe('in a store without markets', () => {
  test('a market is an error: nobody sees the prices of the store in its place', async () => {
    const detail = 'is "de-at", but the store has no markets'
    for (const path of [...Object.keys(PATHS), '/store/markets', '/store/changes']) {
      for (const headers of [{}, STRICT, { 'if-none-match': '*' }]) {
        const named = await shop.get(withMarket(path, 'de-at'), headers)
        assert.deepEqual(
          [named.status, ((await named.json()) as Body).errors],
          [400, [{ parameter: 'market', detail }]],
          path,
        )
      }
    }
    const events = await shop.get('/store/events?market=de-at')
    assert.equal(events.status, 400)
    await events.body?.cancel()
    assert.equal((await shop.get('/store/products?market=')).headers.get('ignored-parameters'), null)
  })

  test('a market that was its last one is an error, also with an ETag from before', async () => {
    await using own = await openShop()
    await declareMarkets(own, [{ code: 'fr', language: 'fr', currency: 'EUR' }], OTHER)
    const ask = async (headers = {}) => await own.get('/store/products?market=fr', { 'x-store-id': OTHER, ...headers })
    const before = await ask()
    assert.equal(before.status, 200)
    await declareMarkets(own, [], OTHER)
    assert.equal((await ask()).status, 400)
    assert.equal((await ask({ 'if-none-match': before.headers.get('etag')! })).status, 400)
  })

  test('answers do not name their language', { skip: COMPLETE_ONLY }, async () => {
    await using own = await openShop()
    await own.catalogs.changeStore(STORE, { language: 'en' })
    for (const headers of [{}, { 'if-none-match': '*' }])
      assert.equal((await own.get('/store/products', headers)).headers.get('content-language'), null)
  })

  test('the list of markets has the store alone', async () => {
    const { id: _, ...settings } = await shop.json('/store')
    assert.deepEqual(await shop.json('/store/markets'), { data: [settings] })
  })

  test('an error may ask for the parameter', async () => {
    const inMarkets = await read('/store/products?markets=de', STRICT)
    assert.match(inMarkets.json.errors[0].detail, /did you mean market\?$/)
  })
})

describe('a host of a market', () => {
  test('selects it, in any case and with any port, unless the request names a market', async () => {
    for (const host of ['at.example', 'AT.Example:8080', 'www.at.example:', 'at.example:443']) {
      for (let round = 0; round < 2; round++) {
        assert.deepEqual(await namesOf('/store/products?label=hats&limit=1&page=2', { host }), ['Wollmütze'], host)
        assert.deepEqual(await namesOf('/store/products?market=cs', { host }), ['Slamák'], host)
        assert.equal((await read('/store/products?market=', { host })).headers['content-language'], 'de-AT')
      }
    }
    for (const host of ['at.example.org', 'hats.example', 'example'])
      assert.equal((await read('/store', { host })).json.market, undefined, host)
    assert.equal((await read('/store/products?limit=1', { host: 'at.example' })).json.links.next, '?page=2&limit=1')
  })

  test('selects it where links have a public address, without mixing up cached answers', async () => {
    await using published = await openShop({ publicUrl: 'https://hats.example' })
    await addMarkets(published)
    const path = '/store/product-variants?sku=HAT'
    for (let round = 0; round < 2; round++) {
      for (const [host, price] of [
        ['at.example', '24.00'],
        ['hats.example', '20.00'],
      ] as const) {
        const { body } = await published.ask({ path, headers: { host, ...HEADERS } })
        assert.equal(JSON.parse(body).data[0].price, price)
      }
    }
  })

  test('of another store selects nothing', async () => {
    const { body } = await shop.ask({ path: '/store', headers: { host: 'at.example', 'x-store-id': STORE } })
    assert.equal(JSON.parse(body).id, STORE)
  })
})

describe('the answers of a market', () => {
  test('have ETags of their own, which get a 304 with the same headers', async () => {
    for (const path of [...Object.keys(PATHS), `/store/products?slug=strohhut`]) {
      const store = await read(path)
      const market = await read(withMarket(path, 'de-at'))
      assert.notEqual(market.headers.etag, store.headers.etag, path)
      const fresh = await read(withMarket(path, 'de-at'), { 'if-none-match': String(market.headers.etag) })
      assert.deepEqual([fresh.status, fresh.headers['content-language']], [304, 'de-AT'], path)
      assert.equal(fresh.headers['surrogate-key'], market.headers['surrogate-key'])
      assert.equal((await read(withMarket(path, 'de-at'), { 'if-none-match': String(store.headers.etag) })).status, 200)
    }
  })

  test('have no Content-Language without a language, and none that the request prefers', async () => {
    for (const path of ['/store/products?market=cs', '/store?market=cs'])
      assert.equal((await read(path)).headers['content-language'], undefined)
    const { headers, body } = await read('/store/products', { 'accept-language': 'de-AT' })
    assert.equal(headers['content-language'], 'en')
    assert.match(body, /Straw hat/)
    assert.equal(headers.vary, 'x-store-id, Accept-Encoding')
  })

  test('have the cache tags of the store', async () => {
    const tags = async (path: string) => (await read(path)).headers['surrogate-key']
    const expected = [cacheTag(MARKET_STORE, ''), cacheTag(MARKET_STORE, `product:${HAT}`)].join(' ')
    assert.equal(await tags(`/store/products/${HAT}?market=de-at`), expected)
    for (const path of Object.keys(PATHS)) assert.equal(await tags(withMarket(path, 'de-at')), await tags(path), path)
    assert.equal(await tags(`/store/products/${CAP}?market=cs`), await tags('/store/products'))
  })

  test('are of the edition that the store and its other markets have', { skip: COMPLETE_ONLY }, async () => {
    await using own = await openShop()
    await addMarkets(own)
    const editions = async () =>
      await Promise.all(
        ['', '?market=de-at', '?market=cs'].map(
          async (query) =>
            /^W\/"(\d+)-/.exec((await own.get(`/store/products${query}`, HEADERS)).headers.get('etag')!)?.[1],
        ),
      )
    const [before] = await editions()
    assert.deepEqual(await editions(), [before, before, before])
    await declareMarkets(own, MARKETS)
    const after = String(Number(before) + 1)
    assert.deepEqual(await editions(), [after, after, after])
  })

  test('find a product by its slug of another market, and name its slugs in all', async () => {
    const slugs = ['straw-hat', 'strohhut', 'slamak']
    const alternates = [{ slug: 'straw-hat' }, { market: 'de-at', slug: 'strohhut' }, { market: 'cs', slug: 'slamak' }]
    for (const [market, own] of [
      ['', 'straw-hat'],
      ['de-at', 'strohhut'],
      ['cs', 'slamak'],
    ]) {
      for (const slug of slugs) {
        const { data } = (await read(`/store/products?slug=${slug}&form=full&market=${market}`)).json
        assert.deepEqual(
          data.map((product: Body) => [product.id, product.slug]),
          [[HAT, own]],
        )
        assert.deepEqual(data[0].alternates, alternates)
        assert.equal(Object.keys(data[0]).at(-1), 'alternates')
      }
    }
    const [cap] = (await read(`/store/products?id=${CAP}&form=full`)).json.data
    assert.deepEqual(cap.alternates, [{ slug: 'wool-cap' }, { market: 'de-at', slug: 'wollmuetze' }])
  })
})

describe('the list of markets', () => {
  test('has the store itself, and then its markets in their order', async () => {
    const { status, json, headers } = await read('/store/markets')
    assert.deepEqual([status, headers['content-language']], [200, 'en'])
    assert.deepEqual(json, {
      data: [
        { publicName: 'Hats', language: 'en', currency: 'USD', minorUnits: 2, hosts: ['hats.example'] },
        {
          code: 'de-at',
          publicName: 'Hüte',
          language: 'de-AT',
          currency: 'EUR',
          minorUnits: 2,
          url: 'https://at.example/',
          taxIncluded: true,
          hosts: ['at.example', 'www.at.example'],
        },
        { code: 'cs', publicName: 'Hats', currency: 'CZK', minorUnits: 2 },
      ],
    })
    for (const { code, ...settings } of json.data) {
      const { id, market, ...own } = (await read(`/store?market=${code ?? ''}`)).json
      assert.deepEqual([id, market, own], [MARKET_STORE, code, settings])
    }
  })

  test('is the same whatever market is selected, and new as soon as a market is', { skip: COMPLETE_ONLY }, async () => {
    await using own = await openShop()
    await addMarkets(own)
    const get = async (etag = '') => {
      const headers = { ...HEADERS, 'if-none-match': etag }
      const response = await own.get('/store/markets?market=de-at', headers)
      return { status: response.status, etag: response.headers.get('etag')!, body: await response.text() }
    }
    const first = await get()
    assert.equal(first.body, await (await own.get('/store/markets', HEADERS)).text())
    assert.equal((await get(first.etag)).status, 304)
    await declareMarkets(own, [...MARKETS, { code: 'sr', language: 'sr', currency: 'RSD' }])
    const second = await get(first.etag)
    assert.equal(second.status, 200)
    assert.match(second.body, /"code":"sr"/)
  })
})

describe('the id under which a market is stored', () => {
  test('names no store', async () => {
    const id = marketStoreId(MARKET_STORE, 'de-at')
    for (const [path, headers] of [
      ['/store/products', { 'x-store-id': id }],
      [`/stores/${id}/store/products`, {}],
      [`/stores/${encodeURIComponent(id).replace('.', '%2E')}/store/products`, {}],
      [`/stores/${id}/store/events`, {}],
    ] as const) {
      const { status, body } = await shop.ask({ path, headers: { host: 'localhost', ...headers } })
      assert.deepEqual([status, JSON.parse(body).code], [404, 'store-not-found'], path)
    }
  })

  test('is in no answer, line of the log, metric or search', async () => {
    const id = marketStoreId(MARKET_STORE, '')
    for (const path of [
      ...Object.keys(PATHS),
      '/store/markets',
      '/store/products?search=hut',
      `/store/products/${CAP}`,
    ])
      for (const market of ['de-at', 'cs', 'none']) {
        const { headers, body } = await read(withMarket(path, market))
        assert.ok(!`${JSON.stringify(headers)}${body}`.includes(id), path)
      }
    assert.ok(log.some(({ url, store }) => url.includes('market=de-at') && store === MARKET_STORE))
    const ofMarket = log.filter(({ url = '' }) => !url.startsWith('/stores/'))
    assert.ok(!JSON.stringify(ofMarket).includes(id))
    assert.deepEqual([...new Set(searches.map(([store]) => store))], [MARKET_STORE])
    assert.ok(!(await gauges()).includes(id))
  })
})

test('metrics count the products of each market, and its store once', async () => {
  const text = await gauges()
  const lines = text.split('\n').filter((line) => line.includes(`store="${MARKET_STORE}"`) && /_products/.test(line))
  assert.deepEqual(lines, [
    `vitrine_products{store="${MARKET_STORE}"} 2`,
    `vitrine_products{store="${MARKET_STORE}",market="cs"} 1`,
    `vitrine_products{store="${MARKET_STORE}",market="de-at"} 2`,
  ])
  assert.match(text, /^vitrine_stores 3$/m)
})

async function gauges(): Promise<string> {
  const registry = await storeGauges(createMetrics().registry, shop.editions)()
  return await registry.metrics()
}

describe('the events of a market', () => {
  test('are those of its publications, with the tags of the store', async () => {
    const url = `${shop.address}/store/events?market=cs`
    await using reader = await EventReader.open(url, { ...HEADERS, 'last-event-id': 'unknown' })
    const { event, data } = (await reader.next())!
    assert.deepEqual([event, data.tags], ['restart', [cacheTag(MARKET_STORE, '')]])
    assert.equal(data.publication, (await read('/store/changes?market=cs')).json.meta.to)
  })

  test('need a market that the store has', async () => {
    const inMarkets = await shop.ask({ method: 'HEAD', path: '/store/events?market=fr', headers: HEADERS })
    assert.equal(inMarkets.status, 400)
    const { status, json } = await read('/store/events?market=fr')
    const detail = 'must be one of de-at, cs, not "fr"'
    assert.deepEqual([status, json.errors], [400, [{ parameter: 'market', detail }]])
    const twice = await read('/store/events?market=cs&market=cs')
    assert.equal(twice.json.errors[0].detail, 'must be given only once, not 2 times')
    const head = await shop.ask({ method: 'HEAD', path: '/store/events?market=fr', headers: { 'x-store-id': STORE } })
    assert.equal(head.status, 400)
  })
})
