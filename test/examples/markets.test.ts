import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { marketStoreId } from '@vitrine/catalog/market'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import { loadAndSee, seen } from '../loading.ts'
import { STORE } from '../server/shop.ts'
import { openStorefront, type StorefrontShop } from './storefront.ts'

const HAT = {
  name: 'Straw hat',
  slug: 'straw-hat',
  description: 'A wide brim.',
  labelValues: [{ name: 'Hats', code: 'hats', kind: 'category' }],
  optionGroups: [{ name: 'Size', code: 'size', options: [{ name: 'S' }, { name: 'L' }] }],
  variants: [
    { sku: 'HAT-S', price: '20', productOptions: { size: 's' } },
    { sku: 'HAT-L', price: '25', productOptions: { size: 'l' } },
  ],
  markets: {
    de: {
      name: 'Strohhut',
      slug: 'strohhut',
      labelValues: { hats: 'Hüte' },
      optionGroups: { size: { name: 'Größe' } },
      variants: { 'HAT-S': { price: '22.50' }, 'HAT-L': { price: '27.50' } },
    },
  },
}
const CAP = { name: 'Rain cap', slug: 'rain-cap', variants: [{ sku: 'CAP', price: '9' }] }

let shop: StorefrontShop
before(async () => {
  shop = await openStorefront()
  await shop.catalogs.changeStore(STORE, { currency: 'EUR', language: 'en', publicName: 'Hats' })
  {
    const markets = () => [{ code: 'de', language: 'de', currency: 'CHF' }]
    await using draft = await shop.catalogs.draft(STORE, undefined, undefined, markets)
    await seen(shop.editions, STORE, await publishMarkets(draft, new Date().toISOString()))
  }
  const { outcome, edition } = await loadAndSee(shop, STORE, [HAT, CAP], { replace: true })
  assert.equal(outcome, 'published')
  await seen(shop.editions, marketStoreId(STORE, 'de'), edition)
})
after(() => shop[Symbol.asyncDispose]())

const pageOf = async (path: string) => {
  const response = await shop.get(path)
  assert.equal(response.status, 200, path)
  return await response.text()
}

/** The paths of the links and forms of a page, but for those that name the language that they lead to. */
const pathsOf = (page: string) =>
  [...page.matchAll(/<(?:a|form) (?!hreflang)[^>]*?(?:href|action)="(\/[^"]*)"/g)].map(([, path]) => path!)

describe('the example shop in a market', () => {
  test('has its words, its prices and its language, and all links stay in it', async () => {
    const german = await pageOf('/de/products/strohhut')
    assert.match(german, /<html lang="de">/)
    assert.match(german, /<h1>Strohhut<\/h1>/)
    assert.match(german, /22,50.CHF/)
    assert.match(german, /In den Warenkorb/)
    assert.match(german, /<h2>Größe<span/)
    for (const path of ['/de', '/de/', '/de/search', '/de/products/strohhut', '/de/cart?sku=HAT-S', '/de/wishlist']) {
      const paths = pathsOf(await pageOf(path))
      assert.ok(paths.length > 5, path)
      for (const each of paths) assert.ok(each.startsWith('/de/'), `${path}: ${each}`)
    }
    const english = await pageOf('/products/straw-hat')
    assert.match(english, /<html lang="en">/)
    assert.match(english, /€20\.00/)
    assert.match(english, /Add to cart/)
    for (const each of pathsOf(english)) assert.ok(!each.startsWith('/de/'), each)
  })

  test('links each page with itself in the other markets, for shoppers and for search engines', async () => {
    const german = await pageOf('/de/products/strohhut?variant=HAT-L')
    assert.ok(german.includes(`<link rel="canonical" href="${shop.address}/de/products/strohhut">`))
    assert.ok(german.includes(`<link rel="alternate" hreflang="en" href="${shop.address}/products/straw-hat">`))
    assert.ok(german.includes(`<link rel="alternate" hreflang="de" href="${shop.address}/de/products/strohhut">`))
    assert.match(german, /<a hreflang="en" lang="en" href="\/products\/straw-hat\?variant=HAT-L">English · EUR<\/a>/)
    const list = await pageOf('/search?option=size%3As')
    assert.match(list, /<a hreflang="de" lang="de" href="\/de\/search\?option=size%3As">Deutsch · CHF<\/a>/)
    const cap = await pageOf('/products/rain-cap')
    assert.match(cap, /<a hreflang="de" lang="de" href="\/de\/">/)
    assert.doesNotMatch(cap, /rel="alternate" hreflang="de"/)
  })

  test('leads from a slug of another market to its own', async () => {
    for (const [from, to] of [
      ['/de/products/straw-hat?variant=HAT-L', '/de/products/strohhut?variant=HAT-L'],
      ['/products/strohhut', '/products/straw-hat'],
    ] as const) {
      const response = await shop.get(from)
      assert.deepEqual([response.status, response.headers.get('location')], [308, to])
    }
    assert.equal((await shop.get('/de/products/rain-cap')).status, 404)
  })

  test('searches, suggests and filters in it', async () => {
    assert.match(await pageOf('/de/search?search=strohhut'), /1 Produkt</)
    assert.match(await pageOf('/search?search=strohhut'), /Nothing matches all of this/)
    assert.match(await pageOf('/de/suggest?search=stroh'), /href="\/de\/products\/strohhut"/)
    assert.match(await pageOf('/de/search?within=hats&maxPrice=23'), /<h1>Hüte<\/h1>.*Bis 23,00.CHF/s)
    assert.equal((await shop.get('/de/search?page=9')).headers.get('location'), '/de/search')
  })

  test('tells machines of it', async () => {
    assert.ok((await pageOf('/de/sitemap.xml')).includes(`<loc>${shop.address}/de/products/strohhut</loc>`))
    assert.ok((await pageOf('/robots.txt')).includes(`Sitemap: ${shop.address}/de/sitemap.xml\n`))
    assert.match(await pageOf('/de/products/strohhut'), /"price":"22\.50","priceCurrency":"CHF"/)
    assert.match(await pageOf('/de/llms.txt'), /Prices are in CHF/)
  })
})

test('a shop without markets has no switch, and a path of a market is not there', async () => {
  await using plain = await openStorefront()
  const page = await (await plain.get('/')).text()
  assert.doesNotMatch(page, /class="markets"|rel="alternate"/)
  assert.equal((await plain.get('/de/')).status, 404)
})
