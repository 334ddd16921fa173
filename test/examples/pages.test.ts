import assert from 'node:assert/strict'
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { validParameters } from '../../examples/storefront/address.ts'
import { moneyOf } from '../../examples/storefront/money.ts'
import { numbers } from '../../examples/storefront/pagination.ts'
import { createStorefront } from '../../examples/storefront/server.ts'
import { choiceGroups, selectedVariant } from '../../examples/storefront/variant-choice.ts'
import { loadAndSee, seen, THEN } from '../loading.ts'
import { QUICK } from '../quick.ts'
import { contrast } from '../server/contrast.ts'
import { type Body, OTHER, STORE } from '../server/shop.ts'
import { openStorefront, type StorefrontShop } from './storefront.ts'

const MAIN = resolve(import.meta.dirname, '../../examples/storefront/main.ts')

const CURRENCY = { currency: 'EUR', publicName: 'Shirts & Co', language: 'en' }

let shop: StorefrontShop
before(async () => {
  shop = await openStorefront()
  await shop.catalogs.changeStore(STORE, CURRENCY)
})
after(() => shop[Symbol.asyncDispose]())

const pageOf = async (path: string) => (await shop.get(path)).text()

describe('the pages of the example shop', () => {
  test('lead for ever from a slug that a product had to the one that it has', async () => {
    const product = { id: '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b', name: 'Hat', createdAt: '2020-01-01', variants: [] }
    await using own = await openStorefront()
    await loadAndSee(own, STORE, [{ ...product, slug: 'new-hat', formerSlugs: ['old-hat'] }])
    const response = await own.get('/products/old-hat?variant=H%20S')
    assert.deepEqual([response.status, response.headers.get('location')], [308, '/products/new-hat?variant=H+S'])
    assert.equal((await own.get('/products/new-hat')).status, 200)
    assert.equal((await own.get('/products/oldest-hat')).status, 404)
  })

  test('are small: markup, style and script', async () => {
    for (const path of ['/', '/search', '/products/shirt-24', '/cart?sku=S01-Blue-S&quantity=2']) {
      assert.ok(gzipSync(await pageOf(path)).length <= 30_000, path)
    }
    const files = [...(await pageOf('/')).matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    const sizes = await Promise.all(files.map(async (path) => gzipSync(await pageOf(path)).length))
    assert.ok(sizes[0]! <= 8_000 && sizes[1]! <= 5_000, sizes.join())
  })

  test('forbid scripts, styles and frames from elsewhere, and have none of their own', async () => {
    for (const path of ['/', '/search', '/products/shirt-24', '/nothing']) {
      const response = await shop.get(path)
      assert.equal(
        response.headers.get('content-security-policy'),
        `default-src 'none'; img-src 'self' data: https: ${shop.address}; script-src 'self'; style-src 'self'; ` +
          "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      const page = await response.text()
      assert.doesNotMatch(page, /<style|<script>|\sstyle=|\son\w+=/)
    }
  })

  test('show categories apart from other labels, with their texts', async () => {
    const { catalogs } = shop
    const labelValues = [{ name: 'Hats' }, { name: 'Caps', parent: 'hats' }, { name: 'Summer', kind: 'tag' }]
    const cap = (number: number, labels: unknown[]) => ({
      ...{ slug: `cap-${number}`, name: `Cap ${number}`, labelValues: labels },
      variants: [{ sku: `CAP${number}`, price: 5 }],
    })
    await loadAndSee(shop, OTHER, [cap(1, labelValues), cap(2, ['Caps'])])
    await using draft = await catalogs.draft(OTHER)
    const texts = [{ code: 'hats', description: 'For <heads>.', seo: { title: 'Hats & caps' } }]
    await seen(shop.editions, OTHER, (await publishDeclared(draft, 'labels', texts, THEN))!)
    await using own = await openOwnServer(shop.address, OTHER)
    const home = await own.page('/')
    const [departments] = /<nav class="departments".*?<\/nav>/s.exec(home)!
    assert.deepEqual(
      [...departments.matchAll(/<a [^>]+>([^<]+)/g)].map(([, name]) => name),
      ['Hats', 'Everything'],
    )
    const hats = await own.page('/search?within=hats')
    assert.match(hats, /<title>Hats &amp; caps/)
    assert.match(hats, /<p class="lead">For &lt;heads&gt;\.<\/p>/)
    assert.match(hats, /<meta name="description" content="For &lt;heads&gt;\.">/)
    assert.match(hats, />2 products</)
    assert.match(hats, /<a href="\/search\?within=caps">Caps <span class="muted">2</)
    assert.match(hats, /<input type="checkbox" name="label" value="summer"><span>Summer<\/span> <small>1</)
    assert.doesNotMatch(hats, /name="label" value="caps"/)
    const found = await own.page('/search?search=cap&label=summer&page=1')
    assert.match(found, /href="\/search\?search=cap&amp;within=hats"><span>Hats<\/span> <small>2</)
  })

  test('name themselves for search engines; those of one shopper do not', async () => {
    for (const path of ['/', '/search?within=sale&page=1', '/search?search=shirt&page=2', '/products/shirt-24']) {
      const [, canonical] = /<link rel="canonical" href="([^"]+)">/.exec(await pageOf(path))!
      assert.equal(canonical!.replaceAll('&amp;', '&'), shop.address + path.replace('&page=1', ''))
    }
    const variant = await pageOf('/products/shirt-24?variant=S24-Red-M&utm_source=mail')
    assert.match(variant, new RegExp(`<link rel="canonical" href="${shop.address}/products/shirt-24">`))
    for (const path of ['/cart', '/wishlist', '/nothing']) assert.match(await pageOf(path), /content="noindex"/)
  })

  test('describe their search to assistants in the browser (WebMCP)', async () => {
    const page = await pageOf('/')
    const [form] = /<form [^>]*action="\/search"[^>]*>\s*<input [^>]*>/.exec(page)!
    for (const attribute of ['toolname', 'tooldescription', 'toolparamdescription'])
      assert.ok(form.includes(`${attribute}="`), attribute)
  })

  test('have the product and its way as JSON-LD, with the prices of the API', async () => {
    const page = await pageOf('/products/shirt-24')
    const [group] = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
      JSON.parse(json!),
    )
    const [product] = (await shop.json('/store/products?slug=shirt-24&form=full')).data
    assert.deepEqual(
      [group['@type'], group.productGroupID, group.name, group.variesBy],
      ['ProductGroup', product.id, product.name, ['https://schema.org/color', 'https://schema.org/size']],
    )
    assert.deepEqual(
      group.hasVariant.map(({ sku, color, size, offers }: Body) => [sku, color, size, offers]),
      product.variants.map(({ sku, price, stock, productOptions }: Body) => {
        const options = productOptions.map(({ name }: Body) => name)
        const availability = `https://schema.org/${stock === 0 ? 'OutOfStock' : 'InStock'}`
        const url = `${shop.address}/products/shirt-24?variant=${sku}`
        return [sku, ...options, { '@type': 'Offer', price, priceCurrency: 'EUR', availability, url }]
      }),
    )
  })

  test('are sent again only when they have changed, and never twice for HEAD', async () => {
    const { headers } = await shop.get('/products/shirt-24')
    const again = await shop.get('/products/shirt-24', { 'if-none-match': headers.get('etag')! })
    assert.deepEqual([again.status, await again.text()], [304, ''])
    const head = await shop.ask({ method: 'HEAD', path: '/products/shirt-24' })
    assert.deepEqual([head.status, head.body], [200, ''])
  })

  test('tell what was searched for instead, and lead on from an empty list', async () => {
    assert.match(
      await pageOf('/search?search=shrit'),
      /We searched for <strong>shirt[^<]*<\/strong> instead of “shrit”\./,
    )
    assert.match(await pageOf('/search?search=linen+under+70'), /<p>Only prices up to €70\.00\.<\/p>/)
    const empty = await pageOf('/search?search=shirt&minPrice=90')
    assert.match(empty, /Nothing matches all of this/)
    assert.match(empty, /<a href="\/search\?search=shirt">From €90\.00 <span class="muted">25<\/span>/)
  })

  test('keep a ticked value that no product has any more, with the count 0', async () => {
    const page = await pageOf('/search?option=color:blue&option=size:no-such')
    assert.match(page, /Remove <\/span>no such/)
    const list = await pageOf('/search?option=size:m&option=size:no-such')
    assert.match(list, /value="size:no-such" checked><span>no such<\/span> <small>0<\/small>/)
  })

  test('show the colors of options as swatches, with their names as text', async () => {
    const color = (name: string, hex?: string) => ({ name, ...(hex && { color: hex }) })
    const options = [color('Red', '#b3202a'), color('Sea', '#1f6f73'), color('Plain')]
    const variants = options.map(({ name }) => ({ sku: `V-${name}`, price: 5, productOptions: { color: name } }))
    await using own = await openStorefront()
    await loadAndSee(own, STORE, [
      { slug: 'vase', name: 'Vase', optionGroups: [{ name: 'Color', code: 'color', options }], variants },
    ])
    const disc = (hex: string) =>
      `<svg class="swatch" viewBox="0 0 20 20" aria-hidden="true"><circle [^>]*fill="${hex}"`
    const list = await (await own.get('/search?search=vase')).text()
    assert.match(list, new RegExp(`<p class="swatches"><span class="hidden">Color: Red, Sea</span>${disc('#b3202a')}`))
    assert.match(list, /<small>\+1<\/small><\/p>/)
    assert.match(list, new RegExp(`value="color:sea">${disc('#1f6f73')}[^\n]*<span>Sea</span>`))
    assert.match(list, /value="color:plain"><span>Plain<\/span>/)
    const page = await (await own.get('/products/vase?variant=V-Red')).text()
    assert.match(
      page,
      new RegExp(`variant=V-Sea" title="Sea" data-keep>${disc('#1f6f73')}[^\n]*<span class="hidden">Sea</span>`),
    )
    assert.match(page, /variant=V-Plain" data-keep><span>Plain<\/span>/)
  })

  test('narrow a list by attributes', async () => {
    const tent = (name: string, value: number, others: object[]) => ({
      slug: name.toLowerCase(),
      name,
      attributes: [{ name: 'Weight', type: 'number', unit: 'kg', value }, ...others],
      variants: [{ sku: name, price: 5 }],
    })
    const released = { name: 'Released', type: 'date', value: '2026-02-01' }
    await using own = await openStorefront()
    await loadAndSee(own, STORE, [
      tent('Fly', 0.9, [{ name: 'Waterproof', value: true }, released]),
      tent('Dome', 5.5, [
        { name: 'Waterproof', value: false },
        { ...released, value: '2019-06-30' },
      ]),
    ])
    const page = async (query: string) => (await own.get(`/search?${query}`)).text()
    const namesOf = (page: string) => [...page.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, name]) => name)
    const all = await page('')
    assert.match(all, /name="attribute" value="waterproof:true"><span>Waterproof<\/span> <small>1<\/small>/)
    assert.match(all, /<summary>Weight \(g\)<\/summary>/)
    assert.match(all, /name="min.weight" inputmode="decimal" [^>]*value="" placeholder="900"/)
    assert.match(all, /name="max.released" type="date" value="" placeholder="2026-02-01"/)
    for (const [query, names, chip] of [
      ['attribute=waterproof:true', ['Fly'], 'Waterproof'],
      ['attribute=waterproof:false', ['Dome'], 'Waterproof: no'],
      ['min.weight=1000&max.weight=', ['Dome'], 'Weight from 1000 g'],
      ['attribute=weight:1000..&max.weight=900', ['Fly'], 'Weight up to 900 g'],
      ['attribute=weight:900..5500&sortBy=name:ASC', ['Dome', 'Fly'], 'Weight 900 to 5500 g'],
      ['min.released=2026-01-01', ['Fly'], 'Released from 2026-01-01'],
    ] as const) {
      const shown = await page(query)
      assert.deepEqual(namesOf(shown), names, query)
      assert.ok(shown.includes(`<span class="hidden">Remove </span>${chip} <`), query)
    }
    assert.match(await page('min.weight=1000'), /name="min.weight" [^>]*value="1000"/)
    for (const wrong of ['attribute=weight', 'attribute=weight:..', 'min.weight=heavy', 'attribute=waterproof:maybe'])
      assert.doesNotMatch(await page(wrong), /Remove/, wrong)
    assert.equal((await own.get('/search?attribute=weight:1.2.3..')).status, 404)
    assert.match(await page('attribute=height:1..2'), /Remove <\/span>height 1 to 2 </)
    const product = await (await own.get('/products/fly')).text()
    assert.match(product, /<dt>Weight<\/dt><dd>0\.9 kg<\/dd>/)
    assert.match(product, /<dt>Waterproof<\/dt><dd>Yes<\/dd>/)
  })

  test('show and open the variant with the options that a shopper looks for', async () => {
    const page = await pageOf('/search?option=color:green&option=size:m&search=shirt+25')
    assert.match(page, /<a href="\/products\/shirt-25\?variant=S25-Green-M">/)
    assert.match(page, /<img src="[^"]*\/pictures\/shirt-25-Green\.jpg"/)
    assert.match(await pageOf('/search?option=__proto__:x'), /Nothing matches/)
  })

  test('lead from a page beyond the last to the last', async () => {
    const response = await shop.get('/search?page=9')
    assert.deepEqual([response.status, response.headers.get('location')], [302, '/search?page=2'])
  })

  test('are 404 for products that are not there, with a search', async () => {
    const response = await shop.get('/products/no-such')
    assert.equal(response.status, 404)
    assert.match(await response.text(), /This page is not here/)
    for (const path of ['/products/a/b', '//elsewhere.example/', '/sitemap-0.xml'])
      assert.equal((await shop.ask({ path })).status, 404, path)
  })

  test('show a cart from its address: names, prices and a sum in one request', async () => {
    const page = await pageOf('/cart?sku=S24-Red-M&quantity=3&sku=GONE&quantity=1&sku=S01-Blue-S&quantity=x')
    assert.match(page, /No longer sold: GONE\./)
    assert.match(page, /<data value="73\.50">€73\.50<\/data>/)
    assert.equal([...page.matchAll(/name="sku"/g)].length, 1)
    const many = Array.from({ length: 150 }, (_, index) => `sku=GONE-${index}`).join('&')
    assert.equal((await shop.get(`/cart?${many}`)).status, 200)
  })
})

describe('what the shop tells machines', () => {
  test('the sitemap has every product once', async () => {
    const xml = await pageOf('/sitemap.xml')
    const places = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place!)
    assert.equal(new Set(places).size, places.length)
    const products = places.filter((place) => place.includes('/products/'))
    assert.equal(products.length, 25)
    assert.ok(products.includes(`${shop.address}/products/shirt-01`))
    assert.match(await pageOf('/robots.txt'), new RegExp(`^Sitemap: ${shop.address}/sitemap.xml$`, 'm'))
  })

  test('becomes an index of sitemaps when one cannot have all products', {
    skip: QUICK && 'imports 50,000 products',
  }, async () => {
    await using large = await openStorefront()
    const products = Array.from({ length: 50_000 }, (_, index) => ({
      name: `P${index}`,
      variants: [{ sku: `P${index}`, price: 1 }],
    }))
    await loadAndSee(large, STORE, products)
    const index = await (await large.get('/sitemap.xml')).text()
    assert.deepEqual(
      [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, place]) => place),
      [`${large.address}/sitemap-1.xml`, `${large.address}/sitemap-2.xml`],
    )
    const last = await (await large.get('/sitemap-2.xml')).text()
    assert.equal([...last.matchAll(/<loc>/g)].length, 25)
  })

  test('llms.txt has the labels and how to search', async () => {
    const text = await pageOf('/llms.txt')
    assert.match(text, /^# Shirts & Co\n\n> /)
    assert.match(text, /search\?search=WORDS/)
  })
})

describe('a shop on a server of its own', () => {
  test('shows pictures of the catalog server, refuses what cannot be, and says when that server does not answer', async () => {
    const own = await openStorefront()
    const errors: unknown[] = []
    const onError = (error: unknown) => void errors.push(error)
    const server = createServer(createStorefront({ url: own.address, store: STORE, onError }))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      assert.match(await (await fetch(address)).text(), new RegExp(`<img src="${own.address}/pictures/`))
      const posted = await fetch(address, { method: 'POST', body: 'x' })
      assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD'])
      const long = `/products/${'a'.repeat(300)}`
      for (const path of ['/products/%', '/products/%00', long, '/search?search=%00', '/cart?sku=%00'])
        assert.equal((await fetch(address + path)).status, 404, path)
      assert.deepEqual(errors, [])
      await own[Symbol.asyncDispose]()
      const response = await fetch(`${address}/search`)
      assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '60'])
      assert.match(await response.text(), /The shop is not available/)
      assert.equal((errors[0] as Body).code, 'network')
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })
})

describe('the command of the shop', () => {
  const run = (...args: string[]) => spawnSync(process.execPath, [MAIN, ...args], { encoding: 'utf8' })

  test('says what is wrong with its options, and how to write them', () => {
    for (const [args, message] of [
      [['--url', 'http://127.0.0.1:1'], 'name the server with --url, the store with --store'],
      [['--url', 'shop', '--store', 'a'], '--url is "shop"; write an address such as http://127.0.0.1:3000'],
      [['--url', 'http://127.0.0.1:1', '--store', 'a', '--port', 'x'], '--port is "x"; write a number such as 4000'],
    ] as const) {
      const { status, stderr } = run(...args)
      assert.equal(status, 2)
      assert.ok(stderr.startsWith(`storefront: ${message}\n`), stderr)
      assert.match(stderr, /npm run storefront -- --url http/)
    }
  })

  test('prints its help, and says that a port is in use', () => {
    const { status, stdout } = run('--help')
    assert.deepEqual([status, stdout.startsWith('\nServes a shop')], [0, true])
    const taken = run('--url', shop.address, '--store', STORE, '--port', String(shop.port))
    assert.deepEqual(
      [taken.status, taken.stderr],
      [1, `storefront: port ${shop.port} is in use; choose another with --port\n`],
    )
  })

  test('serves a store of another server, and says that a store does not exist', async () => {
    for (const [store, output] of [
      [STORE, /^The shop is at (http:\S+)$/m],
      ['none', /^storefront: .*store/m],
    ] as const) {
      const child = spawn(process.execPath, [MAIN, '--url', shop.address, '--store', store, '--port', '0'])
      try {
        const [, address] = await outputOf(child, output)
        if (address) assert.match(await (await fetch(address)).text(), /Shirts &amp; Co/)
      } finally {
        child.kill()
        await once(child, 'exit')
      }
    }
  })
})

/** Waits until the output matches. */
async function outputOf({ stdout, stderr }: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<RegExpExecArray> {
  const { promise, resolve } = Promise.withResolvers<RegExpExecArray>()
  let text = ''
  for (const stream of [stdout, stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
      const match = pattern.exec(text)
      if (match) resolve(match)
    })
  }
  return await promise
}

describe('the parts of the shop', () => {
  test('an address keeps only valid parameters, each once', () => {
    const address =
      'search=+tea+&minPrice=&maxPrice=12,50&label=a&label=a&option=red&option=color:red&page=0&sortBy=x&utm=1'
    assert.equal(String(validParameters(new URLSearchParams(address))), 'search=tea&label=a&option=color%3Ared')
  })

  test('prices have the decimals of their currency, and no sign without one', () => {
    assert.equal(moneyOf({ id: '' })('1234.50'), '1,234.50')
    assert.equal(
      moneyOf({ id: '', currency: 'EUR', minorUnits: 2 })('9007199254740993.10'),
      '€9,007,199,254,740,993.10',
    )
    assert.equal(moneyOf({ id: '', currency: 'JPY', minorUnits: 0, language: 'en' })('1200.00'), '¥1,200')
    assert.equal(moneyOf({ id: '', currency: 'EUR', minorUnits: 2, language: 'de' })('49.90'), '49,90\u00a0€')
  })

  test('page numbers are the first, the last and those around the current one', () => {
    assert.deepEqual(numbers(1, 2), [1, 2])
    assert.deepEqual(numbers(5, 12), [1, 'gap', 4, 5, 6, 'gap', 12])
    assert.deepEqual(numbers(3, 12), [1, 2, 3, 4, 'gap', 12])
  })

  test('variants that options do not tell apart are chosen by name', async () => {
    const [product] = (await shop.json('/store/products?slug=shirt-24&form=full')).data
    const alike = { ...product, variants: product.variants.map((each: Body) => ({ ...each, productOptions: [] })) }
    const variant = selectedVariant(alike, 'S24-Red-M')!
    const [group, ...others] = choiceGroups(alike, variant)
    assert.deepEqual([others.length, group!.choices.length], [0, 4])
    assert.equal(group!.choices.find(({ selected }) => selected)!.variant.sku, 'S24-Red-M')
  })

  test('the colors have enough contrast (WCAG AA), light and dark', () => {
    const style = readFileSync(new URL('../../examples/storefront/style.css', import.meta.url), 'utf8')
    const [light, dark] = [...style.matchAll(/:root \{[^}]*\}/g)].map(([block]) =>
      Object.fromEntries([...block.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name, color]) => [name!, color!])),
    ) as [Record<string, string>, Record<string, string>]
    for (const colors of [light, dark]) {
      for (const background of ['paper', 'raised']) {
        for (const text of ['ink', 'muted', 'accent'])
          assert.ok(contrast(colors[text]!, colors[background]!) >= 4.5, text)
        assert.ok(contrast(colors.control!, colors[background]!) >= 3)
      }
    }
  })
})

/** A shop on a server of its own, over the API at an address. */
async function openOwnServer(url: string, store: string) {
  const server = createServer(createStorefront({ url, store, onError: () => {} }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    page: async (path: string) => (await fetch(address + path)).text(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
